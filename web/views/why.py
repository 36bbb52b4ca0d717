"""Why an item says what it says: from the draft through every check to the note."""

from __future__ import annotations

import json
from dataclasses import dataclass

from daemon.base.errors import NotFoundError
from guardrails.core.types import Claim, Evidence
from pipelines.draft import Asked
from pipelines.note import ActionItem, Item, ItemKind, Note, text_of
from web import format, wording
from web.language import _

_POSSIBLE = "it may be an item: others of this meeting are likelier"
_KINDS: tuple[ItemKind, ...] = ("action", "decision", "question")


@dataclass(frozen=True, slots=True)
class StepView:
    """What one check saw and did."""

    name: str
    passed: bool
    reason: str
    before: str | None
    after: str | None
    """Both None where it changed nothing."""
    cost: str
    """Time and tokens, in words; empty where they are negligible."""


@dataclass(frozen=True, slots=True)
class AskedView:
    """What the model said when a check asked it about the claim."""

    question: str
    answer: str
    quote: str
    agrees: bool | None
    """Whether the checks came to the same result; None where the answer does not tell."""


@dataclass(frozen=True, slots=True)
class WhyView:
    id: str
    text: str
    is_verified: bool
    drafted: tuple[str, ...]
    """What the draft said, line by line; empty if it was not kept or a person added the item."""
    drafter: str
    steps: tuple[StepView, ...]
    asked: tuple[AskedView, ...]
    notes: tuple[str, ...]


def why(note: Note, item_id: str) -> WhyView:
    """NotFoundError where the note has no such item."""
    every = [*(each for kind in _KINDS for each in note.items(kind)), *note.possible_items]
    item = next((each for each in every if each.id == item_id), None)
    if item is None:
        raise NotFoundError(f"note {note.id} has no item {item_id!r}")
    made_as = item.id.removeprefix("kept-")
    is_possible = item in note.possible_items
    claims = note.draft.claims if note.draft else ()
    claim = next((each for each in claims if each.id == made_as), None)
    return WhyView(
        id=item.id,
        text=format.capital(text_of(item)),
        is_verified=item.verdict == "verified",
        drafted=_drafted(_as_claim(item) if is_possible else claim),
        drafter=note.engines.llm.name if note.engines.llm else _("the rules engine"),
        steps=tuple(
            StepView(
                name=_(entry.guardrail.replace("-", " ").replace("_", " ")),
                passed=entry.verdict == "verified",
                reason=format.sentence(entry.reason),
                before=entry.before if entry.before != entry.after else None,
                after=entry.after if entry.before != entry.after else None,
                cost=_cost(entry.ms, entry.tokens),
            )
            for entry in note.tape
            if entry.claim == made_as
        ),
        asked=_asked(note, claim, item.verdict == "verified"),
        notes=tuple(map(format.capital, (*wording.remarks(item), *([_(_POSSIBLE)] if is_possible else ())))),
    )


def _cost(ms: float, tokens: int) -> str:
    """Empty if it is negligible."""
    parts = [
        f"{format.number(round(ms))} ms" if ms >= 1 else "",
        _("%(number)s tokens", number=format.number(tokens)) if tokens else "",
    ]
    return ", ".join(each for each in parts if each)


def _as_claim(item: Item) -> Claim:
    """What the drafter said of an item that is only possible; it is not kept apart from it."""
    owner, due = (item.owner, item.due) if isinstance(item, ActionItem) else (None, None)
    return Claim(
        id=item.id,
        kind="action" if isinstance(item, ActionItem) else "decision",
        text=text_of(item),
        evidence=Evidence(item.evidence, item.quote),
        owner=owner,
        due_phrase=due.phrase if due else None,
    )


def _drafted(claim: Claim | None) -> tuple[str, ...]:
    if claim is None:
        return ()
    lines = [format.capital(claim.text)]
    if claim.owner:
        lines.append(_("Owner: %(owner)s", owner=claim.owner))
    if claim.due_phrase:
        lines.append(_("Due: “%(phrase)s”", phrase=claim.due_phrase))
    if claim.evidence.quote:
        lines.append(_("Quoted: “%(quote)s”", quote=claim.evidence.quote))
    return tuple(lines)


def _asked(note: Note, claim: Claim | None, is_verified: bool) -> tuple[AskedView, ...]:
    """Questions contain the claim's words, and only the first line of its evidence."""
    answers = note.draft.answers if note.draft and claim else ()
    return tuple(
        _answer(each, is_verified)
        for each in answers
        if claim and claim.text in each.question and each.about in claim.evidence.segment_ids
    )


_AFFIRMED = {"settled": True, "refused": False, "open": False, "yes": True, "no": False}
"""What an answer says of the claim; in older notes yes or no."""


def _answer(asked: Asked, is_verified: bool) -> AskedView:
    try:
        said = json.loads(asked.answer or "")
        word, quote = str(said["answer"]), str(said.get("quote", ""))
    except (ValueError, TypeError, KeyError, AttributeError):
        return AskedView(asked.question, asked.answer or _("No usable answer."), "", None)
    agrees = _AFFIRMED[word] == is_verified if word in _AFFIRMED else None
    return AskedView(asked.question, format.capital(word), quote, agrees)
