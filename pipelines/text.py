"""Text, days and times that people send, by a form, the API or an order: one type for each kind.

Whoever has the members' PIN can send anything, and what is sent is shown to everybody: on the page, in a
terminal, in files for other programs. So control characters go, a line is one line, and every length has a
bound, before anything is kept. `tests/web/test_text.py` holds the forms to it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Annotated, TypeVar

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field, FiniteFloat

from pipelines.characters import printable, tidy, tidy_lines, visible

LONGEST_NAME, LONGEST_PHRASE, LONGEST_TAG = 80, 200, 40
LONGEST_WORDS = 1_000
"""Characters of an item or a question: three minutes of speech."""


def _by(clean: Callable[[str], str]) -> BeforeValidator:
    """Cleaned before it is measured: what nobody sees does not count, and alone is nothing."""
    return BeforeValidator(lambda given: clean(given) if isinstance(given, str) else given)


def tag_of(text: str) -> str:
    """`text` as a tag is kept; ValueError for more than one."""
    if "," in text:
        raise ValueError("a tag has no comma in it")
    return tidy(text).lstrip("#").strip()


def _clean_already(text: str) -> str:
    if visible(text) != text:
        raise ValueError("holds characters that no name here has")
    return text


_LINE = _by(tidy)

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), _LINE]
"""Of a person, a voice, a calendar."""
WantedName = Annotated[str, Field(max_length=LONGEST_NAME), _LINE]
"""A name that is looked for; empty where none is."""
Title = Annotated[str, Field(min_length=1, max_length=200), _LINE]
Tag = Annotated[str, Field(min_length=1, max_length=LONGEST_TAG), _by(tag_of)]
"""A word or a few that meetings are found by; typed with or without "#", several with commas between."""
Phrase = Annotated[str, Field(min_length=1, max_length=LONGEST_PHRASE), _LINE]
"""A few words: a due phrase, a search."""
Words = Annotated[str, Field(min_length=1, max_length=LONGEST_WORDS), _LINE]
"""An item, a question."""
Utterance = Annotated[str, Field(min_length=1, max_length=4_000), _LINE]
"""A line of a transcript."""
Paragraphs = Annotated[str, Field(max_length=4_000), _by(tidy_lines)]
"""A summary; may be empty."""
FileName = Annotated[str, Field(max_length=255), _by(printable)]
"""With a sign in the place of what cannot be shown: names that differ stay different."""
Known = Annotated[str, Field(min_length=1, max_length=1_000), AfterValidator(_clean_already)]
"""The id or name of something that is there. Never cleaned: it would then mean something else."""


_FIRST_YEAR, _LAST_YEAR = 1970, 2199
"""A day outside is a slip of the hand. At the ends of what `date` can hold there is no day after."""

Moment = TypeVar("Moment", bound=date)


def _in_our_time(moment: Moment) -> Moment:
    if not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
        raise ValueError(f"must lie between {_FIRST_YEAR} and {_LAST_YEAR}")
    return moment


Day = Annotated[date, AfterValidator(_in_our_time)]
Instant = Annotated[AwareDatetime, AfterValidator(_in_our_time)]

Seconds = Annotated[FiniteFloat, Field(ge=0, le=10_000 * 3600)]
"""From the start of a meeting: as many hours as text can write (pipelines.importers.clock). With far longer
times arithmetic ends in infinity."""
