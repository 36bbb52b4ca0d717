"""Answers with and without guardrails: what is asked, what is kept, what a grader sees."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from pipelines.errors import BadInputError, ContextOverflowError
from pipelines.evaluate.mtbench import run as running
from pipelines.evaluate.mtbench.grading import read_grades, scores_of, sheet_of
from pipelines.evaluate.mtbench.questions import Question, read_questions
from pipelines.evaluate.mtbench.run import answer_all
from pipelines.evaluate.mtbench.tape import NAME, Tape, Turn, read_turns
from pipelines.llm.model import Completion, Message, Schema

QUESTIONS = (
    Question("1", "math", ("Add 2 and 2.", "And 3?")),
    Question("2", "writing", ("Write.", "Again.")),
)


class Talker:
    """Says what a test wrote for it, and remembers what it was asked."""

    engine_name = "talker"

    def __init__(self, say: Callable[[str], str | BaseException] = lambda asked: f"Re: {asked}") -> None:
        self._say = say
        self.asked: list[tuple[str, ...]] = []

    def say(self, messages: Sequence[Message], *, max_tokens: int) -> Completion:
        self.asked.append(tuple(message.content for message in messages))
        said = self._say(messages[-1].content)
        if isinstance(said, BaseException):
            raise said
        return Completion(said, 10, 10, 5, 0.5)

    def complete(self, messages: Sequence[Message], *, schema: Schema, max_tokens: int) -> Completion:
        return Completion("{}", 3, 13, 2, 0.25)


def shout(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guardrail that changes every answer that it sees."""
    monkeypatch.setattr(running, "guarded", lambda asked, answer, ask: (answer.upper(), ()))


def test_both_arms_answer_every_turn_with_their_own_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shout(monkeypatch)
    model, tape = Talker(), Tape(tmp_path)
    answer_all(QUESTIONS[:1], model, tape, max_tokens=50)

    assert [(t.arm, t.turn, t.answer) for t in tape.turns] == [
        ("raw", 0, "Re: Add 2 and 2."),
        ("guarded", 0, "RE: ADD 2 AND 2."),
        ("raw", 1, "Re: And 3?"),
        ("guarded", 1, "RE: AND 3?"),
    ]
    assert model.asked == [
        ("Add 2 and 2.",),
        ("Add 2 and 2.", "Re: Add 2 and 2.", "And 3?"),
        ("Add 2 and 2.", "RE: ADD 2 AND 2.", "And 3?"),
    ]


def test_where_no_guardrail_does_anything_both_arms_share_the_draft(tmp_path: Path) -> None:
    model, tape = Talker(), Tape(tmp_path)
    answer_all(QUESTIONS, model, tape, max_tokens=50)

    assert len(model.asked) == 4
    assert len(tape.turns) == 8
    assert {t.answer for t in tape.turns if t.arm == "raw"} == {
        t.answer for t in tape.turns if t.arm == "guarded"
    }


def test_what_a_check_asks_of_the_model_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from guardrails.core.guardrail import Ask
    from guardrails.core.types import Claim, Evidence

    def asking(asked: str, answer: str, ask: Ask) -> tuple[str, tuple[()]]:
        ask(Claim("c", "summary", answer, Evidence((), "")), "Is it?", {})
        return answer, ()

    monkeypatch.setattr(running, "guarded", asking)
    tape = Tape(tmp_path)
    answer_all(QUESTIONS[:1], Talker(), tape, max_tokens=50)
    raw, guarded = tape.turns[:2]

    assert (raw.seconds, raw.prompt_tokens, raw.output_tokens) == (0.5, 10, 5)
    assert (guarded.seconds, guarded.prompt_tokens, guarded.output_tokens) == (0.75, 13, 7)


def test_a_run_that_was_killed_in_a_line_goes_on_at_that_turn(tmp_path: Path) -> None:
    answer_all(QUESTIONS, Talker(), Tape(tmp_path), max_tokens=50)
    whole = (tmp_path / NAME).read_bytes()
    lines = whole.splitlines(keepends=True)
    (tmp_path / NAME).write_bytes(b"".join(lines[:5]) + lines[5][:20])

    model, tape = Talker(), Tape(tmp_path)
    assert len(tape.turns) == 5
    answer_all(QUESTIONS, model, tape, max_tokens=50)

    assert (tmp_path / NAME).read_bytes() == whole
    assert len(model.asked) == 1  # the second question's second turn; the torn one shares the raw draft


def test_a_question_that_the_model_has_no_room_for_is_an_empty_answer(tmp_path: Path) -> None:
    tape = Tape(tmp_path)
    answer_all(QUESTIONS[:1], Talker(lambda asked: ContextOverflowError("too long")), tape, max_tokens=50)

    assert {(t.answer, t.is_cut) for t in tape.turns} == {("", True)}


def test_an_equation_that_does_not_hold_is_computed_again(tmp_path: Path) -> None:
    tape = Tape(tmp_path)
    answer_all(QUESTIONS[:1], Talker(lambda asked: "So 12 * 15 = 190."), tape, max_tokens=50)
    by_arm = {t.arm: t for t in tape.turns if t.turn == 0}

    assert by_arm["raw"].answer == "So 12 * 15 = 190."
    assert by_arm["guarded"].answer == "So 12 * 15 = 180."
    assert any(entry.guardrail == "arithmetic" for entry in by_arm["guarded"].guardrails)


def test_what_a_question_asks_of_the_form_is_checked_and_asked_for_again(tmp_path: Path) -> None:
    class Bulleting(Talker):
        def complete(self, messages: Sequence[Message], *, schema: Schema, max_tokens: int) -> Completion:
            return Completion(json.dumps({"parts": ["- one\n- two\n- three"]}), 3, 13, 2, 0.25)

    question = Question("1", "writing", ("Name some numbers in exactly three bullets.",))
    tape = Tape(tmp_path)
    answer_all([question], Bulleting(lambda asked: "- one\n- two, three"), tape, max_tokens=50)
    raw, guarded = tape.turns

    assert raw.answer == "- one\n- two, three"
    assert guarded.answer == "- one\n- two\n- three"
    assert [entry.guardrail for entry in guarded.guardrails if entry.before != entry.after] == ["constraint"]


def test_a_refinement_that_would_cost_most_of_an_answer_is_thrown_away(tmp_path: Path) -> None:
    story = "Once there was a house. " * 20
    question = Question("1", "writing", ("Tell a story in fewer than 9 words.",))
    tape = Tape(tmp_path)
    answer_all([question], Talker(lambda asked: story), tape, max_tokens=50)

    assert tape.turns[1].answer == story.strip()
    assert "too much would have been lost" in tape.turns[1].guardrails[-1].reason


def test_a_line_that_is_no_question_is_named(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    good = {"question_id": 81, "category": "writing", "turns": ["Write."]}
    path.write_text(json.dumps(good) + '\n{"question_id": 82}\n', encoding="utf-8")

    with pytest.raises(BadInputError, match="line 2"):
        read_questions(path)


def turn(question: str, arm: str, number: int, answer: str) -> Turn:
    return Turn(
        question=question,
        category="math",
        arm="guarded" if arm == "guarded" else "raw",
        turn=number,
        asked="What?",
        answer=answer,
        seconds=1,
        prompt_tokens=1,
        output_tokens=1,
        is_cut=False,
        model="m",
    )


PAIRS = [
    turn(str(q), arm, t, f"{arm} {q} {t}") for q in range(12) for arm in ("raw", "guarded") for t in (0, 1)
]


def test_a_sheet_does_not_tell_the_arms_and_its_key_does() -> None:
    turns = [t.model_copy(update={"answer": f"answer {n}"}) for n, t in enumerate(PAIRS)]
    sheet = sheet_of(turns, seed=1)
    key = json.loads(sheet.key)

    assert "raw" not in sheet.text + sheet.grades
    assert "guarded" not in sheet.text + sheet.grades
    assert {tuple(sorted(arms.values())) for arms in key.values()} == {("guarded", "raw")}
    assert {arms["A"] for arms in key.values()} == {"guarded", "raw"}  # shuffled by question
    assert sheet_of(turns, seed=1) == sheet
    assert sheet_of(turns, seed=2).key != sheet.key


def test_grades_find_their_arm_again() -> None:
    sheet = sheet_of(PAIRS, seed=1)
    key = json.loads(sheet.key)
    lines = sheet.grades.splitlines()
    filled = [lines[0]]
    for line in lines[1:]:
        question, number, label, _ = line.split(",")
        filled.append(f"{question},{number},{label},{9 if key[question][label] == 'guarded' else 4}")
    scores = scores_of(read_grades("\n".join(filled), sheet.key), {str(q): "math" for q in range(12)}, 1)

    assert set(scores) == {"math", "all"}
    assert (scores["all"].raw.mean, scores["all"].guarded.mean) == (4, 9)
    difference = scores["all"].difference
    assert (difference.mean, difference.low, difference.high, difference.questions) == (5, 5, 5, 12)


def test_an_interval_holds_the_mean_and_is_wider_for_fewer_questions() -> None:
    grades = "question,turn,label,grade\n" + "".join(
        f"{q},1,A,{3 + q % 5}\n{q},1,B,{4 + q % 3}\n" for q in range(40)
    )
    key = json.dumps({str(q): {"A": "raw", "B": "guarded"} for q in range(40)})
    categories = {str(q): "few" if q < 5 else "many" for q in range(40)}
    scores = scores_of(read_grades(grades, key), categories, 1)

    for score in scores.values():
        assert score.raw.low <= score.raw.mean <= score.raw.high
    few, many = scores["few"].raw, scores["many"].raw
    assert few.high - few.low > many.high - many.low


def test_an_answer_that_both_arms_gave_is_graded_once() -> None:
    sheet = sheet_of([turn("1", "raw", 0, "same"), turn("1", "guarded", 0, "same")], seed=1)
    filled = sheet.grades.replace("AB,", "AB,7")

    assert sheet.text.count("same") == 1
    assert {(g.arm, g.points) for g in read_grades(filled, sheet.key)} == {("raw", 7), ("guarded", 7)}


@pytest.mark.parametrize("bad", ["", "11", "good"])
def test_a_grade_that_is_missing_or_none_is_named(bad: str) -> None:
    grades = f"question,turn,label,grade\n1,1,A,{bad}\n"

    with pytest.raises(BadInputError, match="line 2"):
        read_grades(grades, '{"1": {"A": "raw", "B": "guarded"}}')


def test_a_tape_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text('{"no": "turn"}\n', encoding="utf-8")

    with pytest.raises(BadInputError, match="line 1"):
        list(read_turns(tmp_path / NAME))
