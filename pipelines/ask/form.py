"""What the question says about the form of its answer: "at most three bullets, without the word jar".

The requirements are divided and verified in code. Where the answer breaks one, the model writes the failing
sentences again, and these are held against their passages once more: a shorter one may say another thing.
Then code drops what is too much, and last it takes signs out, when nothing is held against words any
more. What is not kept after that is said, and so is what no code can verify ("in a friendly tone").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from guardrails.constraint.refine import Rewrite, cut, repaired_by_code, rewritten
from guardrails.constraint.requirements import Count, NoSign, Requirement
from guardrails.constraint.typed import requirements_in
from guardrails.constraint.units import units
from guardrails.core.guardrail import Answer as Asked
from pipelines.ask.prompt import Drafted
from pipelines.ask.questions import PassageQuestions
from pipelines.ask.source import Source
from pipelines.ask.standing import Standing, speakers_of, standing
from pipelines.checking import Checker

REWRITE_TOKENS = 400
_LISTED = ("bullet", "item", "numbered item", "line")
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
    wanted = requirements_in(question, speakers_of(sources)).requirements
    if not found.sentences or not wanted:
        return Formed(found)
    form = _Form(wanted, sources, checker)
    found = form.taken(rewritten(form.text(found), wanted, _by(ask))[0], found)
    found = form.taken(cut(form.text(found), wanted), found)
    found = form.repaired(found)
    text = form.text(found)
    return Formed(
        found,
        kept=tuple(str(one) for one in wanted if not one.failures(text)),
        broken=tuple(str(one) for one in wanted if one.failures(text)),
    )


def _by(ask: PassageQuestions) -> Rewrite:
    def rewrite(question: str, schema: Mapping[str, Any]) -> Asked:
        return ask.put(question, schema, REWRITE_TOKENS)

    return rewrite


class _Form:
    """The way from sentences to one text that can be verified, and back to sentences with their proofs."""

    def __init__(self, wanted: Sequence[Requirement], sources: Sequence[Source], checker: Checker) -> None:
        self._wanted = wanted
        self._sources = sources
        self._checker = checker
        counts = [one for one in wanted if isinstance(one, Count)]
        self._is_list = any(one.kind in _LISTED or one.each in _LISTED for one in counts)

    def text(self, found: Standing) -> str:
        sentences = [sentence.text for sentence in found.sentences]
        return "\n".join(f"{_BULLET}{each}" for each in sentences) if self._is_list else " ".join(sentences)

    def taken(self, text: str, found: Standing) -> Standing:
        """The sentences of `text`, which was made of `found`, with their citations, if all of them stand.

        `found` where they cannot be told apart, or one says what its passages do not.
        """
        parts = [unit.text.strip() for unit in units(text, "bullet" if self._is_list else "sentence")]
        if text == self.text(found) or not 0 < len(parts) <= len(found.sentences):
            return found
        same = {sentence.text: cited for sentence, cited in zip(found.sentences, found.cited, strict=True)}
        if any(part not in same for part in parts) and len(parts) != len(found.sentences):
            return found  # nobody knows which of them it was
        cited = [same.get(part, found.cited[place]) for place, part in enumerate(parts)]
        drafted = [
            Drafted(passages=list(numbers), text=part[:300])
            for numbers, part in zip(cited, parts, strict=True)
        ]
        again = standing(drafted, self._sources, self._checker, None)
        stand = [sentence.text.casefold() for sentence in again.sentences]
        if again.dropped or stand != [part.casefold() for part in parts]:
            return found
        return Standing(again.sentences, found.dropped, again.cited)

    def repaired(self, found: Standing) -> Standing:
        """`found` with signs as they have to be: no word changes, so every proof stays."""
        loose = [one for one in self._wanted if isinstance(one, NoSign)]
        sentences = (
            each.model_copy(update={"text": repaired_by_code(each.text, loose)}) for each in found.sentences
        )
        return replace(found, sentences=tuple(sentences))
