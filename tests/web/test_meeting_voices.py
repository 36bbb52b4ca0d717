"""Voices of a room recording on a meeting's page: heard, named, merged, split and undone by forms alone."""

from __future__ import annotations

import re
import wave
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from daemon.notes.digests import DigestStore
from daemon.notes.search import NoteIndex
from pipelines.digest import Period, make_digest
from pipelines.note import Note, NoteTranscript
from pipelines.speakers.labelling import GUESSED
from tests.fakes.hub_page import BERLIN, HubPage, hub_page
from tests.fakes.meetings import drafted_move
from tests.fakes.reading import words

PAGE = "/meetings/office-move"
LABELS = {
    "Maya Lindqvist": "Voice 1",
    "Theo Brandt": "Voice 2",
    "Priya Raman": "Voice 3",
    "Jonas Weber": "Voice 4",
}


def heard() -> Note:
    """The move as one microphone heard it."""
    text = drafted_move().model_dump_json()
    for name, label in LABELS.items():
        text = text.replace(name, label)
    made = Note.model_validate_json(text)
    return made.model_copy(update={"summary": "Voice 2: I'll send the lease.", "flags": (GUESSED,)})


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubPage]:
    configured = {"vocabulary": {"roster": ["Priya Raman"]}}
    with hub_page(tmp_path_factory.mktemp("state"), configured=configured) as page:
        yield page


@pytest.fixture
def page(running: HubPage) -> HubPage:
    return running.with_note(heard())


def note(page: HubPage) -> Note:
    return page.store.get("office-move")


def owners(page: HubPage) -> dict[str, str | None]:
    return {item.id: item.owner for item in note(page).action_items}


def name(page: HubPage, voice: str, **fields: str) -> str:
    return page.submit(f"{PAGE}/voices", voice=voice, **fields).text


def test_the_page_tells_how_many_voices_there_are_and_offers_names(page: HubPage) -> None:
    shown = words(page.get(PAGE))
    assert "Voices 4 voices, none named. Whose are they?" in shown
    assert "so who said what is a guess" in shown
    assert "Voice 3 21 % of the talk" in shown
    assert "Took on: Order the network line" in shown
    assert 'value="Priya Raman" aria-label="Voice 3 is Priya Raman"' in page.get(PAGE)
    assert "With Voice" not in shown


def test_who_was_called_by_name_is_offered_first_to_the_voice_that_answered(page: HubPage) -> None:
    """Voice 1: "Can you order it today, Priya?" - Voice 3: "Sure"."""
    made = heard()
    asked = made.action_items[1].model_copy(update={"owner": "Priya Raman", "evidence": ("s8", "s9")})
    items = (made.action_items[0], asked, *made.action_items[2:])
    page.store.save(made.model_copy(update={"action_items": items, "attendees": ("Ann", "Priya Raman")}))
    shown = page.get(PAGE)
    assert offered(shown, "Voice 3") == ["Priya Raman", "Ann"]
    assert offered(shown, "Voice 1") == offered(shown, "Voice 2") == ["Ann", "Priya Raman"]


def offered(shown: str, voice: str) -> list[str]:
    return re.findall(f'name="who" value="([^"]*)" aria-label="{voice} is ', shown)


def test_one_tap_names_a_voice_in_items_summary_and_lines_and_undo_takes_it_back(page: HubPage) -> None:
    shown = name(page, "Voice 2", who="Theo Brandt")
    assert owners(page) == {
        "a1": "Theo Brandt",
        "a2": "Voice 3",
        "a3": None,
        "a4": "Theo Brandt",
        "a5": "Voice 4",
    }
    assert note(page).summary == "Theo Brandt: I'll send the lease."
    assert note(page).transcript.segments[3].speaker == "Theo Brandt"
    assert "4 voices, 1 named" in words(shown)
    assert "Voice 2 is Theo Brandt. Undo" in words(shown)
    page.submit(f"{PAGE}/undo", edit=page.store.edits("office-move")[0].id)
    assert note(page) == heard()


def test_a_name_that_a_voice_has_already_makes_one_of_two(page: HubPage) -> None:
    name(page, "Voice 3", same="Voice 2")
    assert owners(page)["a2"] == "Voice 2"
    assert "3 voices, none named" in words(page.get(PAGE))
    name(page, "Voice 2", name="Theo Brandt")
    assert (owners(page)["a1"], owners(page)["a2"]) == ("Theo Brandt", "Theo Brandt")
    first = page.store.edits("office-move")[0]
    page.submit(f"{PAGE}/undo", edit=first.id)
    assert (owners(page)["a1"], owners(page)["a2"]) == ("Theo Brandt", "Voice 3")


def test_who_said_this_names_the_whole_voice_by_one_tap(page: HubPage) -> None:
    form = page.get(f"{PAGE}/turns/4")
    assert "Who said this?" in form
    ticks = {f"theirs-{number}": "1" for number in (3, 4)}
    page.submit(f"{PAGE}/turns/4", who="Theo Brandt", whole="1", speaker="", **ticks)
    assert owners(page)["a4"] == "Theo Brandt"
    assert "Voice 2" not in {line.speaker for line in note(page).transcript.segments}


def test_a_turn_that_is_somebody_elses_is_split_off_with_its_promise(page: HubPage) -> None:
    page.submit(f"{PAGE}/turns/4", who="Ann", speaker="", **{"theirs-4": "1"})
    assert [line.speaker for line in note(page).transcript.segments[2:4]] == ["Voice 2", "Ann"]
    assert (owners(page)["a1"], owners(page)["a4"]) == ("Ann", "Voice 2")
    assert 'name="split" value="Voice 5"' in page.get(f"{PAGE}/turns/9")
    page.submit(f"{PAGE}/turns/9", split="Voice 5", whole="1", speaker="", **{"theirs-9": "1"})
    assert owners(page)["a2"] == "Voice 5"
    assert "6 voices, 1 named" in words(page.get(PAGE))


def test_a_line_of_two_voices_names_both_and_its_promise_waits_for_one_of_them(page: HubPage) -> None:
    made = heard()
    said = tuple(
        replace(line, also="Voice 3") if line.id == "s4" else line for line in made.transcript.segments
    )
    promised = made.action_items[0].model_copy(update={"owner": None, "voices": ("Voice 2", "Voice 3")})
    items = (promised, *made.action_items[1:])
    page.store.save(
        made.model_copy(update={"transcript": NoteTranscript(segments=said), "action_items": items})
    )
    shown = words(page.get(PAGE))
    assert "Voice 2 and Voice 3 Who said this? 0:37 I'll send the signed lease" in shown
    assert "Send the signed lease to legal Owner: Voice 2 or Voice 3" in shown
    name(page, "Voice 3", who="Priya Raman")
    shown = words(page.get(PAGE))
    assert "Voice 2 and Priya Raman Who said this? 0:37" in shown
    assert "Owner: Voice 2 or Priya Raman" in shown
    assert f'href="{PAGE}/turns/4" aria-label="Who said this? Send the signed lease' in page.get(PAGE)
    form = page.get(f"{PAGE}/turns/4")
    assert 'name="who" value="Voice 2"' in form
    assert 'name="who" value="Priya Raman"' in form
    assert 'name="whole"' not in form, "nobody knows of which of the two"
    page.submit(f"{PAGE}/turns/4", who="Voice 2", speaker="", **{"theirs-4": "1"})
    assert [line.speakers for line in note(page).transcript.segments[2:4]] == [("Voice 2",)] * 2
    assert owners(page)["a1"] == "Voice 2"
    page.submit(f"{PAGE}/undo", edit=page.store.edits("office-move")[-1].id)
    assert owners(page)["a1"] is None
    assert "Owner: Voice 2 or Priya Raman" in words(page.get(PAGE))


def test_what_a_person_said_about_an_owner_stands_above_every_voice(page: HubPage) -> None:
    page.submit(f"{PAGE}/items/a1", text="Send the signed lease to legal", owner="Carl", phrase="", day="")
    page.submit(f"{PAGE}/turns/4", who="Ann", speaker="", **{"theirs-4": "1"})
    assert owners(page)["a1"] == "Carl"


def test_a_voice_is_nobody_beside_other_meetings(page: HubPage) -> None:
    assert "Voice" not in words(page.get("/actions"))
    assert page.store.head("office-move").people == ()
    name(page, "Voice 2", who="Theo Brandt")
    assert "Theo Brandt" in words(page.get("/actions"))


def test_a_digest_and_the_search_know_the_name_at_once(page: HubPage, tmp_path: Path) -> None:
    period = Period.day(note(page).started_at.date())
    digests = DigestStore(page.state)
    digests.put(make_digest(page.store.notes(), period, timezone=BERLIN))
    everything = ["Order the network line", "Send the signed lease to legal", "Tell the cleaning company"]
    assert digest_owners(digests, period) == {None: everything}
    name(page, "Voice 2", who="Theo Brandt")
    assert digest_owners(digests, period) == {
        "Theo Brandt": ["Send the signed lease to legal"],
        None: ["Order the network line", "Tell the cleaning company"],
    }
    index = NoteIndex(tmp_path)
    index.update(page.store)
    assert [found.note_id for found in index.search("Theo Brandt").found] == ["office-move"]
    page.submit(f"{PAGE}/undo", edit=page.store.edits("office-move")[0].id)
    assert list(digest_owners(digests, period)) == [None]


def digest_owners(digests: DigestStore, period: Period) -> dict[str | None, list[str]]:
    digest = digests.find(period.id)
    assert digest
    return {
        one.name: [line.text for line in (*one.slipped, *one.due, *one.promised)] for one in digest.people
    }


def test_once_all_have_names_nothing_waits(page: HubPage) -> None:
    for person, label in LABELS.items():
        name(page, label, who=person)
    shown = words(page.get(PAGE))
    assert "Whose are they?" not in shown
    assert "With Maya Lindqvist, Theo Brandt" in shown


def test_each_voice_can_be_heard_where_the_recording_is_kept(page: HubPage) -> None:
    assert "<audio" not in page.get(PAGE)
    folder = page.state / "meetings" / "office-move" / "source"
    folder.mkdir(parents=True)
    with wave.open(str(folder / "move.wav"), "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", "not compressed"))
        file.writeframes(bytes(32_000))
    section = page.get(PAGE).split('id="voice-2"')[1].split("</li>\n<li class")[0]
    assert section.count("<audio") == 3
    assert f'src="{PAGE}/audio#t=25.00,31.00" aria-label="At 0:25: ' in section
