"""Whether what was said behind a qualifier shows that the claim was made from that, and not from it.

"It isn't cleaned in the mornings. It's cleaned at night instead": all that was denied is said again, and more
of the claim. "I was thinking to hire it, but we don't hire it": a claim that says no doubts no yes. "If you
stay a week you pay for six nights. So a week's 168": what holds of anybody is summed up, not limited.
"""

from __future__ import annotations

from collections.abc import Sequence

from guardrails.clauses import clauses_of
from guardrails.qualifiers.carrying import Carrier
from guardrails.qualifiers.finding import Finding
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim, Segment


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


def _is_said_again(carrier: Carrier, firm: Sequence[Carrier], claim: Claim, language: Language) -> bool:
    line = carrier.clause.line
    denial = next(language.negation.found(line), None)
    behind = language.stems(line[denial.end() :]) if denial else frozenset()
    denied = carrier.shared & behind
    # Denied was a way of it that is none of the claim's: "in the mornings".
    if not denied or behind <= language.stems(claim.text):
        return False
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
