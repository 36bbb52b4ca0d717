"""The owner of an item as a bare name."""

from __future__ import annotations

import re

from guardrails.core.guardrail import Context

_LABEL = re.compile(
    r"(?:owners?|assignees?|assigned to|responsible|who|name|person|speaker|participant|by)\s?[:=]\s*"
    r"|(?:the )?(?:owner|assignee) is\s|assigned to\s",
    re.IGNORECASE,
)


def bare_owner(owner: str, context: Context) -> str:
    """`owner` without label, "@", punctuation and a remark behind it, in the letters of who is known."""
    owner = _LABEL.sub("", owner.strip(), count=1)
    owner = owner.strip(" \t,;:@").removesuffix("'s").strip()
    if owner in context.people:
        return owner
    known = {person.casefold(): person for person in context.people}
    plain = re.split(r"\s[(\[<]|[?!]|\s[-–—]\s", owner, maxsplit=1)[0].strip(" ([<.")
    forms = (owner, plain, re.sub("[._]", " ", plain))
    return next((known[form.casefold()] for form in forms if form.casefold() in known), owner)
