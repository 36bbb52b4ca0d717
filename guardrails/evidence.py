"""Is the claim in the words that it cites?

The check that every claim passes through. What it is about must be said in the segments it names, its
quote must be found there, its owner must follow from them, and its due phrase must have been said there.
Where other segments of the meeting carry it, they are cited instead; where the words leave one owner or one
due phrase, it takes the place of a wrong one. Else the claim stays in the note, in its own place, with the
reason: nothing is deleted in silence, and nothing that was not said is shown as fact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from guardrails.arithmetic_said import is_worked_out
from guardrails.evidence_dating import dated
from guardrails.evidence_dictated import why_unproven
from guardrails.evidence_due import is_due_said, unsaid_end
from guardrails.evidence_duty import between, without_voices
from guardrails.evidence_matter import FOUND, added_part, is_carried, is_elsewhere, may_move, wanted_of
from guardrails.evidence_owner import only_owner, other_subject, speaks_himself, stray_owner
from guardrails.evidence_passage import Passage, passage_of
from guardrails.evidence_people import is_named
from guardrails.evidence_said import is_said, spoken_line
from guardrails.evidence_voices import is_nobody
from guardrails.guardrail import Ask, Scene
from guardrails.search import places_of, quoted_place
from guardrails.support import MeetingWords
from guardrails.types import Claim, Evidence, Segment, Verdict

# Cited words that have more of the claim than this are kept, though they do not carry it: an annotator who
# links little is not mended.
UNRELATED = 0.05
# Words with less of a claim than this do not tell whose it is.
_OWNED = 0.4
# What is cited with the words that carry the most, where these alone do not do.
_WITH: tuple[tuple[int, ...], ...] = ((), (1,), (1, 2), (-1,))


class EvidenceGuard:
    """Holds one claim against the segments it cites."""

    name = "evidence"
    deadline_s = 4.0
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
        found = words.wanted(claim.text).singles
        if found and found[0][0] >= FOUND:
            source = Evidence((scene.segments[found[0][1]].id,), "")
            passage = passage_of(replace(claim, evidence=source), scene, words)
            told = passage and why_unproven(claim, passage, scene)
            if told:
                return Verdict("unverified", told)
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
        if not self._is_carried(claim, scene, places) and not is_worked_out(claim.text, scene.cited(claim)):
            return "content", "the words it cites do not say this"
        added = added_part(claim, words, places)
        if added is not None:
            return "added", f'"{added}" was not said there'
        passage = passage_of(claim, scene, words)
        assert passage is not None  # all its ids exist
        told = why_unproven(claim, passage, scene)
        if told is not None:
            return "addressed", told
        return _owner_fault(claim, passage, scene) or _due_fault(claim, passage, cited)

    def _is_carried(self, claim: Claim, scene: Scene, places: list[int]) -> bool:
        words = self._words(scene)
        if is_carried(claim, words, places):
            return True
        about = without_voices(claim, scene)
        return about is not claim and is_carried(about, words, places)

    def _words(self, scene: Scene) -> MeetingWords:
        if self._read is None or self._read[0] is not scene.segments:
            self._read = scene.segments, MeetingWords(scene.segments)
        return self._read[1]

    def _moved(self, claim: Claim, scene: Scene) -> Claim | None:
        words = self._words(scene)
        wanted = wanted_of(claim, words)
        cited = [scene.places[s.id] for s in scene.cited(claim)]
        quoted = quoted_place(claim.text, words)
        if (
            quoted is None
            and wanted.share(words.alone(wanted, cited)) > UNRELATED
            and not is_elsewhere(wanted, words, cited)
        ):
            return None
        found: list[Claim] = []
        for places in self._likely(claim, scene) if quoted is None else [(quoted,)]:
            for beside in _WITH:
                # The answer to a request may have its owner, the turn before or after its due phrase.
                near = {p + step for p in places for step in beside if 0 <= p + step < len(scene.segments)}
                ids = tuple(scene.segments[place].id for place in sorted({*places, *near}))
                flags = tuple(dict.fromkeys((*claim.flags, "evidence-moved")))
                moved = replace(claim, evidence=Evidence(ids, claim.evidence.quote), flags=flags)
                if self._fault(moved, scene) is None:
                    found.append(moved)
                    break
        # Of several, the one in which its owner takes it on.
        return next((one for one in found if self._is_promised(one, scene)), found[0] if found else None)

    def _likely(self, claim: Claim, scene: Scene) -> Iterator[tuple[int, ...]]:
        """Places that carry the claim, also where those who speak there are not called by their names."""
        words = self._words(scene)
        wanted = wanted_of(claim, words)
        for support, places in places_of(wanted, words):
            about = wanted_of(between(claim, scene, places), words)
            shares = (wanted, support), (about, about.share(words.alone(about, places)))
            if any(may_move(one, share, places, bool(scene.cited(claim))) for one, share in shares):
                yield places

    def _is_promised(self, claim: Claim, scene: Scene) -> bool:
        passage = passage_of(claim, scene, self._words(scene))
        return passage is not None and speaks_himself(claim, passage, scene)

    def _owned(self, claim: Claim, scene: Scene) -> Claim:
        words = self._words(scene)
        wanted = wanted_of(without_voices(claim, scene), words)
        if wanted.share(words.alone(wanted, [scene.places[s.id] for s in scene.cited(claim)])) < _OWNED:
            return claim
        passage = passage_of(claim, scene, words)
        owner = only_owner(claim, passage, scene) if passage else None
        if (
            owner is None
            and is_nobody(claim.owner or "", scene)
            and not is_named(claim.owner or "", claim.text)
        ):
            return replace(claim, owner=None, flags=(*claim.flags, "owner-removed"))
        if owner is None or other_subject(replace(claim, owner=owner), scene):
            return claim
        return replace(claim, owner=owner, flags=(*claim.flags, "owner-corrected"))

    def _dated(self, claim: Claim, scene: Scene) -> Claim:
        return dated(claim, passage_of(claim, scene, self._words(scene)), scene)


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
