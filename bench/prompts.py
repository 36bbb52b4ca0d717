"""How many tokens the prompts take, in each language that has examples of its own.

    python -m bench.prompts

Gemma's vocabulary cannot be had here. `gemma_like` counts roughly as it is described: digits, marks and
line ends one each, a word of up to seven letters one, each five letters more another. That was not compared
with the real one; the shares below compare texts that are counted alike.

Below, every other prompt, in English: what is asked beside the drafts, with short claims as in real meetings,
and what a chunk brings beside its lines.
The words of the checks' questions are those that the real checks put.

What is read anew for each chunk, from the end of the transcript on, is at most MOST of the shortest one that
ends early (docs/adr/0242), half of a full one; the system text with its examples is read once a meeting. A
missed target exits 1, and so does a cap below the longest answer that is right: as many items, lines and
moods as the schema allows, of an assumed length.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any

from guardrails.constraint.refine import rewritten
from guardrails.constraint.requirements import Count, Requirement
from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Answer, Context
from guardrails.core.types import Claim, Evidence, Segment
from pipelines.ask.prompt import HISTORY_TOKENS, Turn, messages_for
from pipelines.ask.questions import PassageQuestions
from pipelines.ask.source import Source
from pipelines.checking import Checker
from pipelines.errors import OutputError
from pipelines.llm.chunks import LEAST_EARLY, Chunk, chunks_of
from pipelines.llm.notes import MAX_TOKENS
from pipelines.llm.opinion import question_about
from pipelines.llm.prompt import (
    MOST_WORD_CHARACTERS,
    Known,
    chunk_messages,
    draft_question,
    prompt_text,
    rewrite_messages,
    summary_messages,
    system_text,
    with_examples,
)
from pipelines.llm.questions import ChunkQuestions
from pipelines.llm.schema import MAX_ACTIONS, MAX_EVIDENCE, MAX_MOODS, MAX_STATEMENTS, ChunkDraft
from pipelines.solver_puzzle import solve_puzzle
from pipelines.transcript import TYPED
from tests.fakes.language_model import ScriptedModel

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


LINES = (
    Segment("s1", 0.0, 4.0, "Ann", "Maybe I'll send the contract to the printer."),
    Segment("s2", 4.0, 8.0, "Bob", "Yes, that is settled now."),
    Segment(
        "s3", 8.0, 12.0, "Ann", "We have 3 rooms, 2 nights, and a night is 95 euros, breakfast 8 euros extra."
    ),
)
CLAIMS = (
    Claim("doubts", "action", "Send the contract to the printer", Evidence(("s1",), LINES[0].text), "Ann"),
    Claim("figures", "decision", "The stay costs 600 euros in total", Evidence(("s3",), LINES[2].text)),
    Claim("identity", "question", "As an AI I cannot tell the price", Evidence(("s3",), LINES[2].text)),
)
PEOPLE = ("Ann Lee", "Bob Marsh", "Cleo Park", "Dan Brown", "Eva Klein", "Finn Olsen")
WORDS = tuple(f"Kestrel{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2)[: MOST_WORD_CHARACTERS // 10]
PUZZLE = "Ann is 4 years older than Bob, and together they are exactly 30. How old is Bob?"
SOURCE = Source("m", "Move", date(2026, 11, 16), tuple(enumerate(LINES, 1)))

TURN = 5
"""Tokens around the text of a turn: a mark, the role, a line end, and at the end a mark and a line end."""


def with_turns(code: str) -> int:
    """Tokens of the system text if each example were a turn of the user and one of the model."""
    examples = prompt_text(f"minutes.{code}")
    heading = gemma_like(f"{examples.splitlines()[0]}\n")
    return gemma_like(system_text(code)) + examples.count('{"actions"') * (2 * TURN - heading)


def others() -> dict[str, int]:
    """Tokens of each prompt that is not one of the drafts, by what it is for."""
    frame = f"{prompt_text('question')}\n"
    rest = f"{prompt_text('rest')} {'; '.join(claim.text for claim in CLAIMS[:2])}."
    required = [Count("sentence", high=2)]
    typed = _chunk(*(replace(line, id=TYPED + line.id) for line in LINES))
    found = {
        "people of the meeting, six of them": _before(Known(PEOPLE)),
        "words of the house, as many as fit": _before(Known(words=WORDS)),
        "what was said just before a chunk": _before(Known(), number=1),
        "that three lines were typed": _behind(typed),
        "what asks for the rest of a draft that was cut off": draft_question(_chunk(*LINES), rest),
        "the second opinion on one promise": frame + question_about(CLAIMS[0]),
        "a summary in another form": rewrite_messages(_question_about_form(required), Known())[-1].content,
    }
    systems = {f"system text of Ask with its example ({code})": with_examples("ask", code) for code in SAID}
    questions = {f"a question of the check of {name}": text for name, text in _checked().items()}
    return {name: gemma_like(text) for name, text in (found | systems | _asked() | questions).items()}


def _chunk(*lines: Segment) -> Chunk:
    return next(chunks_of(lines))


def _before(known: Known, number: int = 0) -> str:
    """What stands before the transcript of a chunk of a long talk, the first or a later one."""
    talk = tuple(Segment(f"s{n}", n * 6.0, n * 6.0 + 5, "Ann", SAID["en"]) for n in range(120))
    chunk = tuple(chunks_of(talk))[number]
    return chunk_messages(chunk, known, "")[-1].content.partition("Transcript:\n")[0]


def _behind(chunk: Chunk) -> str:
    return chunk_messages(chunk, Known(), "")[-1].content.partition("End of the transcript.\n")[2]


def _nothing(call: object) -> OutputError:
    return OutputError("only the question counts")


def _asked() -> dict[str, str]:
    """What Ask puts, behind the passages."""
    turn = Turn("Who sends the contract?", "Ann sends the contract to the printer.")
    _, *before, last = messages_for(turn.question, [SOURCE], [turn], lambda messages: 0)
    model = ScriptedModel(_nothing)
    solve_puzzle(PUZZLE, PassageQuestions(model, [last]).puzzle)
    with suppress(NoAnswerError):
        PassageQuestions(model, [last])(CLAIMS[0], "", {})
    puzzle, checked = (call.text.removeprefix(last.content) for call in model.calls)
    return {
        "what asks for an answer of Ask, the question included": last.content.partition("passages.\n")[2],
        f"a turn of Ask before (at most {HISTORY_TOKENS} of all)": "\n".join(each.content for each in before),
        "what asks Ask for the conditions of a puzzle, the question included": puzzle,
        "what stands before a question of a check of Ask": checked,
    }


def _checked() -> dict[str, str]:
    """What the checks ask about CLAIMS, by what they are about."""
    model = ScriptedModel(_nothing)
    questions = ChunkQuestions(model, _chunk(*LINES), Known())
    put: dict[str, str] = {}

    def ask(claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        try:
            return questions(claim, question, schema)
        finally:
            put[claim.id] = model.calls[-1].text.partition("End of the transcript.\n")[2]

    with Checker(start=None) as checker:
        checker.run(Context(LINES, CLAIMS, ("Ann", "Bob")), ask)
    return put


def _question_about_form(required: Sequence[Requirement]) -> str:
    put: list[str] = []

    def rewrite(question: str, schema: Mapping[str, Any]) -> Answer:
        put.append(question)
        raise NoAnswerError("only the question counts")

    rewritten(" ".join(line.text for line in LINES), required, rewrite)
    return put[0]


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
    print("\ntokens of the other prompts, without the transcript or the passages before them:")
    for name, tokens in others().items():
        print(f"{tokens:6} {name}")
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
