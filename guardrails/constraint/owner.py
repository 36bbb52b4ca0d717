"""One item, one owner: two names stand together only where both were said.

A model that is unsure names two people. Both are kept where the cited words, their speakers or the item's own
text name both, or speak to both ("you two"); a name that nothing supports is dropped.
"""

from __future__ import annotations

import re

from guardrails.guardrail import Scene
from guardrails.types import Claim
from guardrails.words import spoken_words

_GLUE = re.compile(r"\s+(?:and|or|with|plus)\s+|\s*[&+/;,]\s*(?:and\s+)?")
_LABEL = re.compile(
    r"(?:owners?|assignees?|assigned to|responsible|who|name|person|speaker|participant|by)\s?[:=]\s*"
    r"|(?:the )?(?:owner|assignee) is\s|assigned to\s",
    re.IGNORECASE,
)
_BOTH = re.compile(
    r"\b(?:both|you two|the two of|two of (?:you|us)|each other|together|everybody|everyone|all of)\b", re.I
)
_GROUPS = frozenset("all everyone everybody team group participants members we us both".split())
_PROMISE = re.compile(
    r"\b(?:I'll|I’ll|I will|I can|I'm going to|I’m going to|let me|I'd|I shall)\b", re.IGNORECASE
)


def bare_owner(owner: str, scene: Scene) -> str:
    """`owner` without label, "@", punctuation and a remark behind it, in the letters of who is known."""
    owner = _LABEL.sub("", owner.strip(), count=1)
    owner = owner.strip(" \t,;:@").removesuffix("'s").strip()
    if owner in scene.people:
        return owner
    known = {person.casefold(): person for person in scene.people}
    plain = re.split(r"\s[(\[<]|[?!]|\s[-–—]\s", owner, maxsplit=1)[0].strip(" ([<.")
    forms = (owner, plain, re.sub("[._]", " ", plain))
    return next((known[form.casefold()] for form in forms if form.casefold() in known), owner)


def several(owner: str, scene: Scene) -> tuple[str, ...]:
    """The names in `owner` where there are more than one; a known name with "and" in it is one name."""
    if owner.casefold() in {name.casefold() for name in scene.people}:
        return ()
    parts = tuple(part.strip() for part in _GLUE.split(owner) if part.strip())
    return parts if len(parts) > 1 else ()


def supported(parts: tuple[str, ...], claim: Claim, scene: Scene) -> tuple[str, ...]:
    """Those of `parts` that the claim's own text, its cited words or their speakers name."""
    if not parts:
        return ()
    cited = scene.cited(claim)
    speech = " ".join(segment.text for segment in cited)
    if _BOTH.search(speech):
        return parts
    here = spoken_words(f"{claim.text} {speech}")
    for segment in cited:
        here += spoken_words(segment.speaker or "")
    words = frozenset(here)
    initials = "".join(word[0] for word in here)
    return tuple(part for part in parts if _is_named(part, words, initials))


def speaker_who_promises(claim: Claim, scene: Scene) -> str | None:
    """Whose promise the cited words are: one speaker, in the first person; None where that is not clear."""
    promised = {segment.speaker for segment in scene.cited(claim) if _PROMISE.search(segment.text)}
    return promised.pop() if len(promised) == 1 else None


def _is_named(part: str, words: frozenset[str], initials: str) -> bool:
    names = spoken_words(part)
    if _GROUPS & set(names) or any(name in words for name in names if len(name) > 2):
        return True
    if part.isupper() and 2 <= len(part) <= 3:  # a role by its letters: PM for project manager
        return part.casefold() in initials
    return any(name in words for name in names)
