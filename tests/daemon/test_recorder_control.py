"""Orders as files: answered once, repeated after a crash, and not carried out when nobody wants them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from daemon.base.clock import SystemClock
from daemon.base.control import Order, OrderDesk, Orders, Reply, ask
from daemon.base.errors import NoAnswerError, StateWriteError
from tests.fakes.clock import FakeClock
from tests.fakes.microphone import refuse


def meanwhile(clock: FakeClock, act: Callable[[], object]) -> Callable[[float], None]:
    """A sleep in which the other process does something."""

    def sleep(seconds: float) -> None:
        clock.sleep(seconds)
        act()

    return sleep


def files(state: Path) -> list[str]:
    return sorted(path.name for path in (state / "control").rglob("*") if path.is_file())


def test_an_order_is_answered_and_leaves_nothing_behind(tmp_path: Path) -> None:
    clock = FakeClock()
    orders = Orders(tmp_path, "recorder", clock)
    seen = []

    def serve() -> None:
        for order in orders.pending():
            seen.append((order.do, order.arguments))
            orders.answer(order, message="forgot 5 minutes", details={"seconds": 300})

    answer = ask(tmp_path, "recorder", "forget", {"minutes": 5}, clock=clock, sleep=meanwhile(clock, serve))
    assert seen == [("forget", {"minutes": 5})]
    assert (answer.ok, answer.message, answer.details) == (True, "forgot 5 minutes", {"seconds": 300})
    assert files(tmp_path) == []


def test_orders_are_seen_in_the_order_of_asking_and_by_their_own_service(tmp_path: Path) -> None:
    clock = FakeClock()
    for service, do in (
        ("recorder", "start"),
        ("hub", "prune"),
        ("recorder", "forget"),
        ("recorder", "stop"),
    ):
        with pytest.raises(NoAnswerError):
            ask(tmp_path, service, do, timeout_s=1, must_happen=True, clock=clock, sleep=clock.sleep)
    assert [order.do for order in Orders(tmp_path, "recorder", clock).pending()] == [
        "start",
        "forget",
        "stop",
    ]


def test_without_a_service_the_order_is_taken_back(tmp_path: Path) -> None:
    clock = FakeClock()
    with pytest.raises(NoAnswerError, match="the recorder does not answer, and the order was withdrawn"):
        ask(tmp_path, "recorder", "start", timeout_s=3, clock=clock, sleep=clock.sleep)
    assert clock.boot_s() == pytest.approx(1003, abs=0.1)
    assert files(tmp_path) == []


def test_what_must_happen_waits_for_the_service_even_over_a_reboot(tmp_path: Path) -> None:
    clock = FakeClock()
    with pytest.raises(NoAnswerError, match="when it runs"):
        ask(tmp_path, "recorder", "forget", timeout_s=3, must_happen=True, clock=clock, sleep=clock.sleep)
    clock.sleep(86_400)
    clock.boot_id = "boot-b"
    assert [order.do for order in Orders(tmp_path, "recorder", clock).pending()] == ["forget"]


def test_a_button_pressed_long_ago_starts_nothing(tmp_path: Path) -> None:
    clock = FakeClock()
    later: list[str] = []

    class AskerDied(Exception):
        pass

    def die(_: float) -> None:
        raise AskerDied

    with pytest.raises(AskerDied):
        ask(tmp_path, "recorder", "start", timeout_s=10, clock=clock, sleep=die)
    clock.sleep(11)
    later += [order.do for order in Orders(tmp_path, "recorder", clock).pending()]
    assert later == []
    assert not list((tmp_path / "control" / "recorder").iterdir())


def test_a_crash_before_the_answer_repeats_the_order(tmp_path: Path) -> None:
    clock = FakeClock()
    with pytest.raises(NoAnswerError):
        ask(tmp_path, "recorder", "forget", timeout_s=1, must_happen=True, clock=clock, sleep=clock.sleep)
    first = Orders(tmp_path, "recorder", clock).pending()
    again = Orders(tmp_path, "recorder", clock)
    assert again.pending() == first
    again.answer(first[0], message="done")
    assert again.pending() == []


def test_an_order_whose_answer_the_disk_refuses_is_carried_out_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FakeClock()
    done: list[str] = []

    def carry_out(order: Order) -> Reply:
        done.append(order.do)
        return Reply("undone", {"left": 1})

    desk = OrderDesk(Orders(tmp_path, "hub", clock), carry_out)

    def on_a_full_disk() -> None:
        with monkeypatch.context() as full:
            full.setattr("daemon.base.control.write_durably", refuse)
            with pytest.raises(StateWriteError):
                desk.serve()
        desk.serve()

    answer = ask(tmp_path, "hub", "undo", clock=clock, sleep=meanwhile(clock, on_a_full_disk))
    assert done == ["undo"]
    assert (answer.ok, answer.message, answer.details) == (True, "undone", {"left": 1})


def test_a_file_that_is_no_order_is_removed(tmp_path: Path) -> None:
    orders = Orders(tmp_path, "recorder", FakeClock())
    folder = tmp_path / "control" / "recorder"
    (folder / "rubbish.json").write_text("{")
    (folder / ".unfinished-0123").write_text("{")
    assert orders.pending() == []
    assert [path.name for path in folder.iterdir()] == [".unfinished-0123"]


def test_answers_that_nobody_fetched_are_swept_after_an_hour(tmp_path: Path) -> None:
    clock = FakeClock()
    orders = Orders(tmp_path, "recorder", clock)
    with pytest.raises(NoAnswerError):
        ask(tmp_path, "recorder", "forget", timeout_s=1, must_happen=True, clock=clock, sleep=clock.sleep)
    orders.answer(orders.pending()[0], message="done")
    (answer,) = (tmp_path / "control" / "answers").iterdir()
    os.utime(answer, (5000, 5000))
    orders.sweep(5000 + 3599)
    assert answer.exists()
    orders.sweep(5000 + 3601)
    assert not answer.exists()


def test_the_systems_clock_counts_on_and_knows_its_boot() -> None:
    clock = SystemClock()
    before = clock.boot_s()
    assert clock.boot_s() >= before > 0
    assert clock.boot_id == SystemClock().boot_id != ""
    assert abs(clock.now().timestamp() - time.time()) < 60
