"""A draft put before all guardrails: its claims, and its summary sentence by sentence."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import partial
from types import TracebackType
from typing import Any

from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Answer, Ask, Context, Guardrail
from guardrails.core.isolated import Child, Isolated
from guardrails.core.runner import Checked, Judged, Local, run_guardrails
from guardrails.core.types import Claim, Evidence, Tape
from pipelines.checker import CheckerProcess, note_guardrails
from pipelines.conventions import USUAL, Conventions
from pipelines.draft import Asked, Draft
from pipelines.meeting import Meeting
from pipelines.summary.sentences import Sentence, join, split

SHORTENED = "summary-shortened"
"""Flag of a note: a sentence of its summary did not stand, and was left out."""
CORRECTED = "summary-corrected"
INCOMPLETE = "checks-incomplete"
MOST_ITEMS = 600
"""So many items of a draft are checked; four hours of talk have half as many. The rest is not confirmed."""
MOST_SENTENCES = 200
"""The same of a summary; the rest of it is left out."""


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """What may be shown of a draft, and what the reader has to know about it."""

    claims: tuple[Judged, ...]
    summary: str
    tape: Tape
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    left_out: int = 0
    """Sentences of the summary that did not stand; the tape says why, and no warning repeats their words."""
    offered: tuple[Judged, ...] = ()
    """What may be items too; the tape is silent about them."""
    frame: bool = False
    """Whether the sentence on top of the summary stands."""


class Recorded:
    """An `Ask` that repeats what a model said when the draft was made."""

    def __init__(self, answers: Sequence[Asked]) -> None:
        self._answers = {(asked.about, asked.question): asked for asked in answers}

    def __call__(self, claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        asked = self._answers.get((about(claim), question))
        if asked is None or asked.answer is None:
            raise NoAnswerError("the model gave no answer to this when the draft was made")
        return Answer(asked.answer, asked.tokens)


class Checker:
    """Checks drafts, one after the other, in a child process that it keeps; use it in a `with`."""

    def __init__(
        self,
        start: Callable[[], Child] | None = CheckerProcess,
        clock: Callable[[], float] = time.monotonic,
        guardrails: Sequence[Guardrail] | None = None,
    ) -> None:
        """`start` None checks in this process, where nothing ends what hangs.

        `guardrails`: those that the started process has, too; None takes those of every note.
        """
        self._guardrails = note_guardrails() if guardrails is None else guardrails
        self._clock = clock
        self._isolated = Isolated(start, clock) if start else None

    def __enter__(self) -> Checker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child; the next draft starts another."""
        if self._isolated:
            self._isolated.close()

    def run(self, context: Context, ask: Ask | None) -> Checked:
        """All guardrails over the claims of `context`. Raises what `ask` raises besides NoAnswerError."""
        if not context.claims:
            return Checked((), ())
        here = Local(self._guardrails, ask, self._clock)
        if self._isolated is None:
            return run_guardrails(self._guardrails, context, here)
        self._isolated.begin(here, ask)
        return run_guardrails(self._guardrails, context, self._isolated)

    def check(
        self,
        draft: Draft,
        meeting: Meeting,
        said_on: date | None,
        frame: str = "",
    ) -> CheckedDraft:
        """`said_on`: the local day of the meeting. `frame`: a sentence of ours that stands on top of the
        summary, or is left out without a word.
        """
        looked_at, rest = draft.claims[:MOST_ITEMS], draft.claims[MOST_ITEMS:]
        offered = [replace(claim, id=f"possible-{n}") for n, claim in enumerate(draft.possible, 1)]
        on_top = [Claim("frame", "summary", frame, Evidence((), ""))] if frame else []
        silent = [*offered, *on_top]
        parts = split(draft.summary, {segment.speaker for segment in meeting.segments}, meeting.tables)
        parts, unread = parts[:MOST_SENTENCES], len(parts[MOST_SENTENCES:])
        sentences = tuple(_claims(parts, meeting))
        context = replace(
            meeting.context,
            claims=(*looked_at, *sentences, *silent),
            said_on=said_on,
            offered=frozenset(claim.id for claim in silent),
        )
        checked = self.run(context, Recorded(draft.answers) if draft.answers else None)
        judged = (
            *checked.claims[: len(looked_at)],
            *(Judged(claim, "unverified") for claim in rest),
        )
        behind = len(looked_at) + len(sentences)
        summary, flags, left_out = _summary(parts, sentences, checked.claims[len(looked_at) : behind])
        ids = {claim.id for claim in silent}
        warnings = []
        if unread:
            flags = list(dict.fromkeys((*flags, SHORTENED)))
            warnings.append(f"Left out of the summary: {unread} sentences beyond the first {MOST_SENTENCES}.")
        if rest:
            warnings.append(
                f"Only the first {MOST_ITEMS} items were checked; {len(rest)} more are not confirmed."
            )
        if rest or checked.unfinished:
            flags.append(INCOMPLETE)
        if checked.unfinished:
            warnings.append(f"Not everything could be checked ({', '.join(checked.unfinished)}).")
        return CheckedDraft(
            judged,
            summary,
            tuple(entry for entry in checked.tape if entry.claim not in ids),
            tuple(flags),
            tuple(warnings),
            left_out,
            checked.claims[behind : behind + len(offered)],
            frame=any(
                judged.claim.text == frame and judged.outcome == "verified"
                for judged in checked.claims[behind + len(offered) :]
            ),
        )


def checker_for(conventions: Conventions) -> Checker:
    """A checker that reads days as the house does."""
    if conventions == USUAL:
        return Checker()
    arguments = (json.dumps(asdict(conventions)),)
    return Checker(partial(CheckerProcess, arguments=arguments), guardrails=note_guardrails(*arguments))


def about(claim: Claim) -> str:
    """Where in the meeting `claim` begins; empty where it cites nothing."""
    return next(iter(claim.evidence.segment_ids), "")


def _claims(sentences: Sequence[Sentence], meeting: Meeting) -> Iterator[Claim]:
    """One claim a sentence; it cites the segment that it was copied from, if it was."""
    for number, sentence in enumerate(sentences, 1):
        place = meeting.index.said_in(sentence.text)
        source = () if place is None else (meeting.segments[place].id,)
        yield Claim(f"summary-{number}", "summary", sentence.text, Evidence(source, ""))


def _summary(
    parts: Sequence[Sentence], sentences: Sequence[Claim], after: Sequence[Judged]
) -> tuple[str, list[str], int]:
    """What holds of the summary, with flags, and how many sentences do not."""
    kept = [judged.claim.text if judged.outcome == "verified" else None for judged in after]
    summary = join(zip(parts, kept, strict=True))
    flags = []
    if any(
        judged.outcome == "verified" and judged.claim != was
        for was, judged in zip(sentences, after, strict=True)
    ):
        flags.append(CORRECTED)
    left_out = kept.count(None)
    return summary, [*flags, *([SHORTENED] if left_out else [])], left_out
