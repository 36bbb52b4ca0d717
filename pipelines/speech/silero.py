"""Silero VAD, the network that hears whether somebody speaks, run on a stream.

The model (MIT licence) lies in the package of faster-whisper, so it is there without any download. Only its
file is used: importing faster_whisper would load CTranslate2 and the hub's client for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from pipelines.errors import EngineError
from pipelines.offline import force_offline

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    import numpy.typing as npt

    from pipelines.speech.audio import Samples

CHUNK = 512
"""Samples that get one probability (32 ms): what the network was trained on at 16 kHz."""
_CONTEXT = 64
"""Samples of the chunk before that it sees again."""
_STATE = (1, 1, 128)
_BATCH = 32 * CHUNK
"""About a second: what is skipped when it is silent, and what one call evaluates."""
_SILENCE_RMS = 10 ** (-80 / 20)
_SILENCE_PEAK = 10 ** (-65 / 20)
"""Below both (-80 and -65 dBFS) nobody speaks. Room recordings made 30 dB quieter, to -71 dBFS, still kept
four fifths of their speech with this gate, and a third with one at -70."""


class VoiceNetwork(Protocol):
    """Gives the probability of speech for every chunk of a stream."""

    def probabilities(self, samples: Samples) -> Sequence[float]:
        """`samples`: the next whole chunks, shape (n * CHUNK,); returns n values in 0..1."""
        ...


class SileroNetwork:
    """Carries the network's memory from block to block, and forgets it in a second of silence."""

    def __init__(self) -> None:
        """Raise EngineError where the model's file is missing or onnxruntime cannot load it."""
        force_offline()
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.inter_op_num_threads = 1  # the network is too small for threads to pay
        options.intra_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # it would keep the memory of the largest batch
        options.log_severity_level = 4
        path = _model_path()
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), providers=["CPUExecutionProvider"], sess_options=options
            )
        except Exception as error:  # onnxruntime's own classes share no root but this
            raise EngineError(f"the voice detector {path.name} cannot be loaded: {error}") from None
        self._h: npt.NDArray[np.float32]
        self._c: npt.NDArray[np.float32]
        self._before: Samples
        self._reset()

    def probabilities(self, samples: Samples) -> Sequence[float]:
        found: list[float] = []
        for start in range(0, len(samples), _BATCH):
            batch = samples[start : start + _BATCH]
            if _is_silent(batch):
                self._reset()
                found += [0.0] * (len(batch) // CHUNK)
            else:
                found += self._evaluate(batch)
        return found

    def _evaluate(self, batch: Samples) -> list[float]:
        import numpy as np

        chunks = batch.reshape(-1, CHUNK)
        before = np.concatenate([self._before, chunks[:-1, -_CONTEXT:]])
        self._before = chunks[-1:, -_CONTEXT:].copy()
        outputs = self._session.run(
            None, {"input": np.concatenate([before, chunks], axis=1), "h": self._h, "c": self._c}
        )
        probabilities, self._h, self._c = outputs
        return [float(value) for value in probabilities.reshape(-1)]

    def _reset(self) -> None:
        import numpy as np

        self._h = self._c = np.zeros(_STATE, dtype=np.float32)
        self._before = np.zeros((1, _CONTEXT), dtype=np.float32)


def _is_silent(batch: Samples) -> bool:
    import numpy as np

    power = float(np.dot(batch, batch)) / len(batch)
    return power < _SILENCE_RMS**2 and float(np.abs(batch).max()) < _SILENCE_PEAK


def _model_path() -> Path:
    from importlib.util import find_spec
    from pathlib import Path

    package = find_spec("faster_whisper")
    for folder in package.submodule_search_locations or () if package else ():
        path = Path(folder) / "assets" / "silero_vad_v6.onnx"
        if path.is_file():
            return path
    raise EngineError("the voice detector is missing from the faster-whisper package: install it again")
