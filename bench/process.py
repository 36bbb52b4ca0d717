"""Seconds and memory from a transcript file to its note, all processes of it included.

    python -m bench.process [--data DIR] [--hour] [--no-model]
    python -m bench.process --hours 4 [--sound]       memory of a long meeting beside that of half an hour

By rules: an hour of AMI and, without `--hour`, the other transcripts beside the project (../shared/data): the
Zoom files as they are, and the five longest AMI and ICSI meetings. Then the hour once more with the
language model: random weights of Gemma 4's architecture, installed and asked as the real ones are, so that
every step is taken. What they write is noise, and what cannot be used of it the rules write instead. Every
note has to say that all segments were read.

The targets are 10 s and 400 MB by rules; the last line starts with the slowest file's seconds. Seconds are
those on the wall; where others use the machine, the processor's beside them tell what it would take alone.
`--hours` compares so many hours of AMI with thirty minutes, by rules and with the model; `--sound` also sends
as much talk, the sample meeting said again and again, through decoding, voice detection and a Whisper of
random weights. The long one may take 1.2 times the memory. Exits 1 where a target is missed, a note fails or
a segment was not read.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.asr import talk_of
from bench.corpus import DATA, longest, stretch, write_transcript
from bench.measured import Cost, roomscribe
from tests.fakes.gguf_weights import write_gguf
from tests.fakes.whisper_weights import write_whisper

MOST_S, MOST_MB, MOST_RATIO = 10.0, 400.0, 1.2
SHORT_MINUTES, HOUR_MINUTES = 30, 60
WEIGHTS = "gemma-4-E2B-it-Q4_K_M.gguf"
SPEECH = "faster-whisper-base"


@dataclass(frozen=True)
class Made:
    """A note that was made, and what it took."""

    name: str
    cost: Cost
    note: dict[str, Any]

    @property
    def is_complete(self) -> bool:
        read, total = (self.note["coverage"][key] for key in ("segments_read", "segments_total"))
        return bool(read == total > 0)

    def __str__(self) -> str:
        coverage = self.note["coverage"]
        return (
            f"{self.cost} {coverage['segments_read']:6} of {coverage['segments_total']:6} segments "
            f"{len(self.note['action_items']):4} items  {self.name}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--hour", action="store_true")
    parser.add_argument("--no-model", action="store_true")
    parser.add_argument("--hours", type=float)
    parser.add_argument("--sound", action="store_true")
    options = parser.parse_args()
    if not options.data.is_dir():
        print("no transcripts to measure: --data DIR names the folder that holds them")
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.hours:
            return _long(options.data, folder, round(options.hours * 60), with_sound=options.sound)
        hour = write_transcript(folder / "ami-60min.json", stretch(options.data, HOUR_MINUTES))
        files = [hour]
        if not options.hour:
            files += sorted((options.data / "zoom_vtt").glob("*.vtt")) + longest(options.data, folder)
        print(Cost.HEAD)
        by_rules = [_told(_made(path, ["--engine", "rules"])) for path in files]
        complete = all(made.is_complete for made in by_rules)
        if not options.no_model:
            with_model = _told(_made(hour, ["--engine", "gemma"], models=installed(folder)))
            print(f"  with {with_model.note['engines']['llm']} ({'; '.join(with_model.note['warnings'])})")
            complete = complete and with_model.is_complete
    slowest = max(made.cost.seconds for made in by_rules)
    largest = max(made.cost.megabytes for made in by_rules)
    met = complete and slowest < MOST_S and largest < MOST_MB
    print(
        f"{slowest:.2f} s and {largest:.0f} MB at most by rules, over {len(by_rules)} files, "
        f"{'every segment read' if complete else 'segments left out'} "
        f"(target {MOST_S:.0f} s, {MOST_MB:.0f} MB: {'met' if met else 'missed'})"
    )
    return 0 if met else 1


def _long(data: Path, folder: Path, minutes: int, *, with_sound: bool) -> int:
    """Whether a long meeting takes the memory of a short one."""
    models, lengths = installed(folder, speech=with_sound), (SHORT_MINUTES, minutes)
    texts = [write_transcript(folder / f"{each}min.json", stretch(data, each)) for each in lengths]
    ways = {"rules": (texts, "rules"), "gemma": (texts, "gemma")}
    if with_sound:
        ways["sound"] = ([talk_of(folder / f"{each}min.wav", each) for each in lengths], "rules")
    print(Cost.HEAD)
    worst, complete = 0.0, True
    for way, (files, engine) in ways.items():
        short, long = (_told(_made(path, ["--engine", engine], models)) for path in files)
        complete = complete and short.is_complete and long.is_complete
        ratio = long.cost.megabytes / short.cost.megabytes
        worst = max(worst, ratio)
        print(f"{way}: {ratio:.2f} times the memory of {SHORT_MINUTES} minutes for {minutes} minutes")
    met = complete and worst <= MOST_RATIO
    print(f"{worst:.2f} times at most (target {MOST_RATIO}: {'met' if met else 'missed'})")
    return 0 if met else 1


def _made(path: Path, options: list[str], models: Sequence[str] = ()) -> Made:
    output, cost = roomscribe([*models, "process", str(path), *options, "--date", "2026-11-16", "--json"])
    return Made(path.name, cost, json.loads(output))


def _told(made: Made) -> Made:
    print(made, flush=True)
    return made


def installed(folder: Path, *, speech: bool = False) -> list[str]:
    """Options that choose a state directory with random weights in the models' places, as small as can be."""
    stick, config = folder / "stick", folder / "config.toml"
    stick.mkdir()
    write_gguf(stick / WEIGHTS)
    # So small a model only waits for a second thread.
    config.write_text(f'[llm]\nthreads = 1\n[models]\nspeech = "Systran/{SPEECH}"\n', "utf-8")
    if speech:
        write_whisper(stick / SPEECH)
    options = ["--state", str(folder / "state"), "--config", str(config)]
    roomscribe([*options, "models", "import", str(stick)])
    return options


if __name__ == "__main__":
    sys.exit(main())
