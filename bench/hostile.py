"""Milliseconds that a guardrail takes for a line that means nothing and is made to keep patterns busy.

    python -m bench.hostile

One word or sign is written hundreds or thousands of times, once as the claim and once as what was said.
Trigger, check and repair of each guardrail are timed together (processor time, the best of three). The target
is 100 ms each; a missed target exits 1.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from guardrails.core.guardrail import Context, Guardrail
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.every import every_guardrail

MOST_MS = 100.0
RUNS = 3
SHOWN = 5
LONG = 4_000
"""Characters: a model's answer is cut before it has as many."""
HOSTILE = (
    *("my ", "if ", "\n", "not ", "only ", "to ", "can't ", "i said ", ", the slides", "as for the "),
    *("forget it, ", "that have not been ", "action item for ", "( ", '" ', "5 ", "by friday ", "i'll "),
    *("should i ", "except ", "a. ", "the second ", "no, ", "€", "und ", "if an ai "),
)
TASK, SAID = "Send the slides to the board", "I'll send the slides to the board by Friday."


def main() -> int:
    rows = sorted(timed(), reverse=True)
    for ms, guardrail, where, words in rows[:SHOWN]:
        print(f"{ms:8.1f} ms  {guardrail}: {words!r} as the {where}")
    met = rows[0][0] < MOST_MS
    verdict = "met" if met else "missed"
    print(f"{rows[0][0]:.0f} ms at most in {len(rows)} trials (target {MOST_MS:.0f} ms: {verdict})")
    return 0 if met else 1


def timed() -> Iterator[tuple[float, str, str, str]]:
    for words in HOSTILE:
        text = words * (LONG // len(words))
        for where, claimed, said in (("claim", text, SAID), ("speech", TASK, text), ("two", text, text)):
            claim = Claim("a1", "action", claimed, Evidence(("s1",), ""), "Ann", "by Friday")
            segments = (Segment("s1", 0.0, 4.0, "Ann", said), Segment("s2", 4.0, 8.0, "Bob", said))
            context = Context(segments, (claim,), ("Ann", "Bob"))
            for guardrails in zip(*(every_guardrail() for _ in range(RUNS)), strict=True):
                best = min(taken(guardrail, claim, context) for guardrail in guardrails)
                yield 1000 * best, guardrails[0].name, where, words


def taken(guardrail: Guardrail, claim: Claim, context: Context) -> float:
    began = time.process_time()
    if guardrail.triggers(claim, context):
        verdict = guardrail.check(claim, context)
        if verdict.outcome == "unverified":
            guardrail.repair(claim, context, verdict, None)
    return time.process_time() - began


if __name__ == "__main__":
    sys.exit(main())
