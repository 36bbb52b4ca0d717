"""The export folder: each note as a Markdown file, for what reads folders (Obsidian, a file share,
Nextcloud).

    EXPORT/20261117-9f3a5c21b078 Moving to the new office.md

The front matter of a file names its note and that note's state, so the folder itself says what it holds:
nothing else is written down, and a folder that was away catches up when it is back. Only files that name a
note are ever touched; one goes when its note was deleted or made private, whenever that was. A note that this
store has never had is left alone: a new store must not empty an old folder. Other forms lie beside the file,
under its name with their suffix, and go with it.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from daemon.base.clock import Clock, SystemClock
from daemon.base.durable import remove_durably, sweep_unfinished, write_checked
from daemon.base.errors import NotFoundError, StateDamagedError, StateWriteError
from daemon.base.log import LOGGER
from daemon.inbox.files import fit_name
from daemon.notes.deletion import read_deletions
from daemon.notes.store import NoteStore
from pipelines.characters import tidy
from pipelines.note import Note
from pipelines.render.forms import FORMS, Place, rendered
from pipelines.render.markdown import render_markdown
from pipelines.text import FileForm
from pipelines.transcript import speakers_of

SLICE_S = 0.3
"""So long the hub writes files before it looks at other things."""
_MARK = re.compile(rb'---\nroomscribe: "([a-z0-9-]{1,64})"\nstate: "([0-9a-f]+)"\n')
"""How a file of ours begins: the note, and the state in which it was written."""
_UNFIT = re.compile(r"[^\w ,.'()&+-]+")
"""What some file system, or Obsidian, refuses in a name."""


@dataclass(frozen=True, slots=True)
class _File:
    note: str
    state: str


class ExportFolder:
    """Kept up with the store by the hub's one thread."""

    def __init__(
        self,
        folder: Path,
        state_dir: Path,
        timezone: tzinfo,
        forms: Sequence[FileForm] = (),
        clock: Clock | None = None,
    ) -> None:
        """`forms`: suffixes of `pipelines.render.forms`, of which files lie beside the Markdown one."""
        self._folder = folder
        self._forms = tuple(form for form in FORMS if form in forms and form != "md")
        self._clock = clock or SystemClock()
        # A file of other forms is not up to date; the state in it is one of hexadecimal digits.
        self._mark = "".join(self._forms).encode().hex()
        self._state_dir = state_dir
        self._timezone = timezone
        self._held: dict[str, _File] | None = None
        """Our files by name, once they were looked at."""
        self._had: set[str] = set()
        """Notes that the store had when it was looked at last."""
        self._seen = -1
        """Version of the store that the folder holds."""
        self._told: str | None = None

    def update(self, store: NoteStore, slice_s: float = SLICE_S) -> bool:
        """Write and remove what changed in `store`, for about `slice_s`; True if there is more to do.

        A fault is logged once and tried again at the next call: a share may be away for hours, and no note
        waits for it.
        """
        try:
            more = self._update(store, slice_s)
        except (OSError, StateWriteError, StateDamagedError) as error:
            if self._told != (problem := f"the export folder is not up to date: {error}"):
                LOGGER.warning("%s", problem)
            self._told, self._held = problem, None
            return False
        self._told = None
        return more

    def _update(self, store: NoteStore, slice_s: float) -> bool:
        version = store.version
        if self._held is not None and version == self._seen:
            return False
        if self._held is None:
            sweep_unfinished(self._folder)
            self._held = dict(self._look())
        stamps = {note_id: stamp + self._mark for note_id, stamp in store.stamps().items()}
        self._remove({*self._had, *store.private(), *read_deletions(self._state_dir).notes} - stamps.keys())
        self._had = set(stamps)
        there = {(file.note, file.state) for file in self._held.values()}
        until = time.monotonic() + slice_s
        for note_id, stamp in stamps.items():
            if (note_id, stamp) in there:
                continue
            self._put(note_id, stamp, store)
            if time.monotonic() >= until:
                return True
        self._seen = version
        return False

    def _look(self) -> Iterator[tuple[str, _File]]:
        for path in self._folder.iterdir():
            if path.suffix == ".md" and path.is_file():
                with path.open("rb") as file:
                    if mark := _MARK.match(file.read(200)):
                        yield path.name, _File(mark[1].decode(), mark[2].decode())

    def _put(self, note_id: str, stamp: str, store: NoteStore) -> None:
        assert self._held is not None
        try:
            note = store.get(note_id)
        except (NotFoundError, StateDamagedError):
            return  # the log says it where the index is made
        name = file_name(note)
        text = as_file(note, stamp, self._timezone).encode()
        for form in self._forms:
            content = rendered(note, form, Place(self._timezone, self._clock.now()))
            self._write(file_name(note, form), content)
        self._write(name, text)
        before = [each for each, file in self._held.items() if file.note == note_id and each != name]
        self._held[name] = _File(note_id, stamp)
        for each in before:  # its title was another
            self._remove_file(each)

    def _write(self, name: str, content: bytes) -> None:
        write_checked(self._folder / name, lambda file: file.write(content))

    def _remove(self, notes: set[str]) -> None:
        assert self._held is not None
        for name in [name for name, file in self._held.items() if file.note in notes]:
            self._remove_file(name)

    def _remove_file(self, name: str) -> None:
        assert self._held is not None
        for form in FORMS:
            if form != "md" and (beside := (self._folder / name).with_suffix(f".{form}")).is_file():
                remove_durably(beside)
        remove_durably(self._folder / name)
        del self._held[name]


def file_name(note: Note, suffix: str = "md") -> str:
    """The note's id, which begins with its day, and its title."""
    title = " ".join(_UNFIT.sub(" ", tidy(note.title)).split())
    return fit_name(f"{note.id} {title}".strip(" .") + f".{suffix}")


def archive(notes: Iterable[Note], timezone: tzinfo, suffix: FileForm, now: datetime) -> bytes:
    """The files of these notes as a ZIP. They name no state: put into an export folder they are somebody's
    own."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        for note in notes:
            content = (
                as_file(note, None, timezone)
                if suffix == "md"
                else rendered(note, suffix, Place(timezone, now))
            )
            packed.writestr(file_name(note, suffix), content)
    return out.getvalue()


def as_file(note: Note, state: str | None, timezone: tzinfo) -> str:
    """The note as Markdown under its front matter (YAML, of which JSON is a part); times in `timezone`."""
    front = {
        "roomscribe": note.id,
        **({"state": state} if state else {}),
        "title": tidy(note.title),
        "date": note.started_at.astimezone(timezone).isoformat(timespec="seconds"),
        "people": [tidy(name) for name in speakers_of(note.transcript.segments)],
        "tags": ["-".join(tag.split()) for tag in note.tags],  # Obsidian takes no blank in one
    }
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in front.items()]
    return "\n".join(("---", *lines, "---", "", render_markdown(note, timezone)))
