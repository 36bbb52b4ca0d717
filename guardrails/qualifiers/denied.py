"""Does what was said deny what is claimed?"""

from __future__ import annotations

import re

from guardrails.qualifiers.carrying import HALF, Carrier
from guardrails.qualifiers.tables import Language

_BREAK = re.compile(r" [,.?!;]| (?:because|since|for|so|and|but|as|by|on|this|next)\b")
# So much of a claim stands in a clause whose words it repeats.
_VERBATIM = 0.8
_AGAIN = frozenset(("neither", "nor"))


def denied(main: str, text: str, carrier: Carrier, language: Language) -> tuple[int, int] | None:
    """Where in `main` a negation stands that reaches what the clause says of the claim.

    `main`: the line of the carrying clause without its conditions; `text`: the claim's, in lower case. A
    summary may say no in many ways; a claim in the words of its clause says it as often as the clause.
    """
    if (given_up := _given_up(main, text, language)) is not None:
        return given_up
    if carrier.share >= _VERBATIM:
        # An exception is taken out of `main`; where it is a no ("without the guard"), the claim has it, too.
        beside = _denials(carrier.clause.line, language) - _denials(main, language)
        if len(list(language.negation.found(text))) - beside >= _denials(main, language):
            return None
    elif language.negated_text.search(text):
        return None
    refused = [match.span() for match in language.refused.finditer(main)]
    for match in language.negation.found(main):
        refuses = any(start <= match.start() < end for start, end in refused)
        reach = language.contrast.search(main, match.end())
        behind = carrier.shared & language.stems(main[match.end() : reach.start() if reach else None])
        subject = carrier.shared & language.stems(main[: match.start()].rpartition(",")[2])
        if (behind and (refuses or carrier.share >= HALF)) or (refuses and subject):
            return match.start(), len(main.rstrip(" .?!,;"))
    return None


def _denials(main: str, language: Language) -> int:
    """How often `main` says no; "..., not at her age" and "..., nor water" say the same no once more."""
    found = list(language.negation.found(main))
    again = sum(
        (match.group() == "not" and main[: match.start()].endswith(", ")) or match.group() in _AGAIN
        for match in found[1:]
    )
    return len(found) - again


def _given_up(main: str, text: str, language: Language) -> tuple[int, int] | None:
    """Where `main` gives up what is claimed for something else: "in Hamburg instead of Berlin"."""
    for match in language.instead.finditer(main):
        behind = _BREAK.split(main[match.end() :])[0]
        given_up = language.stems(behind)
        beside = language.stems(f"{main[: match.start()]} {main[match.end() + len(behind) :]}")
        own = given_up - beside
        if own and given_up <= language.stems(text) and not language.instead.search(text):
            return match.start(), match.end() + len(behind.rstrip())
    return None
