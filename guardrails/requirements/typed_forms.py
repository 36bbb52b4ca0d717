"""Forms that people ask for by name: a language, a case, JSON, a list, one owner an item."""

from __future__ import annotations

import re

from guardrails.language import NAMES
from guardrails.requirements.content import Language, NoDuplicates, NoSign, OneOwner
from guardrails.requirements.counts import Count
from guardrails.requirements.requirement import Requirement
from guardrails.requirements.schema import Json
from guardrails.requirements.shape import Case, Postscript, Quoted, Title
from guardrails.requirements.typed_german import Read
from guardrails.requirements.typed_words import SIGNS, Make

_LANGUAGES = {name.casefold(): code for code, name in NAMES.items()} | {
    "mandarin": "zh", "deutsch": "de", "français": "fr", "español": "es", "italiano": "it", "farsi": "fa",
}  # fmt: skip
_NAMES = "|".join(sorted(_LANGUAGES, key=len, reverse=True))


def _always(requirement: Requirement) -> Make:
    return lambda match, text: requirement


def _language(match: re.Match[str], text: Read) -> Requirement:
    return Language(_LANGUAGES[match["language"]])


PATTERNS: tuple[tuple[str, Make], ...] = (
    (
        (
            r"(?:all |in |only ){0,2}(?:lower[- ]?case|small letters)(?: letters)?(?: only)?"
            r"|no (?:capitals?|capital letters|upper[- ]?case(?: letters)?)\b"
        ),
        _always(Case("lower")),
    ),
    (
        (
            r"(?:all |in |only ){0,2}(?:upper[- ]?case|all[- ]caps|(?:all |block )?capitals|capital letters"
            r"|block letters)(?: letters)?(?: only)?"
        ),
        _always(Case("upper")),
    ),
    (r"(?:as |in )?(?:valid )?json\b(?: format| object)?(?: only)?", _always(Json())),
    (
        (
            r"(?:wrap(?:ped)? (?:it |everything |all "
            r"|(?:the |your )?(?:answer|response|output|text|summary|note|reply) )?)?"
            r"(?:with)?in (?:double )?(?:quotes|quotation marks)"
            r"|(?:double )?(?:quotes|quotation marks) around (?:it|everything|all of it)"
        ),
        _always(Quoted()),
    ),
    (
        r"(?:with |add )?a title,? (?:wrapped )?in (?:double )?(?:angular |angle )?(?:brackets|<<\s?>>)",
        _always(Title()),
    ),
    (r"(?:with |add )?an? (?:postscript|p\.\s?s\.)(?: at the end)?", _always(Postscript("P.S."))),
    (
        (
            r"no (?:duplicates?|repetitions?|repeats|item twice)|without (?:duplicates?|repetitions?)"
            r"|(?:do not|don't) repeat (?:items|yourself|anything)|each item only once|nothing twice"
        ),
        _always(NoDuplicates()),
    ),
    (
        (
            r"(?:only |exactly |just )?one owner(?: (?:per|for each|an|in each|for every|each)"
            r"(?: (?:item|task|action item|bullet))?)?"
        ),
        _always(OneOwner()),
    ),
    (
        (
            r"(?:no|without(?: any)?|avoid|(?:do not|don't) use|not as)(?: a)?"
            r" (?:bullet points|bullets|bullet(?:ed)? lists?|lists?)\b(?! of)"
        ),
        _always(Count("bullet", 0, 0)),
    ),
    (
        (
            r"(?:as|in|using|use)(?: a)?(?: list of)? (?:bullet(?:ed)? (?:points|list)|bullets)\b"
            r"|^bullet(?:ed)? (?:points|list)(?: only)?"
        ),
        _always(Count("bullet", 1)),
    ),
    (r"(?:as |in |using |use )?(?:a )?numbered list", _always(Count("numbered item", 1))),
    (r"(?:in |as )?plain text(?: only)?", _always(NoSign(SIGNS["markdown"], "Markdown sign"))),
    (
        (
            r"(?<!not )(?:(?:write|answer|respond|reply|summari[sz]e|all) )?(?:it |this )?(?:in|auf|en|into"
            rf"|translated? (?:it |this )?(?:in)?to) (?P<language>{_NAMES})\b(?: only)?(?: language)?"
        ),
        _language,
    ),
)
