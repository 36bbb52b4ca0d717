"""A meeting held before the real hub and worker, on a clock that moves on by what the work would take."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.simulation.clock import PI, TARGET
from bench.simulation.engines import SimulatedEngines
from bench.simulation.writing import passes
from bench.time_to_note import ends_of, held
from guardrails.core.types import Segment

SAID = [
    Segment(
        f"s{n + 1}", 6.0 * n, 6.0 * n + 5.5, None, f"Then we looked at room {n} of the new house, all of us."
    )
    for n in range(100)
]


def test_work_that_is_done_while_people_talk_need_not_be_waited_for() -> None:
    (end_s,) = ends_of(SAID, 8, 1)
    live = held(SAID, end_s, TARGET, True)
    batch = held(SAID, end_s, TARGET, False)
    assert 0 < live.waited.note_s < batch.waited.note_s
    assert batch.waited.note_s > end_s * 0.25, "hearing alone takes a quarter of the talk"


def test_a_slower_machine_lets_people_wait_longer() -> None:
    assert held(SAID[:40], 200, PI, True).waited.note_s > held(SAID[:40], 200, TARGET, True).waited.note_s


def test_guesses_and_a_faster_processor_let_people_wait_for_less() -> None:
    usual = held(SAID[:40], 200, PI, True).waited.note_s
    assert held(SAID[:40], 200, PI.without_guesses(), True).waited.note_s > usual
    assert held(SAID[:40], 200, replace(PI, own_code=20.0), True).waited.note_s > usual + 3


def test_a_meeting_in_which_no_voices_could_be_told_apart_gives_no_figure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(SimulatedEngines, "voices")
    with pytest.raises(RuntimeError, match="voices"):
        held(SAID[:10], 50, TARGET, True)


def test_the_judge_is_asked_about_what_was_drafted() -> None:
    promised = list(SAID[:30])
    for place, task in enumerate(("send the budget to Leila", "call the caterer", "book the van")):
        promised[10 * place] = replace(SAID[10 * place], text=f"I will {task} by Friday.")
    assert held(promised, 170, TARGET, True).judged >= 3
    assert held(promised, 170, TARGET, False).judged >= 3


def test_what_an_answer_copies_takes_fewer_passes_and_words_of_its_own_do_not() -> None:
    said = "send the revised budget to everybody by Friday"
    prompt = f'Example: {{"quote":"we meet at noon","task":"Meet"}}\n3: I will {said}.'
    copied = list(passes(prompt, {"quote": said, "task": "x"}, {}))
    own = list(passes(said, {"task": said, "text": said}, {}))
    assert len(copied) < sum(gained for gained, _ in copied) - 3
    assert [gained for gained, _ in own] == [1] * len(own)
