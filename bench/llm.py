"""How fast a language model of Gemma 4 E2B's shape reads and writes here, by the length of its context.

    python -m bench.llm [--weights FILE.gguf] [--tokens 2048] [--batch 128 512] [--plain] [--variants FOLDER]

Without weights a file with the real shape and random values is written first (2.6 GB): speed does not depend
on the values. For each type of key-value cache and each batch: prompt tokens a second and milliseconds for a
written token, alone and in a pass with a guess (pipelines/llm/lookup.py), around 512, 1,024, 2,048, ...
tokens of context, and the peak memory of a process of its own.
`--plain` measures without flash attention, too. `--variants` measures each code for a kind of processor that
a package holds (FOLDER is its llama_cpp/lib) and this one can run. With `--threads 1` the seconds are those
of the processor, for a machine with other work. The last line begins with the prompt tokens a second of the
first of them, at its longest context. It has no target: other benches and docs/performance.md take their
speeds from here. What cannot be measured exits 1.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from multiprocessing import get_context
from pathlib import Path

from bench.measured import peak_kb
from pipelines.errors import EngineError

WRITTEN = 8
"""Tokens written one by one at each length; fewer would measure the clock."""


@dataclass(frozen=True, slots=True)
class Measured:
    name: str
    at: tuple[tuple[int, float, float, float], ...]
    """Tokens of context, and around them: prompt tokens a second, seconds for a written one, and for a pass
    over one and a guess."""
    peak_gb: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--tokens", type=int, default=2048)
    parser.add_argument("--batch", nargs="+", type=int, default=[128])
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--variants", type=Path)
    options = parser.parse_args()
    every: list[Measured] = []
    with tempfile.TemporaryDirectory() as folder:
        weights = options.weights or _written(Path(folder) / "e2b.gguf")
        libraries = _variants(options.variants, Path(folder)) if options.variants else [None]
        for alone, flash, batch in product(libraries, (True, False)[: 1 + options.plain], options.batch):
            # A process each: its peak memory is its own.
            with ProcessPoolExecutor(1, get_context("spawn")) as pool:
                of_one = (weights, options.tokens, batch, options.threads, flash, alone)
                try:
                    every.append(pool.submit(measure, *of_one).result())
                except EngineError as error:
                    if alone is None:
                        raise
                    print(f"{alone.name}: {error}", flush=True)
                    continue
            told = "; ".join(
                f"{at}: {read:.1f}/s, {wrote * 1000:.0f} ms, with a guess {guessed * 1000:.0f} ms"
                for at, read, wrote, guessed in every[-1].at
            )
            print(f"{every[-1].name}: {told}; peak {every[-1].peak_gb:.2f} GB", flush=True)
    at, read, wrote, _ = every[0].at[-1]
    print(
        f"{read:.1f} prompt tokens/s and {1 / wrote:.1f} written ones around {at} tokens of context, "
        f"{every[0].name} (no target)"
    )
    return 0


def _written(path: Path) -> Path:
    from tests.fakes.gguf_e2b import write_e2b

    return write_e2b(path)


def _variants(libraries: Path, folder: Path) -> list[Path]:
    """For each code for a kind of processor a folder of llama.cpp's libraries with no other such code."""
    every = sorted(libraries.glob("libggml-cpu-*.so"))
    for variant in every:
        alone = folder / variant.stem.removeprefix("libggml-cpu-")
        alone.mkdir()
        for library in {*libraries.glob("lib*.so*")}.difference(every) | {variant}:
            (alone / library.name).symlink_to(library.resolve())
    return [folder / variant.stem.removeprefix("libggml-cpu-") for variant in every]


def measure(
    weights: Path, tokens: int, batch: int, threads: int, flash: bool, libraries: Path | None = None
) -> Measured:
    if libraries:
        os.environ["LLAMA_CPP_LIB_PATH"] = str(libraries)  # of llama-cpp-python, which is not imported yet
    from pipelines.llm.llama import evaluate_every
    from pipelines.llm.loading import open_llama
    from pipelines.llm.lookup import GUESSED

    llama = open_llama(weights, context_tokens=2 * tokens, threads=threads, batch_tokens=batch, flash=flash)
    text = llama.tokenize(b"We talked about the move. " * tokens, add_bos=True)[:tokens]
    llama.eval(text[:1])  # the first run allocates
    clock = time.process_time if threads == 1 else time.perf_counter
    speeds = []
    at, step = 1, 512
    while at < tokens:
        began, start = clock(), at
        while at < min(step, tokens):
            llama.eval(text[at : min(at + batch, step, tokens)])
            at = min(at + batch, step, tokens)
        read = (at - start) / (clock() - began)
        began = clock()
        for _ in range(WRITTEN):
            llama.eval(text[:1])
        wrote = (clock() - began) / WRITTEN
        llama.n_tokens -= WRITTEN
        began = clock()
        for _ in range(WRITTEN):
            evaluate_every(llama, text[: 1 + GUESSED])
            llama.n_tokens -= 1 + GUESSED
        speeds.append((at, read, wrote, (clock() - began) / WRITTEN))
        step *= 2
    way = "flash" if flash else "plain"
    name = f"{libraries.name} " if libraries else ""
    return Measured(f"{name}batch {batch} {way}", tuple(speeds), peak_kb() / 1024**2)


if __name__ == "__main__":
    sys.exit(main())
