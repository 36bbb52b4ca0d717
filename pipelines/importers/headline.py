"""What stands around the words: title, day, people and length of a meeting, and lines that nobody said.

Weekly sync-20261116_100000-Meeting Transcript       November 16, 2026, 10:00AM       27m 42s
Attendees: Ann Lee, Bob Ray                          Ann Lee started transcription    (silence)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from pipelines.characters import tidy
from pipelines.dating import moment_in_name
from pipelines.importers.clock import TIME, seconds
from pipelines.importers.labels import is_capitalised, may_be_name
from pipelines.importers.titles import title_of
from pipelines.importers.utterance import is_words
from pipelines.names import person_name

_MONTHS: Final = (
    "jan jän", "feb fév fev", "mar mär maer", "apr avr", "may mai", "jun juin", "jul juil", "aug aoû aou",
    "sep", "oct okt", "nov", "dec dez déc",
)  # fmt: skip
_MONTH_OF: Final = {word: number for number, words in enumerate(_MONTHS, 1) for word in words.split()}
_MONTH: Final = rf"(?P<month>(?:{'|'.join(sorted(_MONTH_OF, key=len, reverse=True))})[a-zéûä]{{0,7}})\.?"
_DAY_FIRST: Final = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.|er)?\s+(?:of\s+)?{_MONTH},?\s+(?P<year>20\d\d)\b", re.I
)
_MONTH_FIRST: Final = re.compile(
    rf"\b{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>20\d\d)\b", re.I
)
_FIGURES: Final = re.compile(
    r"\b(?P<year>20\d\d)[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?=\D|$)|\b(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>20\d\d)\b"
)
_CLOCK: Final = re.compile(r"(?<![\d:])(\d{1,2})[:.](\d{2})(?::(\d{2}))?\s*([ap])?\.?m?\b", re.IGNORECASE)
_LENGTH: Final = re.compile(
    r"(?:(\d{1,2})\s?h(?:ours?|rs?)?\s*)?(?:(\d{1,3})\s?m(?:in(?:ute)?s?)?\s*)?(?:(\d{1,2})\s?s(?:ec(?:ond)?s?)?)?"
)
_THEN_LENGTH: Final = re.compile(rf"[\u2022|\u00b7]\s*({TIME})\s*$")
_LONGEST: Final = 200
"""Characters of a line that may be a heading."""

_PEOPLE: Final = re.compile(
    r"(?:attendees|(?:meeting )?participants?|invite(?:d|es)|present|speakers?|"
    r"teilnehm(?:er|ende)\w*|anwesend\w*|participant\(?e?\)?s|présents?)\s*(?:\(\d+\))?\s*(?::|$)\s*(.*)",
    re.IGNORECASE,
)
_FIELD: Final = re.compile(
    r"(?:meeting )?(?P<key>title|topic|subject|date(?: and time)?|time|duration|host|organi[sz]er|"
    r"location|id|start(?:ed| time)?|recorded(?: on)?|created(?: at)?|language|datum|titel|thema|titre|"
    r"source|link|url|(?:summary )?keywords|transcript|notes)\s*:\s*(?P<value>.*)",
    re.IGNORECASE,
)
_SECTION: Final = re.compile(
    r"\W{0,3}(?:(?:full|meeting|complete)?\s?transcript(?:ion)?|transkript)\s?:?|"
    r"transcript by roomscribe|.{1,190} [-–—] transcript(?:ion)?",
    re.IGNORECASE,
)
_ENDED: Final = re.compile(rf"(?:transcription|meeting|recording) ended after\s+({TIME})\.?", re.IGNORECASE)
_STARTED: Final = re.compile(r"([^:.,!?]{1,80}) (?:started|stopped) (?:transcription|transcribing|recording)")
_NOBODY: Final = re.compile(
    r"(?:transcription|recording) (?:started|stopped|ended)(?: (?:at )?[\d:]+(?: ?[ap]m)?)?|"
    r"this (?:editable )?transcript (?:was|has been) (?:computer.generated|generated|exported) .{0,160}|"
    r"(?:generated|created|recorded|exported|transcribed) (?:by|with|from) (?:https?://)?(?:www\.|app\.)?"
    r"(?:otter|fireflies|tl;?dv|granola|read\.?ai|descript|rev\.com|zoom|webex)\b\S{0,80}\.?|"
    r"you should review gemini.s notes .{0,160}|please provide feedback about using gemini .{0,120}",
    re.IGNORECASE,
)
_SOUND: Final = re.compile(
    r"[(\[*\u266a\u266b\s]*(?:silence|silent|no (?:speech|audio|sound)|blank_audio|(?:background )?noise|"
    r"music|musik|musique|stille|applause|applaus|beifall|pause|\u266a|\u266b)[\u266a\u266b\s]*[)\]*\u266a\u266b]",
    re.IGNORECASE,
)
"""Programs write that nobody spoke. What people do, "[laughs]", stays: it is part of what was heard."""
_BULLET: Final = re.compile(r"^\s*(?:[-*\u2022]|\d{1,2}[.)])\s+")


@dataclass
class Headline:
    """What the lines before the first words say of the meeting."""

    title: str | None = None
    held_at: datetime | None = None
    """Without a zone, since it names none; at midnight where it names no time."""
    length_s: float | None = None
    people: tuple[str, ...] = ()
    said: list[str] = field(default_factory=list)
    """Lines that are none of it: somebody's words."""


def is_section(text: str) -> bool:
    """Whether the line says that the transcript begins below it."""
    return len(text) <= _LONGEST and _SECTION.fullmatch(text) is not None


def ended_after(text: str) -> float | None:
    match = _ENDED.fullmatch(text)
    return seconds(match[1]) if match else None


def is_nobodys(text: str) -> bool:
    """Whether a line was written by the program that kept the transcript."""
    text = text.strip("*_ ")
    if len(text) > 260 or not text:
        return False
    if match := _STARTED.fullmatch(text):
        return may_be_name(match[1]) and is_capitalised(match[1])
    return _NOBODY.fullmatch(text) is not None or _ENDED.fullmatch(text) is not None


def is_sound(text: str) -> bool:
    """Whether the text says that nobody spoke: "[BLANK_AUDIO]", "(silence)"."""
    return len(text) <= 40 and _SOUND.fullmatch(text) is not None


def read_headline(lines: Sequence[str], headings: Iterable[str] = ()) -> Headline:
    """`lines` before the first words, tidied; `headings` are those that were marked as such."""
    found = Headline()
    titles: list[str] = []
    in_list = False
    for line in lines:
        text = _BULLET.sub("", line).strip()
        if not text or is_nobodys(text):
            in_list = in_list and not found.people
        elif match := _PEOPLE.fullmatch(text):
            names = _names(match[1])
            found.people += names
            in_list = not names
        elif in_list and (names := _names(text)):
            found.people += names
        elif match := _FIELD.fullmatch(text):
            _field(found, titles, match["key"].lower(), match["value"])
        elif is_section(text):
            titles.append(text)
        elif not _is_about(found, text):
            is_heading = line in headings or (
                not text.endswith((".", "?", "!", "\u2026")) and len(text) <= 100
            )
            (titles if is_heading else found.said).append(text)
    marked = [title for title in titles if title in set(headings)]
    named = next(filter(None, map(moment_in_name, titles)), None)
    if named is not None and named.tzinfo is None:  # Teams writes its own line of the day in UTC
        found.held_at = named
    found.title = next(filter(None, map(title_of, marked or titles)), None)
    return found


def _field(found: Headline, titles: list[str], key: str, value: str) -> None:
    if key in ("title", "topic", "subject", "titel", "thema", "titre"):
        titles.insert(0, value)
    else:
        _is_about(found, value)


def _is_about(found: Headline, text: str) -> bool:
    """Take a day and a length from the line; whether it says nothing else."""
    match = _LENGTH.fullmatch(text)
    if match and any(match.groups()):
        hours, minutes, whole = (int(part or 0) for part in match.groups())
        found.length_s = float(hours * 3600 + minutes * 60 + whole)
        return True
    moment, rest = day_in(text)
    if moment is None:
        return False
    found.held_at = found.held_at or moment
    if match := _THEN_LENGTH.search(rest):
        found.length_s = seconds(match[1])
    return sum(map(str.isalpha, rest)) <= 25 and len(text) <= 80


def day_in(text: str) -> tuple[datetime | None, str]:
    """A day that is written in the text, with its time of day, and what is left of the text."""
    for pattern in (_DAY_FIRST, _MONTH_FIRST, _FIGURES):
        for match in pattern.finditer(text[:400]):
            parts = match.groupdict()
            month = parts["month"] or parts.get("m") or ""
            number = (
                int(month)
                if month.isdecimal()
                else next((_MONTH_OF[month[:n].lower()] for n in (4, 3) if month[:n].lower() in _MONTH_OF), 0)
            )
            rest = text[: match.start()] + " " + text[match.end() :]
            try:
                day = datetime(int(parts["year"] or parts["y"]), number, int(parts["day"] or parts["d"]))  # noqa: DTZ001 - by the place
            except ValueError:
                continue
            return _with_time(day, rest), rest
    return None, text


def _with_time(day: datetime, text: str) -> datetime:
    if (match := _CLOCK.search(text)) is None:
        return day
    hour, half = int(match[1]), (match[4] or "").lower()
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    return day.replace(hour=hour, minute=int(match[2])) if hour < 24 and int(match[2]) < 60 else day


def _names(text: str) -> tuple[str, ...]:
    parts = re.split(r"\s*[;\u2022]\s*|\s*,\s*|\s+(?:and|und|et)\s+", tidy(text))
    names = tuple(person_name(part) for part in parts if is_words(part))
    return names if names and all(may_be_name(name) and name[0].isupper() for name in names) else ()
