"""A draft left in the text: "Pay Ann. Wait, let me recheck. Pay Bob." keeps what comes after the doubt.

Small models think aloud in their answer and forget to take the first attempt out. What follows the last doubt
is what they meant; where nothing follows, what stands before the first one is. A doubt that somebody in the
meeting said is content and stays: only the words of a draft are looked at, and only where they begin a
sentence.
"""

from __future__ import annotations

import re
from dataclasses import replace

from guardrails.guardrail import Ask, Scene
from guardrails.selfcorrection_restart import LONGEST, is_part_of, restart, spliced, without_comment
from guardrails.selfcorrection_words import (
    ABOUT_DRAFT,
    ALOUD,
    ASIDE,
    BESIDE,
    BROKEN_OFF,
    DENIAL,
    LEAD,
    LITTLE,
    MARK,
    REMARK,
    STOPS,
    UNIT,
    turns_inside,
)
from guardrails.types import Claim, Mark, Verdict
from guardrails.words import content_stems, spoken_words

FLAG = "draft-stripped"
_BLANKS, _SIGNS = re.compile(r"\s{3,}"), re.compile(r"([^\w\s])\1{3,}")
SAME = 0.4
"""So much of a sentence must stand in the one that replaces it."""
FEW = 3
"""Words of a sentence that is nothing but a second thought: "Delete that."."""


_ME = re.compile(r"\b(?:me|my|mine)\b", re.IGNORECASE)


class SelfCorrection:
    """Takes a forgotten first attempt out of a claim's words."""

    name = "self-correction"
    deadline_s = 1.0

    def triggers(self, claim: Claim, scene: Scene) -> bool:
        if len(claim.text) > LONGEST:
            return False
        return (
            bool(_doubts(_calm(claim.text)))
            or any(STOPS.match(unit.group()) for unit in UNIT.finditer(_calm(claim.text)))
            or _begins_anew(claim, scene) is not None
            or _is_taken_back(claim, scene)
        )

    def check(self, claim: Claim, scene: Scene) -> Verdict:
        if _is_taken_back(claim, scene):
            return Verdict("unverified", "the summary takes it back in the next sentence")
        if not _marks(claim, scene):
            return Verdict("verified", "what looks like a second thought was said in the meeting")
        reason = "it corrects itself: a draft was left in its words"
        words = (_calm(claim.text)[start:end] for start, end in _marks(claim, scene))
        return Verdict("unverified", reason, tuple(Mark(each.strip(), "qualifier", reason) for each in words))

    def repair(self, claim: Claim, scene: Scene, verdict: Verdict, ask: Ask | None) -> Claim | None:
        """The last attempt that was said in the cited words; where none was in full, the last one."""
        if _is_taken_back(claim, scene):
            return None
        said = set(content_stems(_speech(claim, scene)))
        # "Get me the numbers" is "get Marcus the numbers" in a note.
        asking = [segment for segment in scene.cited(claim) if _ME.search(segment.text)]
        known = said.union(*(content_stems(segment.speaker or "") for segment in asking))
        attempts = [part for part in _attempts(claim, scene) if content_stems(part)]
        if not attempts:
            return None
        whole = [
            part for part in attempts if len(content_stems(part)) > 1 and set(content_stems(part)) <= known
        ]
        kept = (whole or attempts)[-1]
        is_part = len(attempts) > 1 and is_part_of(attempts[-1], attempts[-2], claim.kind == "action")
        # "..., no, Tuesday" is a part; what begins like a sentence and was all said is the item itself.
        is_part = is_part and not (attempts[-1] in whole and attempts[-1][:1].isupper())
        is_inside = attempts[-1][:1].islower() or turns_inside(_calm(claim.text))
        if is_part and is_inside and _begins_anew(claim, scene) is None:
            kept = spliced(attempts[-2], attempts[-1], said) or (kept if whole else "")
        if not kept:
            return None
        return replace(claim, text=_as_begun(kept, claim.text), flags=(*claim.flags, FLAG))


def _calm(text: str) -> str:
    """`text` with long rows of blanks and signs cut short: they would keep the patterns busy for minutes."""
    return _SIGNS.sub(r"\1\1\1", _BLANKS.sub(" ", text))


def _attempts(claim: Claim, scene: Scene) -> list[str]:
    """What stands between the doubts, in order."""
    text = _calm(claim.text)
    parts, begin = [], 0
    for start, end in _marks(claim, scene):
        parts.append(text[begin:start])
        begin = max(begin, end)
    parts.append(text[begin:])
    return [without_comment(_without_lead(part)).strip(" -—–,;:(") for part in parts]


def _as_begun(kept: str, before: str) -> str:
    """`kept` with a capital where the whole text had one; a name like "eBay" keeps its own."""
    first = kept.split(maxsplit=1)[0]
    is_plain = before[:1].isupper() and first.islower()
    return kept[:1].upper() + kept[1:] if is_plain else kept


def _doubts(text: str) -> list[re.Match[str]]:
    units = [unit for unit in UNIT.finditer(text) if _is_about_draft(unit.group())]
    asides = [
        aside
        for aside in ASIDE.finditer(text)
        if REMARK.match(aside["words"]) or _is_about_draft(f"{aside['words']}.")
    ]
    return [*MARK.finditer(text), *BROKEN_OFF.finditer(text), *turns_inside(text), *units, *asides]


def _is_about_draft(unit: str) -> bool:
    stems = frozenset(content_stems(unit))
    aloud = ALOUD.search(unit) is not None
    return stems <= BESIDE and (bool(stems & ABOUT_DRAFT) or (bool(stems) and aloud))


def _marks(claim: Claim, scene: Scene) -> list[tuple[int, int]]:
    """From where to where the claim's text doubts itself in words that nobody said in what it cites."""
    if len(claim.text) > LONGEST:
        return []
    speech = _speech(claim, scene)
    words = spoken_words(speech)
    said, stems = f" {' '.join(words)} ", set(content_stems(" ".join(words)))
    stops = (unit for unit in UNIT.finditer(_calm(claim.text)) if STOPS.match(unit.group()))
    unsaid = (
        unit
        for unit in stops
        if not _is_said(unit.group(), said)
        and (_share_of(unit.group(), stems) < LITTLE or len(spoken_words(unit.group())) <= FEW)
    )
    found = [*(mark for mark in _doubts(_calm(claim.text)) if not _is_said(mark.group(), said)), *unsaid]
    spans = [mark.span() for mark in found]
    anew = _begins_anew(claim, scene)
    return sorted(spans if anew is None else [*spans, (anew, anew)])


def _is_taken_back(claim: Claim, scene: Scene) -> bool:
    """Whether the next sentences of a summary deny this one and say it otherwise."""
    if claim.kind != "summary":
        return False
    sentences = [each for each in scene.claims if each.kind == "summary"]
    place = next((n for n, each in enumerate(sentences) if each.id == claim.id), len(sentences))
    behind = " ".join(each.text for each in sentences[place + 1 : place + 3])
    denial = DENIAL.match(behind)
    if denial is None or DENIAL.match(claim.text):
        return False
    own = set(content_stems(claim.text))
    return len(own & set(content_stems(behind[denial.end() :]))) >= SAME * max(1, len(own))


def _begins_anew(claim: Claim, scene: Scene) -> int | None:
    return restart(_calm(claim.text), _speech(claim, scene))


def _speech(claim: Claim, scene: Scene) -> str:
    return " ".join(segment.text for segment in scene.cited(claim))


def _share_of(text: str, said: set[str]) -> float:
    stems = set(content_stems(text))
    return len(stems & said) / len(stems) if stems else 0.0


def _is_said(words: str, said: str) -> bool:
    line = " ".join(spoken_words(words))
    return bool(line) and f" {line} " in said


def _without_lead(text: str) -> str:
    while (lead := LEAD.match(text)) is not None and lead.end() > 0:
        text = text[lead.end() :]
    return text.strip()
