"""How many tokens the prompts take, in each language that has examples of its own.

    python -m bench.prompts

Gemma's vocabulary cannot be had here. `gemma_like` counts roughly as it is described: digits, marks and
line ends one each, a word of up to seven letters one, each five letters more another. That was not compared
with the real one; the shares below compare texts that are counted alike.

What is read anew for each chunk, from the end of the transcript on, is at most MOST of the shortest one that
ends early (docs/adr/0242), half of a full one; the system text with its examples is read once a meeting. A
missed target exits 1, and so does a cap below the longest answer that is right: as many items, lines and
moods as the schema allows, of an assumed length.
"""

from __future__ import annotations

import json
import re
import sys

from guardrails.core.types import Segment
from pipelines.llm.chunks import LEAST_EARLY, chunks_of
from pipelines.llm.notes import MAX_TOKENS
from pipelines.llm.prompt import (
    Known,
    chunk_messages,
    draft_question,
    prompt_text,
    summary_messages,
    system_text,
)
from pipelines.llm.schema import MAX_ACTIONS, MAX_EVIDENCE, MAX_MOODS, MAX_STATEMENTS, ChunkDraft

MOST = 0.15
SAID = {
    "en": "Then we looked at the second room of the new house, and I said that somebody has to paint it. ",
    "de": "Dann haben wir uns das zweite Zimmer angesehen, und ich meinte, dass es jemand streichen muss. ",
    "fr": "Ensuite on a regardé la deuxième pièce, et j'ai dit qu'il faudrait que quelqu'un la repeigne. ",
}
LONGEST_ITEM = {
    "lines": list(range(101, 101 + MAX_EVIDENCE)),
    "quote": "ich kümmere mich bis Ende nächster Woche um die Genehmigung der Straßenverkehrsbehörde",
    "task": "Genehmigung der Straßenverkehrsbehörde einholen und an die Geschäftsführung weiterleiten",
    "owner": "Anna-Katharina Müller-Lüdenscheidt",
    "when": "bis Ende nächster Woche",
}
"""Its length is assumed, for no German meeting was measured: a quote of half a sentence, a task of some eight
words."""


def gemma_like(text: str) -> int:
    """Tokens, roughly."""
    words = re.findall(r"[^\W\d_]+|\d|[^\w\s]|_|\n", text)
    return sum(1 + max(0, len(word) - 3) // 5 if word.isalpha() else 1 for word in words)


TURN = 5
"""Tokens around the text of a turn: a mark, the role, a line end, and at the end a mark and a line end."""


def with_turns(code: str) -> int:
    """Tokens of the system text if each example were a turn of the user and one of the model."""
    examples = prompt_text(f"minutes.{code}")
    heading = gemma_like(f"{examples.splitlines()[0]}\n")
    return gemma_like(system_text(code)) + examples.count('{"actions"') * (2 * TURN - heading)


def main() -> int:
    met = True
    print("     once a meeting  examples as turns  a full chunk  asked  of it  of half  a question  summary")
    for code, sentence in SAID.items():
        chunk = next(
            chunks_of(tuple(Segment(f"s{n}", n * 6.0, n * 6.0 + 5, None, sentence) for n in range(60)))
        )
        question = draft_question(chunk)
        user = chunk_messages(chunk, Known(), question)[-1].content
        lines = gemma_like(user) - gemma_like(question)
        share = gemma_like(question) / lines
        met = met and share / LEAST_EARLY <= MOST
        asked = gemma_like(prompt_text("question"))
        summary = gemma_like(summary_messages([], Known(), language=code)[-1].content)
        print(
            f"{code:4} {gemma_like(system_text(code)):14} {with_turns(code):18} {lines:13} "
            f"{gemma_like(question):6} {share:6.1%} {share / LEAST_EARLY:8.1%} "
            f"{asked:11} {summary:8}"
        )
    statement = {key: LONGEST_ITEM[key] for key in ("lines", "quote")} | {"text": LONGEST_ITEM["task"]}
    answer = {
        "actions": [LONGEST_ITEM] * MAX_ACTIONS,
        "decisions": [statement] * MAX_STATEMENTS,
        "questions": [statement] * MAX_STATEMENTS,
        "summary": SAID["de"] * 3,
        "glad": list(range(101, 101 + MAX_MOODS)),
        "upset": list(range(101, 101 + MAX_MOODS)),
    }
    ChunkDraft.model_validate(answer)
    longest = gemma_like(json.dumps(answer, ensure_ascii=False, separators=(",", ":")))
    met = met and longest <= MAX_TOKENS
    print(f"the longest right answer, in German: {longest} tokens of {MAX_TOKENS}")
    print(f"read anew for each chunk: at most {MOST:.0%} of the shortest: {'met' if met else 'missed'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
