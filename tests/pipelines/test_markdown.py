"""The note as Markdown: what a reader sees in a terminal or pastes into a wiki."""

from __future__ import annotations

from datetime import UTC, date

from guardrails.core.types import Mark, Segment
from pipelines.note import ActionItem, Due, Note, NoteTranscript, Statement
from pipelines.render.markdown import render_markdown
from pipelines.render.words import clock
from tests.fakes.meetings import office_move, with_agenda


def shown(note: Note) -> str:
    return render_markdown(note, UTC)


def test_a_promise_shows_who_what_when_and_the_words_that_prove_it() -> None:
    item = next(item for item in office_move().action_items if item.owner and item.due and item.due.date)
    line = next(line for line in shown(office_move()).splitlines() if item.task in line)
    assert item.owner is not None
    assert item.due is not None
    assert f"**{item.owner}**" in line
    assert item.due.phrase in line
    assert item.quote in shown(office_move())


def test_an_item_that_is_its_quote_is_shown_once_and_as_a_quote_with_its_time() -> None:
    item = office_move().action_items[0]
    note = office_move().model_copy(update={"action_items": (item.model_copy(update={"task": item.quote}),)})
    (line,) = (line for line in shown(note).splitlines() if line.startswith("- [ ]"))
    start_s = next(s.start_s for s in note.transcript.segments if s.id == item.evidence[0])
    assert f"“{item.quote}”" in line
    assert line.endswith(f"({clock(start_s or 0)})")
    assert line.count(item.quote) == 1


def test_a_due_phrase_that_has_no_day_is_shown_as_it_was_said() -> None:
    item = office_move().action_items[0].model_copy(update={"due": Due(phrase="soonish", date=None)})
    text = shown(office_move().model_copy(update={"action_items": (item,)}))
    assert "due “soonish”" in text


def test_what_is_not_confirmed_stands_apart_with_its_reason() -> None:
    note = office_move()
    claim = note.action_items[0].model_copy(update={"verdict": "unverified"})
    text = shown(note.model_copy(update={"action_items": (claim,)}))
    before, after = text.split("## Not confirmed by the transcript")
    assert claim.task not in before
    assert claim.task in after


def test_what_was_said_cannot_become_markup() -> None:
    note = office_move().model_copy(
        update={
            "title": "# <script>alert(1)</script> [x](http://example.org)",
            "decisions": (
                Statement(
                    id="d1",
                    text="use *all* of `it`_",
                    evidence=("s1",),
                    quote="line\nbreak",
                    verdict="verified",
                ),
            ),
            "transcript": NoteTranscript(segments=(Segment("s1", 3.0, 4.0, "*Ann*", "x"),)),
        }
    )
    text = shown(note)
    assert text.splitlines()[0] == r"# \# \<script>alert(1)\</script> \[x](http://example.org)"
    assert r"use \*all\* of \`it\`\_" in text
    assert "“line break” (0:03)" in text
    assert r"With \*Ann\*." in text


def test_each_speaker_of_the_summary_has_a_paragraph() -> None:
    text = shown(office_move().model_copy(update={"summary": "Ann: one.\nBob: two."}))
    assert "\n\nAnn: one.\n\nBob: two.\n\n" in text


def test_an_unknown_owner_is_said_to_be_unknown() -> None:
    item = ActionItem(
        id="a1",
        task="send it",
        owner=None,
        due=Due(phrase="tomorrow", date=date(2026, 11, 17)),
        evidence=("s1",),
        quote="I'll send it tomorrow",
        sentiment="neutral",
        verdict="verified",
        flags=("speaker-unknown",),
    )
    text = shown(office_move().model_copy(update={"action_items": (item,)}))
    assert "**Owner unknown**: send it — due Tue 17 Nov 2026 (“tomorrow”)" in text


def test_work_of_several_people_names_them_in_its_words() -> None:
    task = "pack their own desk (everyone except Leila)"
    item = (
        office_move()
        .action_items[0]
        .model_copy(update={"task": task, "owner": None, "flags": ("several-owners",), "due": None})
    )
    text = shown(office_move().model_copy(update={"action_items": (item,)}))
    assert f"**Several people**: {task}" in text
    assert "unknown" not in text


def test_what_a_person_changed_is_marked() -> None:
    note = office_move()
    changed = note.action_items[0].model_copy(update={"flags": ("edited", "qualifier-restored")})
    added = note.decisions[0].model_copy(update={"flags": ("added-by-hand", "confirmed-by-hand")})
    text = shown(note.model_copy(update={"action_items": (changed,), "decisions": (added,)}))
    line = next(line for line in text.splitlines() if changed.task in line)
    assert line.rstrip().endswith("(changed by hand)")
    assert f"- {added.text} (added by hand; confirmed by hand)" in text
    assert "Title or summary" not in text
    assert "\n\nTitle or summary changed by hand.\n" in shown(note.model_copy(update={"flags": ("edited",)}))


def test_a_mark_is_shown_at_the_very_words_and_with_its_reason() -> None:
    item = Statement(
        id="d1",
        text="Merge PR 4747",
        evidence=(),
        quote="",
        verdict="verified",
        marks=(Mark("4747", "figure", "“4747” was not heard"),),
    )
    note = office_move().model_copy(update={"decisions": (item,)})
    assert "- Merge PR *4747*  \n  Note: “4747” was not heard" in render_markdown(note, UTC)


def test_topics_stand_in_the_summary_with_their_times_and_what_came_of_them() -> None:
    note = with_agenda(office_move())
    text = shown(note)
    summary = text.split("## Summary")[1].split("## Action items")[0]
    assert "- 0:00 **Lease**\n  - Theo Brandt: The price is what we hoped for.\n  - Theo Brandt: " in summary
    assert f"  - Decided: {note.decisions[0].text}" in summary
    assert "Possible" not in text
    gone = shown(note.model_copy(update={"decisions": ()}))
    assert "Decided" not in gone


def test_at_most_eight_people_are_named_and_the_file_without_backslashes() -> None:
    said = tuple(Segment(f"s{n}", None, None, f"P{n}", "Yes.") for n in range(21))
    note = office_move().model_copy(
        update={"transcript": NoteTranscript(segments=said), "source": "2026_11_17`x`.vtt"}
    )
    text = shown(note)
    assert "With P0, P1, P2, P3, P4, P5, P6, P7, +13." in text
    assert "From `2026_11_17'x'.vtt`." in text


def test_the_mood_is_one_line_at_the_end() -> None:
    note = office_move()
    assert f"\nMood: {note.sentiment.label}.\n\nFrom `" in shown(note)


def test_a_quote_is_not_shown_again_under_its_topic() -> None:
    note = with_agenda(office_move())
    quotes = tuple(each.model_copy(update={"text": each.quote}) for each in note.decisions)
    assert "Decided: " in shown(note)
    assert "Decided: " not in shown(note.model_copy(update={"decisions": quotes}))
