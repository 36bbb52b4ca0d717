"""Three small meetings in words that were not written beside the checks: what is right stays as it is.

Lines and claims are in rooms.txt. What is missed lives on world knowledge ("that's one job less").
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from guardrails.types import ClaimKind
from tests.guardrails.test_note_as_shown import shown

_ROOMS = Path(__file__).with_name("rooms.txt")
_KINDS: dict[str, ClaimKind] = {"a": "action", "d": "decision", "q": "question"}
# Of 48 mistakes that lie in one claim.
_LEAST_CAUGHT = 43


@dataclass(frozen=True, slots=True)
class Case:
    """One claim about a meeting."""

    turns: tuple[tuple[str, str], ...]
    planted: str
    """The class of its mistake; empty for a right claim."""
    kind: ClaimKind
    cites: str
    owner: str | None
    due: str | None
    text: str

    def stands(self) -> bool:
        """Whether it is shown as a fact, unchanged and without a flag."""
        outcome, claim = shown(
            *self.turns, text=self.text, cites=self.cites, owner=self.owner, due=self.due, kind=self.kind
        )
        return (outcome, claim.flags, claim.marks) == ("verified", (), ()) and not self.is_changed()

    def is_changed(self) -> bool:
        """Whether its words, owner, day, kind or segments are others in the note."""
        _, claim = shown(
            *self.turns, text=self.text, cites=self.cites, owner=self.owner, due=self.due, kind=self.kind
        )
        as_shown = (claim.kind, claim.text, claim.owner, claim.due_phrase, claim.evidence.segment_ids)
        return as_shown != (self.kind, self.text, self.owner, self.due, tuple(self.cites.split()))


def cases() -> list[Case]:
    found: list[Case] = []
    turns: list[tuple[str, str]] = []
    specs: list[tuple[str, str]] = []
    for line in [*_ROOMS.read_text("utf-8").splitlines(), "# end"]:
        if line.startswith("#"):
            found += [_case(tuple(turns), planted, spec) for planted, spec in specs]
            turns, specs = [], []
        elif line.startswith("="):
            specs.append(("", line[1:].strip()))
        elif line.startswith("!"):
            planted, spec = line[1:].strip().split(" ", 1)
            specs.append((planted, spec))
        elif line[:1].isdigit():
            speaker, _, said = line.split(" ", 1)[1].partition(": ")
            turns.append((speaker, said))
    return found


def _case(turns: tuple[tuple[str, str], ...], planted: str, spec: str) -> Case:
    ids, owner, due, text = (part.strip() for part in spec[1:].split("|", 3))
    cites = " ".join(f"s{number}" for number in ids.split(","))
    return Case(turns, planted, _KINDS[spec[0]], cites, owner or None, due or None, text)


def test_no_right_claim_is_changed_and_nearly_all_stand() -> None:
    right = [case for case in cases() if not case.planted]
    assert len(right) == 40
    assert [case.text for case in right if case.is_changed()] == []
    assert len([case for case in right if not case.stands()]) <= 1


def test_most_mistakes_are_not_shown_as_facts() -> None:
    wrong = [case for case in cases() if case.planted]
    missed = [f"{case.planted}: {case.text}" for case in wrong if case.stands()]
    assert len(wrong) - len(missed) >= _LEAST_CAUGHT, missed
