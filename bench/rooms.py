"""Many rooms with a real Syncthing each, and a house that shows them: `python -m bench.rooms`.

In network namespaces that have no way to anywhere else; as root, with Debian's syncthing. The target is
missed if a note needs 30 s or more (95th percentile) from its room's store to that of the house.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from bench.measured import peak_kb
from daemon.rooms.layout import NOTES
from daemon.rooms.pairing import key_of
from daemon.rooms.syncthing import Api
from tests.fakes.appliance import Appliance, wait_for
from tests.fakes.building import Box
from tests.fakes.lan import Carrier, Lan, why_not
from tests.fakes.stored import meeting

TARGET_S = 30.0


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rooms", type=int, default=12)
    options.add_argument("--meetings", type=int, default=10_000)
    options.add_argument("--notes", type=int, default=60, help="notes whose way is timed")
    options.add_argument("--pause", type=float, default=2.0, help="seconds between two of them, at most")
    chosen = options.parse_args()
    if reason := why_not():
        sys.stderr.write(f"cannot be measured here: {reason}\n")
        return 1
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        lan = stack.enter_context(Lan())
        house, carrier = _box(folder, "house", lan, stack)
        rooms = [_box(folder, f"room{number}", lan, stack)[0] for number in range(chosen.rooms)]
        started = time.monotonic()
        for number in range(chosen.meetings):
            rooms[number % len(rooms)].store.save(meeting(f"m{number}", word=f"word{number}", hours=-number))
        print(f"{chosen.meetings} meetings written in {time.monotonic() - started:.0f} s")
        started = time.monotonic()
        for room in rooms:
            house.pair(room, takes=True)
            room.pair(house, gives=True)
            room.step()
        print(f"shown by {len(rooms)} rooms after {time.monotonic() - started:.0f} s")
        started = time.monotonic()
        wait_for(lambda: _count(house) == chosen.meetings, "all meetings in the house", 3600)
        print(f"all in the house {time.monotonic() - started:.0f} s later")
        size = _bytes(house)
        times = _times(house, rooms, chosen.notes, chosen.pause)
        p95 = statistics.quantiles(times, n=20)[-1]
        print(f"seen in the house after {statistics.median(times):.1f} s (median of {len(times)})")
        print(f"95th percentile {p95:.1f} s, longest {max(times):.1f} s; target {TARGET_S:.0f} s")
        print(f"bytes of a note on disk {size:.0f}")
        print(f"received by the house for each {_received(house, carrier):.0f}")
        _tell_memory(house, folder / "hub")
    return 0 if p95 < TARGET_S else 1


def _box(folder: Path, name: str, lan: Lan, stack: ExitStack) -> tuple[Box, Carrier]:
    box = Box(folder, name)
    lan.plug(name)
    carrier = Carrier(lan, name, box.state)
    stack.callback(carrier.close)
    stack.callback(box.close)
    box.device = carrier.start().device
    box.key = key_of(box.device)
    return box, carrier


def _count(house: Box) -> int:
    house.step()
    return sum(head.room is not None for head in house.store.heads())


def _times(house: Box, rooms: list[Box], notes: int, pause_s: float) -> list[float]:
    chance = random.Random(7)
    started: dict[str, float] = {}
    seen: dict[str, float] = {}
    due = time.monotonic()
    while len(seen) < notes:
        now = time.monotonic()
        if len(started) < notes and now >= due:
            room, note_id = chance.choice(rooms), f"new{len(started)}"
            started[note_id] = now
            room.store.save(meeting(note_id, word=f"fresh{len(started)}"))
            room.step()
            due = now + chance.uniform(0, pause_s)
        house.step()
        for head in house.store.heads()[:notes]:
            if head.room and head.room.note in started:
                seen.setdefault(head.room.note, time.monotonic() - started[head.room.note])
        time.sleep(0.05)
    return list(seen.values())


def _bytes(house: Box) -> float:
    files = [path.stat().st_size for path in (house.layout.unit / "in").glob(f"*/{NOTES}/*.json")]
    return statistics.fmean(files)


def _received(house: Box, carrier: Carrier) -> float:
    home = house.layout.unit / "syncthing"
    key = next(line for line in (home / "config.xml").read_text().splitlines() if "<apikey>" in line)
    api = Api(carrier.interface, key.split(">")[1].split("<")[0])
    return int(api.get("system/connections")["total"]["inBytesTotal"]) / max(1, _count(house))


def _tell_memory(house: Box, folder: Path) -> None:
    """Of all processes of the house, its own among them on the store as it is now; resident, and at most."""
    house.close()
    folder.mkdir()
    (folder / "state").symlink_to(house.state)
    with Appliance(folder) as roomscribe:
        children = roomscribe.children()
        wait_for(lambda: _is_idle(children["hub"]), "the hub has read all", 600)
        found = {name: [pid] for name, pid in children.items()}
        found["rooms' unit"] = _processes(str(house.state))
        found["Syncthing"] = _processes(f"--home={house.layout.unit / 'syncthing'}")
        for name, pids in found.items():
            now, most = sum(map(_resident_kb, pids)) / 1024, sum(map(peak_kb, pids)) / 1024
            print(f"memory of the house's {name}: {now:.0f} MB, at most {most:.0f} MB")


def _is_idle(pid: int) -> bool:
    """Whether it computes for less than a twentieth of five seconds."""
    before = _ticks(pid)
    time.sleep(5)
    return _ticks(pid) - before < os.sysconf("SC_CLK_TCK") / 4


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _processes(word: str) -> list[int]:
    """Those that have it in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if word.encode() in path.read_bytes().split(b"\0"):
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def _resident_kb(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


if __name__ == "__main__":
    sys.exit(main())
