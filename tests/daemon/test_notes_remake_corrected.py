"""A note made again is drafted from the lines as people corrected and named them; any edit can be undone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daemon.base.clock import SystemClock
from daemon.cli.main import roomscribe, run
from daemon.hub.remaking import remake
from daemon.meetings import JobQueue, MeetingFolder, WorkFolder
from daemon.meetings.receipts import read_receipt
from daemon.notes.store import NoteStore
from pipelines.editing import Change, NameVoice, RenameSpeaker, SetLine
from pipelines.note import Note, NoteTranscript
from pipelines.replay import replay_note
from tests.fakes.hub_page import rules_worker

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
ROOM = """WEBVTT

00:00.000 --> 00:04.000
Can you send the offer to the bank by Friday?

00:05.000 --> 00:07.000
Yes, I will.

00:08.000 --> 00:12.000
I'll order the chars tomorrow.
"""
"""As a room's microphone gives it: nobody has a name."""


@pytest.fixture
def state(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Path:
    (tmp_path / "room.vtt").write_text(ROOM)
    state = tmp_path / "state"
    made = run(
        roomscribe,
        ["--state", str(state), "process", str(tmp_path / "room.vtt"), "--date", "2026-11-16", "--save"],
    )
    assert made == 0
    capfd.readouterr()
    return state


def note_of(state: Path) -> Note:
    with NoteStore.open_reader(state) as store:
        return store.get(store.heads()[0].id)


def change(state: Path, *changes: Change) -> list[str]:
    with NoteStore.open_writer(state) as store:
        note_id = store.heads()[0].id
        return [store.edit(note_id, each, NOW, "member").id for each in changes]


def take_back(state: Path, *edits: str) -> None:
    with NoteStore.open_writer(state) as store:
        for edit in edits:
            store.undo(store.heads()[0].id, edit)


def make_again(state: Path, how: str) -> None:
    """By the command, or by hub and worker."""
    note_id = note_of(state).id
    if how == "command":
        assert run(roomscribe, ["--state", str(state), "notes", "remake", note_id, "--engine", "rules"]) == 0
        return
    with NoteStore.open_writer(state) as store:
        queue = JobQueue(state)
        remake(state, store, queue, SystemClock(), note_id, by_rules=True)
        rules_worker(state).work_once()
        note = read_receipt(MeetingFolder(state, note_id).note, Note)
        assert note is not None
        store.save(note)
        queue.remove(note_id)
        work = WorkFolder(state)
        for result in work.results():
            work.remove_result(result)


def owners(state: Path) -> dict[str, str | None]:
    return {item.task: item.owner for item in note_of(state).action_items}


def lines(state: Path) -> list[tuple[str | None, str]]:
    return [(each.speaker, each.text) for each in note_of(state).transcript.segments]


by_either = pytest.mark.parametrize("how", ["command", "hub"])


@by_either
def test_who_names_the_voices_of_a_room_gets_owners_when_the_note_is_made_again(
    state: Path, how: str
) -> None:
    heard = lines(state)
    before = owners(state)
    assert set(before.values()) == {None}
    first, second, third = (each.id for each in note_of(state).transcript.segments)
    edits = change(
        state,
        NameVoice(segments=(first,), speaker="Bob"),
        NameVoice(segments=(second, third), speaker="Ann"),
        SetLine(segment=third, text="I'll order the chairs tomorrow."),
    )
    shown = lines(state)
    make_again(state, how)
    after = owners(state)
    assert set(after.values()) == {"Ann"}
    assert any("order the chairs" in task for task in after)
    assert not any("chars" in task for task in after)
    assert lines(state) == shown
    take_back(state, *edits)
    assert lines(state) == heard
    assert set(owners(state).values()) == {None}, "no owner is left of a name that was taken back"
    make_again(state, how)
    assert owners(state) == before


@by_either
def test_who_was_invited_is_known_when_the_note_is_made_again(state: Path, how: str) -> None:
    invited = {"attendees": ("Theo Brandt",), "planned_s": 1_800.0}
    with NoteStore.open_writer(state) as store:
        store.save(store.made(store.heads()[0].id).model_copy(update=invited))
    make_again(state, how)
    made = note_of(state)
    assert (made.attendees, made.planned_s) == (("Theo Brandt",), 1_800.0)
    assert made.draft
    assert made.draft.roster[0] == "Theo Brandt"


@by_either
def test_a_voice_that_gets_another_name_afterwards_owns_by_that_name(state: Path, how: str) -> None:
    ids = [each.id for each in note_of(state).transcript.segments]
    (wrong,) = change(state, NameVoice(segments=tuple(ids[1:]), speaker="Anne"))
    change(state, RenameSpeaker(old="Anne", new="Ann"))
    make_again(state, how)
    assert set(owners(state).values()) == {"Ann"}
    change(state, NameVoice(segments=tuple(ids[1:]), speaker="Cara"))
    take_back(state, wrong)
    assert set(owners(state).values()) == {"Cara"}
    make_again(state, how)
    assert set(owners(state).values()) == {"Cara"}


@by_either
def test_a_promise_in_a_line_of_two_voices_is_of_either_until_somebody_says_whose(
    state: Path, how: str
) -> None:
    voices = (("Voice 1", None), ("Voice 2", None), ("Voice 2", "Voice 1"))
    with NoteStore.open_writer(state) as store:
        made = store.made(store.heads()[0].id)
        pairs = zip(made.transcript.segments, voices, strict=True)
        heard = tuple(replace(line, speaker=voice, also=also) for line, (voice, also) in pairs)
        store.save(made.model_copy(update={"transcript": NoteTranscript(segments=heard)}))

    def whose() -> tuple[str | None, tuple[str, ...]]:
        (item,) = (each for each in note_of(state).action_items if "chars" in each.task)
        return item.owner, item.voices

    make_again(state, how)
    assert whose() == (None, ("Voice 2", "Voice 1"))
    (named,) = change(state, RenameSpeaker(old="Voice 2", new="Ann"))
    (ticked,) = change(state, NameVoice(segments=(heard[2].id,), speaker="Ann"))
    assert whose() == ("Ann", ())
    make_again(state, how)
    assert whose() == ("Ann", ())
    take_back(state, ticked)
    assert whose() == (None, ("Ann", "Voice 1"))
    make_again(state, how)
    assert whose() == (None, ("Ann", "Voice 1"))
    (merged,) = change(state, RenameSpeaker(old="Voice 1", new="Ann"))
    make_again(state, how)
    assert whose() == ("Ann", ())
    with NoteStore.open_reader(state) as store:
        made = store.made(store.heads()[0].id)
    assert replay_note(made).action_items == made.action_items
    take_back(state, merged, named)
    assert whose() == (None, ("Voice 2", "Voice 1"))


@by_either
def test_a_note_made_from_corrected_lines_replays_to_the_same(state: Path, how: str) -> None:
    ids = [each.id for each in note_of(state).transcript.segments]
    change(
        state,
        NameVoice(segments=tuple(ids[1:]), speaker="Ann"),
        SetLine(segment=ids[2], text="I'll call Bob."),
    )
    make_again(state, how)
    with NoteStore.open_reader(state) as store:
        made = store.made(store.heads()[0].id)
    again = replay_note(made)
    assert again.action_items == made.action_items
    assert [(each.guardrail, each.verdict, each.after) for each in again.tape] == [
        (each.guardrail, each.verdict, each.after) for each in made.tape
    ]
