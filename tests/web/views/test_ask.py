"""Questions as the page tells of them: what each waits for, and the list of conversations."""

from __future__ import annotations

from datetime import UTC, timedelta

import pytest

from daemon.notes.questions import Question, Reply
from daemon.worker.status import WorkerStatus
from tests.fakes.room_page import NOW
from web.views.ask import conversation_views, turn_view


def question(
    number: int, minutes: int = 0, text: str | None = "Who sends it?", of: int | None = None
) -> Question:
    conversation = f"{number if of is None else of:016x}"
    return Question(
        id=f"{number:016x}",
        conversation=conversation,
        text=text,
        sound=None if text else "m4a",
        asked_at=NOW + timedelta(minutes=minutes),
    )


def reply(to: Question, **fields: object) -> Reply:
    return Reply.model_validate({"id": to.id, "at": NOW, **fields})


IDLE = WorkerStatus(pid=1)
BUSY = WorkerStatus(pid=1, job="a-meeting", stage="drafting", fraction=0.5)


@pytest.mark.parametrize(
    ("status", "ahead", "doing", "fraction"),
    [
        (None, 0, "Waiting for the worker, which is not running.", None),
        (None, 2, "Waiting for the worker, which is not running.", None),
        (IDLE, 0, "It starts in a moment.", None),
        (BUSY, 0, "Waiting for its turn: meetings come first.", None),
        (BUSY, 1, "Waiting for 1 earlier question.", None),
        (IDLE, 2, "Waiting for 2 earlier questions.", None),
        (WorkerStatus(pid=1, job=f"{7:016x}"), 3, "Looking for passages.", None),
        (WorkerStatus(pid=1, job=f"{7:016x}", stage="answering", fraction=0.4), 0, "Answering.", 0.4),
    ],
)
def test_a_question_says_what_it_waits_for(
    status: WorkerStatus | None, ahead: int, doing: str, fraction: float | None
) -> None:
    asked = question(7)
    for seen in (None, reply(asked)):
        turn = turn_view(asked, seen, status, ahead, UTC)
        assert (turn.state, turn.doing, turn.fraction) == ("waiting", doing, fraction)
        assert (turn.id, turn.question, turn.asked) == (asked.id, "Who sends it?", "Fri 20 Nov 2026")


@pytest.mark.parametrize(
    ("reason", "told"), [(None, "It could not be answered."), ("it is mute", "It is mute.")]
)
def test_a_question_without_an_answer_says_why(reason: str | None, told: str) -> None:
    asked = question(7)
    turn = turn_view(asked, reply(asked, state="failed", reason=reason), IDLE, 0, UTC)
    assert (turn.state, turn.reason, turn.doing) == ("failed", told, "")


def test_a_spoken_question_is_shown_as_soon_as_it_is_understood() -> None:
    asked = question(7, text=None)
    assert turn_view(asked, None, IDLE, 0, UTC).question == "A spoken question"
    turn = turn_view(asked, reply(asked, heard="And when?"), IDLE, 0, UTC)
    assert (turn.question, turn.is_spoken) == ("And when?", True)


def test_conversations_stand_by_their_latest_question() -> None:
    first, second, later = question(1), question(2, 1, "Who pays?"), question(3, 2000, "And when?", of=1)
    spoken = question(4, -1, None)
    replies = {
        first.id: reply(first, state="done"),
        second.id: reply(second),
        later.id: reply(later, state="failed"),
        spoken.id: None,
    }
    found = conversation_views([spoken, first, second, later], replies, UTC)
    assert [(each.id, each.question, each.more, each.asked, each.is_waiting) for each in found] == [
        (first.id, "Who sends it?", 1, "Sat 21 Nov 2026", False),
        (second.id, "Who pays?", 0, "Fri 20 Nov 2026", True),
        (spoken.id, "A spoken question", 0, "Fri 20 Nov 2026", True),
    ]
