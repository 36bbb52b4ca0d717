"""Takes in files from the watch folder: each becomes a meeting with a job, is a duplicate, or is rejected."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from secrets import token_hex

from daemon.base.clock import Clock
from daemon.base.durable import TEMPORARY_PREFIX, make_folder, move_durably, remove_tree, write_durably
from daemon.base.errors import StateWriteError
from daemon.base.foreign import NotPlainError, open_plain, opened_folder
from daemon.base.log import LOGGER
from daemon.base.sizes import human
from daemon.hub.arriving import LARGE_BYTES, Arrived, ArrivingFile, KnownFiles, SecondTries
from daemon.inbox import Found, reject, transfer
from daemon.inbox.files import fit_name
from daemon.inbox.upload import chosen_reader
from daemon.meetings import Job, JobQueue, Meeting, MeetingFolder, Priority
from daemon.meetings.calendars import calendar_dir
from daemon.meetings.folder import meetings_dir
from pipelines.accepted import NOT_A_MEETING, RECORDINGS
from pipelines.calendar import SUFFIX, is_calendar
from pipelines.dating import date_meeting
from pipelines.errors import BadInputError
from pipelines.importers import beside, chat_of, is_chat, is_nameless, is_transcript, transcript_of
from pipelines.importers.source import MAX_BYTES
from pipelines.speech.audio import LARGEST_BYTES

INCOMING_PREFIX = ".incoming-"
"""Prefix of a meeting's folder until it is complete."""
_WITHIN = "within"
"""File that names the folder in the watch folder from which it is taken in."""
_STOPPED = "stopped"
"""File that says that the hub stopped in good order while this one was taken in."""
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


@dataclass(frozen=True)
class _Arriving:
    """A file that is being moved and read."""

    offered: Path
    """As the watch folder names it."""
    path: Path
    """The same in the folder that is kept open."""
    incoming: Path
    source: Path
    within: str | None
    chat: Path | None
    modified_at: datetime
    priority: Priority
    timezone: tzinfo
    kept: ExitStack = field(default_factory=ExitStack)
    """The folder that it is in, kept open."""


class Intake:
    """Used by the hub only, which alone makes meetings from files."""

    def __init__(
        self,
        state_dir: Path,
        inbox: Path,
        queue: JobQueue,
        known: KnownFiles,
        clock: Clock,
        on_done: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_done` is called, in another thread, when `settle` has something to do."""
        self._state_dir = state_dir
        self._meetings = meetings_dir(state_dir)
        self.inbox = inbox
        self._queue = queue
        self._known = known
        self._clock = clock
        self._second_tries = SecondTries(state_dir)
        self._chats: dict[str, float] = {}
        """Until when chats wait for their transcripts, by name."""
        self._readers = {is_large: ArrivingFile(on_done) for is_large in (False, True)}
        """So that what takes seconds to read does not wait for what takes minutes."""
        self._arriving: dict[bool, _Arriving] = {}
        """By the same."""
        make_folder(self._meetings)

    @property
    def arriving(self) -> frozenset[Path]:
        """The files that are being moved and read now."""
        return frozenset(each.offered for each in self._arriving.values())

    def has_room(self, found: Found) -> bool:
        """Whether it can be taken now: beside another if one of the two is large. Where the hub has died over
        one of them it is not, or the other would be blamed for the next death."""
        names = (found.path.name, *(each.path.name for each in self._arriving.values()))
        is_alone = any(fit_name(name) in self._second_tries for name in names)
        return not self._arriving or not (is_alone or _is_large(found.path) in self._arriving)

    def close(self) -> None:
        """A file that was being read is taken in by the next hub, as if nothing had happened."""
        for reader in self._readers.values():
            reader.close()
        for each in self._arriving.values():
            with suppress(StateWriteError):
                write_durably(each.incoming / _STOPPED, b"")
            each.kept.close()

    def take(self, found: Found, priority: Priority, timezone: tzinfo) -> None:
        """Begin with a file that there is room for; `settle` ends it. On StateWriteError the file is where it
        was, and will be offered again."""
        is_large = _is_large(found.path)
        if is_large in self._arriving:
            is_large = not is_large  # it was of another size a moment ago
        assert is_large not in self._arriving
        with ExitStack() as stack, suppress(FileNotFoundError, NotADirectoryError):
            path = found.path
            if found.within is not None:
                path = stack.enter_context(opened_folder(path.parent)) / path.name
            if (arriving := self._begin(found, path, priority, timezone)) is not None:
                self._readers[is_large].begin(path, arriving.source)
                self._arriving[is_large] = replace(arriving, kept=stack.pop_all())
                return
        self._second_tries.discard(fit_name(found.path.name))

    def settle(self, within_s: float = 0.0) -> None:
        """Make meetings of files that were read; of a small one that will be in `within_s`, too.

        StateWriteError: it will be put back by `recover`.
        """
        for is_large in tuple(self._arriving):
            reader = self._readers[is_large]
            if not reader.is_done(0.0 if is_large else within_s):
                continue
            arriving = self._arriving.pop(is_large)
            with arriving.kept:
                self._settle(arriving, reader)
            self._second_tries.discard(fit_name(arriving.path.name))

    def _begin(self, found: Found, path: Path, priority: Priority, timezone: tzinfo) -> _Arriving | None:
        """None for what is no meeting, or not yet."""
        if found.refusal is None and path.suffix.lower() == SUFFIX:
            self._take_calendar(path)
            return None
        refusal = found.refusal or _refusal(path)
        if refusal is None and is_chat(path):
            self._wait_with(path)
            return None
        if refusal is not None:
            self.reject(path, path.name, refusal)
            return None
        modified_at = datetime.fromtimestamp(path.lstat().st_mtime, UTC)
        incoming = self._meetings / f"{INCOMING_PREFIX}{token_hex(8)}"
        source = incoming / "source" / fit_name(path.name)
        make_folder(source.parent)
        if found.within:
            write_durably(incoming / _WITHIN, found.within)
        for each in filter(is_nameless, beside(path)[1]):
            self._wait_with(each)
        chat = chat_of(path) if is_transcript(path) else None
        return _Arriving(
            found.path, path, incoming, source, found.within, chat, modified_at, priority, timezone
        )

    def _settle(self, arriving: _Arriving, reader: ArrivingFile) -> None:
        path, source = arriving.path, arriving.source
        try:
            if (arrived := reader.result()) is not None:
                if arriving.chat is not None:
                    self._take_along(arriving.chat, source.with_name(fit_name(arriving.chat.name)))
                self._make_meeting(arriving, arrived)
                return
        except BadInputError as error:  # no meeting, or something else has been put in the place of the file
            moved = source if os.path.lexists(source) else path
            self.reject(moved, path.name, str(error))
        except FileNotFoundError:
            LOGGER.info("%s: is gone again", path.name)
        except PermissionError:
            if source.exists():
                self.reject(source, source.name, "may not be read by the service; make it readable for all")
            else:
                LOGGER.error("%s: may not be moved; make the inbox writable for the service", path)
        remove_tree(arriving.incoming)

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
        target = reject(self.inbox, path, name, f"{name}: {reason.removeprefix(f'{name}: ')}")
        LOGGER.warning("%s: rejected (%s); it is in inbox/%s", name, reason, target.relative_to(self.inbox))

    def count_unfinished(self) -> int:
        """How many files have left the inbox but are not meetings yet."""
        return len(list(self._meetings.glob(f"{INCOMING_PREFIX}*")))

    def recover(self, *, after_death: bool) -> None:
        """Put files back that were being taken in when the hub died or the disk failed; the second time a
        file is rejected if the hub died.

        StateWriteError.
        """
        for incoming in self._meetings.glob(f"{INCOMING_PREFIX}*"):
            if any(incoming == each.incoming for each in self._arriving.values()):
                continue
            is_innocent = not after_death or (incoming / _STOPPED).exists()
            with self._taken_from(incoming) as folder:
                for source in sorted((incoming / "source").glob("*"), key=is_chat, reverse=True):
                    if not source.name.startswith(TEMPORARY_PREFIX):
                        self._put_back(source, folder, after_death=not is_innocent)
            remove_tree(incoming)

    @contextmanager
    def _taken_from(self, incoming: Path) -> Iterator[Path]:
        """The folder that its files were in; the inbox where that is gone."""
        folder = self.inbox
        with ExitStack() as stack:
            with suppress(OSError):
                within = (incoming / _WITHIN).read_text()
                folder = stack.enter_context(opened_folder(self.inbox / within))
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

    def _make_meeting(self, arriving: _Arriving, arrived: Arrived) -> None:
        source, sha256, incoming = arriving.source, arrived.sha256, arriving.incoming
        if (known := self._known.find(sha256)) is not None:
            LOGGER.info("%s: the same as %s, which is known; removed from the inbox", source.name, known)
            remove_tree(incoming)
            return
        now = self._clock.now()
        dated = date_meeting(
            given=None,
            recorded=arrived.seen.began_at(arriving.timezone),
            file_name=source.name,
            modified=arriving.modified_at,
            timezone=arriving.timezone,
        )
        meeting = Meeting(
            id=self._known.new_id(dated.said_on, sha256),
            source=source.name,
            sha256=sha256,
            origin="inbox",
            received_at=now,
            modified_at=arriving.modified_at,
            tags=(arriving.within,) if arriving.within else (),
            reader=chosen_reader(self._state_dir, sha256) if is_transcript(source) else None,
        )
        folder = MeetingFolder(self._state_dir, meeting.id)
        MeetingFolder(self._state_dir, incoming.name).write(meeting)
        move_durably(incoming, folder.path)
        remove_tree(folder.path / _WITHIN)
        self._known.add(sha256, meeting.id)
        created_at = self._queue.next_moment(now)
        self._queue.put(
            Job(id=meeting.id, source=meeting.source, priority=arriving.priority, created_at=created_at)
        )
        LOGGER.info("%s: taken in as %s", meeting.source, meeting.id)


def _is_large(path: Path) -> bool:
    try:
        return path.lstat().st_size > LARGE_BYTES
    except OSError:
        return False


def _refusal(path: Path) -> str | None:
    """What its name and its size tell. FileNotFoundError."""
    if path.suffix.lower() not in RECORDINGS and not is_transcript(path):
        return NOT_A_MEETING
    if not (size := path.lstat().st_size):
        return "is empty"
    name = path.name
    if is_transcript(path) and size > MAX_BYTES:
        return f"{name}: has {human(size)}, and the largest transcript may have {human(MAX_BYTES)}; divide it"
    if size > LARGEST_BYTES:
        return (
            f"{name}: has {human(size)}, and the largest recording may have {human(LARGEST_BYTES)}; divide it"
        )
    return None
