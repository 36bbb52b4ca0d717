"""Is the claim in the words that it cites?

The check that every claim passes through. What it is about must be said in the segments it names, its
quote must be found there, its owner must follow from them, and its due phrase must have been said there.
Where other segments of the meeting carry it, they are cited instead; where the words leave one owner or one
due phrase, it takes the place of a wrong one. Else the claim stays in the note, in its own place, with the
reason: nothing is deleted in silence, and nothing that was not said is shown as fact.
"""

from __future__ import annotations

from dataclasses import replace

from guardrails.arithmetic_said import is_worked_out
from guardrails.evidence_addressed import is_no_testimony
from guardrails.evidence_due import is_due_said, may_be_dated, offered, unsaid_end
from guardrails.evidence_matter import added_part, is_carried, wanted_of
from guardrails.evidence_owner import only_owner, other_subject, speaks_himself, stray_owner
from guardrails.evidence_passage import Passage, passage_of
from guardrails.evidence_said import is_said, spoken_line
from guardrails.guardrail import Ask, Scene
from guardrails.search import places_of, singles_of
from guardrails.support import MeetingWords
from guardrails.types import Claim, Evidence, Segment, Verdict

# What other segments must carry to be cited instead: nothing is shown as fact on a resemblance.
FOUND = 0.65
# Cited words that have more of the claim than this are kept, though they do not carry it: an annotator who
# links little is not mended.
UNRELATED = 0.05
# Segments beside the cited ones in which a due phrase may belong to the claim, though it was not cited.
_BESIDE = 3
ADDRESSED = "its words tell the note taker what to write; nobody said it of himself"


class EvidenceGuard:
    """Holds one claim against the segments it cites."""

    name = "evidence"
    deadline_s = 2.0
    """The first claim of a meeting pays for reading the whole of it."""

    def __init__(self) -> None:
        self._read: tuple[tuple[Segment, ...], MeetingWords] | None = None

    def triggers(self, claim: Claim, scene: Scene) -> bool:
        return True

    def check(self, claim: Claim, scene: Scene) -> Verdict:
        if claim.kind == "summary":
            return self._check_sentence(claim, scene)
        fault = self._fault(claim, scene)
        if fault is None:
            return Verdict("verified", "what it says, owner and due date were found in the words it cites")
        return Verdict("unverified", fault[1])

    def _check_sentence(self, claim: Claim, scene: Scene) -> Verdict:
        """A sentence of the summary cites nothing: it is held against the segment that carries most of it."""
        words = self._words(scene)
        found = singles_of(words.wanted(claim.text))
        if found and found[0][0] >= FOUND:
            source = Evidence((scene.segments[found[0][1]].id,), "")
            passage = passage_of(replace(claim, evidence=source), scene, words)
            if passage is not None and is_no_testimony(passage, scene):
                return Verdict("unverified", ADDRESSED)
        return Verdict("verified", "it does not come from words to the note taker")

    def repair(self, claim: Claim, scene: Scene, verdict: Verdict, ask: Ask | None) -> Claim | None:
        """What the words leave no choice about; a claim moved to other words is not changed any further."""
        fault = self._fault(claim, scene) if claim.kind != "summary" else None
        if fault is None:
            return None
        if fault[0] in ("ids", "quote", "content"):
            return self._moved(claim, scene)
        if fault[0] in ("added", "addressed"):
            return None
        for _ in ("owner", "due"):
            if fault is not None and fault[0] == "owner":
                claim = self._owned(claim, scene)
            elif fault is not None and fault[0] == "due":
                claim = self._dated(claim, scene)
            fault = self._fault(claim, scene)
        return claim

    def _fault(self, claim: Claim, scene: Scene) -> tuple[str, str] | None:
        """What is wrong, as a word and as a reason for the reader; None where nothing is."""
        ids = claim.evidence.segment_ids
        missing = [i for i in ids if i not in scene.by_id]
        if missing or not ids:
            return "ids", f"it cites words that do not exist ({', '.join(missing) or 'none'})"
        cited = " ".join(scene.by_id[i].text for i in ids)
        if claim.evidence.quote and not is_said(spoken_line(claim.evidence.quote), spoken_line(cited)):
            return "quote", "its quote was not found in the words it cites"
        words = self._words(scene)
        places = [scene.places[i] for i in ids]
        if not is_carried(claim, words, places) and not is_worked_out(claim.text, scene.cited(claim)):
            return "content", "the words it cites do not say this"
        added = added_part(claim, words, places)
        if added is not None:
            return "added", f'"{added}" was not said there'
        passage = passage_of(claim, scene, words)
        assert passage is not None  # all its ids exist
        if is_no_testimony(passage, scene) and not speaks_himself(claim, passage, scene):
            return "addressed", ADDRESSED
        return _owner_fault(claim, passage, scene) or _due_fault(claim, passage, cited)

    def _words(self, scene: Scene) -> MeetingWords:
        if self._read is None or self._read[0] is not scene.segments:
            self._read = scene.segments, MeetingWords(scene.segments)
        return self._read[1]

    def _moved(self, claim: Claim, scene: Scene) -> Claim | None:
        words = self._words(scene)
        wanted = wanted_of(claim, words)
        if wanted.share(words.alone(wanted, [scene.places[s.id] for s in scene.cited(claim)])) > UNRELATED:
            return None
        for support, places in places_of(wanted, words):
            ids = tuple(scene.segments[place].id for place in places)
            moved = replace(
                claim,
                evidence=Evidence(ids, claim.evidence.quote),
                flags=(*claim.flags, "evidence-moved"),
            )
            if support >= FOUND and self._fault(moved, scene) is None:
                return moved
        return None

    def _owned(self, claim: Claim, scene: Scene) -> Claim:
        passage = passage_of(claim, scene, self._words(scene))
        owner = only_owner(claim, passage, scene) if passage else None
        if owner is None or other_subject(replace(claim, owner=owner), scene):
            return claim
        return replace(claim, owner=owner, flags=(*claim.flags, "owner-corrected"))

    def _dated(self, claim: Claim, scene: Scene) -> Claim:
        passage = passage_of(claim, scene, self._words(scene))
        cited = " ".join(segment.text for segment in scene.cited(claim))
        if written := unsaid_end(claim.text, cited):
            text = claim.text.rstrip(" .").removesuffix(written).rstrip(" ,;")
            claim = replace(claim, text=text, flags=_with(claim.flags, "due-corrected"))
        if passage is None or claim.due_phrase is None or is_due_said(claim.due_phrase, passage, cited):
            return claim
        phrases = offered(passage)
        is_open = may_be_dated(passage.near) or _is_beside(claim.due_phrase, passage, scene)
        if len(phrases) > 1 or (not phrases and is_open):
            return claim
        due = phrases[0] if phrases else None
        return replace(claim, due_phrase=due, flags=_with(claim.flags, "due-corrected"))


def _owner_fault(claim: Claim, passage: Passage, scene: Scene) -> tuple[str, str] | None:
    if claim.owner is None:
        return None
    subject = other_subject(claim, scene)
    if subject is not None:
        return "owner", f"its text gives it to {subject}, its owner is {claim.owner}"
    stray = stray_owner(claim, passage, scene)
    return ("owner", f"the words it cites do not give it to {stray}") if stray else None


def _due_fault(claim: Claim, passage: Passage, cited: str) -> tuple[str, str] | None:
    if claim.due_phrase is not None and not is_due_said(claim.due_phrase, passage, cited):
        return "due", f'"{claim.due_phrase}" was not said there'
    written = unsaid_end(claim.text, cited)
    return ("due", f'"{written}" was not said there') if written else None


def _is_beside(phrase: str, passage: Passage, scene: Scene) -> bool:
    near = scene.segments[max(0, passage.cited[0] - _BESIDE) : passage.cited[-1] + _BESIDE + 1]
    return any(is_said(spoken_line(phrase), spoken_line(segment.text)) for segment in near)


def _with(flags: tuple[str, ...], flag: str) -> tuple[str, ...]:
    return flags if flag in flags else (*flags, flag)
