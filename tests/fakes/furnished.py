"""An appliance after a week of use: every page has something to show.

The sample meetings as this checkout's own rules write them, one of them with its sound; an older meeting with
what people changed in it; digests, questions, a private meeting, a calendar; a meeting that
goes on, and a queue with everything that can stand in one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from daemon.access import seal
from daemon.access.tokens import hash_of
from daemon.base.durable import make_folder
from daemon.base.log import TAIL
from daemon.hub.client import ask_hub
from daemon.hub.nightly.report import Report, write_report
from daemon.hub.rooms.layout import Pair, Pairs, code, key_of, write_pairs
from daemon.hub.rooms.status import Asking, Room, UnitStatus, write_status
from daemon.meetings import Claim, Job, Meeting, MeetingFolder, WorkFolder
from daemon.meetings.job import Failure
from daemon.meetings.queue import jobs_dir
from daemon.meetings.receipts import SoFar
from daemon.notes.digests import DigestStore
from daemon.notes.questions import Question, QuestionStore, Reply
from daemon.notes.store import NoteStore
from daemon.worker.status import WorkerStatus
from pipelines.ask.answer import Answer, Dropped, Place, Sentence
from pipelines.digest import Period, make_digest
from pipelines.editing import ChangeItem, ItemFields
from pipelines.note import Engine, Note
from tests.fakes.building import device
from tests.fakes.hub_page import BERLIN, HubPage, hub_page
from tests.fakes.meetings import office_move, with_agenda
from tests.fakes.room_page import RoomPage, note_by_rules, recorder_status
from web.security import Door

SAMPLES = Path(__file__).parents[2] / "samples"
NOW = datetime(2026, 11, 23, 15, tzinfo=UTC)
"""A Monday afternoon, an hour after the last of the samples."""
LIVE = "20261123-153500-09af"
NO_SPEECH_MODEL = (
    "waiting for the speech model: Whisper base is not installed: run `roomscribe models pull`, or "
    "`roomscribe models import DIR` with a folder that contains it"
)
BACKED_UP = "/media/backup/roomscribe-20261123.zip: 4 notes, 812 KB, read back"
PRIVATE_PIN = "open sesame"
ASKED, COUNTED, WAITING = "a" * 16, "b" * 16, "c" * 16
"""Ids of the questions, each a conversation of its own."""
SAID = (
    "Let us begin with the lease. Legal have looked at it.",
    "I'll send the signed lease to legal by Friday.",
    "And who calls the movers?",
    "I can do that, if the date holds.",
    "Good. Then the chairs: the offer is two hundred above what we said.",
)


@contextmanager
def furnished(state: Path, door: Door | None = None) -> Iterator[HubPage]:
    """The page over it, with a hub that carries out what is asked for; with `door` for other devices too."""
    _meetings(state)
    _queue(state)
    _rooms(state)
    status = recorder_status(at=NOW)
    assert status.recording
    recording = status.recording.model_copy(update={"id": LIVE, "started_at": NOW - timedelta(minutes=25)})
    status = status.model_copy(update={"recording": recording})
    with hub_page(state, now=lambda: NOW, open_recorder=lambda: status, door=door) as page:
        _derived(state, page.store)
        TAIL.lines.clear()
        TAIL.lines.extend(
            (
                "23 Nov 02:00:01 INFO retention: nothing is old enough",
                f"23 Nov 02:30:12 INFO backup: {BACKED_UP}",
                "23 Nov 15:35:04 INFO recording 20261123-153500-09af: taken in",
            )
        )
        yield page


def newest(page: HubPage, title: str) -> Note:
    """A note by the beginning of its title."""
    return page.store.get(next(head.id for head in page.store.heads() if head.title.startswith(title)))


@cache
def _samples() -> TemporaryDirectory[str]:
    """A state directory with the notes of the sample meetings, made once for all appliances of a process."""
    state = TemporaryDirectory()
    roomscribe = [sys.executable, "-c", "from daemon.cli.main import main; main()", "--state", state.name]
    samples = sorted(SAMPLES.glob("*.vtt"))
    subprocess.run(
        [*roomscribe, "process", *map(str, samples), "--engine", "rules", "--save"],
        check=True,
        capture_output=True,
        env=os.environ | {"TZ": str(BERLIN)},
    )
    return state


def _meetings(state: Path) -> None:
    shutil.copytree(_samples().name, state, dirs_exist_ok=True)
    with NoteStore.open_writer(state) as store:
        for head in store.heads():
            sound = SAMPLES / Path(head.source).with_suffix(".opus")
            if sound.exists():
                source = MeetingFolder(state, head.id).source_dir
                make_folder(source)
                shutil.copy(sound, source)
        store.save(with_agenda(office_move()))
        for fields in (ItemFields(owner="Jonas Weber"), ItemFields(status="done")):
            change = ChangeItem(kind="action", item="a2", fields=fields)
            store.edit("office-move", change, NOW - timedelta(days=3), "member")
        store.save(office_move("salaries", NOW - timedelta(days=4)).model_copy(update={"title": "Salaries"}))
        store.make_private("salaries", seal(PRIVATE_PIN, NOW))


def _queue(state: Path) -> None:
    failure = Failure(
        at=NOW - timedelta(hours=1),
        step="transcribe",
        reason="not enough memory for the speech model: choose a smaller one in [models] speech",
    )
    jobs = (
        Job(id=LIVE, source=f"recording {LIVE}", priority="live", created_at=NOW, needs="audio"),
        Job(id="20261123-aa", source="board meeting.m4a", priority="normal", created_at=NOW),
        Job(
            id="20261123-bb",
            source="interviews.mp3",
            priority="normal",
            created_at=NOW,
            needs="models",
            reason=NO_SPEECH_MODEL,
        ),
        Job(
            id="20261123-cc",
            source="workshop.mp3",
            priority="backlog",
            created_at=NOW,
            state="aside",
            reason=failure.reason,
            failures=(failure, failure),
        ),
    )
    make_folder(jobs_dir(state))
    for job in jobs:
        folder = MeetingFolder(state, job.id)
        make_folder(folder.receipts)
        folder.write(
            Meeting(
                id=job.id, source=job.source, sha256=None, origin="inbox", received_at=NOW, modified_at=NOW
            )
        )
        (jobs_dir(state) / f"{job.id}.json").write_text(job.model_dump_json())
    work = WorkFolder(state)
    work.make()
    work.put_claim(
        Claim(job=jobs[1].id, turn=1, pid=os.getpid(), boot_id="x", oom_kills=None, started_at=NOW)
    )
    status = WorkerStatus(job=jobs[1].id, stage="transcribing", fraction=0.62, eta_s=540, pid=os.getpid())
    make_folder(state / "run")
    (state / "run" / "worker.json").write_text(status.model_dump_json())
    RoomPage(state).heard(*SAID, of=LIVE)
    note = note_by_rules(SAID, LIVE, jobs[0].source, NOW)
    so_far = SoFar(note=note, heard_s=150, later="Gemma will work on this when no meeting goes on.")
    MeetingFolder(state, LIVE).so_far.write_text(so_far.model_dump_json())
    rejected = state / "inbox" / "rejected"
    make_folder(rejected)
    (rejected / "holiday.mp4").write_bytes(b"")
    (rejected / "holiday.mp4.txt").write_text("holiday.mp4 has no sound in it.")


def _rooms(state: Path) -> None:
    """One that is connected, one that is off, one that has not answered, one that asks, one that is near."""
    blue, attic, new, library, near = map(device, ("blue", "attic", "new", "library", "near"))
    write_pairs(
        state,
        Pairs(
            pairs=tuple(
                Pair(device=each, name=name, key=key_of(each), takes=True, gives=each == blue)
                for each, name in ((blue, "Blue room"), (attic, "Attic"), (new, code(new)))
            )
        ),
    )
    seen = (
        Room(device=blue, connected=True, last=NOW),
        Room(device=attic, connected=False, last=NOW - timedelta(days=2)),
    )
    asks = (Asking(device=library, name="Library"),)
    make_folder(state / "rooms" / "unit")
    write_status(state, UnitStatus(at=NOW, device=device("own"), rooms=seen, asks=asks, near=(near,)))


def _derived(state: Path, store: NoteStore) -> None:
    """What the nights, and people who ask, have left."""
    digests = DigestStore(state)
    for period in (
        Period.day(NOW.date()),
        Period.day(office_move().started_at.date()),
        Period.week(NOW.date(), NOW.date()),
    ):
        digests.put(make_digest(store.notes(), period, timezone=BERLIN, due_days=7, slipped_days=14))
    write_report(
        state,
        Report(job="backup", at=NOW, lines=(BACKED_UP,)),
    )
    write_report(
        state, Report(job="models", at=NOW, problems=("the model gemma-4-E2B-it-Q4_K_M.gguf is missing",))
    )
    _questions(state, store.get("office-move"))
    feed = {
        "id": "0123abcd",
        "name": "Ann’s phone",
        "person": None,
        "token_sha256": hash_of("token"),
        "made_at": NOW.isoformat(),
    }
    ask_hub(state, "tokens add", token=feed)


def _questions(state: Path, note: Note) -> None:
    def places(line: int) -> Place:
        said = note.transcript.segments[line - 1]
        return Place(
            note_id=note.id,
            meeting=note.title,
            said_on=note.started_at.date(),
            segment_id=said.id,
            line=line,
            start_s=said.start_s,
            speaker=said.speaker,
            text=said.text,
        )

    asked = QuestionStore(state)
    asked.make()
    answers = {
        ASKED: Answer(
            sentences=(
                Sentence(text="Theo sends the signed lease to legal by Friday.", places=(places(4),)),
            ),
            dropped=(Dropped(text="The landlord is content.", reason="Nobody said that."),),
            passages=((places(3), places(4)),),
            engine=Engine(name="gemma-4-e2b", version="1"),
        ),
        COUNTED: Answer(
            passages=((places(6), places(7)), (places(9),)),
            remark="There is no language model on this machine: these are the passages that fit best.",
        ),
        WAITING: None,
    }
    texts = ("Who sends the lease, and when?", "What about the network line?", "What is open?")
    for text, (number, (key, answer)) in zip(texts, enumerate(answers.items()), strict=True):
        at = NOW - timedelta(minutes=30 - number)
        asked.put(Question(id=key, conversation=key, text=text, asked_at=at))
        if answer:
            asked.write_reply(Reply(id=key, state="done", answer=answer, at=at))
