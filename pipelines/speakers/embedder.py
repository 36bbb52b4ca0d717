"""A network that makes a point of a stretch of speech: near those of the same voice, far from others'.

Any ONNX file of 3D-Speaker (CAM++, ERes2Net) or WeSpeaker (ResNet), as published for sherpa-onnx: its
metadata says how it wants the sound. Features are 80 log mel energies, 25 ms every 10 ms, Kaldi's window, no
dither.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pipelines.errors import EngineError
from pipelines.offline import force_offline
from pipelines.speech.audio import SAMPLE_RATE

if TYPE_CHECKING:
    from pipelines.speakers.features import Floats
    from pipelines.speech.audio import Samples

_FRAMEWORKS = ("3d-speaker", "wespeaker")
_MEL_BINS = 80
_HIGHEST_HZ = -400.0
"""Below half of the sampling rate."""


class Embedder(Protocol):
    def embed(self, samples: Samples) -> Floats:
        """`samples`: shape (n,) at 16 kHz, at least 0.1 s; returns shape (D,). EngineError."""
        ...


class OnnxEmbedder:
    """One network, loaded."""

    def __init__(self, path: Path) -> None:
        """EngineError where the file is no such network, or onnxruntime cannot load it."""
        force_offline()
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.enable_cpu_mem_arena = False  # it would keep the memory of the longest stretch
        options.log_severity_level = 4
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), providers=["CPUExecutionProvider"], sess_options=options
            )
        except Exception as error:  # onnxruntime's own classes share no root but this
            raise EngineError(f"{path.name} cannot be loaded: {error}") from None
        said = self._session.get_modelmeta().custom_metadata_map
        framework, rate = said.get("framework", "").lower(), said.get("sample_rate", str(SAMPLE_RATE))
        if framework not in _FRAMEWORKS or rate != str(SAMPLE_RATE) or len(self._session.get_inputs()) != 1:
            raise EngineError(
                f"{path.name} is no network for voices that can be used: it has to be one of "
                f"{' or '.join(_FRAMEWORKS)}, for 16 kHz, with sherpa-onnx's metadata"
            )
        self._scale = 1.0 if said.get("normalize_samples", "1") == "1" else 32768.0
        self._centred = said.get("feature_normalize_type") == "global-mean"
        self._input = self._session.get_inputs()[0].name

    def embed(self, samples: Samples) -> Floats:
        features = self._features(samples)
        try:
            found: Floats = self._session.run(None, {self._input: features[None]})[0][0]
        except Exception as error:
            raise EngineError(f"the network for voices failed: {error}") from None
        return found

    def _features(self, samples: Samples) -> Floats:
        import kaldi_native_fbank
        import numpy as np

        options = kaldi_native_fbank.FbankOptions()
        options.frame_opts.dither = 0.0
        options.frame_opts.snip_edges = False
        options.mel_opts.num_bins = _MEL_BINS
        options.mel_opts.high_freq = _HIGHEST_HZ
        fbank = kaldi_native_fbank.OnlineFbank(options)
        fbank.accept_waveform(SAMPLE_RATE, samples * np.float32(self._scale))
        fbank.input_finished()
        frames: Floats = np.stack([fbank.get_frame(at) for at in range(fbank.num_frames_ready)])
        return frames - frames.mean(axis=0) if self._centred else frames
