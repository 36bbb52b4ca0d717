"""How long the self-check takes a Raspberry Pi 5: calculated from tokens, not measured.

    python -m bench.selfcheck

A scripted model that is right in every case goes through the control set. Its prompts and answers are counted
roughly as Gemma's vocabulary is described (bench/prompts.py), what the cache holds from the call before is
not read again, and both are divided by the speeds that were published of a Raspberry Pi 5, and by those of
bench/simulation/clock.py that are pessimistic. Each draft is counted with a summary of ordinary length and
empty moods, which the scripted model does not write. A model that writes more, or asks itself more, takes
longer; loading the weights and our own code come on top. More than MOST_MIN at the published speeds exits 1.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from bench.prompts import gemma_like
from bench.simulation.clock import PI, Speed, pessimistic
from pipelines.evaluate.selfcheck.control import control_set
from pipelines.evaluate.selfcheck.trying import try_model
from pipelines.llm.llama import common_prefix
from pipelines.llm.model import Completion, Message, OnToken, Schema
from tests.fakes.control_model import ControlModel

MOST_MIN = 15.0
USUAL = {
    "summary": "Tom sends the figures to the bank, and the meeting moves to Wednesday.",
    "glad": [],
    "upset": [],
}
"""Of a draft: the summary is that of the prompt's example."""


class Counted(ControlModel):
    """Right, and with each call's tokens: where reading began, where it ended, and what was written."""

    def __init__(self) -> None:
        super().__init__()
        self.work: list[tuple[int, int, int]] = []
        self._held = ""

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema,
        max_tokens: int,
        deadline_s: float | None = None,
        attempt: int = 0,
        on_token: OnToken | None = None,
    ) -> Completion:
        answer = super().complete(
            messages,
            schema=schema,
            max_tokens=max_tokens,
            deadline_s=deadline_s,
            attempt=attempt,
            on_token=on_token,
        )
        prompt = "\n".join(message.content for message in messages)
        known = prompt[: common_prefix(self._held, prompt)]
        self._held = prompt
        self.work.append((gemma_like(known), gemma_like(prompt), gemma_like(_whole(answer.text))))
        return answer

    def minutes(self, speed: Speed) -> float:
        """Of computing."""
        seconds = 0.0
        for begin, end, written in self.work:
            seconds += speed.prompt_s(begin, end) + sum(speed.written_s(end + n) for n in range(written))
        return seconds / 60


def _whole(answer: str) -> str:
    """`answer`, or what an ordinary model writes of such a draft."""
    found = json.loads(answer)
    return (
        json.dumps(found | USUAL, ensure_ascii=False)
        if isinstance(found, dict) and "actions" in found
        else answer
    )


def main() -> int:
    model = Counted()
    results = try_model(model, control_set())
    read = sum(end - begin for begin, end, _ in model.work)
    written = sum(each for *_, each in model.work)
    right = sum(result.problem is None for result in results)
    print(f"{right} of {len(results)} right, {len(model.work)} calls, {read} tokens read, {written} written")
    for speed in (PI, pessimistic(0.30, 340)):
        print(f"{speed.prompt_per_s:.0f} and {speed.written_per_s} tokens/s: {model.minutes(speed):.1f} min")
    met = model.minutes(PI) <= MOST_MIN
    print(f"calculated, not measured (target {MOST_MIN:.0f} min: {'met' if met else 'missed'})")
    return 0 if met and right == len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
