"""Takes in files from the watch folder: each becomes a meeting with a job, is a duplicate, or is rejected."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from secrets import token_hex

from daemon.calendars import calendar_dir
from daemon.clock import Clock
from daemon.durable import TEMPORARY_PREFIX, make_folder, move_durably, remove_tree, write_durably
from daemon.foreign import NotPlainError, look_into, open_plain, opened_folder
from daemon.hub.known import KnownFiles, sha256_of
from daemon.hub.second_tries import SecondTries
from daemon.inbox import Found, reject, transfer
from daemon.inbox.names import fit_name
from daemon.jobs import Job, JobQueue, Meeting, MeetingFolder, Priority
from daemon.jobs.meeting import meetings_dir
from daemon.log import LOGGER
from pipelines.calendar import SUFFIX, is_calendar
from pipelines.dating import date_meeting
from pipelines.errors import BadInputError
from pipelines.importers import beside, chat_of, is_chat, is_nameless, is_transcript, transcript_of
from pipelines.speech.audio import AUDIO_SUFFIXES

INCOMING_PREFIX = ".incoming-"
"""Prefix of a meeting's folder until it is complete."""
_WITHIN = "within"
"""File that names the folder in the watch folder from which it is taken in."""
_LARGEST_JSON_BYTES = 8_000_000
"""A long day of talk; larger files are dated by name or age, so that nobody waits for them."""
_LOOK_S = 10.0
"""How long the hub waits for a transcript's own date; slower ones are dated by name or age."""
NOT_A_MEETING = (
    f"neither audio ({' '.join(sorted(AUDIO_SUFFIXES))}) nor a transcript (.vtt .srt .sbv .txt .json)"
)
_CHAT_WAITS_S = 600.0
"""So long a chat waits for its transcript; whoever uploads both has sent them by then."""
_CHAT_ALONE = (
    "is the chat of a meeting, and no transcript beside it is clearly its own; put both into the inbox "
    "together, the chat named like its transcript (NAME.vtt, NAME.chat.txt)"
)
_DIED_TWICE = (
    "Roomscribe ended twice while it took this file in, and does not try again by itself; "
    "to try again, put it into the inbox again"
)


class Intake:
    """Used by the hub only, which alone makes meetings from files."""

    def __init__(
        self,
        state_dir: Path,
        inbox: Path,
        queue: JobQueue,
        known: KnownFiles,
        clock: Clock,
        on_piece: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_piece` is called on progress with large files."""
        self._state_dir = state_dir
        self._meetings = meetings_dir(state_dir)
        self._inbox = inbox
        self._queue = queue
        self._known = known
        self._clock = clock
        self._on_piece = on_piece
        self._second_tries = SecondTries(state_dir)
        self._chats: dict[str, float] = {}
        """Until when chats wait for their transcripts, by name."""
        make_folder(self._meetings)

    def take(self, found: Found, priority: Priority, timezone: tzinfo) -> None:
        """On StateWriteError the file is where it was, and will be offered again."""
        if found.within is None:
            self._take(found, priority, timezone)
        else:
            with suppress(FileNotFoundError, NotADirectoryError), opened_folder(found.path.parent) as folder:
                self._take(replace(found, path=folder / found.path.name), priority, timezone)
        self._second_tries.discard(fit_name(found.path.name))

    def _take(self, found: Found, priority: Priority, timezone: tzinfo) -> None:
        if found.refusal is None and found.path.suffix.lower() == SUFFIX:
            self._take_calendar(found.path)
            return
        refusal = found.refusal or _refusal(found.path)
        if refusal is None and is_chat(found.path):
            self._wait_with(found.path)
            return
        if refusal is not None:
            with suppress(FileNotFoundError):  # gone since the folder was looked into
                self.reject(found.path, found.path.name, refusal)
            return
        incoming = self._meetings / f"{INCOMING_PREFIX}{token_hex(8)}"
        source = incoming / "source" / fit_name(found.path.name)
        make_folder(source.parent)
        if found.within:
            write_durably(incoming / _WITHIN, found.within)
        try:
            modified_at = datetime.fromtimestamp(found.path.lstat().st_mtime, UTC)
            for each in filter(is_nameless, beside(found.path)[1]):
                self._wait_with(each)
            chat = chat_of(found.path) if is_transcript(found.path) else None
            if transfer(found.path, source):
                if chat is not None:
                    self._take_along(chat, source.with_name(fit_name(chat.name)))
                self._make_meeting(incoming, source, modified_at, priority, timezone, found.within)
                return
        except NotPlainError as error:
            # It was a file when the folder was read: something else has been put in its place.
            moved = source if os.path.lexists(source) else found.path
            self.reject(moved, found.path.name, str(error))
        except FileNotFoundError:
            LOGGER.info("%s: is gone again", found.path.name)
        except PermissionError:
            if source.exists():
                self.reject(source, source.name, "may not be read by the service; make it readable for all")
            else:
                LOGGER.error("%s: may not be moved; make the inbox writable for the service", found.path)
        remove_tree(incoming)

    def _take_calendar(self, path: Path) -> None:
        """Meetings that are made from now on find their events in it."""
        folder = calendar_dir(self._state_dir)
        make_folder(folder)
        try:
            with open_plain(path) as file:
                if not is_calendar(file.read(1_000)):
                    self.reject(path, path.name, "is no calendar: it does not begin with BEGIN:VCALENDAR")
                    return
            if transfer(path, folder / fit_name(path.name)):
                LOGGER.info("%s: the calendar is taken in", path.name)
        except NotPlainError as error:
            self.reject(path, path.name, str(error))
        except FileNotFoundError:
            LOGGER.info("%s: is gone again", path.name)
        except PermissionError:
            LOGGER.error("%s: may not be moved; make the inbox writable for the service", path)

    def _wait_with(self, chat: Path) -> None:
        """A chat goes with its transcript, in whichever order they come; alone it is put aside in the end."""
        waits_until_s = self._chats.setdefault(chat.name, self._clock.boot_s() + _CHAT_WAITS_S)
        is_anybodys = is_nameless(chat) and len(beside(chat)[0]) > 1
        if is_anybodys or (transcript_of(chat) is None and self._clock.boot_s() > waits_until_s):
            del self._chats[chat.name]
            self.reject(chat, chat.name, _CHAT_ALONE)

    def _take_along(self, chat: Path, target: Path) -> None:
        """A chat that cannot be had costs nobody his note."""
        self._chats.pop(chat.name, None)
        try:
            transfer(chat, target)
        except (NotPlainError, FileNotFoundError, PermissionError) as error:
            LOGGER.warning("%s: left out (%s)", chat.name, error)

    def reject(self, path: Path, name: str, reason: str) -> None:
        """Set a file aside with the reason. StateWriteError."""
        target = reject(self._inbox, path, name, f"{name}: {reason.removeprefix(f'{name}: ')}")
        LOGGER.warning("%s: rejected (%s); it is in inbox/%s", name, reason, target.relative_to(self._inbox))

    def count_unfinished(self) -> int:
        """How many files have left the inbox but are not meetings yet."""
        return len(list(self._meetings.glob(f"{INCOMING_PREFIX}*")))

    def recover(self, *, after_death: bool) -> None:
        """Put files back that were being taken in when the hub died or the disk failed; the second time a
        file is rejected if the hub died.

        StateWriteError.
        """
        for incoming in self._meetings.glob(f"{INCOMING_PREFIX}*"):
            with self._taken_from(incoming) as folder:
                for source in sorted((incoming / "source").glob("*"), key=is_chat, reverse=True):
                    if not source.name.startswith(TEMPORARY_PREFIX):
                        self._put_back(source, folder, after_death=after_death)
            remove_tree(incoming)

    @contextmanager
    def _taken_from(self, incoming: Path) -> Iterator[Path]:
        """The folder that its files were in; the inbox where that is gone."""
        folder = self._inbox
        with ExitStack() as stack:
            with suppress(OSError):
                within = (incoming / _WITHIN).read_text()
                folder = stack.enter_context(opened_folder(self._inbox / within))
            yield folder

    def _put_back(self, source: Path, folder: Path, *, after_death: bool) -> None:
        if after_death and source.name in self._second_tries:
            self.reject(source, source.name, _DIED_TWICE)
            self._second_tries.discard(source.name)
            return
        target = folder / source.name
        if os.path.lexists(target):
            target = target.with_stem(f"{target.stem} (2)")
        if after_death:
            self._second_tries.add(fit_name(target.name))
        try:
            transfer(source, target)
        except NotPlainError as error:
            LOGGER.warning("%s; removed", error)

    def _make_meeting(
        self,
        incoming: Path,
        source: Path,
        modified_at: datetime,
        priority: Priority,
        timezone: tzinfo,
        within: str | None,
    ) -> None:
        sha256 = sha256_of(source, self._on_piece)
        if (known := self._known.find(sha256)) is not None:
            LOGGER.info("%s: the same as %s, which is known; removed from the inbox", source.name, known)
            remove_tree(incoming)
            return
        now = self._clock.now()
        dated = date_meeting(
            given=None,
            recorded=_own_date(source),
            file_name=source.name,
            modified=modified_at,
            timezone=timezone,
        )
        meeting = Meeting(
            id=self._known.new_id(dated.said_on, sha256),
            source=source.name,
            sha256=sha256,
            origin="inbox",
            received_at=now,
            modified_at=modified_at,
            tags=(within,) if within else (),
        )
        folder = MeetingFolder(self._state_dir, meeting.id)
        MeetingFolder(self._state_dir, incoming.name).write(meeting)
        move_durably(incoming, folder.path)
        remove_tree(folder.path / _WITHIN)
        self._known.add(sha256, meeting.id)
        created_at = self._queue.next_moment(now)
        self._queue.put(Job(id=meeting.id, source=meeting.source, priority=priority, created_at=created_at))
        LOGGER.info("%s: taken in as %s", meeting.source, meeting.id)


def _own_date(source: Path) -> datetime | None:
    """The date in a transcript; the worker reports what is not a transcript."""
    if source.suffix.lower() != ".json" or source.stat().st_size > _LARGEST_JSON_BYTES:
        return None
    try:
        return look_into(source, source.name, limit_s=_LOOK_S).started_at
    except BadInputError:
        return None


def _refusal(path: Path) -> str | None:
    if path.suffix.lower() not in AUDIO_SUFFIXES and not is_transcript(path):
        return NOT_A_MEETING
    try:
        return None if path.lstat().st_size else "is empty"
    except FileNotFoundError:
        return None
