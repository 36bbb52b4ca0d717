"""From a document of the store to the note that it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from daemon.base.errors import StateDamagedError
from pipelines.note import Note

_NO_PARTS: Mapping[str, Any] = {"transcript": {}, "tape": ()}


def note_of(document: Mapping[str, Any], parts: Mapping[str, Any] = _NO_PARTS) -> Note:
    """The note that a document and its parts (transcript, tape) make. StateDamagedError."""
    fields = {name: value for name, value in document.items() if name != "files"}
    try:
        return Note.model_validate({**fields, **parts})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        raise StateDamagedError(
            f"note {document['id']} is not in the form of a note ({where}: {first['msg']}); another release "
            "of Roomscribe wrote it: install that one, or delete the note"
        ) from error
