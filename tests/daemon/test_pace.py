"""Whether a machine keeps up with people who talk, by what was measured; and when the model has time."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daemon.base.timetable import has_time
from daemon.meetings.receipts import Answered, receipt_log
from daemon.models.presence import Record
from daemon.worker.answers import RememberingModel
from daemon.worker.pace import PaceKeeper
from pipelines.errors import CutAnswerError, OutputError
from pipelines.llm.model import Message
from tests.fakes.clock import FakeClock
from tests.fakes.language_model import Answer, Call, ScriptedModel

WEIGHTS = "ab" * 32


def keeper(path: Path, *, prompt_per_s: float, output_per_s: float, hearing: float = 0.1) -> PaceKeeper:
    pace = PaceKeeper(path)
    pace.heard(100, 100 * hearing)
    pace.answered(WEIGHTS, (1000, 1000 / prompt_per_s), (100, 100 / output_per_s))
    return pace


@pytest.mark.parametrize(
    ("machine", "prompt_per_s", "output_per_s", "keeps_up"),
    [("this one", 33, 8, True), ("Pi 5", 32, 6.4, True), ("Pi 4", 4, 1.7, False)],
)
def test_a_machine_keeps_up_by_its_measured_speed(
    tmp_path: Path, machine: str, prompt_per_s: float, output_per_s: float, keeps_up: bool
) -> None:
    pace = keeper(tmp_path, prompt_per_s=prompt_per_s, output_per_s=output_per_s)
    assert pace.keeps_up(WEIGHTS) == keeps_up


def test_what_was_measured_outlives_a_restart_and_is_of_its_weights(tmp_path: Path) -> None:
    keeper(tmp_path, prompt_per_s=4, output_per_s=1.7).save()
    again = PaceKeeper(tmp_path)
    assert not again.keeps_up(WEIGHTS)
    assert again.keeps_up("cd" * 32), "nobody knows yet how fast others are"


def tried(prompt_per_s: float, output_per_s: float) -> dict[str, Record]:
    """What a self-check has recorded."""
    return {
        "a": Record(
            sha256=WEIGHTS,
            control="1",
            tried_at=datetime(2026, 11, 20, tzinfo=UTC),
            passed=(),
            failed=(),
            prompt_per_s=prompt_per_s,
            output_per_s=output_per_s,
        )
    }


def test_until_it_has_worked_a_machine_keeps_up_by_the_speeds_of_its_self_check(tmp_path: Path) -> None:
    assert PaceKeeper(tmp_path, lambda: tried(32, 6.4)).keeps_up(WEIGHTS)
    slow = PaceKeeper(tmp_path, lambda: tried(4, 1.2))
    assert not slow.keeps_up(WEIGHTS)
    assert slow.keeps_up("cd" * 32), "nobody knows yet how fast others are"
    slow.answered(WEIGHTS, (1000, 1000 / 32), (100, 100 / 6.4))
    assert slow.keeps_up(WEIGHTS), "what was measured at work counts"


@pytest.mark.parametrize(
    ("machine", "prompt_per_s", "output_per_s", "early"),
    [("Pi 5", 32, 6.4, True), ("8 cores", 300, 40, False)],
)
def test_chunks_end_early_where_one_takes_long(
    tmp_path: Path, machine: str, prompt_per_s: float, output_per_s: float, early: bool
) -> None:
    assert not PaceKeeper(tmp_path).ends_early(WEIGHTS), "nothing was measured yet"
    assert keeper(tmp_path, prompt_per_s=prompt_per_s, output_per_s=output_per_s).ends_early(WEIGHTS) == early


def test_what_was_measured_long_ago_counts_less(tmp_path: Path) -> None:
    pace = keeper(tmp_path, prompt_per_s=4, output_per_s=1.7)
    for _ in range(120):  # somebody has put in a fan
        pace.answered(WEIGHTS, (1000, 1000 / 32), (100, 100 / 6.4))
        pace.drafted(200)
    assert pace.keeps_up(WEIGHTS)


def test_a_damaged_file_is_measured_anew(tmp_path: Path) -> None:
    (tmp_path / "pace.json").write_text("{")
    assert PaceKeeper(tmp_path).keeps_up(WEIGHTS)


@pytest.mark.parametrize(
    ("when", "at", "has"),
    [
        ("auto", "12:00", True),
        ("after", "12:00", True),
        ("18:00", "17:59", False),
        ("18:00", "18:00", True),
        ("18:00", "02:30", True),
        ("18:00", "06:00", False),
        ("23:30", "00:10", True),
        ("00:00", "23:59", False),
    ],
)
def test_the_model_has_time_from_then_on_for_twelve_hours(when: str, at: str, has: bool) -> None:
    assert has_time(when, datetime.fromisoformat(f"2026-11-20T{at}")) == has


def test_the_load_is_what_hearing_and_drafting_take_of_a_second_of_talk(tmp_path: Path) -> None:
    pace = PaceKeeper(tmp_path)
    assert pace.pace.load == 0, "nothing was measured yet"
    pace.heard(100, 10)
    assert pace.pace.load == pytest.approx(0.1)
    pace.answered(WEIGHTS, (1000, 25), (300, 45))
    assert pace.pace.load == pytest.approx(0.1 + (1300 / 40 + 350 * 0.15) / 200), "of an ordinary chunk"
    pace.drafted(140)
    assert pace.pace.load == pytest.approx(0.1 + (25 + 45) / 140), "people talk fast"
    pace.answered(WEIGHTS, (1000, 25), (300, 45))
    pace.drafted(260)
    assert pace.pace.load == pytest.approx(0.1 + (70 + 70) / 400)
    other = pace.pace.of("cd" * 32)
    assert other.load == pytest.approx(0.1), "the ears are the same"
    assert pace.pace.of(WEIGHTS) == pace.pace


def test_a_chunk_whose_answers_were_known_and_one_without_times_tell_nothing(tmp_path: Path) -> None:
    pace = PaceKeeper(tmp_path)
    pace.drafted(200)
    pace.answered(WEIGHTS, (1000, 25), (300, 45))
    pace.drafted(0)
    assert pace.pace.chunks == 0


def test_what_took_more_than_a_quarter_of_an_hour_counts_half_beside_what_is_new(tmp_path: Path) -> None:
    pace = PaceKeeper(tmp_path)
    pace.heard(1000, 900)
    pace.heard(1000, 100)
    assert (pace.pace.talk_s, pace.pace.hearing_s) == (2000, 1000)
    pace.heard(1000, 100)
    assert (pace.pace.talk_s, pace.pace.hearing_s) == (2000, 600)
    pace.answered(WEIGHTS, (1000, 500), (100, 401))
    pace.answered(WEIGHTS, (1000, 100), (100, 100))
    assert (pace.pace.prompt_tokens, pace.pace.prompt_s) == (1500, 350)
    assert (pace.pace.output_tokens, pace.pace.output_s) == (150, 300.5)


def test_a_machine_at_the_limit_does_not_begin_and_stop_by_turns(tmp_path: Path) -> None:
    pace = keeper(tmp_path, prompt_per_s=1000, output_per_s=1)
    for tokens, keeps_up in ((310, False), (295, False), (240, True), (290, True), (340, False)):
        for _ in range(20):
            pace.answered(WEIGHTS, (0, 0.0), (tokens, tokens))
            pace.drafted(200)
        assert pace.keeps_up(WEIGHTS) == keeps_up, tokens


class Urgent(BaseException):
    """Somebody speaks."""


@pytest.mark.parametrize(
    ("ends", "answers", "keeps_up"),
    [
        (CutAnswerError("too long", "{"), 1, False),
        (OutputError("it loops"), 1, False),
        (Urgent(), 1, False),
        (None, 1, False),
        (None, 0, True),
    ],
)
def test_answers_that_are_cut_off_loop_or_are_interrupted_count_towards_the_pace(
    tmp_path: Path, ends: BaseException | None, answers: int, keeps_up: bool
) -> None:
    clock, pace = FakeClock(), PaceKeeper(tmp_path)

    def script(call: Call) -> Answer:
        clock.sleep(320)
        return ends or "{}"

    with receipt_log(tmp_path / "answers", Answered) as log:
        model = RememberingModel(
            ScriptedModel(script),
            WEIGHTS,
            log,
            lambda: None,
            clock.boot_s,
            lambda prompt, output: pace.answered(WEIGHTS, prompt, output),
        )
        for _ in range(answers):
            with suppress(OutputError, Urgent):
                model.complete([Message("user", "What was agreed?")], schema={"type": "object"}, max_tokens=9)
    assert pace.keeps_up(WEIGHTS) == keeps_up
