"""Full-text search over transcripts, notes and edits, by an index that can always be made anew."""

from daemon.notes.search.finding import Found, Hit, Passage, Search
from daemon.notes.search.index import NoteIndex, forget_note

__all__ = ["Found", "Hit", "NoteIndex", "Passage", "Search", "forget_note"]
