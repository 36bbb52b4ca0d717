"""Whether what was said behind a qualifier shows that the claim was made from that, and not from it.

"It isn't cleaned in the mornings. It's cleaned at night instead": all that was denied is said again, and more
of the claim. "I was thinking to hire it, but we don't hire it": a claim that says no doubts no yes. "If you
stay a week you pay for six nights. So a week's 168": what holds of anybody is summed up, not limited.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.clauses import clauses_of, first_clauses
from guardrails.guardrail import Scene
from guardrails.qualifiers.carrying import Carrier, claimed
from guardrails.qualifiers.finding import Finding
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim, Segment

# Who promises does it first in his turn.
_CLAUSES = 3
_PROMISE = re.compile(r"\bi(?:'ll| will|'m going to|'m gonna)(?! not\b)")


def is_overtaken(
    finding: Finding,
    carrier: Carrier,
    firm: Sequence[Carrier],
    claim: Claim,
    cited: Sequence[Segment],
    language: Language,
) -> bool:
    """`firm`: the carriers behind `carrier` that nothing qualifies; `cited`: in the order of speech."""
    if finding.kind == "negation":
        return _is_said_again(carrier, firm, claim, language)
    if finding.kind in ("hedge", "question") and language.negated_text.search(claim.text.casefold()):
        return not _says_no(carrier.clause.line, language) and _is_denied_behind(carrier, cited, language)
    if finding.kind == "condition" and not finding.certain:
        is_of_anybody = language.vague_condition.match(finding.said.casefold()) is not None
        return is_of_anybody and any(later.share >= carrier.share for later in firm)
    return False


def is_promised_behind(claim: Claim, carrier: Carrier, scene: Scene, language: Language) -> bool:
    """Whether the owner promises, behind the words of somebody else, to do what they say is not done:
    "You never clean it." "I'll clean it tonight"."""
    if claim.kind != "action" or claim.owner is None or carrier.segment.speaker == claim.owner:
        return False
    verb = language.stems(" ".join(claim.text.split()[:1]))
    for segment in scene.cited(claim):
        if segment.speaker != claim.owner or scene.places[segment.id] < scene.places[carrier.segment.id]:
            continue
        for clause in first_clauses(segment.text, language.opening, _CLAUSES):
            told = _PROMISE.search(clause.line)
            if told and verb & language.stems(clause.line[told.end() :]) and clause.line[-1:] != "?":
                return not _says_no(clause.line, language)
    return False


def _is_said_again(carrier: Carrier, firm: Sequence[Carrier], claim: Claim, language: Language) -> bool:
    line = carrier.clause.line
    denial = next(language.negation.found(line), None)
    words = line[denial.end() :] if denial else ""
    behind = language.stems(words)
    # Denied was a way of it that is none of the claim's: "in the mornings".
    if denial is None or not carrier.shared & behind or behind <= language.stems(claim.text):
        return False
    denied = carrier.shared & behind
    refuses = any(match.start() <= denial.start() for match in language.refused.finditer(line))
    verb = next((stems for word in words.split() if (stems := language.stems(word))), behind)
    if not refuses and not verb & claimed(claim, language):
        # "It doesn't run there on Sunday, it goes round": other work, on the same day.
        denied -= language.telling.beside
    return any(
        denied <= later.shared and later.shared - carrier.shared and later.share >= carrier.share
        for later in firm
    )


def _is_denied_behind(carrier: Carrier, cited: Sequence[Segment], language: Language) -> bool:
    clauses = clauses_of(carrier.segment.text, language.opening)
    behind = [*clauses[clauses.index(carrier.clause) + 1 :]]
    for segment in cited[cited.index(carrier.segment) + 1 :]:
        behind.extend(clauses_of(segment.text, language.opening))
    return any(
        _says_no(clause.line, language) and carrier.shared & language.stems(clause.line) for clause in behind
    )


def _says_no(line: str, language: Language) -> bool:
    return next(language.negation.found(line), None) is not None
