"""What people change on a meeting's page, as a browser without scripts does it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from guardrails.core.types import Segment
from pipelines.note import ActionItem, Due, Note, NoteTranscript
from tests.fakes.hub_page import HubPage, hub_page
from tests.fakes.meetings import office_move, with_agenda
from tests.fakes.reading import words

PAGE = "/meetings/office-move"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubPage]:
    with hub_page(tmp_path_factory.mktemp("state")) as page:
        yield page


@pytest.fixture
def page(running: HubPage) -> HubPage:
    return running.with_note(office_move())


def note(page: HubPage) -> Note:
    return page.store.get("office-move")


def item(page: HubPage, item_id: str) -> ActionItem:
    return next(each for each in note(page).action_items if each.id == item_id)


def of_unknown_voice() -> ActionItem:
    return office_move().action_items[0].model_copy(update={"owner": None, "flags": ("speaker-unknown",)})


def undo(page: HubPage, shown: str) -> str:
    return page.take_back(shown).text


def test_a_tap_ticks_an_item_off_and_undo_opens_it_again(page: HubPage) -> None:
    shown = page.submit(f"{PAGE}/items/a1/status", status="done").text
    assert item(page, "a1").status == "done"
    assert "Ticked off the action item “Send the signed lease to legal”" in shown
    assert "toast" not in undo(page, shown)
    assert item(page, "a1").status == "open"
    page.submit(f"{PAGE}/items/a4/status", status="open")
    assert item(page, "a4").status == "open"


def test_undo_leads_back_to_where_it_was_done(page: HubPage) -> None:
    summary = note(page).summary
    places = []
    for path, fields in (
        ("items/a4/status", {"status": "open"}),
        ("items/a3/remove", {}),
        ("add/decision", {"text": "Sales moves first"}),
        ("words", {"title": "Moving", "summary": summary}),
        ("words", {"title": "Moving to the new office", "summary": "It is ready."}),
    ):
        shown = page.submit(f"{PAGE}/{path}", **fields).text
        places.append(page.take_back(shown).history[0].headers["Location"].partition("#")[2])
    assert places == ["item-a4", "item-a3", "decisions", "head", "summary"]
    assert page.store.edits("office-move") == ()


def test_owner_words_and_date_are_changed_in_one_form(page: HubPage) -> None:
    assert 'value="Theo Brandt"' in page.get(f"{PAGE}/items/a1")
    shown = page.submit(
        f"{PAGE}/items/a1", text="Send the lease", owner="Jonas Weber", phrase="by Friday", day="2026-11-27"
    ).text
    changed = item(page, "a1")
    assert (changed.task, changed.owner) == ("Send the lease", "Jonas Weber")
    assert changed.due
    assert (changed.due.phrase, changed.due.date) == ("by Friday", date(2026, 11, 27))
    assert "changed by hand" in shown
    assert "changed by hand" not in undo(page, shown)


@pytest.mark.parametrize(
    ("phrase", "day", "due"),
    [
        ("by Monday", "2026-11-20", ("by Monday", date(2026, 11, 23))),  # only the words are new
        ("", "2026-12-01", ("Tue 1 Dec 2026", date(2026, 12, 1))),
        ("by Monday", "2026-12-01", ("by Monday", date(2026, 12, 1))),
        ("some day", "", ("some day", None)),
        ("", "", None),
    ],
)
def test_a_due_date_is_words_and_a_day(
    page: HubPage, phrase: str, day: str, due: tuple[str, date | None] | None
) -> None:
    page.submit(f"{PAGE}/items/a1", text="Send it", owner="", phrase=phrase, day=day)
    changed = item(page, "a1")
    assert changed.owner is None
    assert (changed.due and (changed.due.phrase, changed.due.date)) == due


def test_the_form_shows_who_has_the_item_also_where_that_is_nobody_or_several(page: HubPage) -> None:
    def chosen() -> list[str]:
        return re.findall(r'value="([^"]*)" aria-pressed="true"', page.get(f"{PAGE}/items/a1"))

    due = {"phrase": "by Friday", "day": "2026-11-20"}
    assert chosen() == ["Theo Brandt"]
    for no_one, shown in (("several", "several people"), ("nobody", "nobody named")):
        for _ in range(2):
            page.submit(
                f"{PAGE}/items/a1", text="Send the signed lease to legal", **{"no-one": no_one}, **due
            )
            assert chosen() == [no_one]
        assert f"Owner: {shown}" in words(page.get(PAGE))
    assert len(page.store.edits("office-move")) == 2, "what is chosen already changes nothing"
    page.submit(f"{PAGE}/items/a1", text="Send the signed lease to legal", who="Jonas Weber", **due)
    assert chosen() == ["Jonas Weber"]
    page.store.save(office_move().model_copy(update={"action_items": (of_unknown_voice(),)}))
    for edit in page.store.edits("office-move"):
        page.store.undo("office-move", edit.id)
    assert chosen() == [], "nobody has said that it is nobody's"


def test_a_due_date_is_read_as_the_house_reads_it(tmp_path: Path) -> None:
    with hub_page(tmp_path, configured={"locale": {"country": "GB"}}) as page:
        page.store.save(office_move())
        page.submit(f"{PAGE}/items/a1", text="Send it", owner="", phrase="by 3/12", day="2026-11-20")
        changed = item(page, "a1")
    assert changed.due == Due(phrase="by 3/12", date=date(2026, 12, 3))


def test_a_form_that_changes_nothing_leaves_no_edit(page: HubPage) -> None:
    page.submit(
        f"{PAGE}/items/a1",
        text="Send the signed lease to legal",
        owner="Theo Brandt",
        phrase="by Friday",
        day="2026-11-20",
    )
    page.submit(f"{PAGE}/words", title=note(page).title, summary=note(page).summary)
    assert page.store.edits("office-move") == ()


def test_a_statement_is_mended_added_and_removed(page: HubPage) -> None:
    page.submit(f"{PAGE}/items/d1", text="The servers move on the sixth")
    page.submit(f"{PAGE}/add/decision", text="Sales moves first")
    page.submit(f"{PAGE}/items/q1/remove")
    assert [each.text for each in note(page).decisions] == [
        "The servers move on the sixth",
        "Sales gets the second floor",
        "The budget for chairs is sixteen thousand",
        "Sales moves first",
    ]
    assert note(page).questions == ()
    page.submit(f"{PAGE}/add/action", text="Buy boxes", owner="Jonas Weber", phrase="tomorrow", day="")
    added = note(page).action_items[-1]
    assert added.due
    assert (added.task, added.owner, added.due.date) == ("Buy boxes", "Jonas Weber", date(2026, 11, 18))
    assert "added by hand" in page.get(PAGE)


def test_an_item_of_the_tray_is_confirmed(page: HubPage) -> None:
    assert item(page, "a5").verdict == "unverified"
    shown = page.submit(f"{PAGE}/items/a5/confirm").text
    assert item(page, "a5").verdict == "verified"
    assert "confirmed by hand" in shown


def test_title_and_summary_are_marked_as_changed(page: HubPage) -> None:
    shown = page.submit(f"{PAGE}/words", title="The move", summary="We move.").text
    assert (note(page).title, note(page).summary) == ("The move", "We move.")
    assert "Title or summary changed by hand" in shown
    assert "Changed 2 things" in shown
    undo(page, shown)
    assert note(page).title == "Moving to the new office"
    assert note(page).summary.startswith("The lease")


def test_one_tap_says_who_spoke_and_owns_what_the_voice_promised(page: HubPage) -> None:
    made = office_move()
    said = tuple(
        Segment(s.id, s.start_s, s.end_s, None if s.id == "s4" else s.speaker, s.text)
        for s in made.transcript.segments
    )
    page.store.save(
        made.model_copy(
            update={"transcript": NoteTranscript(segments=said), "action_items": (of_unknown_voice(),)}
        )
    )
    assert f'href="{PAGE}/turns/4" aria-label="Who said this? Send the signed lease' in page.get(PAGE)
    form = page.get(f"{PAGE}/turns/4")
    assert 'name="who" value="Priya Raman"' in form
    page.submit(f"{PAGE}/turns/4", **{"who": "Priya Raman", "speaker": "", "theirs-4": "1"})
    assert note(page).transcript.segments[3].speaker == "Priya Raman"
    assert item(page, "a1").owner == "Priya Raman"


def test_of_unnamed_voices_only_the_line_that_was_asked_for_is_named(page: HubPage) -> None:
    made = office_move()
    said = tuple(Segment(s.id, s.start_s, s.end_s, None, s.text) for s in made.transcript.segments)
    page.store.save(made.model_copy(update={"transcript": NoteTranscript(segments=said)}))
    form = page.get(f"{PAGE}/turns/3")
    assert [part.split('"')[0] for part in form.split('name="theirs-')[1:] if " checked" in part[:20]] == [
        "3"
    ]
    page.submit(f"{PAGE}/turns/3", **{"speaker": "Ann", "theirs-3": "1"})
    assert [segment.speaker for segment in note(page).transcript.segments[1:4]] == [None, "Ann", None]


def test_a_corrected_line_says_so(page: HubPage) -> None:
    text = "I'll send the signed lease to Leila by Friday."
    shown = page.submit(f"{PAGE}/turns/3", **{"speaker": "Theo Brandt", "text-4": text, "theirs-4": "1"}).text
    assert note(page).transcript.segments[3].text == text
    assert "corrected" in shown
    assert len(page.store.edits("office-move")) == 1


def test_two_speakers_become_one(page: HubPage) -> None:
    fields = {"name-0": "Maya Lindqvist", "name-1": "Maya Lindqvist"}
    shown = page.submit(f"{PAGE}/speakers", **fields).text
    assert "Theo Brandt" not in {segment.speaker for segment in note(page).transcript.segments}
    assert item(page, "a1").owner == "Maya Lindqvist"
    undo(page, shown)
    assert item(page, "a1").owner == "Theo Brandt"


def test_the_history_names_every_change_and_takes_any_back(page: HubPage) -> None:
    page.submit(f"{PAGE}/words", title="The move", summary=note(page).summary)
    page.submit(f"{PAGE}/items/a1/status", status="done")
    history = page.get(f"{PAGE}/history")
    assert "Changed the title to “The move”" in history
    assert "by the administrator" in history
    first = page.store.edits("office-move")[0]
    answer = page.submit(f"{PAGE}/undo", edit=first.id, back=f"{PAGE}/history")
    assert answer.request.path == f"{PAGE}/history"
    assert note(page).title == "Moving to the new office"
    assert item(page, "a1").status == "done"


def test_every_kind_of_change_is_told_in_words_the_newest_first(page: HubPage) -> None:
    page.store.save(with_agenda(office_move()))
    page.submit(f"{PAGE}/items/a1/status", status="done")
    page.submit(f"{PAGE}/items/a4/status", status="open")
    page.submit(f"{PAGE}/items/a2", text="Order it", owner="", phrase="", day="2026-12-01")
    page.submit(f"{PAGE}/items/a3", text="Tell the cleaning company", owner="Ann", phrase="", day="")
    page.submit(f"{PAGE}/items/d1", text="The servers move on the sixth")
    page.submit(f"{PAGE}/items/q1/remove")
    page.submit(f"{PAGE}/items/a5/confirm")
    page.submit(f"{PAGE}/add/decision", text="Sales moves first")
    page.submit(f"{PAGE}/words", title="The move", summary="We move.")
    page.submit(f"{PAGE}/possible/possible-1/action")
    page.submit(f"{PAGE}/turns/3", **{"speaker": "Ann", "theirs-3": "1", "text-3": "I read it."})
    shown = page.submit(f"{PAGE}/speakers", **{"name-2": "Theodor Brandt"}).text
    history = words(page.get(f"{PAGE}/history"))
    told = re.sub(r" \w+ \d+ \w+ \d+, \d\d:\d\d, by the administrator\. Undo", "", history)
    assert told == (
        "The move Edit history "
        "Changed the speaker Theo Brandt to Theodor Brandt. "
        "Corrected a line: “I read it.”. "
        "Assigned 1 line to Ann. "
        "Took over as an action item “Tell the cleaning company when we can”. "
        "Changed the summary. "
        "Changed the title to “The move”. "
        "Added the decision “Sales moves first”. "
        "Confirmed the action item “Pack the server room”. "
        "Removed the question “Do we keep the old phone numbers?”. "
        "In the decision “The servers move last, on the fifth”, changed the text to "
        "“The servers move on the sixth”. "
        "In the action item “Tell the cleaning company”, changed the owner to Ann and the date to no date. "
        "In the action item “Order the network line”, changed the text to “Order it”, the owner to nobody "
        "and the date to Tue 1 Dec 2026. "
        "Reopened the action item “Read the landlord's contract”. "
        "Ticked off the action item “Send the signed lease to legal”."
    )
    text = words(shown)
    assert "Edit history 14" in text
    assert "Actions 6 Decisions 3 Questions 0 Mood Not confirmed 1 Transcript" in text
    assert "added by hand 2:55 “Somebody should tell the cleaning company when we can.” Said by" in text
    assert "Ann Edit 0:25 I read it. corrected Action item 4 Theodor Brandt Edit 0:37" in text


def test_each_form_holds_what_is_there(page: HubPage) -> None:
    page.submit(f"{PAGE}/turns/3", **{"speaker": "Ann", "theirs-3": "1"})
    assert words(page.get(f"{PAGE}/turns/6")) == (
        "Moving to the new office Edit what Priya Raman said Save Maya Lindqvist Ann Theo Brandt Jonas Weber "
        "Somebody else 1:02 One worry: the network line takes six weeks, and nobody has ordered it. "
        "1:15 If it is late we have no internet on the first day, and that would be a disaster. "
        "Lines without a tick keep their speaker. Save Cancel"
    )
    speakers = page.get(f"{PAGE}/speakers")
    assert words(speakers).endswith("Maya Lindqvist Ann Theo Brandt Priya Raman Jonas Weber Save Cancel")
    assert re.findall(r'name="(name-\d)"[^>]*value="([^"]*)"', speakers) == [
        ("name-0", "Maya Lindqvist"),
        ("name-1", "Ann"),
        ("name-2", "Theo Brandt"),
        ("name-3", "Priya Raman"),
        ("name-4", "Jonas Weber"),
    ]
    form = page.get(f"{PAGE}/items/a2")
    assert ">Order the network line</textarea>" in form
    for value in ("Priya Raman", "this afternoon", "2026-11-17"):
        assert f'value="{value}"' in form
    form = page.get(f"{PAGE}/words")
    assert 'value="Moving to the new office"' in form
    assert "Who decides about the phone numbers is open." in form


@pytest.mark.parametrize(
    "path", ["/items/a99", "/add/number", "/turns/99", "/items/a1/explode", "/why/a99", "/turns/0"]
)
def test_what_is_not_there_cannot_be_changed(page: HubPage, path: str) -> None:
    answer = page.submit(f"{PAGE}{path}", text="x") if "why" not in path else page.client.get(PAGE + path)
    assert answer.status_code == 404
    assert page.store.edits("office-move") == ()


def test_an_empty_item_is_refused_in_one_line(page: HubPage) -> None:
    answer = page.submit(f"{PAGE}/add/action", text=" ")
    assert answer.status_code == 400
    assert "a new item needs a text" in answer.text


def test_markup_that_a_person_wrote_is_text_everywhere(page: HubPage) -> None:
    evil = "<script>alert(1)</script>"
    page.submit(f"{PAGE}/items/a1", text=evil, owner=evil, phrase=evil, day="")
    page.submit(f"{PAGE}/words", title=evil, summary=evil)
    page.submit(f"{PAGE}/turns/1", **{"speaker": evil, "text-1": evil, "theirs-1": "1"})
    for path in ("", "/history", "/items/a1", "/words", "/turns/1", "/speakers", "/why/a1"):
        assert "<script>" not in page.get(PAGE + path)


def test_a_possible_item_is_folded_with_its_quote_and_taken_over_with_one_tap(page: HubPage) -> None:
    page.store.save(with_agenda(office_move()))
    shown = page.get(PAGE)
    folded = shown.split('<details id="possible"')[1].split('<section id="made"')[0]
    assert "<summary>Possible items (2)</summary>" in folded
    assert "“The budget for chairs is eighteen thousand, not sixteen.”" in folded
    why = page.get(f"{PAGE}/why/possible-2")
    assert "others of this meeting are likelier" in why
    taken = page.submit(f"{PAGE}/possible/possible-2/decision").text
    assert "Took over as a decision “The budget for chairs is eighteen thousand”" in taken
    assert "Possible items (1)" in taken
    assert note(page).decisions[-1].text == "The budget for chairs is eighteen thousand"
    assert "Possible items (2)" in undo(page, taken)


def test_a_question_is_nothing_that_is_taken_over(page: HubPage) -> None:
    page.store.save(with_agenda(office_move()))
    assert page.submit(f"{PAGE}/possible/possible-2/question").status_code in (400, 409, 422)
    assert page.submit(f"{PAGE}/possible/possible-2/party").status_code == 404


def test_the_agenda_leads_to_the_lines_and_to_what_came_of_them(page: HubPage) -> None:
    page.store.save(with_agenda(office_move()))
    shown = page.get(PAGE).split('<ol class="topics">')[1].split("</ol>")[0]
    assert '<a href="#s6"><span class="clock">1:02</span> Network line</a>' in shown
    assert "Theo Brandt: The price is what we hoped for." in shown
    assert 'href="#item-d1">Decided: ' in shown
    assert "&lt;i&gt;floors" in shown
    page.submit(f"{PAGE}/items/d1/remove")
    assert "Decided" not in page.get(PAGE).split('<ol class="topics">')[1].split("</ol>")[0]
