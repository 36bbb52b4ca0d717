"""Are the figures of a claim the ones that were said, and is what was computed computed right?

Three failures: an equation whose result is wrong, a total, difference, share or span that does not follow
from what was said, and a figure that was copied wrong. A figure that was said stays as it is, right or wrong:
notes report. What can be computed in one way, or copied from one place, is mended and marked; for the rest a
model is asked for an expression, never for a result; what is left stays in the note, unverified.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from guardrails.arithmetic_equations import rounds_to
from guardrails.arithmetic_faults import (
    COMPUTED,
    CORRECTED,
    Fault,
    equation_faults,
    figure_fault,
    share_fault,
)
from guardrails.arithmetic_fractions import share_in
from guardrails.arithmetic_model import computed
from guardrails.figures_heard import is_heard
from guardrails.figures_said import Said, said_by, said_in
from guardrails.figures_written import written_like
from guardrails.guardrail import Ask, Scene
from guardrails.numbers import Figure, figures_in
from guardrails.types import Claim, Mark, Segment, Verdict

# Speech names a thing in one sentence and its figure in the next but one, and annotators cite one of them.
_AROUND = 3
# A claim, or a speech, with more figures is a table read aloud: nothing in it leaves one reading.
_MANY = 40
# A figure that was mended may show another one to be wrong; what goes on changing is left alone.
_ROUNDS = 2


class Arithmetic:
    """Holds the figures of one claim against what was said and against themselves."""

    name = "arithmetic"
    deadline_s = 2.0

    def triggers(self, claim: Claim, scene: Scene) -> bool:
        firm = sum(figure.firm for figure in figures_in(claim.text[: _MANY * 100]))
        return 0 < firm <= _MANY or share_in(claim.text[: _MANY * 100]) is not None

    def check(self, claim: Claim, scene: Scene) -> Verdict:
        found = self._faults(claim, scene)
        if found:
            reason = "; ".join(dict.fromkeys(fault.reason for fault in found))
            marks = (Mark(_words(fault, claim), "figure", fault.reason) for fault in found)
            return Verdict("unverified", reason, tuple(marks) if claim.kind != "summary" else ())
        return Verdict("verified", "its figures were said, or follow from what was said")

    def repair(self, claim: Claim, scene: Scene, verdict: Verdict, ask: Ask | None) -> Claim | None:
        """All its figures or none; what a right figure shows to be wrong is mended, too."""
        for _ in range(_ROUNDS):
            found = self._faults(claim, scene)
            if not found:
                return claim
            if ask is not None:
                said = said_by(scene.cited(claim))
                found = [fault if fault.text else _asked(fault, claim, said, ask) for fault in found]
            text = claim.text
            for fault in sorted(found, key=lambda fault: -fault.figure.start):
                # A figure that was copied is marked, not replaced: what is said near it is seldom the same.
                if fault.text is None or fault.flag == CORRECTED:
                    return None
                text = text[: fault.figure.start] + fault.text + text[fault.figure.end :]
            flags = dict.fromkeys((*claim.flags, *(fault.flag for fault in found)))
            claim = replace(claim, text=text, flags=tuple(flags))
        return None if self._faults(claim, scene) else claim

    def _faults(self, claim: Claim, scene: Scene) -> list[Fault]:
        faults = self._all_faults(claim, scene)
        if claim.kind != "summary":
            faults = [
                fault
                for fault in faults
                if not (fault.is_unheard and is_heard(_words(fault, claim), claim, scene))
            ]
        if COMPUTED not in claim.flags:
            return faults
        # What a model's expression came to was neither said, nor does it follow for the rules here.
        return [fault for fault in faults if fault.text is not None]

    def _all_faults(self, claim: Claim, scene: Scene) -> list[Fault]:
        found, settled = equation_faults(claim.text)
        cited = scene.cited(claim)
        if not cited and claim.kind != "summary":
            return found  # what it cites does not exist: the evidence check says so
        claimed = [said for said in said_in(claim.text) if said.figure.firm and said.figure not in settled]
        said = said_by(cited)[:_MANY]
        if (fault := share_fault(claim.text, said)) is not None:
            found.append(fault)
        around = _around(scene, cited) if cited else _meeting(scene.segments)
        return found + [fault for one in claimed if (fault := figure_fault(one, claimed, said, around))]


def _words(fault: Fault, claim: Claim) -> str:
    return claim.text[fault.figure.start : fault.figure.end]


def _around(scene: Scene, cited: Sequence[Segment]) -> tuple[Said, ...]:
    places = {
        place
        for segment in cited
        for place in range(scene.places[segment.id] - _AROUND, scene.places[segment.id] + _AROUND + 1)
    }
    return said_by(scene.segments[place] for place in sorted(places) if 0 <= place < len(scene.segments))


@lru_cache(maxsize=2)  # every sentence of a summary is held against the same meeting
def _meeting(segments: tuple[Segment, ...]) -> tuple[Said, ...]:
    return said_by(segments)


def _asked(fault: Fault, claim: Claim, said: Sequence[Said], ask: Ask) -> Fault:
    value = computed(claim, claim.text[fault.figure.start : fault.figure.end], said, ask)
    if value is None:
        return fault
    sample = claim.text[fault.figure.start : fault.figure.end]
    if rounds_to(value, fault.figure, claim.text):
        return replace(fault, text=sample)
    return replace(
        fault, text=written_like(sample, Figure(value, fault.figure.unit, 0, 0), fault.figure.unit)
    )
