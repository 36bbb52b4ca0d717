"""A text in the prompt that is to be read: what its sentences are qualified with must not get lost.

"The shop opens on Monday, unless the permit is late" becomes "The shop opens on Monday" in an answer as in a
note. A sentence that says nearly what one of the prompt says is held against it by the guardrail of notes;
only a condition or an exception that stands there word for word is put back. Whatever else the guardrail has
to say is meant for a reader of notes, and is on the tape alone.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from guardrails.guardrail import Scene
from guardrails.qualifier import Qualifier
from guardrails.qualifiers.finding import RESTORED
from guardrails.requirements.sentences import sentence_spans
from guardrails.runner import Local, run_guardrails
from guardrails.support import MeetingWords
from guardrails.types import Claim, Evidence, Segment, TapeEntry

LEAST_WORDS, LEAST_SENTENCES = 30, 3
"""Of a prompt with something to read in it: less is a question."""
CARRIED = 0.75
"""So much of a sentence's content is in one sentence of the prompt: it is told again, not drawn from it."""
_FEWEST_WORDS = 4
_PROSE = re.compile(r"\s*(?:[-*•+]\s+|\(?\w{1,2}[.)]\s+)?[^\W_].*[.!?][\"”')*]*\s*")
"""A line that begins with a word, behind its bullet, and ends as sentences do: no data, heading or table."""


def requalified(asked: str, answer: str) -> tuple[str, tuple[TapeEntry, ...]]:
    """`answer` with the conditions and exceptions that the text in `asked` has for its sentences."""
    segments = tuple(
        Segment(f"asked-{number}", None, None, None, asked[start:end])
        for number, (start, end) in enumerate(sentence_spans(asked), 1)
        if asked[end - 1] != "?"
    )
    if len(segments) < LEAST_SENTENCES or len(asked.split()) < LEAST_WORDS:
        return answer, ()
    words = MeetingWords(segments)
    found: list[tuple[int, int]] = []
    claims: list[Claim] = []
    for start, end in _sentences(answer):
        text = answer[start:end]
        singles = words.wanted(text).singles
        if singles and singles[0][0] >= CARRIED:
            cited = Evidence((segments[singles[0][1]].id,), "")
            claims.append(Claim(f"answer-{len(claims) + 1}", "decision", text, cited))
            found.append((start, end))
    guardrails = (Qualifier(),)
    scene = Scene(segments, tuple(claims))
    checked = run_guardrails(guardrails, scene, Local(guardrails, None, time.monotonic))
    for (start, end), judged in reversed(list(zip(found, checked.claims, strict=True))):
        if RESTORED in judged.claim.flags:
            answer = answer[:start] + judged.claim.text + answer[end:]
    return answer, checked.tape


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Of prose; a line ends a sentence, and program code has none."""
    in_code = False
    for line in re.finditer(r"[^\n]+", text):
        in_code ^= line.group().lstrip().startswith("```")
        if in_code or not _PROSE.fullmatch(line.group()):
            continue
        for start, end in sentence_spans(line.group()):
            if len(line.group()[start:end].split()) >= _FEWEST_WORDS:
                yield line.start() + start, line.start() + end
