"""What people change in a note stays theirs, whatever the engines make of the meeting afterwards."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.editing import Edit, ItemFields, apply_edits, new_edit, read_change, retag
from pipelines.errors import BadInputError
from pipelines.note import Due, Note, NoteTranscript
from tests.fakes.meetings import office_move, with_agenda

NOW = datetime(2026, 11, 18, 8, tzinfo=UTC)


def edited(
    note: Note, *changes: dict[str, Any], edits: tuple[Edit, ...] = ()
) -> tuple[Note, tuple[Edit, ...]]:
    for change in changes:
        edits = (*edits, new_edit(read_change(change), note, edits, NOW, "member"))
    return apply_edits(note, edits).note, edits


def made_again(note: Note, **first: Any) -> Note:
    """The note with its action items in another order and numbered anew; `first` changes the first of old."""
    items = [note.action_items[0].model_copy(update=first), *note.action_items[1:]]
    renumbered = [
        item.model_copy(update={"id": f"a{number}"}) for number, item in enumerate(reversed(items), 1)
    ]
    return note.model_copy(update={"action_items": tuple(renumbered)})


def change(item: str = "a1", **fields: Any) -> dict[str, Any]:
    return {"do": "change_item", "kind": "action", "item": item, "fields": fields}


def test_a_corrected_item_shows_the_correction_and_whose_it_is() -> None:
    due = {"phrase": "next Friday", "date": "2026-11-27"}
    note, _ = edited(office_move(), change(owner="Jonas Weber", text="Send the lease", due=due))
    item = note.action_items[0]
    assert (item.task, item.owner, item.due) == (
        "Send the lease",
        "Jonas Weber",
        Due(phrase="next Friday", date=date(2026, 11, 27)),
    )
    assert "edited" in item.flags
    assert item.evidence == office_move().action_items[0].evidence


def test_ticking_an_item_off_changes_nothing_else() -> None:
    before = office_move().action_items[0]
    note, _ = edited(office_move(), change(status="done"))
    assert note.action_items[0] == before.model_copy(update={"status": "done"})


def test_nobody_and_no_date_can_be_set() -> None:
    note, _ = edited(office_move(), change(owner=None, due=None))
    assert (note.action_items[0].owner, note.action_items[0].due) == (None, None)


def test_an_edit_follows_its_item_into_a_note_made_again() -> None:
    made = office_move()
    _, edits = edited(made, change(owner="Jonas Weber"))
    again = made_again(made, task=made.action_items[0].task + " again")
    note = apply_edits(again, edits).note
    assert [item.owner for item in note.action_items].count("Jonas Weber") == [
        item.owner for item in again.action_items
    ].count("Jonas Weber") + 1
    assert note.action_items[-1].owner == "Jonas Weber"


def test_an_edited_item_that_a_new_note_lacks_is_put_back_as_the_person_left_it() -> None:
    made = office_move()
    _, edits = edited(made, change(text="Send the lease"))
    without = made.model_copy(update={"action_items": made.action_items[1:]})
    note, more = edited(without, change("kept-a1", status="done"), edits=edits)
    assert note.action_items[-1].task == "Send the lease"
    assert note.action_items[-1].status == "done"
    assert apply_edits(made, more).note.action_items[0].status == "done"


def test_a_removed_item_stays_removed_in_a_note_made_again_and_no_other_goes() -> None:
    made = office_move()
    removal = {"do": "remove_item", "kind": "action", "item": "a1"}
    note, edits = edited(made, removal)
    gone = made.action_items[0].task
    assert gone not in [item.task for item in note.action_items]
    again = apply_edits(made_again(made), edits).note
    assert gone not in [item.task for item in again.action_items]
    assert len(again.action_items) == len(made.action_items) - 1
    without = made.model_copy(update={"action_items": made.action_items[1:]})
    assert apply_edits(without, edits).note == without


def test_an_added_item_can_be_changed_and_removed() -> None:
    note, edits = edited(
        office_move(), {"do": "add_item", "kind": "decision", "fields": {"text": "Sales takes floor two"}}
    )
    added = note.decisions[-1]
    assert (added.text, added.verdict, added.flags) == (
        "Sales takes floor two",
        "verified",
        ("added-by-hand",),
    )
    to = {"do": "change_item", "kind": "decision", "item": added.id, "fields": {"text": "Floor three"}}
    note, edits = edited(office_move(), to, edits=edits)
    assert note.decisions[-1].text == "Floor three"
    note, _ = edited(office_move(), {"do": "remove_item", "kind": "decision", "item": added.id}, edits=edits)
    assert note.decisions == office_move().decisions


def test_an_item_that_a_person_vouches_for_leaves_the_tray() -> None:
    made = office_move()
    doubtful = next(item for item in made.action_items if item.verdict == "unverified")
    note, _ = edited(made, {"do": "confirm_item", "kind": "action", "item": doubtful.id})
    confirmed = next(item for item in note.action_items if item.id == doubtful.id)
    assert confirmed.verdict == "verified"
    assert "confirmed-by-hand" in confirmed.flags


def test_a_renamed_speaker_is_renamed_in_lines_owners_and_mood() -> None:
    note, _ = edited(office_move(), {"do": "rename_speaker", "old": "Theo Brandt", "new": "Theo Brand"})
    names = {segment.speaker for segment in note.transcript.segments} | set(note.sentiment.speakers)
    names |= {item.owner for item in note.action_items}
    assert "Theo Brand" in names
    assert "Theo Brandt" not in names


@pytest.mark.parametrize(
    ("old", "said", "now"),
    [
        ("Theo Brandt", "Theo Brandt sends it. Theo Brandts do.", "Leila sends it. Theo Brandts do."),
        ("Will", "Will: I send it. Will you? Will.", "Leila: I send it. Will you? Will."),
        ("Nishant (ipld)", "Nishant (ipld) sends it.", "Leila sends it."),
    ],
)
def test_a_renamed_speaker_is_renamed_in_what_the_engines_wrote(old: str, said: str, now: str) -> None:
    lines = office_move().transcript.segments
    spoken = tuple(replace(each, speaker=old) if each.id == "s4" else each for each in lines)
    made = office_move().model_copy(
        update={"title": said, "summary": said, "transcript": NoteTranscript(segments=spoken)}
    )
    note, edits = edited(made, {"do": "rename_speaker", "old": old, "new": "Leila"})
    assert (note.title, note.summary) == (now, now)
    again, _ = edited(made, {"do": "set_summary", "text": f"{old}: mine."}, edits=edits)
    assert again.summary == f"{old}: mine.", "what a person wrote stays"


@pytest.mark.parametrize("several", [True, False])
def test_several_people_or_nobody_own_what_one_had(several: bool) -> None:
    fields: dict[str, Any] = {"owner": None} | ({"several": True} if several else {})
    note, edits = edited(office_move(), change(owner="Ann"), change(**fields))
    assert note.action_items[0].owner is None
    assert ("several-owners" in note.action_items[0].flags) is several
    note, _ = edited(office_move(), change(owner="Ann"), edits=edits)
    assert "several-owners" not in note.action_items[0].flags


def test_two_names_of_one_person_become_one_speaker() -> None:
    made = office_move()
    note, _ = edited(made, {"do": "rename_speaker", "old": "Jonas Weber", "new": "Theo Brandt"})
    speakers = {segment.speaker for segment in note.transcript.segments}
    assert "Jonas Weber" not in speakers
    assert set(note.sentiment.speakers) == speakers


def test_naming_a_voice_gives_its_promises_an_owner() -> None:
    made = office_move()
    unknown = tuple(
        type(s)(s.id, s.start_s, s.end_s, None, s.text) if s.id == "s4" else s
        for s in made.transcript.segments
    )
    item = made.action_items[0].model_copy(
        update={"owner": None, "flags": ("speaker-unknown",), "evidence": ("s2", "s4")}
    )
    made = made.model_copy(
        update={
            "action_items": (item,),
            "transcript": made.transcript.model_copy(update={"segments": unknown}),
        }
    )
    named = {"do": "name_voice", "segments": ["s4"], "speaker": "Theo Brandt"}
    note, edits = edited(made, named)
    assert (note.action_items[0].owner, note.action_items[0].flags) == ("Theo Brandt", ())
    # A list of meetings opens no transcript and says the same.
    bare = made.model_copy(update={"transcript": made.transcript.model_copy(update={"segments": ()})})
    assert apply_edits(bare, edits).note.action_items == note.action_items


def of_two_voices() -> Note:
    """Two people speak in the line of the first promise."""
    made = office_move()
    said = tuple(
        replace(line, speaker="Voice 1", also="Voice 2") if line.id == "s4" else line
        for line in made.transcript.segments
    )
    item = made.action_items[0].model_copy(update={"owner": None, "voices": ("Voice 1", "Voice 2")})
    transcript = made.transcript.model_copy(update={"segments": said})
    return made.model_copy(update={"action_items": (item,), "transcript": transcript})


def whose(made: Note, *changes: dict[str, Any]) -> tuple[str | None, tuple[str, ...], tuple[str, ...]]:
    """Owner of the item, whose one it is, and who speaks in its line."""
    note, edits = edited(made, *changes)
    # A list of meetings opens no transcript and says the same.
    bare = made.model_copy(update={"transcript": made.transcript.model_copy(update={"segments": ()})})
    assert apply_edits(bare, edits).note.action_items == note.action_items
    (item,) = note.action_items
    return item.owner, item.voices, note.transcript.segments[3].speakers


def rename(old: str, new: str) -> dict[str, Any]:
    return {"do": "rename_speaker", "old": old, "new": new}


def test_of_two_voices_in_a_line_each_gets_its_name_and_the_promise_waits_for_one_of_them() -> None:
    both = ("Theo Brandt", "Ann")
    assert whose(of_two_voices(), rename("Voice 1", both[0]), rename("Voice 2", both[1])) == (
        None,
        both,
        both,
    )


def test_two_voices_of_a_line_that_are_one_own_its_promise() -> None:
    made = of_two_voices()
    assert whose(made, rename("Voice 2", "Voice 1")) == ("Voice 1", (), ("Voice 1",))
    one = [rename("Voice 1", "Ann"), rename("Voice 2", "Ann")]
    assert whose(made, *one) == ("Ann", (), ("Ann",))
    assert whose(made, one[1]) == (None, ("Voice 1", "Ann"), ("Voice 1", "Ann"))


def test_who_is_said_to_have_spoken_a_line_of_two_voices_owns_its_promise() -> None:
    made = of_two_voices()
    said = {"do": "name_voice", "segments": ["s4"], "speaker": "Voice 2"}
    assert whose(made, said) == ("Voice 2", (), ("Voice 2",))
    assert whose(made, said, rename("Voice 2", "Ann")) == ("Ann", (), ("Ann",))
    assert whose(made, change(owner="Cara"))[:2] == ("Cara", ())


def test_a_misheard_line_is_mended_and_its_edit_is_left_over_when_the_line_is_gone() -> None:
    made = office_move()
    note, edits = edited(made, {"do": "set_line", "segment": "s4", "text": "I'll send the lease."})
    assert note.transcript.segments[3].text == "I'll send the lease."
    shorter = made.transcript.model_copy(update={"segments": made.transcript.segments[:3]})
    assert apply_edits(made.model_copy(update={"transcript": shorter}), edits).left == (edits[0].id,)


def test_tags_are_one_whatever_their_capitals_and_each_change_is_undone_alone() -> None:
    made = office_move().model_copy(update={"tags": ("Board", "Sales")})
    note, edits = edited(
        made,
        {"do": "change_tags", "add": ["#Office move", "board"]},
        {"do": "change_tags", "add": ["SALES"], "remove": ["sales"]},
    )
    assert note.tags == ("Board", "Office move", "SALES")
    assert note.flags == made.flags, "title and summary are still the engine's"
    assert apply_edits(made, edits[1:]).note.tags == ("Board", "SALES")


@pytest.mark.parametrize(
    ("typed", "then"),
    [
        ("Board, Sales", ("Board", "Sales")),
        ("#board,Sales, ,sales", ("Sales", "board")),
        ("Hiring", ("Hiring",)),
        ("", ()),
    ],
)
def test_what_is_typed_becomes_the_tags(typed: str, then: tuple[str, ...]) -> None:
    made = office_move().model_copy(update={"tags": ("Board", "Sales")})
    changed = retag(made.tags, typed)
    assert (edited(made, changed)[0].tags if changed else made.tags) == then


def test_taking_an_edit_out_undoes_it() -> None:
    made = office_move()
    _, edits = edited(made, change(text="Send it"), {"do": "set_title", "text": "The move"})
    assert apply_edits(made, edits[1:]).note.action_items == made.action_items
    assert apply_edits(made, edits[:1]).note.title == made.title


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (change("a99", status="done"), "no longer in the note"),
        ({"do": "set_line", "segment": "s99", "text": "x"}, "no longer in the transcript"),
        ({"do": "name_voice", "segments": ["s1", "s99"], "speaker": "Ann"}, "no longer in the transcript"),
        ({"do": "rename_speaker", "old": "Nobody", "new": "Ann"}, "nobody called 'Nobody'"),
        ({"do": "set_title", "text": ""}, "(text)"),
        (change(text=None), "text cannot be empty"),
        ({"do": "add_item", "kind": "action", "fields": {}}, "needs a text"),
        ({"do": "change_tags"}, "give a tag"),
        ({"do": "change_tags", "add": ["a, b"]}, "(add.0): a tag has no comma"),
        ({"do": "burn"}, "is no change of a note"),
        ([], "is no change of a note"),
    ],
)
def test_a_change_that_has_no_place_is_refused_in_one_line(data: Any, says: str) -> None:
    with pytest.raises(BadInputError) as refused:
        edited(office_move(), data)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


ITEMS = st.sampled_from(["a1", "a2", "a3"])
CHANGES = st.one_of(
    st.builds(lambda i, t: change(i, text=t), ITEMS, st.text("ab ", min_size=1, max_size=5)),
    st.builds(lambda i: {"do": "remove_item", "kind": "action", "item": i}, ITEMS),
    st.builds(lambda t: {"do": "set_title", "text": t}, st.text("ab", min_size=1, max_size=5)),
    st.just({"do": "add_item", "kind": "action", "fields": {"text": "own"}}),
)


@given(st.lists(CHANGES, max_size=8))
def test_any_edits_survive_a_note_made_again_and_can_all_be_taken_back(changes: list[dict[str, Any]]) -> None:
    made = office_move()
    edits: tuple[Edit, ...] = ()
    for each in changes:
        try:
            _, edits = edited(made, each, edits=edits)
        except BadInputError:
            continue  # the item was removed before
    shown = apply_edits(made, edits).note
    again = apply_edits(made_again(made), edits).note
    assert sorted(i.task for i in again.action_items) == sorted(i.task for i in shown.action_items)
    assert again.title == shown.title
    assert apply_edits(made, ()).note == made


def test_fields_that_are_not_given_are_not_set() -> None:
    assert ItemFields.model_validate({"owner": None}).model_fields_set == {"owner"}


def test_what_nobody_can_see_is_not_kept_and_alone_is_nothing() -> None:
    note, _ = edited(
        office_move(),
        change(text="Send\x00 the\x1b lease", owner="An\u202en"),
        {"do": "set_summary", "text": "One.\n\x07Two."},
        {"do": "set_line", "segment": "s2", "text": "Hel\x08lo."},
    )
    assert (note.action_items[0].task, note.action_items[0].owner) == ("Send the lease", "Ann")
    assert note.summary == "One.\nTwo."
    assert note.transcript.segments[1].text == "Hello."
    with pytest.raises(BadInputError):
        read_change(change(text="\x00"))


def test_a_possible_item_that_is_taken_over_keeps_its_quote_and_can_be_given_back() -> None:
    made = with_agenda(office_move())
    taken, edits = edited(made, {"do": "take_item", "kind": "decision", "item": "possible-2"})
    assert [item.id for item in taken.possible_items] == ["possible-1"]
    decision = taken.decisions[-1]
    assert decision.id == edits[0].id
    assert (decision.text, decision.quote) == (
        "The budget for chairs is eighteen thousand",
        "The budget for chairs is eighteen thousand, not sixteen.",
    )
    assert (decision.verdict, decision.flags) == ("verified", ("added-by-hand",))
    assert apply_edits(made, ()).note == made


def test_what_was_only_possible_may_become_either_kind_and_be_changed_afterwards() -> None:
    made = with_agenda(office_move())
    taken, edits = edited(made, {"do": "take_item", "kind": "action", "item": "possible-2"})
    item = taken.action_items[-1]
    assert (item.task, item.owner, item.status) == (
        "The budget for chairs is eighteen thousand",
        None,
        "open",
    )
    mine, _ = edited(made, change(item.id, owner="Theo Brandt"), edits=edits)
    assert mine.action_items[-1].owner == "Theo Brandt"
    again = made.model_copy(update={"possible_items": ()})
    assert apply_edits(again, edits).note.action_items[-1].task == item.task


def test_what_is_not_offered_cannot_be_taken_over() -> None:
    with pytest.raises(BadInputError, match="no longer offered"):
        edited(office_move(), {"do": "take_item", "kind": "action", "item": "possible-2"})
    with pytest.raises(BadInputError):
        read_change({"do": "take_item", "kind": "question", "item": "possible-2"})
