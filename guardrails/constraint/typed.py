"""What people type about how a text should be, as requirements.

"At most five bullets, each under twelve words, in German, no commas": every part that code can verify
becomes a requirement. What is left ("friendly tone") is for the model, and is named, so that nobody believes
it checked. A requirement that nobody asked for does more harm than one that is missed: what is denied,
conditional, reported, quoted or asked about is no order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from guardrails.constraint.german import in_english
from guardrails.constraint.requirements import (
    SIGNS,
    Case,
    Count,
    Edge,
    Excludes,
    Includes,
    Json,
    Language,
    NoDuplicates,
    NoSign,
    Requirement,
)
from guardrails.detecting import NAMES

LONGEST = 2_000
"""Characters that are read; what people type into one field is far shorter."""
ABOUT = 0.2
"""How far "about 100 words" may be off: a fifth, as people round."""
_SMALL = (
    "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty".split()
)
_VALUES = (*range(1, 13), 15, 20, 30, 40, 50)
_NUMBERS = dict(zip(_SMALL, _VALUES, strict=True)) | {
    "zero": 0,
    "a": 1,
    "an": 1,
    "a single": 1,
    "a dozen": 12,
}
_NUMBER = rf"(?:\d{{1,5}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_KINDS = {
    "word": "word", "sentence": "sentence", "paragraph": "paragraph", "line": "line",
    "bullet": "bullet", "bullet point": "bullet", "item": "item", "action item": "item", "entry": "item",
    "entrie": "item", "character": "character", "numbered item": "numbered item",
}  # fmt: skip
_UNIT = rf"(?:{'|'.join(sorted(_KINDS, key=len, reverse=True))})s?"
_RELATIONS = {
    "least": r"at least|min(?:imum)?(?: of)?|no(?:t)? (?:less|fewer) than",
    "most": r"at (?:the )?most|no(?:t|ne|thing)? (?:more|longer) than|max(?:imum)?\.?(?: of)?|up to|within"
    r"|limit(?: it to|:)|cap it at|(?:do not|don't|never) (?:exceed|use more than)|(?:should|must) not"
    r" (?:exceed|have more than)|never more than",
    "below": r"under|below|(?:less|fewer|shorter) than",
    "above": r"(?:more|longer) than|over|above",
    "about": r"about|around|roughly|approximately|circa",
    "exact": r"exactly|precisely|just|only|in",
}
_COUNT = re.compile(
    rf"(?P<each>\b(?:each|every|all|per)(?: (?P<of>{_UNIT}))?\b[^.;,\d]{{0,20}}?\s"
    rf"|\b(?:(?P<no>no)\s)?(?P<own>{_UNIT}) (?:of |with |have )?(?=at|no|max|un|be|sh|lo|ov|mo))?"
    r"(?:"
    + "|".join(rf"(?P<{name}>(?<!\w)(?:{words}))" for name, words in _RELATIONS.items())
    + rf")?\s?(?:between )?(?<![\w.-])(?P<number>{_NUMBER})(?:\s?(?:-"
    rf"|–|to|and|or)\s?(?:at most )?(?P<upper>{_NUMBER}))?[\s-](?:short |brief |full"
    rf" )?(?P<unit>{_UNIT})\b(?P<after>,? or (?:fewer|less|more)\b| (?:max(?:imum)?|at most"
    rf"|tops)\b)?(?P<late> (?:in |for )?(?:(?:per|each|every|a|an) (?P<per>{_UNIT})|each(?! (?:of|with"
    rf"|under|at|no))|apiece)\b)?"
)
_QUOTE = r"[\"“][^\"”\n]{1,120}[\"”]"
_LIST = (
    rf"(?P<list>{_QUOTE}(?:(?:,|,? and|,? or) {_QUOTE}){{0,9}}|(?!like |that |of |a"
    rf" child)(?:(?!\bat (?:least|most)\b)[\w' -]){{2,40}}?)(?=[,.;\n]|$)"
)
_NOT = r"(?:no|without(?: any)?|avoid(?: all| any)?|(?:do not|don't|never) use(?: any)?)"
_NEVER = r"(?:do not|don't|never|avoid|without)(?: use| using| mention| say)?(?: the)?"
_WITH = r"(?:use|include|contain|with|mention)"
_SIGN_NAMES = {
    "parenthese": "bracket", "number": "digit", "exclamation point": "exclamation mark", "header": "heading",
    "markdown": "Markdown sign", **{name: name for name in SIGNS},
}  # fmt: skip
_LANGUAGES = {name.casefold(): code for code, name in NAMES.items()}
_Make = Callable[[re.Match[str]], Requirement | None]


def _phrases(found: re.Match[str]) -> tuple[str, ...]:
    quoted = re.findall(r"[\"“]([^\"”]+)[\"”]", found["list"])
    return tuple(quoted or re.split(r",\s*(?:and |or )?|\s+(?:and|or)\s+", found["list"].strip()))


_PATTERNS: tuple[tuple[re.Pattern[str], _Make], ...] = tuple(
    (re.compile(rf"(?<!\w)(?:{pattern})", re.IGNORECASE), make)
    for pattern, make in (
        (
            rf"(?:start|begin) with (?:(?:the )?(?:word|phrase) )?(?P<list>{_QUOTE})",
            lambda found: Edge(_phrases(found)[0]),
        ),
        (
            rf"(?:end|finish|close) with (?:the (?:word|phrase) )?(?P<list>{_QUOTE})",
            lambda found: Edge(_phrases(found)[0], True),
        ),
        (
            rf"(?:{_NEVER} (?:words?|phrases?)|(?:do not|don't|never) (?:mention|say)(?: the)?) {_LIST}",
            lambda found: Excludes(_phrases(found)),
        ),
        (
            rf"(?:{_WITH} (?:the )?(?:words?|phrases?)|mention(?: the)?) {_LIST}",
            lambda found: Includes(_phrases(found)),
        ),
        (
            rf"{_NOT} (?P<sign>{'|'.join(sorted(_SIGN_NAMES, key=len, reverse=True))})e?s?\b",
            lambda found: NoSign(_SIGN_NAMES.get(found["sign"].lower(), found["sign"].lower())),
        ),
        (r"(?:in |as )?plain text(?: only)?", lambda found: NoSign("Markdown sign")),
        (
            r"(?:all |in |only )*(?:lower[- ]?case|small letters)|no capital(?: letter)?s",
            lambda found: Case("lower"),
        ),
        (
            r"(?:all |in |only )*(?:upper[- ]?case|all[- ]caps|capitals|capital letters)",
            lambda found: Case("upper"),
        ),
        (r"(?:as |in )(?:valid )?json\b", lambda found: Json()),
        (r"(?:no|without) (?:duplicates?|repetitions?)|nothing twice", lambda found: NoDuplicates()),
        (rf"{_NOT} (?:bullet points|bullets|lists?)\b(?! of)", lambda found: Count("bullet", 0, 0)),
        (
            r"(?:as|in|using|use)(?: a)? (?:bullet(?:ed)? (?:points|list)|bullets)\b",
            lambda found: Count("bullet", 1),
        ),
        (r"(?:as |in )?a numbered list", lambda found: Count("numbered item", 1)),
        (
            rf"(?:(?:write|answer) )?(?:it )?in (?P<language>{'|'.join(_LANGUAGES)})\b(?: only)?",
            lambda found: Language(_LANGUAGES[found["language"].lower()]),
        ),
    )
)
_NO_NAMES = re.compile(
    r"(?:no|without(?: any)?|(?:do not|don't|never) (?:use|mention)(?: any)?) (?:names|people)\b",
    re.IGNORECASE,
)
_PART = re.compile(r"[,;:\n]|[.!?](?=\s|$)|\s(?:and|but|then)\s")
_SENTENCE = re.compile(r"[.!?](?=\s|$)|\n")
_DENIED = re.compile(r"(?:\b(?:not|never|without|avoid|instead of|rather than)|n't)\b", re.IGNORECASE)
_REPORTED = re.compile(
    r"\b(?:if|when|unless|where|because|who|(?:open|start|begin|end|finish|close)\w* with"
    r"|\w+ (?:(?:had|has|have|was|were) )?(?:asked|agreed|decided|said|promised|wanted|discussed|offered"
    r"|suggested|has|had|scored))\b(?! to me)|\b(?:the|these|those|last|first)\s*$",
    re.IGNORECASE,
)
_PARTIAL = re.compile(r"\b(?:names?|titles?|parts?|quotes?|owners?|dates?|numbers?)\b", re.IGNORECASE)
_QUESTION = re.compile(
    r"\W*(?:who|what|which|when|where|why|how|did|do|does|was|were|is|are|has|have|had)\b", re.IGNORECASE
)
_IDLE = frozenset(
    """a an the and or but please write make give me us it is are be should must shall can could would i we
    you want need like with in of to for as at by on that this these those text note notes summary
    summarise summarize answer response reply output everything all keep use using have has contain
    include each every per so then also just only whole long length total put your my our list""".split()
)


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed, divided."""

    requirements: tuple[Requirement, ...]
    unchecked: tuple[str, ...]
    """Parts that only the model can follow; none of them is verified."""


def requirements_in(text: str, people: Collection[str] = ()) -> Typed:
    """The requirements in `text`, in the order typed. `people`: whom "no names" means. Never raises."""
    whole = left = in_english(text[:LONGEST]).replace("’", "'")
    found: list[tuple[int, Requirement]] = []
    for start, end, requirement in (*_forms(whole, people), *_counts(whole)):
        if left[start:end] == whole[start:end] and _is_order(requirement, whole, start, end):
            found.append((start, requirement))
            left = left[:start] + ";" * (end - start) + left[end:]
    found.sort(key=lambda one: one[0])
    return Typed(tuple(dict.fromkeys(one for _, one in found)), tuple(_left(left)))


def _forms(text: str, people: Collection[str]) -> Iterator[tuple[int, int, Requirement]]:
    for match in _NO_NAMES.finditer(text) if people else ():
        yield *match.span(), Excludes(tuple(people))
    for pattern, make in _PATTERNS:
        for match in pattern.finditer(text):
            if requirement := make(match):
                yield *match.span(), requirement


def _counts(text: str) -> Iterator[tuple[int, int, Count]]:
    previous, before = None, 0
    for match in _COUNT.finditer(text.lower()):
        kind = _kind(match["unit"])
        each = None
        if match["late"] or match["each"]:
            unit = match["per"] or match["of"] or match["own"]
            each = _kind(unit) if unit else previous or "item"
        elif (match["most"] or "").startswith("none") or text[before : match.start()].strip(" ,") in (
            "of",
            "with",
        ):
            each = previous or "item"  # "two paragraphs of at most 50 words"
        if each == kind or (match["number"] in ("a", "an") and not any(match[name] for name in _RELATIONS)):
            continue
        low, high = _bounds(match)
        if match["no"] and high is None:  # "no bullet over 12 words"
            low, high = 0, low - 1
        yield match.start(), match.end(), Count(kind, low, high, each)
        previous, before = each or kind, match.end()


def _kind(unit: str) -> str:
    return _KINDS[unit if unit in _KINDS else unit.removesuffix("s")]


def _bounds(match: re.Match[str]) -> tuple[int, int | None]:
    low, after = _value(match["number"]), match["after"] or ""
    if match["upper"]:
        return low, _value(match["upper"])
    if match["least"] or after.endswith("more"):
        return low, None
    if match["above"]:
        return low + 1, None
    if match["most"] or after:
        return 0, low
    if match["below"]:
        return 0, low - 1
    if match["about"] or (match["unit"] == "word" and low > 1):  # "a 100-word summary"
        return round(low * (1 - ABOUT)), round(low * (1 + ABOUT))
    return low, low


def _value(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word]


def _is_order(requirement: Requirement, text: str, start: int, end: int) -> bool:
    """Whether the words from `start` to `end` of `text` ask for `requirement`, of the whole text."""
    sentence = max((found.end() for found in _SENTENCE.finditer(text, 0, start)), default=0)
    before = text[max((found.end() for found in _PART.finditer(text, 0, start)), default=0) : start]
    stop = _SENTENCE.search(text, end)
    is_asked = text[stop.start() : stop.end()] == "?" if stop else False
    forbids = isinstance(requirement, Excludes | NoSign | NoDuplicates) or "at most 0" in str(requirement)
    preposed = isinstance(requirement, Count) and re.match(r"\s*in\b", text[start:end]) is not None
    return not (
        text.count('"', 0, start) % 2
        or (
            _REPORTED.search(before)
            and not (preposed and re.match(r"\W*(?:explain|tell|say|summari[sz]e)", before, re.I))
        )
        or (isinstance(requirement, Case | Language) and _PARTIAL.search(before))
        or (not forbids and _DENIED.search(before))
        or (before.strip() and not preposed and is_asked and _QUESTION.match(text, sentence))
        or re.match(r" (?:for|per|about|than|allocated)\b|[^.;\n]{0,20}\bwhen\b", text[end:])
    )


def _left(text: str) -> Iterator[str]:
    """The parts that nothing has taken, without those of idle words alone."""
    for part in re.finditer(r"[^,;:.!?\n]+", text):
        words = list(re.finditer(r"[\w'-]+", part.group()))
        telling = [word for word in words if word.group().lower() not in _IDLE]
        if telling:
            yield part.group()[telling[0].start() : telling[-1].end()]
