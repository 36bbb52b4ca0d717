"""Is the claim in the words that it cites?

The one check that every claim passes through: its quote must be found in the segments it names, its owner
must be somebody who is in the meeting or is named in it, and its due phrase must have been said there. A
claim that fails stays in the note, in its own place, with the reason: nothing is deleted in silence, and
nothing that was not said is shown as fact.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from rapidfuzz import fuzz

from guardrails.types import Claim, Segment, Verdict
from guardrails.words import spoken_words

# Share of matching characters. An exact quote scores 100; recognisers and models change an ending or drop an
# article, which stays above 90 in a sentence of usual length. Owner and due phrase are checked exactly.
LIKENESS = 90.0


class EvidenceCheck:
    """Holds quote, owner and due phrase of one claim against the segments it cites."""

    name = "evidence"

    def __init__(self, people: Collection[str] = ()) -> None:
        """`people`: names that may own an item without being named in its evidence (speakers, roster)."""
        self._people = frozenset(name.casefold() for name in people)

    def __call__(self, claim: Claim, segments: Mapping[str, Segment]) -> Verdict:
        """`segments`: the whole meeting by id. Any missing id, word, owner or due phrase is `unverified`."""
        missing = [i for i in claim.evidence.segment_ids if i not in segments]
        if missing or not claim.evidence.segment_ids:
            return Verdict("unverified", f"it cites words that do not exist ({', '.join(missing) or 'none'})")
        said = spoken_line(" ".join(segments[i].text for i in claim.evidence.segment_ids))
        if not is_said(spoken_line(claim.evidence.quote), said):
            return Verdict("unverified", "its quote was not found in the words it cites")
        if claim.due_phrase is not None and not is_said(spoken_line(claim.due_phrase), said):
            return Verdict("unverified", f'"{claim.due_phrase}" was not said there')
        if claim.owner is not None and not self._is_known(claim.owner, said):
            return Verdict("unverified", f"{claim.owner} neither spoke nor was named there")
        return Verdict("verified", "quote, owner and due date were found in the words it cites")

    def _is_known(self, owner: str, said: str) -> bool:
        return owner.casefold() in self._people or is_said(spoken_line(owner), said)


@lru_cache(maxsize=8)  # the claims of one long speech cite it one after another
def spoken_line(text: str) -> str:
    """The words of `text` as they are compared, with one blank between them."""
    return " ".join(spoken_words(text))


def is_said(wanted: str, said: str) -> bool:
    """Whether the line `wanted` stands in the line `said`, in order and together; small slips allowed."""
    if not wanted:
        return False
    if f" {wanted} " in f" {said} ":
        return True
    # A short phrase has no room for a slip: "by Monday" is nearly "by Sunday".
    return (
        wanted.count(" ") >= 4 and len(wanted) <= len(said) and fuzz.partial_ratio(wanted, said) >= LIKENESS
    )
