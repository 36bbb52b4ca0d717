"""The whole appliance as processes, on bad days: killed, flooded, without room, on a read-only disk."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Event

import pytest

from daemon.meetings.job import DISK_WAIT
from daemon.notes.store import NoteStore
from tests.fakes.appliance import Appliance, wait_for
from tests.fakes.disk import full, read_only, small_disk

pytestmark = [pytest.mark.soak, pytest.mark.slow, pytest.mark.timeout(3600)]

Count = Callable[[int, int], int]
Figure = Callable[[str], None]


@pytest.fixture
def appliance(tmp_path: Path) -> Iterator[Appliance]:
    with Appliance(tmp_path) as each:
        yield each


@pytest.fixture
def cramped(tmp_path: Path) -> Iterator[Appliance]:
    """Its state on a small disk of its own, its inbox on another."""
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    try:
        disk = small_disk(tmp_path / "state", 24)
        disk.__enter__()
    except OSError as error:
        pytest.skip(f"NO FULL AND NO READ-ONLY DISK WAS TESTED: mounting needs root ({error})")
    try:
        yield from _running(tmp_path, inbox)
    finally:
        disk.__exit__(None, None, None)


def _running(path: Path, inbox: Path) -> Iterator[Appliance]:
    each = Appliance(path, f'folder = "{inbox}"\n')
    each.inbox = inbox
    with each:
        yield each


def stored(appliance: Appliance) -> list[str]:
    """Names of the files that have become notes."""
    with NoteStore.open_reader(appliance.state) as store:
        return sorted(head.source for head in store.heads())


def report(number: int) -> str:
    return f"Ann: I'll send report {number} to legal by Friday.\nBob: We agreed to ship on Monday."


def all_stored(appliance: Appliance, number: int, seed: str = "") -> None:
    """Every file has one note, and nothing is left to do."""
    # Half a second each on a machine that has nothing else to do, and a job that met a full disk waits.
    patience_s = DISK_WAIT.total_seconds() + 10.0 * number
    expected = sorted(f"{each}.txt" for each in range(number))
    missing = f"meetings are missing {seed}"
    wait_for(lambda: len(stored(appliance)) >= number, missing, patience_s)
    assert stored(appliance) == expected, seed
    wait_for(lambda: not appliance.jobs(), f"jobs are left {seed}")
    assert {path.name for path in appliance.inbox.iterdir()} <= {"rejected"}


def test_killed_at_random_moments_every_meeting_still_gets_exactly_one_note(
    appliance: Appliance, count: Count, chance: random.Random, figure: Figure
) -> None:
    """Hub and worker, kill -9 at random moments while files come in."""
    kills = count(10, 100)
    victims = ["hub", "worker"] * kills
    chance.shuffle(victims)
    for number, victim in enumerate(victims):
        appliance.drop(f"{number}.txt", report(number))
        wait_for(lambda victim=victim: victim in appliance.children(), f"no {victim}")
        Event().wait(chance.uniform(0.0, 0.7))  # a random moment is what is wanted, not one of ours
        appliance.kill(victim)
    all_stored(appliance, len(victims))
    figure(f"{kills} kills of each: {len(victims)} meetings, {len(stored(appliance))} notes, no job left")


def test_many_files_at_once(appliance: Appliance, count: Count, figure: Figure) -> None:
    """Files dropped into the watch folder at once."""
    number = count(40, 200)
    before_s = time.monotonic()
    for each in range(number):
        appliance.drop(f"{each}.txt", report(each))
    all_stored(appliance, number)
    figure(f"{number} files: {number} notes within {time.monotonic() - before_s:.0f} s")


def waited_out(
    appliance: Appliance,
    rounds: int,
    chance: random.Random,
    trouble: Callable[[], AbstractContextManager[None]],
) -> None:
    """Files come in before and during the `trouble` with the disk, which begins and ends at random."""
    for number in range(rounds):
        appliance.drop(f"{2 * number}.txt", report(2 * number))
        Event().wait(chance.uniform(0.0, 1.0))
        with trouble():
            appliance.drop(f"{2 * number + 1}.txt", report(2 * number + 1))
            Event().wait(chance.uniform(0.5, 2.0))
            assert len(stored(appliance)) <= 2 * number + 2, "what is stored can be read"
    all_stored(appliance, 2 * rounds)


def test_on_a_full_disk_meetings_wait_and_none_is_lost(
    cramped: Appliance, count: Count, chance: random.Random, figure: Figure
) -> None:
    """The disk full at random moments while files come in, then room again."""
    rounds = count(2, 20)
    waited_out(cramped, rounds, chance, lambda: full(cramped.state, left=chance.choice([0, 4096, 16384])))
    assert "No space left" in cramped.log
    figure(f"{rounds} times full: {2 * rounds} meetings, {2 * rounds} notes")


def test_on_a_disk_that_turns_read_only_meetings_wait_and_none_is_lost(
    cramped: Appliance, count: Count, chance: random.Random, figure: Figure
) -> None:
    """The disk read-only at random moments while files come in, then writable again."""
    rounds = count(2, 20)
    waited_out(cramped, rounds, chance, lambda: read_only(cramped.state))
    assert "make its disk writable again" in cramped.log
    figure(f"{rounds} times read-only: {2 * rounds} meetings, {2 * rounds} notes")
