"""The notes on disk: one writer, any number of readers, nothing lost to a crash."""

from __future__ import annotations

from daemon.notes.store.listed import NoteHead
from daemon.notes.store.notes import NoteStore

__all__ = ["NoteHead", "NoteStore"]
