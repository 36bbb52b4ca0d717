"""Text, days and times that people send, by a form, the API or an order: one type for each kind.

Whoever has the members' PIN can send anything, and what is sent is shown to everybody: on the page, in a
terminal, in files for other programs. So control characters go, a line is one line, and every length has a
bound, before anything is kept. `tests/web/test_text.py` holds the forms to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    AwareDatetime,
    Field,
    FiniteFloat,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidatorFunctionWrapHandler,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_before_validator_function, no_info_wrap_validator_function

from pipelines.characters import NOTHING_SEEN, printable, tidy, tidy_lines, visible

LONGEST_NAME, LONGEST_TITLE, LONGEST_PHRASE, LONGEST_TAG = 80, 200, 200, 40
LONGEST_WORDS = 1_000
"""Characters of an item or a question: three minutes of speech."""
LONGEST_LINE = 4_000
"""Characters of a line of a transcript, typed or imported: people read, correct and cite lines."""


class _Cleaned:
    """Measured as it was sent, so that its length is what the API describes, and once more when it is clean:
    what nobody sees alone is nothing."""

    def __init__(self, clean: Callable[[str], str], pattern: str | None = None) -> None:
        """`pattern`: what a text has in it that is something when it is clean."""
        self._clean = clean
        self._pattern = pattern

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        def clean(given: Any, measured: ValidatorFunctionWrapHandler) -> Any:
            if isinstance(given, str):  # half surrogate pairs are an error to pydantic, and nothing to us
                given = measured(given.encode("utf-8", "ignore").decode())
            return measured(self._clean(given) if isinstance(given, str) else given)

        return no_info_wrap_validator_function(clean, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        described = handler(schema)
        if self._pattern and described.get("minLength"):
            described["pattern"] = self._pattern
        return described


def tag_of(text: str) -> str:
    """`text` as a tag is kept; ValueError for more than one."""
    if "," in text:
        raise ValueError("a tag has no comma in it")
    return tidy(text).lstrip("# ")


def _clean_already(text: str) -> str:
    if visible(text) != text:
        raise ValueError("holds characters that no name here has")
    return text


_LINE = _Cleaned(tidy, f"[^{NOTHING_SEEN}]")
_TAG = _Cleaned(tag_of, f"^[^,]*[^,#{NOTHING_SEEN}][^,]*$")

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), _LINE]
"""Of a person, a voice, a calendar."""
WantedName = Annotated[str, Field(max_length=LONGEST_NAME), _LINE]
"""A name that is looked for; empty where none is."""
Title = Annotated[str, Field(min_length=1, max_length=LONGEST_TITLE), _LINE]
Tag = Annotated[str, Field(min_length=1, max_length=LONGEST_TAG), _TAG]
"""A word or a few that meetings are found by; typed with or without "#", several with commas between."""
Phrase = Annotated[str, Field(min_length=1, max_length=LONGEST_PHRASE), _LINE]
"""A few words: a due phrase, a search."""
Words = Annotated[str, Field(min_length=1, max_length=LONGEST_WORDS), _LINE]
"""An item, a question."""
Utterance = Annotated[str, Field(min_length=1, max_length=LONGEST_LINE), _LINE]
"""A line of a transcript."""
Paragraphs = Annotated[str, Field(max_length=4_000), _Cleaned(tidy_lines)]
"""A summary; may be empty."""
FileName = Annotated[str, Field(max_length=255), _Cleaned(printable)]
"""With a sign in the place of what cannot be shown: names that differ stay different."""
Known = Annotated[
    str,
    Field(
        min_length=1,
        max_length=1_000,
        json_schema_extra={"pattern": f"^[^{NOTHING_SEEN}]+( [^{NOTHING_SEEN}]+)*$"},
    ),
    AfterValidator(_clean_already),
]
"""The id or name of something that is there. Never cleaned: it would then mean something else."""


_FIRST_YEAR, _LAST_YEAR = 1970, 2199
"""A day outside is a slip of the hand. At the ends of what `date` can hold there is no day after."""

FileForm = Literal["docx", "md", "html", "json", "txt", "vtt", "srt", "csv", "ics"]
"""Suffixes of the files in which a note is taken away (`pipelines.render.forms`)."""

Moment = TypeVar("Moment", bound=date)


def _in_our_time(moment: Moment) -> Moment:
    if not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
        raise ValueError(f"must lie between {_FIRST_YEAR} and {_LAST_YEAR}")
    return moment


class _Written:
    """A day or an instant in one form: pydantic takes "0" and 2.9e-279 for seconds since 1970."""

    def __init__(self, pattern: str, example: str) -> None:
        self._pattern = pattern
        self._example = example

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_before_validator_function(self._written, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return handler(schema) | {"pattern": self._pattern}

    def _written(self, given: Any) -> Any:
        text = "" if isinstance(given, (int, float, bytes)) else given
        # Of a year that is out of range people are told by `_in_our_time`.
        if isinstance(text, str) and not re.search(self._pattern.replace(_YEAR, "[0-9]{4}"), text):
            raise ValueError(f"must be written as {self._example}")
        return given


_YEAR = "(19[7-9][0-9]|2[01][0-9]{2})"
_DAY = rf"{_YEAR}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
_TIME = r"([01][0-9]|2[0-3]):[0-5][0-9]"

Day = Annotated[date, AfterValidator(_in_our_time), _Written(f"^{_DAY}$", "2026-11-20")]
Instant = Annotated[AwareDatetime, AfterValidator(_in_our_time)]
SentInstant = Annotated[
    Instant, _Written(rf"^{_DAY}T{_TIME}:[0-5][0-9](\.[0-9]+)?(Z|[+-]{_TIME})$", "2026-11-20T09:30:00Z")
]
"""By a program that goes by the description of the API."""

LATEST_S = 10_000 * 3600.0
"""As many hours as text can write (pipelines.importers.clock). With far longer times arithmetic ends in
infinity."""


def is_time(seconds: float | None) -> bool:
    """Whether it is one that a meeting may have."""
    return seconds is not None and 0 <= seconds <= LATEST_S


Seconds = Annotated[FiniteFloat, Field(ge=0, le=LATEST_S)]
"""From the start of a meeting."""
