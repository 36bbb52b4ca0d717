"""Looks for damage before anybody needs what is damaged.

It repairs nothing: what to give up, a person decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from daemon.base.durable import TEMPORARY_PREFIX
from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.base.sections import Models
from daemon.meetings import MeetingFolder
from daemon.meetings.folder import meetings_dir
from daemon.models.configured import configured
from daemon.models.inventory import inventory
from daemon.notes.backup.contents import NotesSnapshot
from daemon.notes.deletion import read_deletions
from daemon.notes.digests import DigestStore
from daemon.notes.store import NoteStore
from daemon.notes.store.parts import FOLDERS
from daemon.spool.recording import read_record, spool_dir


def check_state(state_dir: Path, models: Models) -> list[str]:
    """Read everything that is stored, to the last byte; a line for each thing that is wrong.

    Needs no lock. Of the models only size and time are looked at, as at every start.
    """
    return [
        *_check_notes(state_dir),
        *_check_digests(state_dir),
        *_check_records(state_dir),
        *check_models(state_dir, models, thorough=False),
    ]


def check_models(state_dir: Path, models: Models, *, thorough: bool) -> list[str]:
    """A line for each configured model that cannot be used; `thorough` reads all their bytes."""
    folder = state_dir / "models"
    try:
        listed = inventory(folder, configured(models, folder), thorough=thorough)
    except StateDamagedError as error:
        return [str(error)]
    return [
        f"the model {model.name} is {model.state}" + (f" ({model.problem})" if model.problem else "")
        for model in listed
        if model.configured and model.state not in ("installed", "left out")
    ]


def _check_notes(state_dir: Path) -> Iterator[str]:
    try:
        with NoteStore.open_reader(state_dir) as store:
            for head in store.heads():
                try:
                    store.get(head.id)
                except NotFoundError:
                    continue  # deleted this instant
                except StateDamagedError as error:
                    yield str(error)
    except StateDamagedError as error:
        yield str(error)
        return
    for name in _unknown_parts(state_dir):
        yield f"{state_dir / name} belongs to no note; the next start removes it"


def _unknown_parts(state_dir: Path) -> list[str]:
    there = [
        f"notes/{folder}/{path.name}"
        for folder in FOLDERS.values()
        for path in (state_dir / "notes" / folder).glob("*")
        if not path.name.startswith(TEMPORARY_PREFIX)
    ]
    # Read after the folders: a note that is just being saved has its files before its line.
    snapshot = NotesSnapshot.read(state_dir)
    return sorted(set(there) - (snapshot.parts if snapshot else frozenset()))


def _check_digests(state_dir: Path) -> Iterator[str]:
    digests = DigestStore(state_dir)
    for digest_id in digests.ids():
        try:
            digests.get(digest_id)
        except NotFoundError:
            continue
        except StateDamagedError as error:
            yield str(error)


def _check_records(state_dir: Path) -> Iterator[str]:
    """Records of meetings and recordings, without which their audio is nobody's; the list of deletions."""
    reads: list[Callable[[], object]] = [partial(read_deletions, state_dir)]
    reads += [MeetingFolder(state_dir, path.name).meeting for path in _folders(meetings_dir(state_dir))]
    reads += [partial(read_record, path) for path in _folders(spool_dir(state_dir))]
    for read in reads:
        try:
            read()
        except FileNotFoundError:
            continue  # just being made, or removed
        except StateDamagedError as error:
            yield str(error)


def _folders(parent: Path) -> list[Path]:
    return sorted(path for path in parent.glob("*/") if not path.name.startswith("."))
