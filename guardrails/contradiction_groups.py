"""What holds for several items at once: "both by the 10th", "only one of us goes", who is away."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from guardrails.contradiction_away import Absence
from guardrails.contradiction_days import Days
from guardrails.contradiction_items import Condition, Item, words_for
from guardrails.guardrail import Scene
from guardrails.types import Claim
from guardrails.words import spoken_words, stem

_ALL = re.compile(
    r"\b(?P<all>both|all|everything|each|every)\b(?: of (?:them|these|those))?(?: (?P<what>.{0,80}))?$",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|be|must|have|has|needs?|will|should|get|gets|can|to|by|before|until|no later than)\b",
    re.IGNORECASE,
)
# Words for items themselves: all of the draft are meant, or the two that were said just before.
_THINGS = frozenset("item task action point thing todo work one job".split())
# Segments between "both" and what it points to.
_NEAR = 12
_ONLY = re.compile(
    r"\b(?:only|at most|no more than|just) (?P<many>one|two|three|1|2|3)"
    r"(?: (?:of (?:us|you|them|the \w+)|person|people))? (?:can |may |should |will |is going to |gets to )?"
    r"(?P<what>[^.;?!]{2,80})",
    re.IGNORECASE,
)
_NUMBERS = {"one": 1, "two": 2, "three": 3}
_DOES = re.compile(
    r"^(?P<who>[A-Z][\w'’-]+)(?: will| is| are|['’]ll| can| should| to)?(?: going to)? (?P<what>.+)"
)
_GOING = {"goes": "go", "going": "go", "went": "go"}


def group_conditions(items: Sequence[Item], days: Days, scene: Scene) -> Iterator[Condition]:
    """A day that is set for several items."""
    for item in items:
        found = _ALL.search(item.claim.text)
        if found is None:
            continue
        bound = days.latest(item.phrase or item.claim.text)
        bound = bound or ((item.day, item.phrase) if item.day else None)
        if bound is None:
            continue
        for member in _members(item, found, items, scene):
            value = bound[0].isoformat()
            told = bound[1].strip(" .")
            yield Condition("at_most", (f"day {member.number}",), (value,), item.claim.id, told)


def _members(group: Item, found: re.Match[str], items: Sequence[Item], scene: Scene) -> list[Item]:
    others = [item for item in items if item.number != group.number]
    what = _VERB.split(found["what"] or "", maxsplit=1)[0]
    parts = [words_for(group.claim, part) for part in re.split(r"\band\b|,", what)]
    named = [part - _THINGS for part in parts if part - _THINGS]
    if named:
        return [item for item in others if any(part <= item.stems for part in named)]
    actions = [item for item in others if item.claim.kind == "action"]
    if found["all"].lower() == "everything" or (found["all"].lower() != "both" and any(parts)):
        return actions
    if found["all"].lower() != "both":
        return []
    place = _place(group.claim, scene)
    placed = [(at, item) for item in actions if (at := _place(item.claim, scene)) is not None]
    if place is None:
        return []
    near = [item for at, item in sorted(placed, key=lambda one: one[0]) if place - _NEAR <= at <= place]
    return near[-2:] if len(near) > 1 else []


def _place(claim: Claim, scene: Scene) -> int | None:
    return max((scene.places[segment.id] for segment in scene.cited(claim)), default=None)


def share_conditions(items: Sequence[Item], scene: Scene) -> Iterator[Condition]:
    """Who does what only some may do; each person counts once."""
    names = {name for person in scene.people for name in spoken_words(person)}
    for item in items:
        found = _ONLY.search(item.claim.text)
        if found is None or found["what"].lower().startswith("of "):
            continue
        parts: dict[str, Condition] = {}
        for other in items:
            does = _DOES.match(other.claim.text)
            who = other.claim.owner or (does["who"] if does else None)
            if other is item or not who or not (other.claim.owner or who.casefold() in names):
                continue
            text = does["what"] if does and spoken_words(does["who"])[0] in names else other.claim.text
            if _does(found["what"], text, item, other):
                part = f"part of {who.casefold()} in {item.number}"
                parts.setdefault(part, Condition("is", (part,), (1,), other.claim.id, who))
        many = _NUMBERS.get(found["many"].lower()) or int(found["many"])
        if len(parts) > 1:
            yield from parts.values()
            told = " ".join(found.group().split())
            yield Condition("sum_at_most", tuple(parts), (many,), item.claim.id, told)


def _does(what: str, text: str, rule: Item, item: Item) -> bool:
    """Whether `text` is what the rule speaks of: its verb, and all that it says besides."""
    wanted, said = spoken_words(what), spoken_words(text)
    if not wanted or not said or _verb(wanted[0]) not in {_verb(word) for word in said[:2]}:
        return False
    return words_for(rule.claim, " ".join(wanted[1:])) <= words_for(item.claim, " ".join(said))


def _verb(word: str) -> str:
    return _GOING.get(word) or stem(word)


def away_conditions(
    items: Sequence[Item], absences: Sequence[Absence], bound: set[str]
) -> Iterator[Condition]:
    """Items whose owner is away; `bound`: the things that other conditions speak of."""
    for item in items:
        owner, thing = item.claim.owner, f"day {item.number}"
        if not owner or thing not in bound:
            continue
        for absence in absences:
            if not absence.concerns(owner):
                continue
            who = f"owner {item.number}"
            yield Condition("is", (who,), (owner,), item.claim.id, f"{owner}'s")
            span = (owner, absence.first.isoformat(), absence.last.isoformat())
            yield Condition("away", (who, thing), span, "", f'"{absence.words}"')
