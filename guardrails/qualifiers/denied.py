"""Does what was said deny what is claimed?"""

from __future__ import annotations

from guardrails.qualifiers.carrying import HALF, Carrier
from guardrails.qualifiers.tables import Language

# So much of a claim stands in a clause whose words it repeats.
_VERBATIM = 0.8


def denied(main: str, text: str, carrier: Carrier, language: Language) -> tuple[int, int] | None:
    """Where in `main` a negation stands that reaches what the clause says of the claim.

    `main`: the line of the carrying clause without its conditions; `text`: the claim's, in lower case. A
    summary may say no in many ways; a claim in the words of its clause says it as often as the clause.
    """
    if carrier.share >= _VERBATIM:
        if len(list(language.negation.found(text))) >= _denials(main, language):
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
    """How often `main` says no; "..., not at her age" says the same no once more."""
    found = list(language.negation.found(main))
    again = sum(match.group() == "not" and main[: match.start()].endswith(", ") for match in found[1:])
    return len(found) - again
