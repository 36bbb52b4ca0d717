"""Hold one meeting before the simulated room, so that what its process takes can be measured from outside.

    python -m bench.simulation.held MINUTES [--data DIR]

So many minutes of AMI, drafted while people talk (see `bench/time_to_note.py`); prints the note as JSON.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from unittest import mock

from bench.corpus import DATA, stretch
from bench.simulation.clock import TARGET
from bench.simulation.room import ID, SimulatedRoom
from guardrails.core.types import Segment


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("minutes", type=int)
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args()
    said: list[Segment] = []
    for each in sorted(stretch(options.data, options.minutes), key=lambda one: one["end_s"]):
        start_s = max(each["start_s"], said[-1].end_s if said else 0.0)
        said.append(Segment(f"s{len(said) + 1}", start_s, max(each["end_s"], start_s), None, each["text"]))
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(os, "fsync", return_value=None):
        room = SimulatedRoom(Path(folder), said, said[-1].end_s, TARGET)
        room.hold(live=True)
        with room.open_hub() as hub:
            print(hub.store.get(ID).model_dump_json())
    return 0


if __name__ == "__main__":
    sys.exit(main())
