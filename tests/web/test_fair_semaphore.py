"""Who waits for whom."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask

from tests.web.test_server import get, running
from web.fair_semaphore import FairSemaphore
from web.server import AT_ONCE, THREADS


class Visitors:
    """Threads that take a turn and leave when they are let."""

    def __init__(self, turns: FairSemaphore) -> None:
        self.inside: list[int] = []
        self.came = threading.Condition()
        self._turns = turns
        self._leave = [threading.Event() for _ in range(8)]
        self._threads: list[threading.Thread] = []

    def send(self, number: int) -> None:
        thread = threading.Thread(target=self._visit, args=(number,))
        self._threads.append(thread)
        thread.start()

    def wait_for(self, *numbers: int) -> None:
        with self.came:
            assert self.came.wait_for(lambda: self.inside == list(numbers), timeout=10), self.inside

    def let_go(self, number: int) -> None:
        self._leave[number].set()

    def close(self) -> None:
        for each in self._leave:
            each.set()
        for thread in self._threads:
            thread.join()

    def _visit(self, number: int) -> None:
        with self._turns:
            with self.came:
                self.inside.append(number)
                self.came.notify_all()
            self._leave[number].wait(10)


def waiting(turns: FairSemaphore, number: int) -> None:
    """Returns once so many stand in line."""
    ready = threading.Event()
    while len(turns) < number:
        ready.wait(0.001)


@pytest.fixture
def turns() -> FairSemaphore:
    return FairSemaphore(2)


@pytest.fixture
def visitors(turns: FairSemaphore) -> Iterator[Visitors]:
    with closing(Visitors(turns)) as each:
        yield each


def test_they_are_let_in_in_the_order_in_which_they_came(turns: FairSemaphore, visitors: Visitors) -> None:
    for number in range(5):
        visitors.send(number)
        if number < 2:
            visitors.wait_for(*range(number + 1))
        else:
            waiting(turns, number - 1)
    visitors.wait_for(0, 1)
    visitors.let_go(1)
    visitors.wait_for(0, 1, 2)
    visitors.let_go(0)
    visitors.wait_for(0, 1, 2, 3)


def test_whoever_fails_inside_leaves_the_place_to_others(turns: FairSemaphore, visitors: Visitors) -> None:
    for _ in range(3):
        with pytest.raises(ValueError, match="broken"), turns:
            raise ValueError("broken")
    visitors.send(0)
    visitors.send(1)
    with visitors.came:
        assert visitors.came.wait_for(lambda: sorted(visitors.inside) == [0, 1], timeout=10)


def test_a_change_does_not_wait_behind_pages() -> None:
    """As many slow pages as may be at a time, and one that waits; a form is answered all the same."""
    app, let_go, begun = Flask(__name__), threading.Event(), threading.Semaphore(0)

    @app.get("/slow")
    def slow() -> str:
        begun.release()
        let_go.wait(10)
        return "done"

    @app.post("/tick")
    def tick() -> str:
        return "ticked"

    assert AT_ONCE + 1 < THREADS
    with running(app=app) as server:
        pages = [threading.Thread(target=get, args=(server, "/slow")) for _ in range(AT_ONCE + 1)]
        for page in pages:
            page.start()
        for _ in range(AT_ONCE):
            assert begun.acquire(timeout=10)
        try:
            status, _ = get(server, "/tick", method="POST")
            assert not begun.acquire(blocking=False), "one page more than may be was put together"
        finally:
            let_go.set()
            for page in pages:
                page.join()
    assert status == 200
