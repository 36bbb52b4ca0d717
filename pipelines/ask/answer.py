"""An answer as it is kept, and as page, API and tests see it."""

from __future__ import annotations

from datetime import date

from pipelines.model import Model
from pipelines.note import Engine


class Place(Model):
    """One line of a meeting that carries a sentence."""

    note_id: str
    meeting: str
    """Title of the note."""
    said_on: date
    segment_id: str
    line: int
    """Its place in the meeting, from 1: its address on the meeting's page."""
    start_s: float | None
    """Seconds from the start of the meeting; None where the transcript has no times."""
    speaker: str | None
    text: str


class Sentence(Model):
    """One sentence of an answer with the words that carry it."""

    text: str
    places: tuple[Place, ...]


class Dropped(Model):
    """A sentence that the model wrote and that did not stand."""

    text: str
    reason: str


class Answer(Model):
    """What can be said to a question. Without sentences the passages are the answer."""

    sentences: tuple[Sentence, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    computed: tuple[str, ...] = ()
    """What code worked out, in words: a sum, or what a list of conditions allows."""
    passages: tuple[tuple[Place, ...], ...] = ()
    """What was read for it, the most fitting first."""
    kept: tuple[str, ...] = ()
    """Requirements of the question that the answer keeps, in words."""
    broken: tuple[str, ...] = ()
    """Those that it does not keep."""
    remark: str | None = None
    """One line for the reader: why there are no sentences, or what else there is to know."""
    engine: Engine | None = None
    """The language model that wrote the sentences; None where none did."""

    @property
    def text(self) -> str:
        """In one piece, as the next turn of the conversation remembers it."""
        return " ".join([*self.computed, *(sentence.text for sentence in self.sentences)])

    @property
    def places(self) -> tuple[Place, ...]:
        """Every line that is in it, as a proof or as what was read."""
        cited = (place for sentence in self.sentences for place in sentence.places)
        return (*(place for passage in self.passages for place in passage), *cited)

    @property
    def note_ids(self) -> frozenset[str]:
        """The meetings whose words are in it."""
        return frozenset(place.note_id for place in self.places)
