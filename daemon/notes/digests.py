"""The digests on disk, one file for each day or week that had anything to tell.

STATE/digests/2026-11-16.json
STATE/digests/2026-W47.json
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path

from pydantic import ValidationError

from daemon.base.durable import make_folder, remove_durably, sweep_unfinished, write_durably
from daemon.base.errors import NotFoundError, StateDamagedError, unreadable
from pipelines.digest import ActionLine, Digest, Kind, Period
from pipelines.note import Note

_ID = re.compile(r"\d{4}-(\d\d-\d\d|W\d\d)")
CATCH_UP_DAYS = 7
"""A recording of Friday may become a note on Sunday, and its words belong into Friday's digest."""


class DigestStore:
    """Written by one process, read by any without a lock: each file is replaced as a whole."""

    def __init__(self, state_dir: Path) -> None:
        self.folder = state_dir / "digests"

    def ids(self, kind: Kind | None = None) -> list[str]:
        """Ids of the stored digests, newest first; days and weeks are not sorted into each other."""
        found = [
            path.stem for path in self._paths() if kind is None or ("W" in path.stem) == (kind == "week")
        ]
        return sorted(found, reverse=True)

    def get(self, digest_id: str) -> Digest:
        """NotFoundError, StateDamagedError."""
        path = self._path(digest_id)
        try:
            return Digest.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            raise NotFoundError(f"there is no digest {digest_id}; see `roomscribe digest --list`") from None
        except ValidationError as error:
            raise StateDamagedError(
                f"{path} is damaged ({error.errors()[0]['msg']}); `roomscribe digest --save` makes it anew"
            ) from None
        except OSError as error:
            raise unreadable(path, error) from error

    def find(self, digest_id: str) -> Digest | None:
        """The stored digest; None if there is none that can be read."""
        try:
            return self.get(digest_id)
        except (NotFoundError, StateDamagedError):
            return None

    def put(self, digest: Digest) -> bool:
        """Store a digest durably; one with nothing to tell has no file. False if it stood there already."""
        path = self._path(digest.id)
        if digest.is_empty:
            if not path.exists():
                return False
            remove_durably(path)
            return True
        if self.find(digest.id) == digest:
            return False
        make_folder(self.folder)
        write_durably(path, digest.model_dump_json(indent=1))
        return True

    def forget(self, note_id: str) -> int:
        """Remove every line of a note; returns how many digests held one. StateWriteError.

        One that cannot be read is removed as a whole: it may hold the words.
        """
        return self._change(lambda digest: digest.without(note_id))

    def renew(self, note: Note) -> int:
        """Remove every line of a note that was replaced and does not tell it any more; see `forget`."""
        return self._change(lambda digest: digest.as_told_by(note))

    def name_owners(self, note: Note) -> int:
        """Put each item of a note with its owner, after a voice got a name or lost it; see `forget`."""
        return self._change(lambda digest: digest.as_owned_in(note))

    def sweep(self) -> None:
        """Remove what a crash left half. For the writer only."""
        sweep_unfinished(self.folder)

    def _change(self, change: Callable[[Digest], Digest]) -> int:
        changed = 0
        for path in list(self._paths()):
            digest = self.find(path.stem)
            if digest is None:
                remove_durably(path)
            changed += digest is None or self.put(change(digest))
        return changed

    def _paths(self) -> Iterator[Path]:
        return (path for path in self.folder.glob("*.json") if _ID.fullmatch(path.stem))

    def _path(self, digest_id: str) -> Path:
        if not _ID.fullmatch(digest_id):
            raise NotFoundError(
                f'{digest_id!r} is no digest; they are named as in "2026-11-16" and "2026-W47"'
            )
        return self.folder / f"{digest_id}.json"


def write_digests(
    make: Callable[[Period], Digest],
    digests: DigestStore,
    kind: Kind,
    day: date,
    back_days: int = CATCH_UP_DAYS,
) -> list[str]:
    """Make the digest of `day` (or its week) and store it; returns the ids of the files that changed.

    Those of the `back_days` before (or their weeks) are made again where their own meetings tell something
    else by now: a note that came late, was made anew or was deleted, or the machine was off that evening. An
    item that was done since, or is said to be, changes no past digest.
    """
    written = []
    for period in _periods(kind, day, back_days):
        fresh = make(period)
        if (period.last >= day or _has_news(digests.find(period.id), fresh)) and digests.put(fresh):
            written.append(period.id)
    return written


def _periods(kind: Kind, day: date, back_days: int) -> Iterable[Period]:
    """Oldest first, the one of `day` last."""
    days = (day - timedelta(days=back) for back in range(back_days, -1, -1))
    return dict.fromkeys(Period.week(each, day) if kind == "week" else Period.day(each) for each in days)


def _has_news(stored: Digest | None, fresh: Digest) -> bool:
    if stored is None:
        return bool(fresh.meetings)
    known = (stored.meetings, stored.decisions, stored.questions)
    return known != (fresh.meetings, fresh.decisions, fresh.questions) or not _taken_on(fresh) <= _taken_on(
        stored
    )


def _taken_on(digest: Digest) -> set[ActionLine]:
    lines = (line for p in digest.people for line in (*p.slipped, *p.due, *p.promised))
    return {line for line in lines if digest.first <= line.said_on <= digest.last}
