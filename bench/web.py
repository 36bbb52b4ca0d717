"""The page over 10,000 meetings: how long people wait, and what it takes; beside TinyDB's own JSONStorage.

    python bench/web.py

A hub runs as on the appliance. Eight clients at once open the list, meetings, everybody's actions and search
results for some seconds, each its next page as soon as it has the last one, as a browser takes it (gzip); the
95th percentile of each has to stay under 100 ms, the hub's memory (its own and that of its children) under
400 MB, its start under 5 s, and one item ticked off may write 8 KB to the journal. Waiting times are those of
the machine as it is, so its load and the hub's processor time for a page are printed beside them. The same
notes in TinyDB's JSONStorage, without any page, take what the lines below say: to open, to list and to change
one. BENCH_DIR names the disk, MEETINGS another number than 10,000. Ends with 1 where a target is missed.
"""

from __future__ import annotations

import http.client
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tinydb import TinyDB, where

from bench.meetings import Talk, fill
from daemon.hub.client import ask_hub
from daemon.notes.search.database import index_path, open_to_read
from daemon.notes.store import NoteStore
from web.views.listing import PAGE_SIZE

MEETINGS = int(os.environ.get("MEETINGS", "10000"))
CLIENTS = 8
SECONDS = 12.0
WAIT_MS = 100.0
MEMORY_MB = 400.0
START_S = 5.0
JOURNAL_BYTES = 8 * 1024
CHANGES = 20
NOT_THERE = {"transcript", "tape"}
"""Kept in files of their own."""


def main() -> int:
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_DIR")) as folder:
        state = Path(folder) / "state"
        begun = time.perf_counter()
        fill(state, MEETINGS)
        print(f"{MEETINGS:,} meetings stored in {time.perf_counter() - begun:.0f} s")
        with NoteStore.open_reader(state) as store:
            ids = [head.id for head in store.heads()]
            documents = [note.model_dump(mode="json", exclude=NOT_THERE) for note in store.notes()]
        with hub(state) as (port, start_s, pid):
            index_s = wait_for_index(state)
            before_s = cpu_of(pid)
            waits = ask_for_pages(port, ids)
            cpu_ms = (cpu_of(pid) - before_s) * 1e3 / sum(map(len, waits.values()))
            memory_mb = memory_of(pid)
            written = bytes_of_a_tick(state, ids)
        missed = report(waits, memory_mb, start_s, written)
        print(f"{'search index from nothing':<28} {index_s:>8.1f} s   (beside everything else)")
        load = os.getloadavg()[0]
        print(f"{'processor time for a page':<28} {cpu_ms:>8.1f} ms  (load of the machine {load:.1f})")
        json_storage(Path(folder) / "notes.json", documents)
    slowest = max(map(p95, waits.values()))
    print(f"{slowest:.0f} ms p95 of the slowest of four pages, {CLIENTS} clients; targets missed: {missed}")
    return 1 if missed else 0


@contextmanager
def hub(state: Path) -> Iterator[tuple[int, float, int]]:
    """A hub on a free port; with the seconds until it answers."""
    begun = time.perf_counter()
    command = [
        str(Path(sys.executable).with_name("roomscribe")),
        "--state",
        str(state),
        "service",
        "hub",
        "--port",
        "0",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr
        lines: list[str] = []
        for line in child.stderr:
            lines.append(line)
            if found := re.search(r"the page is at http://[^ ]*:(\d+)", line):
                break
        else:
            raise SystemExit(f"the hub did not start: {''.join(lines)}")
        start_s = time.perf_counter() - begun
        threading.Thread(target=child.stderr.read, daemon=True).start()
        try:
            yield int(found[1]), start_s, child.pid
        finally:
            child.terminate()


def wait_for_index(state: Path) -> float:
    """Seconds until the search index has every meeting; it is made beside everything else."""
    begun = time.perf_counter()
    while True:
        if connection := open_to_read(index_path(state)):
            with connection:
                (held,) = connection.execute("SELECT count(*) FROM notes").fetchone()
            connection.close()
            if held >= MEETINGS:
                return time.perf_counter() - begun
        time.sleep(0.5)  # nothing tells from outside how far it is


def ask_for_pages(port: int, ids: list[str]) -> dict[str, list[float]]:
    """Milliseconds of every answer, by page."""
    words = Talk().words
    waits: dict[str, list[float]] = defaultdict(list)
    until = time.perf_counter() + SECONDS
    problems: list[str] = []
    last_page = min(9, -(-len(ids) // PAGE_SIZE))

    def visit(seed: int) -> None:
        draw = random.Random(seed)
        connection = http.client.HTTPConnection("127.0.0.1", port)
        pages: list[tuple[str, Callable[[], str]]] = [
            ("list", lambda: f"/?page={draw.randint(1, last_page)}"),
            ("meeting", lambda: f"/meetings/{draw.choice(ids)}"),
            ("actions", lambda: "/actions"),
            ("search", lambda: f"/search?q={draw.choice(words[40:2000])}+{draw.choice(words[40:2000])}"),
        ]
        while time.perf_counter() < until:
            name, address = draw.choice(pages)
            begun = time.perf_counter()
            connection.request("GET", address(), headers={"Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            answer.read()
            waits[name].append((time.perf_counter() - begun) * 1e3)
            if answer.status != 200:
                problems.append(f"{name}: {answer.status}")

    threads = [threading.Thread(target=visit, args=(seed,)) for seed in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if problems:
        raise SystemExit(f"pages failed: {sorted(set(problems))}")
    return waits


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def cpu_of(pid: int) -> float:
    """Seconds of processor time that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> float:
    """MB that are the process's own, with its children's."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    own = sum(int(kb) for kb in re.findall(r"^Private_\w+: +(\d+) kB", rollup, re.MULTILINE)) / 1e3
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(memory_of(int(child)) for child in children)


def bytes_of_a_tick(state: Path, ids: list[str]) -> float:
    """The largest of `CHANGES`."""
    journal = state / "notes" / "notes.journal"
    largest = 0
    for number, note_id in enumerate(ids[:CHANGES]):
        before = journal.stat().st_size
        fields = {"status": "done" if number % 2 else "open"}
        change = {"do": "change_item", "kind": "action", "item": "a3", "fields": fields}
        ask_hub(state, "notes edit", id=note_id, change=change, by="member")
        largest = max(largest, journal.stat().st_size - before)
    return largest


def report(waits: dict[str, list[float]], memory_mb: float, start_s: float, written: float) -> int:
    """Print the figures; returns how many targets are missed."""
    rows = [
        (f"{name}: p95 of {len(times):,}", p95(times), WAIT_MS, "ms") for name, times in sorted(waits.items())
    ]
    rows += [
        ("memory of the hub", memory_mb, MEMORY_MB, "MB"),
        ("start until it answers", start_s, START_S, "s"),
        ("journal for one tick", written / 1024, JOURNAL_BYTES / 1024, "KB"),
    ]
    for what, figure, limit, unit in rows:
        print(
            f"{what:<28} {figure:>8.1f} {unit:<3} (at most {limit:g}){'  MISSED' if figure > limit else ''}"
        )
    return sum(figure > limit for _, figure, limit, _ in rows)


def json_storage(path: Path, documents: list[dict[str, object]]) -> None:
    """What the same takes in TinyDB as it comes."""
    with TinyDB(path) as db:
        db.insert_multiple(documents)
    steps: list[tuple[str, Callable[[TinyDB], object]]] = [
        ("list all", lambda db: len(db)),
        ("find one", lambda db: db.get(where("id") == documents[0]["id"])),
        ("change one", lambda db: db.update({"title": "x"}, where("id") == documents[0]["id"])),
    ]
    print(f"TinyDB's JSONStorage, {path.stat().st_size / 1e6:.0f} MB rewritten for every change:")
    with TinyDB(path) as db:
        for name, step in steps:
            begun = time.perf_counter()
            step(db)
            print(f"  {name:<26} {(time.perf_counter() - begun) * 1e3:>8.0f} ms")


if __name__ == "__main__":
    sys.exit(main())
