"""Words and signs that people ask for or forbid: "no commas", "don't mention the price"."""

from __future__ import annotations

import re
from collections.abc import Callable

from guardrails.requirements.content import Excludes, Includes, NoSign, Topic
from guardrails.requirements.counts import Frequency
from guardrails.requirements.requirement import Requirement
from guardrails.requirements.shape import EndsWith, StartsWith
from guardrails.requirements.typed_counts import NUMBER, number
from guardrails.requirements.typed_german import Read

Make = Callable[[re.Match[str], Read], Requirement | None]
"""A requirement from a match in the text in small letters, and the text as read; or None."""

_QUOTED = r"[\"“‘'][^\"”’\n]{1,120}?[\"”’'](?!\w)"
_QUOTEDS = rf"{_QUOTED}(?:(?:,|,? and|,? or) {_QUOTED}){{0,9}}"
_NOUN = r"(?:key)?(?:words?|phrases?|terms?|sentences?|names?)\b"
# What can stand at an edge of a note; "start with a joke" or "a verb" names no word to look for.
_PARTS_OF_NOTES = re.compile(
    r"(?:(?:open|main|key|our|next) )?(?P<part>decisions?|questions?|(?:action )?items?|actions?|tasks?"
    r"|to-?dos?|summary|risks?|next steps?|steps|numbers|figures|budget|results?|deadlines|owners)"
)
# Not words to look for, but what they are about: "don't mention that Ann was late".
_NO_WORDS = re.compile(
    r"\s*(?:that|who|whom|what|which|how|when|where|why|whether|anything|everything|everyone|something|as|from"
    r"|of|for|in|to|an?|people|you|they|we|he|she|i|it|each|every|any)\b",
    re.IGNORECASE,
)
_END = r"(?=[,.;\n]|$|\sand\s)"
_NOT = r"(?:do not|don't|never|avoid|without|leave out|exclude|omit)"
_SAY = r"(?:use|using|say|saying|mention|mentioning|write|writing|include|including|name|naming)"
SIGNS = {
    "comma": ",",
    "semicolon": ";",
    "exclamation mark": "!",
    "exclamation point": "!",
    "question mark": r"\?",
    "colon": ":",
    "emoji": "[\U0001f300-\U0001faff\u2600-\u27bf]",
    "digit": r"\d",
    "number": r"\d",
    "figure": r"\d",
    "dash": "[–—]",
    "parenthesi": r"[()]",
    "parenthese": r"[()]",
    "bracket": r"[()\[\]]",
    "hashtag": r"#\w",
    "quotation mark": '["“”]',
    "heading": r"^#{1,6}\s",
    "header": r"^#{1,6}\s",
    "link": "https?://",
    "url": "https?://",
    "asterisk": r"\*",
    "markdown": r"[*_`]|^#",
}
_SIGN = "|".join(sorted(SIGNS, key=len, reverse=True))
_ONCE = {"once": 1, "twice": 2}


def _typed(match: re.Match[str], text: Read, group: str) -> str:
    """What was typed in `group`, without the quotes around it."""
    return text.typed(*match.span(group)).strip(" \"'“”‘’:")


def _listed(match: re.Match[str], text: Read, group: str = "list") -> tuple[str, ...]:
    typed = text.typed(*match.span(group))
    quoted = [one[1:-1] for one in re.findall(_QUOTED, typed)]
    if re.match(r"(?:like|such as)\b", typed):
        return tuple(quoted)  # "words like these" are examples, where they are not quoted
    if not quoted and _NO_WORDS.match(typed):
        return ()
    parts = quoted or re.split(r",\s*(?:and |or )?|\s+(?:and|or|nor)\s+", typed)
    return tuple(part.strip(" .\"'“”‘’") for part in parts if part.strip(" .\"'“”‘’"))


def _edge(match: re.Match[str], text: Read) -> Requirement | None:
    """A phrase where it is quoted or called one, else a topic: "start with the decisions"."""
    last = match["edge"] not in ("start", "begin", "open")
    if match["called"] or match["what"][0] in "\"'“‘":
        phrase = _typed(match, text, "what")
        return EndsWith(phrase) if last else StartsWith(phrase)
    # A German part of a note has another name in the text.
    part = _PARTS_OF_NOTES.fullmatch(text.typed(*match.span("what")).casefold())
    return Topic(part["part"], last) if part else None


def _times(match: re.Match[str], text: Read) -> Requirement | None:
    count = _ONCE.get(match["times"]) or number(match["times"].removesuffix(" times"))
    relation = match["relation"] or ""
    if relation.startswith(("at most", "no more")):
        return Frequency(_typed(match, text, "phrase"), 0, count)
    high = count if relation.startswith("exactly") else None
    return Frequency(_typed(match, text, "phrase"), count, high)


def _without(match: re.Match[str], text: Read) -> Requirement | None:
    words = _listed(match, text)
    return Excludes(words) if words else None


def _with(match: re.Match[str], text: Read) -> Requirement | None:
    words = _listed(match, text)
    return Includes(words) if words else None


def _sign(match: re.Match[str], text: Read) -> Requirement:
    noun = "bracket" if match["sign"].startswith("parenthes") else match["sign"]
    return NoSign(SIGNS[match["sign"]], noun)


PATTERNS: tuple[tuple[str, Make], ...] = (
    (
        (
            rf"(?:{_SAY}|repeat)?\s?(?:the )?{_NOUN} (?P<phrase>{_QUOTED}|[\w-]{{1,40}}) (?:should |must )?"
            rf"(?:appears? |occurs? )?(?P<relation>at least |at most |no more than |exactly )?"
            rf"(?P<times>once|twice|{NUMBER} times)\b"
        ),
        _times,
    ),
    (
        (
            rf"(?<!not )(?<!n't )(?<!never )(?P<edge>start|begin|open|end|finish|close)"
            rf"(?:s|ing|ning)? (?:it |the \w{{1,20}} )?(?:with|by|on) "
            rf"(?P<called>(?:the |this )?(?:exact )?{_NOUN}:? )?"
            rf"(?:the |all )?(?P<what>{_QUOTED}|[^,.;\n]{{1,60}}?){_END}"
        ),
        _edge,
    ),
    (
        (
            rf"(?:{_NOT})\s(?:{_SAY}\s)?(?:of\s)?(?:any of\s)?(?:the\s)?{_NOUN}:?\s"
            rf"(?P<list>{_QUOTEDS}|[^.;?!\n]{{1,120}}?(?=[.;?!\n]|$))"
        ),
        _without,
    ),
    (
        rf"(?:{_NOT}|no mention of)\s(?:{_SAY}\s)?(?P<list>{_QUOTEDS})",
        _without,
    ),
    (
        (
            rf"(?:do not|don't|never|avoid|without)\s(?:mention(?:ing)?|say(?:ing)?|naming|name)\s"
            r"(?:the |any |a )?"
            rf"(?!names\b|people\b|numbers?\b)(?P<list>[\w' -]{{2,40}}?){_END}"
        ),
        _without,
    ),
    (rf"no mention of\s(?:the |any |a )?(?P<list>[\w' -]{{2,40}}?){_END}", _without),
    (
        (
            rf"(?:must |should )?(?:use|mention|include|contain|have|with|containing|using)s? "
            r"(?:all of )?(?:the )?"
            rf"{_NOUN}:?\s(?P<list>{_QUOTEDS}|[^.;?!\n]{{1,120}}?(?=[.;?!\n]|$))"
        ),
        _with,
    ),
    (
        (
            rf"(?:must |should )?(?:mention|include|contain|use)s? "
            rf"(?P<list>{_QUOTEDS})"
        ),
        _with,
    ),
    (
        (
            r"(?:must |should )?mentions? (?:the |our )?"
            rf"(?P<list>[\w-]{{3,30}}(?:(?:,|,? and) [\w-]{{3,30}}){{0,4}}(?=[.;\n]|$)|[\w-]{{3,30}}{_END})"
        ),
        _with,
    ),
    (
        (
            r"(?:no|without(?: any)?|avoid(?: all| any| using)?|(?:do not|don't|never) use(?: any)?"
            r"|free of|leave out)"
            rf" (?P<sign>{_SIGN})(?:e?s)?\b"
        ),
        _sign,
    ),
)
