"""The same task under two names: "phone the caterer", "ring the catering people".

Only the verb that an item begins with is compared by its class, and what it is done to must be the same: two
tasks for one thing ("order the chairs", "pay for the chairs") have verbs of two classes.
"""

from __future__ import annotations

import re
from functools import lru_cache

from guardrails.duplicate_words import gist_of, stem_of

_CLASSES = """
phone ring call telephone dial
buy get purchase fetch procure acquire
send mail forward dispatch
book reserve
write draft compose
fix repair mend
check inspect examine review
tell inform notify brief update
email e-mail
find locate
remove delete
clean tidy
ask query
show demonstrate
collect gather
cancel scrap
""".strip().splitlines()
_CLASS_OF = {word: row.split()[0] for row in _CLASSES for word in row.split()}
# Whoever tells somebody does it in some way.
_WAYS = frozenset(("phone", "email", "write"))
# More words for one verb; the object stands in their middle.
_PHRASES = tuple(
    (re.compile(pattern, re.IGNORECASE), instead)
    for pattern, instead in (
        (r"^let (?P<who>.{2,60}?) know(?: about| that| of)?\b", r"tell \g<who> "),
        (r"^give (?P<who>.{2,60}?) (?:a (?:ring|call|buzz)|the details of)\b", r"phone \g<who> "),
        (r"^(?:drop|send) (?P<who>.{2,60}?) (?:a line|an? e-?mail)\b", r"email \g<who> "),
        (r"^(?:have|take) a look at\b|^look (?:at|over|into|through)\b", "check "),
        (r"^(?:pick|get hold) (?:up|of)\b", "get "),
        (r"^(?:get in touch with|contact|reach out to|speak to|talk to)\b", "tell "),
        (r"^get (?P<what>.{2,60}?) (?:fixed|repaired|mended)$", r"fix \g<what>"),
        (r"^get (?P<what>.{2,60}?) (?:booked|reserved)$", r"book \g<what>"),
    )
)
# "The catering people" are the caterer.
_FOLK = frozenset(
    stem_of(word) for word in "people folks guys firm company lot man woman lady chap office place".split()
)
_AGENT = re.compile(r"^(\w{4,})(?:er|or)$")


def same_task(one: str, other: str) -> bool:
    """Whether both texts of actions begin with verbs of one class, and go on with the same matter."""
    (verb, what), (another, matter) = _task(one), _task(other)
    if not verb or not another or not what or what != matter:
        return False
    return verb == another or (verb == "tell" and another in _WAYS) or (another == "tell" and verb in _WAYS)


@lru_cache(maxsize=4096)  # each claim is compared with each other
def _task(text: str) -> tuple[str, frozenset[str]]:
    """The class of the verb, "" for one of no class, and the stems of the rest."""
    for pattern, instead in _PHRASES:
        text = pattern.sub(instead, text, count=1)
    verb, _, rest = text.partition(" ")
    found = gist_of(rest)
    if found.negated:
        return "", frozenset()
    stems = {_AGENT.sub(r"\1", stem) for stem in found.stems}
    return _CLASS_OF.get(verb.casefold(), ""), frozenset(stems - _FOLK or stems)
