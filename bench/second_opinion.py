"""How many commitments the rules offer the model for its second opinion, and what the questions cost.

    python -m bench.second_opinion [--data DIR] [--first N]

Chunks of real meetings (AMI and ICSI, annotated), for a model that has found nothing itself: that is the most
it can be asked. For each rank in a chunk: how often something is offered, how much of that an annotator
took for an action item (shares a line with it), and what all ranks up to it take of a second of talk on a
Raspberry Pi 5 (32 prompt and 6.4 written tokens/s as published; tokens counted as in bench/prompts.py). A
model that finds two of three itself is asked a third of that.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import islice
from pathlib import Path

from bench.corpus import DATA
from bench.prompts import gemma_like
from bench.simulation.clock import PI
from pipelines.evaluate.dataset import read_meetings
from pipelines.llm.chunks import chunks_of
from pipelines.llm.opinion import question_about
from pipelines.llm.prompt import prompt_text
from pipelines.rules import actions_by_rules

RANKS = 8
ANSWER_TOKENS = 4
"""A word in quotes, and the end of the turn."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--first", type=int, default=None)
    options = parser.parse_args()
    offered: Counter[int] = Counter()
    right: Counter[int] = Counter()
    cost_s: Counter[int] = Counter()
    chunks, talk_s = 0, 0.0
    frame = gemma_like(prompt_text("question"))
    for meeting in islice(read_meetings(options.data / "ami_icsi.dev.jsonl.gz"), options.first):
        if not meeting.annotated:
            continue
        gold = {i for action in meeting.actions for i in action.segment_ids}
        for chunk in chunks_of(meeting.segments):
            chunks += 1
            talk_s += (chunk.segments[-1].end_s or 0.0) - (chunk.segments[0].start_s or 0.0)
            found = actions_by_rules(chunk.segments, roster=())
            found.sort(key=lambda claim: claim.confidence, reverse=True)
            for rank, claim in enumerate(found[:RANKS], 1):
                offered[rank] += 1
                right[rank] += bool(gold & set(claim.evidence.segment_ids))
                tokens = frame + gemma_like(question_about(claim))
                cost_s[rank] += tokens / PI.prompt_per_s + ANSWER_TOKENS / PI.written_per_s
    print(f"{chunks} chunks of {talk_s / chunks:.0f} s")
    for rank in range(1, RANKS + 1):
        spent_s = sum(cost_s[each] for each in range(1, rank + 1))
        asked = sum(offered[each] for each in range(1, rank + 1)) / chunks
        print(
            f"rank {rank}: {offered[rank]} offered, {right[rank]} of them annotated; up to it {asked:.2f} "
            f"questions a chunk, {spent_s / chunks:.1f} s of a Pi, {spent_s / talk_s:.1%} of the talk"
        )


if __name__ == "__main__":
    main()
