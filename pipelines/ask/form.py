"""What the question says about the form of its answer: "at most three bullets, each under twelve words".

The requirements are divided and verified in code; where the answer breaks one, the model writes the failing
sentences again, and these are held against their passages once more: a shorter one may say another thing.
Without a better one, code drops what is too much, and what is still not kept is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from guardrails.guardrail import Answer as Asked
from guardrails.requirements.counts import Count
from guardrails.requirements.refine import Refined, Rewrite, refine
from guardrails.requirements.requirement import Requirement
from guardrails.requirements.typed import requirements_in
from guardrails.requirements.units import units
from pipelines.ask.prompt import Drafted
from pipelines.ask.questions import PassageQuestions
from pipelines.ask.source import Source
from pipelines.ask.standing import Standing, standing
from pipelines.checking import Checker

REWRITE_TOKENS = 400
_LISTED = ("bullet", "item", "numbered item", "Markdown bullet", "line")
_BULLET = "- "


@dataclass(frozen=True, slots=True)
class Formed:
    """An answer in the form that was asked for, as near as it came."""

    standing: Standing
    kept: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()


def formed(
    question: str,
    found: Standing,
    sources: Sequence[Source],
    checker: Checker,
    ask: PassageQuestions,
) -> Formed:
    """`found`, brought to what `question` requires of it; as it is where nothing is required."""
    wanted = [one for one in requirements_in(question).requirements if isinstance(one, Count)]
    if not wanted or not found.sentences:
        return Formed(found)
    is_list = any(one.kind in _LISTED or one.each in _LISTED for one in wanted)
    text = _text([sentence.text for sentence in found.sentences], is_list)
    for rewrite in (_by(ask), None):
        refined = refine(text, wanted, rewrite)
        again = _again(refined.text, is_list, found, sources, checker)
        if again is not None:
            return _told(again, refined)
    return _told(found, refine_nothing(text, wanted))


def refine_nothing(text: str, wanted: Sequence[Requirement]) -> Refined:
    """What `text` keeps as it is."""
    broken = [(one, failures) for one in wanted if (failures := one.failures(text))]
    lost = [one for one, _ in broken]
    return Refined(text, tuple(one for one in wanted if one not in lost), tuple(broken))


def _told(found: Standing, refined: Refined) -> Formed:
    return Formed(
        found,
        tuple(str(one) for one in refined.held),
        tuple(str(one) for one, _ in refined.failed),
    )


def _by(ask: PassageQuestions) -> Rewrite:
    def rewrite(question: str, schema: Mapping[str, Any]) -> Asked:
        return ask.put(question, schema, REWRITE_TOKENS)

    return rewrite


def _text(sentences: Sequence[str], is_list: bool) -> str:
    return "\n".join(f"{_BULLET}{each}" for each in sentences) if is_list else " ".join(sentences)


def _again(
    text: str, is_list: bool, found: Standing, sources: Sequence[Source], checker: Checker
) -> Standing | None:
    """The sentences of `text` with their citations, if all of them stand; None where they cannot be told
    apart, or one says what its passages do not.
    """
    parts = [unit.text.strip() for unit in units(text, "bullet" if is_list else "sentence")]
    if not 0 < len(parts) <= len(found.sentences):
        return None
    same = {sentence.text: cited for sentence, cited in zip(found.sentences, found.cited, strict=True)}
    if any(part not in same for part in parts) and len(parts) != len(found.sentences):
        return None  # nobody knows which of them it was
    cited = [same.get(part, found.cited[place]) for place, part in enumerate(parts)]
    drafted = [Drafted(p=list(numbers), t=part[:300]) for numbers, part in zip(cited, parts, strict=True)]
    again = standing(drafted, sources, checker, None)
    if again.dropped or [sentence.text for sentence in again.sentences] != parts:
        return None
    return Standing(again.sentences, found.dropped, again.cited)
