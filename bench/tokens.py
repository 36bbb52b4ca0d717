"""Prompt tokens that a model evaluates for each token of transcript, over whole guarded meetings.

    python -m bench.tokens [--data DIR]

Real llama.cpp over random weights of Gemma 4's architecture reads five AMI meetings (../shared/data) through
the whole way of a note: draft, second opinion, verification, refinement, rolling summary. What it writes is
scripted by grammars of one string: the claims that the rules engine finds, each of them put to a judge that
fails one in five, which is then refined by a second question. All checks of a note run, too.

The figure is prompt tokens evaluated over the tokens of the transcript as it stands in the chunks, numbers
and speakers included: at most 1.35. Beside it: the same calls without prefix reuse, and what the rendering
adds to the bare words (at most 1.25). The tiny vocabulary has about one token for each letter; since a real
one spells words in one or two, the rendering is also counted in words and marks, and once more with a token
for each digit and line end, as in Gemma's vocabulary. The target is held by the first two: the third counts
every digit of a line's number, but a rare word, which a real vocabulary cuts in parts, as one, and so is
above what a model reads. A missed target exits 1.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.corpus import DATA
from bench.judge import TEXT, YES_NO, Judge
from guardrails.core.types import Claim, Segment
from pipelines.checker import note_guardrails
from pipelines.checking import Checker
from pipelines.draft import ITEMS_BY_RULES
from pipelines.llm.chunks import Chunk, chunks_of
from pipelines.llm.drafter import ModelDrafter
from pipelines.llm.llama import LlamaModel
from pipelines.llm.model import Completion, Message, OnToken, Schema
from pipelines.llm.prompt import Known, chunk_messages, draft_question
from pipelines.llm.schema import MAX_ACTIONS, MAX_EVIDENCE, MAX_STATEMENTS, MeetingSummary
from pipelines.rules import draft_by_rules
from tests.fakes.gguf_weights import write_gguf

MEETINGS = 5
MOST, MOST_RENDERED = 1.35, 1.25
# A letter is a token here: what is scripted must fit, however long it is.
CONTEXT_TOKENS, ANSWER_TOKENS = 16_384, 6_144
# Of what a check asks beside the judge: it is sampled, and noise may go on and on.
SAMPLED_TOKENS = 160


class Scripted(LlamaModel):
    """Evaluates and samples as ever, but may only write what the script says."""

    without_reuse = 0
    """Prompt tokens that these calls would evaluate if nothing was kept between them."""

    def script(self, answers: Mapping[str, Any]) -> None:
        """`answers`: the draft of each chunk, by the message that asks for it."""
        self._answers = answers

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
        only = self._scripted(messages, schema)
        answer = super().complete(
            messages,
            schema=schema if only is None else {"const": only},
            max_tokens=min(max_tokens, SAMPLED_TOKENS) if only is None else ANSWER_TOKENS,
            deadline_s=deadline_s,
            attempt=attempt,
            on_token=on_token,
        )
        self.without_reuse += answer.prompt_tokens_total
        return answer

    def _scripted(self, messages: Sequence[Message], schema: Schema) -> Any:
        if schema is MeetingSummary:
            return {
                "summary": "The design of the remote control was discussed. " * 4,
                "title": "Remote control design",
            }
        if schema == YES_NO:
            return "yes"
        if schema == TEXT:
            return {"text": "What the lines say, in about as many words as such an item has"}
        return self._answers.get(messages[-1].content)

    def tokens_of(self, text: str) -> int:
        return self.count_tokens([Message("user", text)]) - self.count_tokens([Message("user", "")])


@dataclass(frozen=True, slots=True)
class Measured:
    name: str
    claims: int
    evaluated: int
    without_reuse: int
    rendered: int
    bare: int
    rendered_words: int
    bare_words: int
    rendered_digits: int
    bare_digits: int


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA, help="folder with AMI's meetings")
    files = sorted(parser.parse_args().data.glob("ami_icsi*.jsonl.gz"))
    if not files:
        print("no meetings to measure: --data DIR names a folder with ami_icsi*.jsonl.gz")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        weights = write_gguf(Path(folder) / "tiny.gguf", context=CONTEXT_TOKENS)
        measured = [measure(weights, name, segments) for name, segments in meetings(files[0])]
    heads = f"{'meeting':9} {'claims':>6} {'evaluated':>10} {'no reuse':>9} {'rendering':>10}"
    print(f"{heads} {'in words':>9} {'in digits':>9}")
    for each in measured:
        print(
            f"{each.name:9} {each.claims:6} {each.evaluated / each.rendered:10.2f} "
            f"{each.without_reuse / each.rendered:9.2f} {each.rendered / each.bare:10.2f} "
            f"{each.rendered_words / each.bare_words:9.2f} {each.rendered_digits / each.bare_digits:9.2f}"
        )
    rendered = sum(each.rendered for each in measured)
    ratio = sum(each.evaluated for each in measured) / rendered
    without = sum(each.without_reuse for each in measured) / rendered
    rendering = rendered / sum(each.bare for each in measured)
    in_words = sum(each.rendered_words for each in measured) / sum(each.bare_words for each in measured)
    in_digits = sum(each.rendered_digits for each in measured) / sum(each.bare_digits for each in measured)
    met = ratio <= MOST and rendering <= MOST_RENDERED and in_words <= MOST_RENDERED
    print(f"{without:.2f} without prefix reuse; rendering {rendering:.2f} of the bare words in the tiny")
    print(f"vocabulary, {in_words:.2f} in words and marks (at most {MOST_RENDERED});")
    print(f"{in_digits:.2f} with a token for each digit and line end (no target)")
    print(
        f"{ratio:.2f} prompt tokens evaluated per token of transcript, {len(measured)} guarded meetings "
        f"(target {MOST}: {'met' if met else 'missed'})"
    )
    return 0 if met else 1


def measure(weights: Path, name: str, segments: tuple[Segment, ...]) -> Measured:
    claims = draft_by_rules(segments).claims
    chunks = list(chunks_of(segments))
    # What little is left after the last full one is drafted with it.
    both = chunks[-2].with_rest(chunks[-1]) if len(chunks) > 1 else None
    answers = {
        chunk_messages(c, Known(), draft_question(c))[-1].content: scripted_draft(c, claims)
        for c in (*chunks, both)
        if c is not None
    }
    rendered = ["\n".join(map(str, chunk.lines)) for chunk in chunks]
    bare = [segment.text for segment in segments]
    judge = Judge()

    def checker() -> Checker:
        return Checker(start=None, guardrails=(*note_guardrails(), judge))

    # So small a model only waits for a second thread.
    with Scripted(weights, context_tokens=CONTEXT_TOKENS, threads=1) as model:
        model.script(answers)
        drafter = ModelDrafter(model, checker=checker)
        draft = drafter.draft(segments, ())
        assert draft.segments_read == len(segments)
        assert set(draft.flags) <= {ITEMS_BY_RULES}, draft.warnings  # the judge confirms nothing
        return Measured(
            name,
            len(judge.judged),
            drafter.engine.prompt_tokens or 0,
            model.without_reuse,
            sum(map(model.tokens_of, rendered)),
            model.tokens_of(" ".join(bare)),
            sum(map(words_and_marks, rendered)),
            sum(map(words_and_marks, bare)),
            sum(map(words_marks_and_digits, rendered)),
            sum(map(words_marks_and_digits, bare)),
        )


def scripted_draft(chunk: Chunk, claims: Sequence[Claim]) -> dict[str, Any]:
    """What the rules engine found in the meeting, as a model would write it of this chunk."""
    numbers = {segment.id: line.number for line in chunk.lines for segment in line.segments}
    items: dict[str, list[dict[str, Any]]] = {"action": [], "decision": [], "question": []}
    for claim in claims:
        cited = list(dict.fromkeys(numbers[i] for i in claim.evidence.segment_ids if i in numbers))
        if not cited or claim.evidence.segment_ids[0] not in numbers:
            continue
        quote = claim.evidence.quote[:160]
        item: dict[str, Any] = {"lines": cited[:MAX_EVIDENCE], "quote": quote}
        item["task" if claim.kind == "action" else "text"] = claim.text[:160]
        if claim.kind == "action":
            item |= {"owner": claim.owner, "when": claim.due_phrase[:40] if claim.due_phrase else None}
        items[claim.kind].append(item)
    return {
        "actions": items["action"][:MAX_ACTIONS],
        "decisions": items["decision"][:MAX_STATEMENTS],
        "questions": items["question"][:MAX_STATEMENTS],
        "summary": "They talked about the shape of the remote control and what it should cost. " * 2,
    }


def words_and_marks(text: str) -> int:
    """As a large vocabulary counts, roughly: a number, a word or a mark is one."""
    return len(re.findall(r"\w+|[^\w\s]", text))


def words_marks_and_digits(text: str) -> int:
    """The same where each digit and line end is one of its own."""
    return len(re.findall(r"[^\W\d]+|\d|[^\w\s]|\n", text))


def meetings(file: Path) -> list[tuple[str, tuple[Segment, ...]]]:
    """The five longest AMI meetings, by their words."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        every: list[dict[str, Any]] = [json.loads(line) for line in lines]
    ami = [meeting for meeting in every if meeting["corpus"].lower() == "ami"]
    ami.sort(key=lambda m: sum(len(u["text"]) for u in m["utterances"]), reverse=True)
    return [
        (
            meeting["meeting_id"],
            tuple(
                Segment(f"u{place}", u["start"], u["end"], u["speaker"], u["text"])
                for place, u in enumerate(meeting["utterances"])
            ),
        )
        for meeting in ami[:MEETINGS]
    ]


if __name__ == "__main__":
    sys.exit(main())
