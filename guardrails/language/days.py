"""The one finder of day phrases: the words that say when. `pipelines.due` turns them into days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from guardrails.language.phrases import Span, line_of
from guardrails.language.tables import Language
from guardrails.language.tokens import Token


def day_spans(tokens: Sequence[Token], language: Language) -> Iterator[Span]:
    """Where day phrases are, as numbers of `tokens`; a month or weekday alone counts only where it is no
    other word."""
    line = line_of(_class(token, language) for token in tokens)
    yield from language.phrases("day_phrase").find(line)


def _class(token: Token, language: Language) -> str:
    """Figures as their kind, so that patterns can name them: a day's number, a year, a time, a date."""
    text = token.text
    if not token.is_number:
        return text
    digits = text.replace(":", "").replace(".", "").replace("-", "").replace(",", "")
    if not digits.isdigit():
        # "3rd", "10am": the number and what is written to it.
        number = "".join(letter for letter in text if letter.isdigit())
        return f"#{text[len(number) :]}"
    if ":" in text:
        return "#time"
    if text.count("-") == 2 or text.count(".") == 2:
        return "#date"
    value = int(digits) if text.isdigit() else 0
    return "#day" if 1 <= value <= 31 else "#year" if 1900 <= value <= 2199 else "#number"
