"""The one reader of day phrases: which words say when, and what they mean before anybody asks on which day.

The words and the rules of a language are data, the `[days]` of its file; `pipelines.due` turns a `Day` into
days of the calendar. A phrase is prepositions, a day (the longest of all the ways to say one) with times of
day on either side, and further days behind "or", "to" and "no, sorry". Bounds on each of them keep the time
linear in the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from guardrails.language.days.atoms import atoms_of
from guardrails.language.days.grammar import Grammar, grammar_of
from guardrails.language.days.matcher import Day, Matcher, Reading
from guardrails.language.phrases import Span
from guardrails.language.tables import Language
from guardrails.language.tokens import Token

_MOST = 4
"""Prepositions, times of day or further days in one phrase."""
_REACH = 8
"""Words from the first one of a phrase to one that names a day."""
_FEW = 4
"""Spoken ordinals below this one count places in a list more often than days."""
_STRENGTH = ("", "at", "for", "by", "before", "open")
_JOINTS = frozenset("-_/$€£#.,")
_CUTS = frozenset("_/%")
_NO_SECOND = frozenset({"current", "none"})
"""No second day: "next week or the week after"."""
_NAMES = frozenset("weekday date holiday bank_holiday period month".split())
"""What may describe a noun: "the Friday call"."""
_NEEDS: Mapping[str, Sequence[str]] = {
    "": _STRENGTH, "link": ("by", "before", "at"), "by": ("by", "before"), "for": ("by", "before", "for"),
    "any": _STRENGTH[1:], "not_for": ("", "by", "before", "at"), "never": (),
}  # fmt: skip
"""The prepositions that make a deadline of a day: a year needs "by"."""


@dataclass(frozen=True, slots=True)
class DayPhrase:
    """A day with the words around it."""

    first: int
    """Number of its first token."""
    last: int
    """One past its last token."""
    link: str
    """How its preposition ties it to a task: "by", "before", "at", "for", "open" (nothing is due) or ""."""
    day: Day
    is_deadline: bool
    """Whether something may be due then: it does not repeat, begin something or only describe a noun."""


def day_spans(tokens: Sequence[Token], text: str, language: Language) -> Iterator[Span]:
    """Where words say when, as numbers of `tokens`, which are of `text`."""
    return ((found.first, found.last) for found in day_phrases(tokens, text, language))


def day_phrases(tokens: Sequence[Token], text: str, language: Language) -> list[DayPhrase]:
    """The day phrases from left to right, without overlaps; none of words that only look like one."""
    grammar = grammar_of(language)
    if grammar is None or not any(grammar.tells(token.text) for token in tokens):
        return []
    return list(_Reader(tokens, text, grammar).phrases())


def whole_phrase(tokens: Sequence[Token], text: str, language: Language) -> DayPhrase | None:
    """The reading that covers every word: nothing around it can mean something else."""
    grammar = grammar_of(language)
    return _Reader(tokens, text, grammar).whole(text) if grammar else None


def says_more(
    found: DayPhrase, among: Sequence[DayPhrase], tokens: Sequence[Token], language: Language
) -> bool:
    """Whether words around a phrase have a figure or a day's name that it does not account for. What stands
    before "tomorrow" is an hour, and of what is due "by Thursday" other days may be told; `among` are all
    phrases of the text."""
    grammar = grammar_of(language)
    firm = found.link in ("by", "before")
    told = {place for each in among if firm or each is found for place in range(each.first, each.last)}
    first = found.first if found.day.innermost.kind == "today" else 0
    around = (token for place, token in enumerate(tokens) if place >= first and place not in told)
    return grammar is not None and any(grammar.is_definite(token.text) for token in around)


@dataclass(frozen=True, slots=True)
class _Found:
    """A phrase by places of atoms: its first, its day's, and the one behind it."""

    start: int
    point: int
    end: int
    link: str
    day: Day


class _Reader:
    def __init__(self, tokens: Sequence[Token], text: str, grammar: Grammar) -> None:
        self._atoms, self._grammar = atoms_of(tokens, text, grammar), grammar
        self._rules = Matcher(self._atoms, grammar)
        self._at = self._rules.at

    def phrases(self) -> Iterator[DayPhrase]:
        place, behind, marked = 0, 0, [self._grammar.tells(atom.text) for atom in self._atoms]
        while place < len(self._atoms):
            # A phrase has whole tokens, also where it ends within one.
            is_cut = self._at(place).gap[-1:] in _JOINTS or self._at(place).token < behind
            found = None if is_cut or True not in marked[place : place + _REACH] else self._phrase(place)
            is_day = found is not None and self._is_day(found)
            if found and is_day:
                said = self._said(found, self._is_deadline(found))
                behind = said.last
                yield said
            # "I'll look at that Friday": it is no "that Friday", and still a Friday.
            is_read = is_day or (found is not None and found.day.innermost.kind != "earlier")
            place = found.end if found and is_read else place + 1

    def whole(self, text: str) -> DayPhrase | None:
        while self._atoms and not text[: self._atoms[0].start].strip():
            found = self._phrase(0)
            if found and found.end == len(self._atoms):
                return self._said(found, found.link != "open")
            if self._atoms.pop().text not in ".,!?;":
                break
        return None

    def _said(self, found: _Found, is_deadline: bool) -> DayPhrase:
        first, last = self._at(found.start).token, self._at(found.end - 1).token + 1
        return DayPhrase(first, last, found.link, found.day, is_deadline)

    def _phrase(self, start: int) -> _Found | None:
        """The longest phrase that begins at a place."""
        best: _Found | None = None
        link, place = "", start
        for _ in range(_MOST):
            reads = [self._dated(place), self._clock(place, link)]
            read = max((each for each in reads if each), key=lambda each: each[1], default=None)
            if read:
                found = self._joined(_Found(start, place, read[1], link, _limited(read[0], link)))
                best = found if best is None or found.end > best.end else best
            following = self._link(place)
            if following is None:
                break
            link, place = max(link, following[0], key=_STRENGTH.index), following[1]
        return best

    def _link(self, place: int) -> tuple[str, int] | None:
        found = ((end, str(kind)) for kind, end in self._grammar.look_up("link", self._atoms, place))
        end, kind = max(found, default=(0, ""))
        if not end or self._at(end).touches:  # "at" of "AT45"
            return None
        return kind, end + (self._at(end).text == ",")

    def _behind(self, name: str, place: int) -> int:
        """The place behind a phrase of a class; the same place where there is none."""
        return max((end for _, end in self._grammar.look_up(name, self._atoms, place)), default=place)

    def _dated(self, place: int) -> Reading | None:
        """One day, with its time of day on either side."""
        base, said = self._rules.longest(place), ""
        for _, end in self._rules.named("head", place):  # "3 pm on Friday"
            later = self._rules.longest(end)
            if later and (base is None or later[1] > base[1]):
                base, said = later, "timed"
        if base is None:
            return None
        end, late = self._tails(base[1])
        if late == "open":
            return Day("none"), end
        # "Before 5 pm tomorrow" still has tomorrow.
        return (replace(base[0], numbers={**base[0].numbers, "timed": 1}) if late or said else base[0]), end

    def _tails(self, place: int) -> tuple[int, str]:
        """The place behind "at 3 pm", "in the morning" and "at the latest"; "timed" where a time was said,
        "open" where nothing is due then."""
        said = ""
        for _ in range(_MOST):
            day, end = max(self._rules.named("tail", place), key=lambda read: read[1], default=(None, place))
            if day is None:
                break
            is_timed = day.base or not day.numbers.keys().isdisjoint({"timed", "n"})
            place, said = end, day.words.get("link") or ("timed" if is_timed else said)
        return place, said

    def _clock(self, place: int, link: str) -> Reading | None:
        """ "By 5 pm" is today's; nothing is due at other times of day."""
        end = max((end for _, end in self._rules.named("clock", place)), default=0)
        day = Day("today", {"today": 0}) if link in ("by", "before") else Day("none")
        return (day, self._tails(end)[0]) if end else None

    def _joined(self, found: _Found) -> _Found:
        """With the ranges, alternatives and corrections that follow."""
        between = self._at(found.point - 1).text in self._grammar.first_words("between")
        for _ in range(_MOST):
            comma = found.end + (self._at(found.end).text == ",")
            start, how = self._correction(comma), "instead"
            if start == comma:
                joins = self._grammar.look_up("both" if between else "join", self._atoms, comma)
                start, how = max(((end, str(kind)) for kind, end in joins), default=(comma, "to"))
            touches = self._at(start).touches and self._at(start).gap in ("-", "–")  # "Monday-Wednesday"
            if start == comma and not touches:
                break
            following = self._link(start)
            link, place = following or ("", start)
            second = self._dated(place)
            if second is None and how == "instead":  # "10 Uhr, nein, 12 Uhr" is the same day
                second = found.day, self._tails(start)[0]
            if second is None or second[1] == start or link == "open" or second[0].kind in _NO_SECOND:
                break
            found = _with(found, second, link, how)
        return found

    def _correction(self, place: int) -> int:
        """The place behind words that take a day back: "no, sorry,"."""
        for _ in range(_MOST):
            end = self._behind("correction", place)
            if end == place:
                break
            place = end + (self._at(end).text == ",")
        return place

    def _is_day(self, found: _Found) -> bool:
        """No verb ("we may march on"), no part of a file name, no place in a list ("the 4th item")."""
        behind, day, link = self._at(found.end), found.day.innermost, found.link
        cuts = _JOINTS if behind.text.isdecimal() else _CUTS
        if behind.touches and behind.text.isalnum() and (behind.gap in cuts or not behind.gap):
            return False
        if self._is_verb(found):
            return False
        if day.kind == "monthday" and "weekday" not in day.numbers:
            return link in _NEEDS[day.words.get("needs", "")] and self._rules.ends(found.end)
        if day.kind == "earlier":  # "I'll work on that Friday" is of a Friday, and of what was named before
            return link not in ("", "for") and (link != "at" or "weekday" not in day.numbers)
        return day.words.get("needs") not in ("never", "inside")

    def _is_verb(self, found: _Found) -> bool:
        """ "We may march on", "she sat down": names of days or months that are other words in lower case."""
        words = self._atoms[found.point : found.end]
        verbs = [atom for atom in words if atom.text in self._grammar.first_words("as_verb")]
        if not verbs:
            return False
        if found.day.innermost.kind == "weekday":
            return not found.link or not self._opening(found).isdisjoint(
                self._grammar.first_words("determiner")
            )
        is_date = verbs[-1] is not words[-1] and any(atom.text.isdecimal() for atom in words)
        return not found.link and not is_date and not all(atom.is_capital for atom in verbs)

    def _opening(self, found: _Found) -> set[str]:
        """The words with which its day begins, and before it."""
        before = self._at(found.point - 1).text if found.point == found.start else ""
        return {self._at(found.point).text, before}

    def _is_deadline(self, found: _Found) -> bool:
        day, before = found.day.innermost, self._at(found.start - 1).text
        needs = _NEEDS[day.words.get("needs", "")]
        if found.link not in needs or found.link == "open" or found.day.kind == "none":
            return False
        if before in self._grammar.first_words("no_day_before"):
            return False
        if day.kind in ("monthday", "quarter") and found.link in ("", "at") and "weekday" not in day.numbers:
            figure = any(atom.text.isdecimal() for atom in self._atoms[found.point : found.end])
            is_place = day.kind == "monthday" and not figure and day.numbers.get("nth", _FEW) < _FEW
            if found.day.kind == "between" or is_place:  # "on the second, I agree"
                return False
        if self._opening(found).isdisjoint(self._grammar.first_words("determiner")):
            return True
        behind = self._at(found.end).text  # "the Friday after the launch"
        beside = behind in self._grammar.first_words("side")
        return not beside and (day.kind not in _NAMES or self._rules.ends(found.end))


def _limited(day: Day, link: str) -> Day:
    return Day("before", base=day) if link == "before" else day


def _with(found: _Found, second: Reading, link: str, how: str) -> _Found:
    """The phrase with its second day: in its stead, or as the end of a range or the later of two."""
    day = _limited(second[0], link or found.link)
    if how == "instead":  # "nicht vor Freitag, sondern am Montag"
        link = link or found.link.replace("open", "")
        return replace(found, day=found.day if second[0] is found.day else day, link=link, end=second[1])
    link = found.link if how == "or" else found.link.replace("open", "at")  # "from Monday to Wednesday"
    return replace(found, day=Day("between", base=found.day, other=day), link=link, end=second[1])
