"""Rooms that share a llama-server: notes per hour, the longest wait, and what a kill costs.

    python -m bench.server                      1, 4 and 16 rooms, a small model of random weights
    python -m bench.server --e2b --rooms 1 4    the shape of Gemma 4 E2B in 4 bits: the real speed, hours
    for many rooms

Real: llama-server (scripts/llama_server.sh), TLS, relays, workers (a process for each room), prompts, grammar
and checks. Rooms and server share this machine, which a house's do not. The weights are random: they write
noise, of which a note gets nothing, and how much they write is not what Gemma would.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from tests.fakes.gguf_e2b import write_e2b
from tests.fakes.gguf_weights import Shape, write_gguf
from tests.fakes.llama_server import WEIGHTS, relayed, write_secrets
from tests.fakes.real_llama_server import RealLlamaServer
from tests.fakes.served_room import ServedRoom
from tests.fakes.worker_room import note

ROOMS = (1, 4, 16)
LINES = 130
"""Some ten minutes of talk: two chunks, and a summary of them."""
SLOTS = 4
SMALL = Shape(
    width=256, heads=4, head=64, head_sliding=32, ffn=(1024,) * 8, per_layer=16, window=256, full_every=2
)
"""Large enough that the server has work, too. Its vocabulary has letters: a prompt has five times Gemma's
tokens."""
CONTEXT = 16_384
WORDS = "the budget, the roof, a new heating, the lease, who writes to legal, the garden, old chairs".split(
    ", "
)


@dataclass(frozen=True)
class Made:
    """One note."""

    took_s: float
    outcomes: list[str]
    engine: str | None
    segments_read: int
    prompt_tokens: int


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", type=int, nargs="+", default=ROOMS)
    parser.add_argument("--e2b", action="store_true")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    lost = 0
    with tempfile.TemporaryDirectory() as scratch:
        weights = Path(scratch) / "weights" / WEIGHTS
        weights.parent.mkdir()
        (write_e2b if options.e2b else _write_small)(weights)
        print("| rooms at once | notes per hour | longest wait | read for a note | notes | by the server |")
        print("|---|---|---|---|---|---|")
        for rooms in options.rooms:
            with House(Path(scratch) / f"{rooms}", weights, rooms, options.threads) as house:
                lost += _tell(str(rooms), house.notes())
        rooms = min(4, max(options.rooms))
        with House(Path(scratch) / "killed", weights, rooms, options.threads) as house:
            made = house.notes(kill_after=5 * rooms)
        lost += _tell(f"{rooms}, server killed", made)
        print("after the kill:", "; ".join(each.engine or "rules" for each in made[1]))
    return 1 if lost else 0


def _tell(what: str, run: tuple[float, list[Made]]) -> int:
    took_s, made = run
    whole = sum(each.segments_read == LINES and "failed" not in each.outcomes for each in made)
    read = sum(each.prompt_tokens for each in made) // len(made)
    wait_s = max(each.took_s for each in made)
    figures = f"{3600 * len(made) / took_s:.0f} | {wait_s:.0f} s | {read} tokens"
    served = sum(" on " in (each.engine or "") for each in made)
    print(f"| {what} | {figures} | {whole} of {len(made)} | {served} |", flush=True)
    return len(made) - whole


def _write_small(path: Path) -> Path:
    return write_gguf(path, shape=SMALL)


class House:
    """A server, and rooms whose relays are in this process."""

    def __init__(self, folder: Path, weights: Path, rooms: int, threads: int) -> None:
        self._states = [folder / f"room{number}" for number in range(rooms)]
        self._weights = weights
        self._server = RealLlamaServer(
            folder / "carried", weights, slots=min(SLOTS, rooms), context_tokens=CONTEXT, threads=threads
        )
        for state in self._states:
            write_secrets(state, folder / "carried")
        for state in self._states:
            (state / "server/authority.crt").write_bytes(
                (self._states[-1] / "server/authority.crt").read_bytes()
            )
        self._stack = ExitStack()

    def __enter__(self) -> House:
        self._stack.enter_context(self._server.running())
        for state in self._states:
            self._stack.enter_context(relayed(state, self._server.url))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def notes(self, kill_after: int = 0) -> tuple[float, list[Made]]:
        """A meeting in each room, all at once: the seconds for all, and each. `kill_after`: questions."""
        with ProcessPoolExecutor(len(self._states), mp_context=get_context("spawn")) as pool:
            warm = [pool.submit(_warmed) for _ in self._states]
            assert all(each.result() for each in as_completed(warm))
            began_s = time.monotonic()
            jobs = [
                pool.submit(_meet, state, number, self._server.url, self._weights, bool(kill_after))
                for number, state in enumerate(self._states)
            ]
            if kill_after:
                tick = threading.Event()
                while self._server.asked() < kill_after and not all(job.done() for job in jobs):
                    tick.wait(0.05)
                self._server.kill()
            made = [job.result() for job in jobs]
            return time.monotonic() - began_s, made


def _warmed() -> bool:
    """A process that has started, with its imports."""
    time.sleep(0.5)
    return True


def _meet(state: Path, number: int, url: str, weights: Path, has_weights: bool) -> Made:
    """In a process of its own: one meeting, until its note is there."""
    room = ServedRoom(state, url)
    if has_weights:
        room.install(weights)
    lines = (f"Ann: {WORDS[n % 7]}, in room {number} that was point {n} of the list." for n in range(LINES))
    folder = room.add("meeting.txt", "\n".join(lines))
    began_s = time.monotonic()
    outcomes = room.finish(folder)
    made = note(folder)
    engine = made.engines.llm
    return Made(
        time.monotonic() - began_s,
        outcomes,
        engine.name if engine else None,
        made.coverage.segments_read,
        (engine.prompt_tokens or 0) if engine else 0,
    )


if __name__ == "__main__":
    sys.exit(main())
