"""Uploads, from the page and from the API, within the limits of the current settings."""

from __future__ import annotations

from pathlib import Path

from daemon.base.errors import NoAnswerError, NotFoundError
from daemon.hub.arriving import sha256_of
from daemon.inbox.upload import Offer, Upload, waiting
from daemon.inbox.uploads import Arrivals
from web.site import Site

MB = 1_000_000


class Reception:
    """Takes files in piece by piece (daemon.inbox.uploads). Raises what `Arrivals` raises."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._arrivals = Arrivals(site.state_dir, site.now)

    def begin(self, offer: Offer) -> Upload:
        """Also raises NoAnswerError."""
        self._site.require_hub()
        config = self._site.config()
        return self._arrivals.begin(offer, config.inbox.upload_mb * MB, config.recorder.reserve_mb * MB)

    def get(self, upload_id: str) -> Upload:
        return self._discreet(self._arrivals.get(upload_id))

    def append(self, upload_id: str, offset: int, piece: bytes) -> Upload:
        return self._arrivals.append(upload_id, offset, piece)

    def finish(self, upload_id: str, crc32: int) -> Upload:
        return self._discreet(self._arrivals.finish(upload_id, crc32, self._inbox(), self._meeting_of))

    def check(self, upload_id: str, crc32: int) -> Upload:
        return self._discreet(self._arrivals.check(upload_id, crc32, self._meeting_of))

    def waiting(self) -> list[Upload]:
        return waiting(self._site.state_dir)

    def read_as(self, upload_id: str, reader: str) -> Upload:
        return self._arrivals.read_as(upload_id, reader)

    def keep(self, upload_id: str) -> Upload:
        """Also raises NoAnswerError."""
        self._site.require_hub()
        return self._arrivals.keep(upload_id, self._inbox())

    def drop(self, upload_id: str) -> None:
        self._arrivals.drop_waiting(upload_id)

    def title_of(self, meeting_id: str) -> str | None:
        """Title of the meeting that a file became; None where there is no note yet, or it is private."""
        with self._site.open_reader() as reader:
            return next((head.title for head in reader.heads() if head.id == meeting_id), None)

    def _inbox(self) -> Path:
        folder = self._site.config().inbox.folder
        return Path(folder) if folder else self._site.state_dir / "inbox"

    def _meeting_of(self, path: Path) -> str | None:
        """The meeting that this file became before. Takes a minute for the largest file; the sender waits."""
        sha256 = sha256_of(path, lambda: None)
        try:
            found = self._site.order("files find", sha256=sha256).details["id"]
        except NoAnswerError:
            return None  # the hub is busy; it checks again when it takes the file in
        # A private meeting's file is treated as new; the hub recognises and drops it.
        return str(found) if found and not self._is_hidden(found) else None

    def _discreet(self, upload: Upload) -> Upload:
        """The same, reported as a new file if its meeting is private now."""
        if upload.known_as is None or not self._is_hidden(upload.known_as):
            return upload
        return upload.model_copy(update={"known_as": None, "taken_as": upload.offer.name})

    def _is_hidden(self, meeting_id: str) -> bool:
        """Whether it is private, and the visitor has not opened it."""
        with self._site.open_reader() as reader:
            if meeting_id not in reader.private():
                return False
            try:
                reader.get(meeting_id)
            except NotFoundError:
                return True
            return False
