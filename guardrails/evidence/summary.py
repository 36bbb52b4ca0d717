"""Names in a summary that nobody bears: neither said in the meeting nor borne by anybody in it.

A summary cites nothing, so its sentences are held against the whole meeting. Its figures are looked at where
all figures are (`guardrails.arithmetic`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rapidfuzz import fuzz, process

from guardrails.evidence.summary_german import german_names
from guardrails.guardrail import Ask, Scene
from guardrails.types import Claim, Segment, Verdict

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NAMES = re.compile(r"\b[A-Z][a-zà-ÿ]{2,}(?: [A-Z][a-zà-ÿ]{2,})*\b")
# As recognisers misspell names ("Shay" for "Shane"); a summary may mend the spelling.
_SAME_NAME = 75.0
# A headline has capitals everywhere, German has them on every noun: neither shows names by them.
_MANY_CAPITALS = 0.5
_GERMAN = re.compile(r"\b(?:der|die|das|und|ist|wird|von|nicht|ein|eine|mit|dem|den|auf)\b")
_DOES = re.compile(
    r"\s+(?:will|is|was|has|had|agreed|promised|offered|said|asked|wants?|takes?|owns?|volunteered|sends|"
    r"and [A-Z])\b"
)
# Who does this is a person, also where the name ends like a plural: "Klaus will send", "Chris sends".
_SENDS = (
    "send|book|pay|call|write|email|ask|contact|order|prepare|review|check|fix|draft|update|handle|organi[sz]e"
    "|arrange|phone|ring|schedule|buy|own|chair|sign|print|collect"
)
_SHE_DOES = re.compile(rf"\s+(?:{_SENDS})s (?:the|an?|his|her|it|them|him|out|up|everyone|all|[A-Z]\w+)\b")
_SHE_WILL = re.compile(rf"\s+(?:will|agreed to|promised to|offered to|is going to) (?:{_SENDS})\b")
_SINGULAR = re.compile(
    r"(?:[uioa]s|ss)$|^(?:james|charles|agnes|hans|jens|lars|nils|ines|giles|miles|jules)$", re.IGNORECASE
)
_ELLA = re.compile(
    r"\s+(?:enviará|mandará|llamará|reservará|comprará|pagará|escribirá|preparará|revisará|organizará"
    r"|hará|traerá|firmará|contactará|coordinará)\b"
)
_NO_NAMES = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december the they this that these those there everyone everybody someone
    somebody nobody team teams group participants attendees members meeting discussion action actions decision
    decisions summary overall next later finally also both all some one two three other others work progress
    speaker speakers it he she we you what who nothing everything something christmas easter english
    project manager designer expert executive specialist engineer director
    mañana hoy luego también además después entonces antes ella ello esto eso alguien nadie quien todo
    status sales business
    """.split()
)


class SummaryNames:
    """Holds the names in one sentence of the summary against the whole meeting."""

    name = "evidence"
    deadline_s = 1.0

    def __init__(self) -> None:
        self._read: tuple[tuple[Segment, ...], tuple[str, ...], frozenset[str]] | None = None

    def triggers(self, claim: Claim, scene: Scene) -> bool:
        return claim.kind == "summary" and next(_names(claim.text), None) is not None

    def check(self, claim: Claim, scene: Scene) -> Verdict:
        said = self._said(scene)
        for name in _names(claim.text):
            if not any(_is_said(part.casefold(), said) for part in name.split()):
                return Verdict("unverified", f"nobody in the meeting is called {name}, and nobody said it")
        return Verdict("verified", "its names were said in the meeting")

    def repair(self, claim: Claim, scene: Scene, verdict: Verdict, ask: Ask | None) -> Claim | None:
        return None

    def _said(self, scene: Scene) -> frozenset[str]:
        if self._read is None or self._read[0] is not scene.segments or self._read[1] != scene.people:
            texts = (f"{segment.speaker or ''} {segment.text}" for segment in scene.segments)
            words = {m.group().casefold() for text in (*texts, *scene.people) for m in _WORD.finditer(text)}
            parts = {part for word in words for part in re.split(r"['’-]", word)}
            self._read = scene.segments, scene.people, frozenset(words | parts)
        return self._read[2]


def _names(sentence: str) -> Iterator[str]:
    """What is written as a name: capitals inside the sentence, or before what a person does."""
    words = _WORD.findall(sentence)
    found = list(_NAMES.finditer(sentence))
    if sum(len(match.group().split()) for match in found) > max(4, _MANY_CAPITALS * len(words)):
        return
    yield from german_names(sentence)
    if len(_GERMAN.findall(sentence)) > 1:
        return
    for match in found:
        parts = [part for part in match.group().split() if part.casefold() not in _NO_NAMES]
        opens = not sentence[: match.start()].strip(" \"'“‘(-*")
        if not parts or (opens and len(parts) == 1 and not _is_person(parts[0], sentence[match.end() :])):
            continue
        yield " ".join(parts)


def _is_person(word: str, rest: str) -> bool:
    """Every word that opens a sentence has a capital: this one is a name where somebody does something."""
    if _ELLA.match(rest):
        return not word.endswith("mente")
    if not word.endswith("s"):
        return _DOES.match(rest) is not None
    if _SHE_DOES.match(rest):
        return True
    return _SINGULAR.search(word) is not None and _SHE_WILL.match(rest) is not None


def _is_said(name: str, said: frozenset[str]) -> bool:
    singular = name.removesuffix("s")
    if name in said or singular in said:
        return True
    near = process.extractOne(name, said, scorer=fuzz.ratio, score_cutoff=_SAME_NAME)
    return near is not None and near[0][:1] == name[:1]
