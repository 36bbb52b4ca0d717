"""Spoken sentences made fit to be read: the same words, without the openers and tails of talk."""

from __future__ import annotations

import re
from typing import Final

_CUT_WORD: Final = re.compile(r"\b[^\W\d_]+-(?=[\s,.]|$)")
_PAUSE: Final = re.compile(r"\s*(?:…|\.\.\.|\s[-–—]+\s)\s*")
_LIKE: Final = re.compile(
    r"(?:,\s*(?:like|you know|i mean|basically|sort of|kind of)|(,)\s*(?:yeah|yes|right|okay|well)),",
    re.IGNORECASE,
)
_HANGING_COMMA: Final = re.compile(
    r"\b(the|a|an|of|on|by|for|with|from|at|to|and|or|is|are|was|were|be|my|your|our|their|its|more|that|just|max),"
    r"(?=\s)",
    re.IGNORECASE,
)
"""A comma where no clause can end: the recogniser heard a pause."""
_REPEATED: Final = re.compile(r"\b([^\W\d_]+(?:'[^\W\d_]+)?),?\s+\1\b", re.IGNORECASE)
_SPLIT_CONTRACTION: Final = re.compile(r"(?<=\w)\s*'\s*(?=(?:m|s|re|ve|ll|d|t)\b)", re.IGNORECASE)
_SPLIT_NOT: Final = re.compile(r"\s+n't\b", re.IGNORECASE)
_OPENER: Final = re.compile(
    r"""(?:and|but|so(?!\ (?:far|that|long|much|many|on)\b))\b[\s,]+(?=\w)
      | (?:right|now|great|cool|sure|exactly|also|then|hey|again|all\ right)\s*[,.;:!-]+\s*
      | (?:well|okay|ok|yeah|yes|yep|oh|alright|anyways?|actually|basically|like|i\ mean|
           you\ know|because|cause|or)
        (?:\s*[,.;:!-]+\s*
          |\s+(?=(?:and|so|but|well|okay|ok|yeah|now|then|i|i'm|i've|i'll|i'd|we|we're|we've|we'll|you|you're|he|
                   he's|she|she's|they|they're|it|it's|the|this|that|that's|there|there's|these|those|what|if|
                   let|let's|our|my|your|a|an|in|on|for|as|basically|actually|maybe|perhaps)\b))""",
    re.VERBOSE | re.IGNORECASE,
)
_TAIL: Final = re.compile(
    r"[\s,;:-]*\b(?:you know|right|yeah|okay|ok|or something(?: like that)?|and stuff(?: like that)?|"
    r"and so on|and|but|so|because|or|then|like|i mean|i guess|if|that|which|the|a|to|of)[\s,.;:-]*$",
    re.IGNORECASE,
)
_SPACES: Final = re.compile(r"\s+")
_EDGES: Final = " ,;:'\"-–—"
_DOUBLE_MARK: Final = re.compile(r"([,;:])(?:\s*[,;:])+")


def readable(text: str) -> str:
    """One sentence with a capital and a full stop; empty where nothing is left of it."""
    text = _SPLIT_NOT.sub("n't", _SPLIT_CONTRACTION.sub("'", text))
    text = _LIKE.sub(r"\1", _PAUSE.sub(" ", _CUT_WORD.sub("", text)))
    text = _REPEATED.sub(r"\1", _HANGING_COMMA.sub(r"\1", text))
    text = _SPACES.sub(" ", _DOUBLE_MARK.sub(r"\1", text)).replace(" ,", ",").strip(_EDGES)
    while (opener := _OPENER.match(text)) and opener.end() < len(text):
        text = text[opener.end() :].lstrip(_EDGES + ".")
    mark = text[-1:] if text[-1:] in "?!" else "."
    text = text.rstrip(_EDGES + ".?!")
    while (tail := _TAIL.search(text)) and tail.start() > 0:
        text = text[: tail.start()]
    return text[:1].upper() + text[1:] + mark if text else ""
