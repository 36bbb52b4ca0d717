"""A no or a condition that a claim adds to what was said: "We will not hire the band" of "We hire the band".

Only where the cited words say all the rest of the claim, and nothing near them could have meant the no, or
the condition: there are many ways to say either. English only.
"""

from __future__ import annotations

import re

from guardrails.guardrail import Scene
from guardrails.types import Claim
from guardrails.words import content_stems

# Segments before and behind those that are cited in which it may have been said.
_NEAR = 4
_AUXILIARY = r"(?:will|shall|would|can|could|should|must|do|does|did|is|are|was|were|has|have|had)"
_NO = re.compile(
    rf"\b{_AUXILIARY}(?: \w+ly)? (?:not|never)\b(?! only\b)"
    rf"|\b(?:{_AUXILIARY}|wo|ca|sha)n['’]t\b"
    r"|\b(?:cannot|no longer)\b|^(?:never|not)\b"
    r"|^(?:(?:we|the team)(?: will)? )?(?:cancel|reject|scrap|abandon|decline|call off)\b",
    re.IGNORECASE,
)
# "Check if it fits" asks whether.
_IF = re.compile(
    r",? \b(?:unless|only if|provided that|on condition that|but only if)\b"
    r"|,?(?<!even)(?<!check)(?<!see)(?<!ask)(?<!test)(?<!out)(?<!know)(?<!as) if\b"
    r"(?! (?:possible|necessary|needed|so|not|any)\b)",
    re.IGNORECASE,
)
_MAY_DENY = re.compile(
    r"n['’]t\b|\b(?:no\w*|nah|never|ain|dont|cant|wont|neither|instead|rather|except|unless|without|cannot|but|only|too"
    r"|than|against|hardly|barely|seldom|rid|off|out|over|end|stop\w*|skip\w*|drop\w*|cancel\w*|cut|scrap\w*|scratch"
    r"|forget|leav\w+|left|avoid\w*|ban|banned|forbid\w*|prohibit\w*|refus\w+|reject\w*|declin\w+|den[iy]\w*|abandon\w*"
    r"|fail\w*|miss\w*|lack\w*|wait\w*|later|postpon\w+|hold|pass|kill\w*|remov\w+|delet\w+"
    r"|undo|lose|goodbye|down|away|back|up|enough|done|bad|wrong|disagree\w*|object\w*|zero)\b",
    re.IGNORECASE,
)
_MAY_CONDITION = re.compile(
    r"\b(?:if|unless|when\w*|once|until|till|as long|so long|provid\w+|condition\w*|depend\w*|otherwise|then"
    r"|or|case|should|assum\w+|suppos\w+|subject|only|after|before|while|whether|maybe|perhaps|might|may|would|could"
    r"|except|but|any\w*|as soon|need\w*|want\w*)\b|['’]d\b",
    re.IGNORECASE,
)


def unsaid(claim: Claim, scene: Scene) -> str | None:
    """The no, or the condition, that nothing near the words that `claim` cites could have meant.

    `claim`: an action or a decision.
    """
    if scene.language != "en":
        return None
    says_if = _IF.search(claim.text)
    says_no = _NO.search(claim.text, 0, says_if.start() if says_if else len(claim.text))
    places = [scene.places[i] for i in claim.evidence.segment_ids if i in scene.places]
    if not places or (says_no is None and says_if is None):
        return None
    # Who is to do it need not be named there.
    main = claim.text[says_no.end() if says_no else 0 : says_if.start() if says_if else None]
    stems = set(content_stems(main))
    if not stems or not stems <= {stem for cited in scene.cited(claim) for stem in content_stems(cited.text)}:
        return None
    near = scene.segments[max(0, min(places) - _NEAR) : max(places) + 1 + _NEAR]
    for found, may_mean in ((says_no, _MAY_DENY), (says_if, _MAY_CONDITION)):
        if found is not None and not any(may_mean.search(segment.text) for segment in near):
            return found.group().strip(", ")
    return None
