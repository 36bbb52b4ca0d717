"""A meeting as a whole on its page: noted again, deleted to the last word."""

from __future__ import annotations

import re
import threading
import zlib
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Event

import pytest

from daemon.base.durable import remove_tree
from daemon.base.foreign import Seen
from daemon.base.paths import run_dir
from daemon.base.systemd import Notifier
from daemon.inbox.upload import Offer, Upload
from daemon.inbox.uploads import Arrivals
from daemon.meetings import MeetingFolder, read_jobs
from daemon.meetings.receipts import Transcribed, forget_in_receipts, read_receipt
from daemon.notes.backup.archive_search import MOST_SEARCHES, ArchiveSearch
from daemon.notes.backup.make import make_backup
from daemon.notes.digests import DigestStore
from daemon.notes.search import NoteIndex
from daemon.worker.status import Pulse
from guardrails.core.types import Claim, Evidence, Segment, TapeEntry
from pipelines.digest import Period, make_digest
from pipelines.editing import read_change
from pipelines.note import Imported, Note, NoteDraft, NoteTranscript
from tests.fakes.appliance import wait_for
from tests.fakes.hub_page import BERLIN, HubPage, hub_page, rules_worker
from tests.fakes.kept_meetings import held, recorded
from tests.fakes.meetings import drafted_move, office_move
from tests.fakes.reading import words

PAGE = "/meetings/office-move"
WORD = "xylophone"


@pytest.fixture
def page(tmp_path: Path) -> Iterator[HubPage]:
    with hub_page(tmp_path) as page:
        held(tmp_path, "office-move", 1, store=page.store)
        yield page


def planted() -> Note:
    """The word is in everything that a note has."""
    note = office_move()
    said = tuple(
        Segment(s.id, s.start_s, s.end_s, s.speaker, f"{WORD} {s.text}") for s in note.transcript.segments
    )
    claim = Claim("a1", "action", f"sell the {WORD}", Evidence(("s4",), WORD))
    items = tuple(
        item.model_copy(update={"task": f"sell the {WORD}", "quote": WORD}) for item in note.action_items
    )
    return note.model_copy(
        update={
            "title": f"The {WORD}",
            "summary": WORD,
            "action_items": items,
            "transcript": NoteTranscript(segments=said),
            "tape": (TapeEntry("evidence", "a1", "verified", WORD, WORD, WORD),),
            "draft": NoteDraft(claims=(claim,), summary=WORD, said_on=date(2026, 11, 17)),
        }
    )


def holding(state: Path) -> list[str]:
    """Files that hold the word, also in their names."""
    return [
        path.relative_to(state).as_posix()
        for path in sorted(state.rglob("*"))
        if path.is_file() and (WORD.encode() in path.read_bytes().lower() or WORD in path.name.lower())
    ]


def uploaded(state: Path, name: str, *, is_whole: bool) -> Upload:
    """A file that has come over the page, or its first half."""
    arrivals = Arrivals(state, lambda: datetime.now(UTC), look=lambda *_: Seen())
    talk = b"WEBVTT\n\n00:00.000 --> 00:02.000\nHello.\n"
    begun = arrivals.begin(Offer(name=name, size_bytes=len(talk)), 1000, 0)
    if not is_whole:
        return arrivals.append(begun.id, 0, talk[:10])
    arrivals.append(begun.id, 0, talk)
    return arrivals.finish(begun.id, zlib.crc32(talk), state / "inbox", lambda _: "office-move")


def test_after_everything_was_deleted_no_file_of_the_state_holds_a_word_of_it(page: HubPage) -> None:
    store, state = page.store, page.state
    store.save(office_move("other", datetime(2026, 11, 16, tzinfo=UTC)))
    store.save(planted())
    edit = store.edit(
        "office-move", read_change({"do": "set_summary", "text": f"A {WORD}."}), datetime.now(UTC), "member"
    )
    store.undo("office-move", edit.id)
    page.submit(f"{PAGE}/items/a1", text=f"Buy a {WORD}", owner="", phrase="", day="")
    digest = make_digest(store.notes(), Period.day(date(2026, 11, 17)), timezone=BERLIN)
    DigestStore(state).put(digest)
    wait_for(lambda: NoteIndex(state).search(WORD).found, "the word is not in the index")
    uploaded(state, f"{WORD}.vtt", is_whole=True)
    other = uploaded(state, "other.vtt", is_whole=False)
    before = holding(state)
    for part in ("uploads/", "digests/", "meetings/", "notes/drafts", "notes/notes.journal", "notes/tapes"):
        assert any(name.startswith(part) for name in before), part
    asked = page.get(f"{PAGE}/delete")
    assert "Delete everything" in asked
    assert "Only the audio 14 bytes of audio are deleted. The note and the transcript are kept;" in words(
        asked
    )
    assert "No backup contains this meeting" in asked
    shown = page.submit(f"{PAGE}/delete", page=f"{PAGE}/delete", what="all")
    assert "Nothing of it is left" in shown.text
    assert holding(state) == []
    assert Arrivals(state, lambda: datetime.now(UTC)).get(other.id) == other, "one on its way goes on"
    assert page.client.get(PAGE).status_code == 404
    assert [head.id for head in store.heads()] == ["other"]


def test_the_sound_can_go_alone(page: HubPage) -> None:
    assert page.client.get(f"{PAGE}/audio").status_code == 200
    page.submit(f"{PAGE}/delete", page=f"{PAGE}/delete", what="sound")
    assert page.client.get(f"{PAGE}/audio").status_code == 404
    assert "Only the audio" not in page.get(f"{PAGE}/delete")
    assert page.store.get("office-move") == drafted_move(
        "office-move", page.store.get("office-move").started_at
    )


def test_nothing_is_deleted_without_saying_what(page: HubPage) -> None:
    assert page.submit(f"{PAGE}/delete", what="").status_code == 400
    assert page.client.get(f"{PAGE}/audio").status_code == 200


def test_backups_that_take_long_to_look_into_keep_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.notes.backup.archive_search.WAIT_S", 0.05)
    go = Event()
    looks: list[Collection[str]] = []

    def look(ids: Collection[str]) -> list[str]:
        looks.append(ids)
        go.wait(10)
        return [f"{min(ids)} is in a backup"]

    found = ArchiveSearch(look)
    names = [f"m{number}" for number in range(MOST_SEARCHES + 3)]
    assert [found.of(name) for name in names] == [None] * len(names)
    assert len(looks) == MOST_SEARCHES, "whoever asks again and again starts no flood"
    go.set()
    for name in names:
        assert wait_for(lambda name=name: found.of(name), "never found") == [f"{name} is in a backup"]


def test_results_that_nobody_came_back_for_make_room_the_oldest_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("daemon.notes.backup.archive_search.WAIT_S", 0.0)
    looks: list[str] = []
    done = Event()

    def look(ids: Collection[str]) -> list[str]:
        done.wait(10)
        looks.append(min(ids))
        return [min(ids)]

    found = ArchiveSearch(look)
    names = [f"m{number}" for number in range(MOST_SEARCHES)]
    assert [found.of(name) for name in names] == [None] * MOST_SEARCHES
    done.set()
    for thread in [each for each in threading.enumerate() if each.name.endswith("(_run)")]:
        thread.join(10)
    assert len(looks) == MOST_SEARCHES
    monkeypatch.setattr("daemon.notes.backup.archive_search.WAIT_S", 10.0)
    assert found.of("new") == ["new"]
    assert [found.of(name) for name in names[1:]] == [[name] for name in names[1:]]
    assert len(looks) == MOST_SEARCHES + 1, "the others were still there"
    assert found.of(names[0]) == [names[0]]
    assert len(looks) == MOST_SEARCHES + 2, "the oldest was not"


def test_backups_that_cannot_be_read_are_told(caplog: pytest.LogCaptureFixture) -> None:
    def look(ids: Collection[str]) -> list[str]:
        raise OSError("the disk is gone")

    assert ArchiveSearch(look).of("a") == ["The backups cannot be read; the log says why"]
    assert "the disk is gone" in caplog.text


def test_a_backup_that_still_holds_the_meeting_is_named_before_it_is_deleted(page: HubPage) -> None:
    page.store.save(office_move())
    made = make_backup(page.state, None, None, datetime.now(UTC), keep=9)
    assert f"{made.path} still holds it" in page.get(f"{PAGE}/delete")


def test_a_note_made_again_by_rules_keeps_its_day_its_sound_and_every_edit(page: HubPage) -> None:
    made = office_move()
    imported = Imported(title="Moving", flags=("import-damaged",), warnings=("office-move.vtt, line 3: cut",))
    draft = NoteDraft(claims=(), summary="", said_on=date(2026, 11, 17), imported=imported)
    page.store.save(made.model_copy(update={"draft": draft, "title": "Moving"}))
    page.submit(f"{PAGE}/items/a1", text="Send it all", owner="Jonas Weber", phrase="", day="")
    assert "The note will be made again soon" in page.submit(f"{PAGE}/remake", engine="rules").text
    assert page.client.get(f"{PAGE}/work").get_json()["doing"] == "The note will be made again soon."
    assert "already being made" in page.submit(f"{PAGE}/remake", engine="rules").text
    rules_worker(page.state).work_once()
    wait_for(lambda: not read_jobs(page.state), "the note is not stored")
    note = page.store.get("office-move")
    assert (note.title, note.started_at, note.duration_s) == ("Moving", made.started_at, made.duration_s)
    assert note.transcript.segments == made.transcript.segments
    assert "import-damaged" in note.flags
    assert note.warnings[0] == "office-move.vtt, line 3: cut"
    assert "model-failed" not in note.flags
    assert page.store.made("office-move").action_items != made.action_items
    assert "Jonas Weber" in {item.owner for item in note.action_items}
    assert page.client.get(f"{PAGE}/work").get_json() == {"doing": None}
    assert page.client.get(f"{PAGE}/audio").status_code == 200
    assert not MeetingFolder(page.state, "office-move").receipts.exists()


def test_who_names_the_voices_and_makes_the_note_again_sees_owners(page: HubPage) -> None:
    made = office_move()
    heard = tuple(replace(segment, speaker=None) for segment in made.transcript.segments)
    page.store.save(
        made.model_copy(update={"transcript": NoteTranscript(segments=heard), "action_items": ()})
    )
    for number, said in enumerate(made.transcript.segments):
        change = {"do": "name_voice", "segments": [heard[number].id], "speaker": said.speaker}
        page.store.edit("office-move", read_change(change), datetime.now(UTC), "member")
    page.submit(f"{PAGE}/remake", engine="rules")
    rules_worker(page.state).work_once()
    wait_for(lambda: not read_jobs(page.state), "the note is not stored")
    assert {"Theo Brandt", "Priya Raman"} <= {row.owner for row in page.store.items()}
    actions = page.get("/actions")
    assert "Theo Brandt" in actions
    assert "Priya Raman" in actions
    assert "who said this" not in page.get(PAGE).lower()


def test_what_is_forgotten_while_a_note_is_made_again_leaves_its_transcript_too(page: HubPage) -> None:
    for line in ("s2", "s4"):
        change = read_change({"do": "set_line", "segment": line, "text": f"mended {line}"})
        page.store.edit("office-move", change, datetime.now(UTC), "member")
    page.submit(f"{PAGE}/remake", engine="rules")
    folder = MeetingFolder(page.state, "office-move")
    folder.draft.write_text("a draft that holds the words")
    forget_in_receipts(folder, ((30.0, 40.0),))
    left = read_receipt(folder.transcript, Transcribed)
    assert left is not None
    assert [segment.id for segment in left.transcript.segments if segment.id in ("s2", "s3", "s4", "s5")] == [
        "s2",
        "s5",
    ]
    assert [line.text for line in left.corrected] == ["mended s2"]
    assert left.rules_wanted
    assert not folder.draft.exists()


def test_a_recording_whose_sound_is_gone_is_made_again_from_its_words(tmp_path: Path) -> None:
    remove_tree(recorded(tmp_path, "office-move", 1))
    with hub_page(tmp_path) as page:
        started_at = page.store.get("office-move").started_at
        page.submit(f"{PAGE}/remake", engine="rules")
        rules_worker(page.state).work_once()
        wait_for(lambda: not read_jobs(page.state), "the note is not stored")
        assert page.store.get("office-move").started_at == started_at


def test_the_page_says_how_far_the_new_note_is(page: HubPage) -> None:
    def told() -> object:
        return page.client.get(f"{PAGE}/work").get_json()["doing"]

    page.submit(f"{PAGE}/remake", engine="rules")
    (job,) = read_jobs(page.state)
    page.hub.queue.put(job.model_copy(update={"reason": "it hung"}))
    assert told() == "The note will be made again soon: it hung."
    pulse = Pulse(run_dir(page.state, {}), Notifier({}))
    pulse.begin("another", "other.vtt")
    pulse.progress("drafting", 1, 2)
    assert told() == "The note will be made again soon: it hung."
    pulse.begin("office-move", "office-move.vtt")
    pulse.progress("drafting", 1, 4)
    assert told() == "The note is being made again: drafting, 25%."
    pulse.progress("checking", 1, None)
    assert told() == "The note is being made again: checking."
    page.hub.queue.put(job.model_copy(update={"needs": "turn", "reason": "It has its turn at 18:00."}))
    assert told() == "It has its turn at 18:00. This note is kept until then."
    page.hub.queue.put(job.model_copy(update={"state": "aside", "reason": "out of memory"}))
    assert told() == "The note could not be made again (out of memory); the existing one is kept."


def test_a_note_that_cannot_be_made_again_stays_and_says_why(page: HubPage) -> None:
    page.submit(f"{PAGE}/remake", engine="auto")
    job = read_jobs(page.state)[0]
    page.hub.queue.put(job.model_copy(update={"state": "aside", "reason": "out of memory"}))
    shown = page.get(PAGE)
    assert "could not be made again (out of memory)" in shown
    page.submit(f"{PAGE}/keep")
    assert read_jobs(page.state) == []
    assert page.client.get(f"{PAGE}/audio").status_code == 200
    assert "could not be made" not in page.get(PAGE)


def test_the_sound_of_a_meeting_in_work_stays(page: HubPage) -> None:
    page.submit(f"{PAGE}/remake", engine="rules")
    assert "is in the queue" in page.submit(f"{PAGE}/delete", what="sound").text
    assert page.client.get(f"{PAGE}/audio").status_code == 200


def test_a_member_is_offered_neither_and_may_neither(page: HubPage) -> None:
    phone = {"REMOTE_ADDR": "192.168.1.5"}
    for path in ("delete", "remake", "private"):
        answer = page.client.get(f"{PAGE}/{path}", environ_overrides=phone)
        assert answer.status_code != 200


def test_a_note_is_made_again_in_the_form_that_is_chosen_of_those_that_there_are(page: HubPage) -> None:
    folder = page.state / "templates"
    folder.mkdir()
    (folder / "choir.toml").write_text(
        'about = "What the choir sings."\nsections = ["decisions", "summary"]\nrequirements = "warm tone"'
    )
    offered = re.findall(r'<option value="([\w-]+)"( selected)?>([^<]*)', page.get(f"{PAGE}/remake"))
    assert [(name, about[:20]) for name, chosen, about in offered if chosen] == [
        ("general", "General: Any meeting")
    ]
    names = {name for name, _, _ in offered}
    assert names == {"general", "board", "interview", "one-to-one", "retrospective", "stand-up", "choir"}
    assert ("choir", "", "Choir: What the choir sings. Not checked by code: warm tone.") in offered
    page.submit(f"{PAGE}/remake", engine="rules", template="choir")
    rules_worker(page.state).work_once()
    wait_for(lambda: not read_jobs(page.state), "the note is not stored")
    note = page.store.get("office-move")
    assert (note.template.name, note.template.sections) == ("choir", ("decisions", "summary"))
    shown = page.get(PAGE)
    assert 'id="decisions"' in shown
    assert 'id="actions"' not in shown
    assert 'value="choir" selected' in page.get(f"{PAGE}/remake")


def test_a_form_that_is_gone_is_said_and_nothing_is_made(page: HubPage) -> None:
    assert "no such template" in page.submit(f"{PAGE}/remake", engine="rules", template="opera").text
    assert read_jobs(page.state) == []
