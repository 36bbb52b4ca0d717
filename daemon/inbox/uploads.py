"""Uploads on their way: continued from where they broke off, looked into, and handed to the watch folder.

    STATE/uploads/<id>.json       what is coming, and how much of it is safely here
    STATE/uploads/<id>.<suffix>   the bytes so far

The page's threads are the only ones who write here; the watch folder takes over from the inbox. Each piece
is on the disk before it is confirmed, so a connection, a browser or the machine itself may go at any
moment: the sender asks how much is here and goes on from there (docs/adr/0085). What the page was sent waits
here until its sender has seen what it was taken for; programs hand theirs over at once.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import re
import shutil
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from pydantic import ValidationError

from daemon.base.durable import (
    append_durably,
    date_file,
    make_folder,
    open_to_append,
    remove_durably,
    write_durably,
)
from daemon.base.errors import StateWriteError
from daemon.base.foreign import Seen, look_into
from daemon.base.log import LOGGER
from daemon.base.sizes import human
from daemon.inbox import transfer
from daemon.inbox.files import fit_name, is_ignored
from daemon.inbox.upload import FOLDER, KEPT, Offer, Upload
from guardrails.core.errors import RoomscribeError
from pipelines.accepted import RECORDINGS, TRANSCRIPTS
from pipelines.errors import BadInputError
from pipelines.importers import is_transcript


class UploadGoneError(RoomscribeError):
    """Nothing is known of it (any more): it begins anew."""

    retry_helps = True


class UploadOffsetError(RoomscribeError):
    """The piece does not begin where the last one ended: `offset` bytes are here."""

    retry_helps = True

    def __init__(self, offset: int) -> None:
        super().__init__(f"{offset} bytes are here; go on from there")
        self.offset = offset


class UploadBusyError(RoomscribeError):
    """Another file is being looked into: ask again in a moment."""

    retry_helps = True


PIECE_BYTES = 4 * 1024 * 1024
"""A second of a slow Wi-Fi: what has to be sent again when a connection breaks, and what is in memory."""
_ID = re.compile(r"[0-9a-f]{32}")
Look = Callable[..., Seen]
"""`look_into`, or what stands in for it."""
FindMeeting = Callable[[Path], str | None]
"""Id of the meeting that a file of this content has become; None where it is new."""


def _is_new(_: Path) -> None:
    """For who has nobody to ask: the watch folder finds out."""


class Arrivals:
    """The uploads of one state directory; for several threads."""

    def __init__(
        self,
        state_dir: Path,
        now: Callable[[], datetime],
        look: Look = look_into,
    ) -> None:
        self._folder = state_dir / FOLDER
        self._now = now
        self._look = look
        self._writing = threading.Lock()
        self._looking = threading.Lock()
        self._keeping = threading.Lock()

    def begin(self, offer: Offer, largest_bytes: int, reserve_bytes: int) -> Upload:
        """Make room for a file, or find what is here of it. BadInputError says why it is not taken."""
        suffix = _suffix(offer.name)
        if suffix not in RECORDINGS and not is_transcript(Path(f"x{suffix}")):
            known, others = " ".join(RECORDINGS), " ".join(TRANSCRIPTS)
            raise BadInputError(f"{offer.name} is neither a recording ({known}) nor a transcript ({others})")
        if offer.size_bytes <= 0:
            raise BadInputError(f"{offer.name} is empty")
        if offer.size_bytes > largest_bytes:
            raise BadInputError(
                f"{offer.name} has {human(offer.size_bytes)}; the page takes {human(largest_bytes)}, "
                "the watch folder larger ones"
            )
        make_folder(self._folder)
        with self._writing:
            self._sweep()
            known_upload = self._read(offer.id)
            # A crash while it was handed over or removed leaves a record without its bytes.
            if known_upload and not known_upload.is_over and self._data(known_upload).exists():
                return known_upload
            if shutil.disk_usage(self._folder).free - offer.size_bytes < reserve_bytes:
                raise BadInputError(f"{offer.name} does not fit on the disk of this machine")
            upload = Upload(id=offer.id, offer=offer, changed_at=self._now())
            write_durably(self._data(upload), b"")
            self._write(upload)
        return upload

    def get(self, upload_id: str) -> Upload:
        """UploadGoneError if there is none."""
        upload = self._read(upload_id) if _ID.fullmatch(upload_id) else None
        if upload is None:
            raise UploadGoneError("this upload is not known here; begin it anew")
        return upload

    def append(self, upload_id: str, offset: int, piece: bytes) -> Upload:
        """Take the piece that begins at `offset`; once this returns, it stays.

        UploadOffsetError if it is not the next one, UploadGoneError, BadInputError, StateWriteError.
        """
        with self._writing:
            upload = self.get(upload_id)
            if offset != upload.offset or upload.is_over:
                raise UploadOffsetError(upload.offset)
            if offset + len(piece) > upload.offer.size_bytes:
                raise BadInputError(f"{upload.offer.name} is longer than it was said to be")
            path = self._data(upload)
            fd = open_to_append(path)
            try:
                # Cuts off what a crash has left behind the bytes that were confirmed.
                end = append_durably(fd, path, offset, piece)
            finally:
                os.close(fd)
            crc = zlib.crc32(piece, upload.crc32)
            upload = upload.model_copy(update={"offset": end, "crc32": crc, "changed_at": self._now()})
            self._write(upload)
        return upload

    def finish(self, upload_id: str, crc32: int, inbox: Path, known: FindMeeting = _is_new) -> Upload:
        """`check` it and `keep` it. Same errors."""
        upload = self.check(upload_id, crc32, known)
        return upload if upload.is_over else self.keep(upload_id, inbox)

    def check(self, upload_id: str, crc32: int, known: FindMeeting = _is_new) -> Upload:
        """Hold the whole file to its checksum and look into it. May be repeated.

        Where `known` has a meeting that it has become before, it is not kept again.

        BadInputError: it is no meeting, or not what was sent, and is gone. UploadBusyError,
        UploadOffsetError, UploadGoneError, StateWriteError: it is still here.
        """
        upload = self.get(upload_id)
        if upload.is_over:
            return upload
        if upload.seen is not None:
            if upload.crc32 != crc32:
                raise BadInputError(
                    f"another file with the name, size and date of {upload.offer.name} waits to be added; "
                    "add or remove that one first, then send this one"
                )
            return upload
        if upload.offset != upload.offer.size_bytes:
            raise UploadOffsetError(upload.offset)
        if upload.crc32 != crc32:
            self.drop(upload)
            raise BadInputError(f"{upload.offer.name} has changed while it was sent; send it again")
        with self._one_look():
            upload = self.get(upload_id)  # it may have been looked into meanwhile
            return upload if upload.is_over or upload.seen else self._looked_into(upload, known)

    def read_as(self, upload_id: str, reader: str) -> Upload:
        """Read a transcript that waits in another way. UploadGoneError, UploadBusyError, StateWriteError.

        BadInputError: it cannot be read so, and stays as it was.
        """
        with self._one_look():
            upload = self._one_waiting(upload_id)
            path = self._data(upload)
            seen = self._look(path, upload.offer.name, reader)
            with self._keeping:
                upload = self._one_waiting(upload_id)  # it may have been kept or removed meanwhile
                with path.open("rb") as file:
                    digest = hashlib.file_digest(file, "sha256").hexdigest()
                upload = upload.model_copy(update={"seen": seen, "reader": reader, "sha256": digest})
                self._write(upload)
            return upload

    @contextmanager
    def _one_look(self) -> Iterator[None]:
        """One file at a time is looked into. UploadBusyError for the others."""
        if not self._looking.acquire(blocking=False):
            raise UploadBusyError("another file is being looked into")
        try:
            yield
        finally:
            self._looking.release()

    def keep(self, upload_id: str, inbox: Path) -> Upload:
        """Put what was looked into into the inbox. May be repeated. UploadGoneError, StateWriteError."""
        with self._keeping:
            upload = self.get(upload_id)
            return upload if upload.is_over else self._hand_over(self._one_waiting(upload_id), inbox)

    def drop_waiting(self, upload_id: str) -> None:
        """Remove what is not to be kept. UploadGoneError, StateWriteError."""
        with self._keeping:
            self.drop(self._one_waiting(upload_id))

    def _one_waiting(self, upload_id: str) -> Upload:
        upload = self.get(upload_id)
        is_waiting = upload.seen is not None and not upload.is_over
        if is_waiting and self._data(upload).exists():
            return upload
        if is_waiting:  # the machine went down while it was handed over or removed
            remove_durably(self._record(upload_id))
        raise UploadGoneError("this upload does not wait here; begin it anew")

    def drop(self, upload: Upload) -> None:
        """StateWriteError."""
        remove_durably(self._record(upload.id))
        remove_durably(self._data(upload))

    def _looked_into(self, upload: Upload, known: FindMeeting) -> Upload:
        path = self._data(upload)
        try:
            seen = self._look(path, upload.offer.name)
        except BadInputError:
            self.drop(upload)
            raise
        if (meeting_id := known(path)) is not None:
            upload = upload.model_copy(update={"known_as": meeting_id})
            self._write(upload)
            remove_durably(path)
            return upload
        upload = upload.model_copy(update={"seen": seen})
        self._write(upload)
        return upload

    def _hand_over(self, upload: Upload, inbox: Path) -> Upload:
        path = self._data(upload)
        if upload.offer.modified_at is not None:
            date_file(path, min(upload.offer.modified_at, self._now()))
        make_folder(inbox)
        target = _free(inbox, upload.offer.name)
        try:
            transfer(path, target)
        except (FileNotFoundError, PermissionError) as error:
            raise StateWriteError(
                f"cannot put it into {inbox}: {error.strerror}; make the inbox writable for the service"
            ) from None
        upload = upload.model_copy(update={"taken_as": target.name})
        self._write(upload)
        LOGGER.info("%s: uploaded, %s", target.name, human(upload.offer.size_bytes))
        return upload

    def _sweep(self) -> None:
        for path in list(self._folder.iterdir()):
            upload_id = path.name.partition(".")[0]
            upload = self._read(upload_id)
            if _ID.fullmatch(upload_id) and (upload is None or self._now() - upload.changed_at > KEPT):
                remove_durably(path)

    def _read(self, upload_id: str) -> Upload | None:
        try:
            return Upload.model_validate_json(self._record(upload_id).read_bytes())
        except (FileNotFoundError, ValidationError):
            return None

    def _write(self, upload: Upload) -> None:
        write_durably(self._record(upload.id), upload.model_dump_json())

    def _record(self, upload_id: str) -> Path:
        return self._folder / f"{upload_id}.json"

    def _data(self, upload: Upload) -> Path:
        # The sender's name is never a path; its suffix is one of a dozen that are known.
        return self._folder / f"{upload.id}.part{_suffix(upload.offer.name)}"


def _suffix(name: str) -> str:
    return Path(fit_name(name)).suffix.lower()


def _free(inbox: Path, name: str) -> Path:
    """A name that the watch folder takes, and that no other file has."""
    plain = fit_name(name)
    if is_ignored(plain):
        plain = f"meeting {plain.lstrip('.~$')}"
    stem, suffix = Path(plain).stem, Path(plain).suffix
    for number in itertools.count(1):
        path = inbox / (plain if number == 1 else f"{stem} ({number}){suffix}")
        if not os.path.lexists(path):
            return path
    raise AssertionError  # pragma: no cover - count() never ends
