"""A network that makes a point of a stretch of speech: near those of the same voice, far from others'.

Any ONNX file of 3D-Speaker (CAM++, ERes2Net), WeSpeaker (ResNet) or NeMo (TitaNet), as published for
sherpa-onnx: its metadata says how it wants the sound. Features are 80 log mel energies, 25 ms every 10 ms,
without dither; Kaldi's for the first two, librosa's for NeMo.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pipelines.errors import EngineError
from pipelines.offline import force_offline
from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.tier import physical_cores

if TYPE_CHECKING:
    import numpy.typing as npt

    from pipelines.speakers.features import Floats
    from pipelines.speech.audio import Samples

_NEMO = "nemo"
_FRAMEWORKS = ("3d-speaker", "wespeaker", _NEMO)
_MEL_BINS = 80
_MULTIPLE = 16
"""Of frames that NeMo's networks are trained on."""
_LOWEST_HZ, _HIGHEST_HZ = 20.0, -400.0
"""The highest counts from half of the sampling rate."""


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
        options.intra_op_num_threads = physical_cores()
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), providers=["CPUExecutionProvider"], sess_options=options
            )
        except Exception as error:  # onnxruntime's own classes share no root but this
            raise EngineError(f"{path.name} cannot be loaded: {error}") from None
        said = self._session.get_modelmeta().custom_metadata_map
        framework, rate = said.get("framework", "").lower(), said.get("sample_rate", str(SAMPLE_RATE))
        self._inputs = [each.name for each in self._session.get_inputs()]
        outputs = [each.name for each in self._session.get_outputs()]
        self._is_nemo = framework == _NEMO
        if (
            framework not in _FRAMEWORKS
            or rate != str(SAMPLE_RATE)
            or len(self._inputs) != 1 + self._is_nemo
            or len(outputs) <= self._is_nemo
        ):
            raise EngineError(
                f"{path.name} is no network for voices that can be used: it has to be one of "
                f"{' or '.join(_FRAMEWORKS)}, for 16 kHz, with sherpa-onnx's metadata"
            )
        self._output = outputs[self._is_nemo]  # NeMo's first one is whom it was trained on
        self._scale = 1.0 if said.get("normalize_samples", "1") == "1" else 32768.0
        self._normalised = said.get("feature_normalize_type")
        self._window = said.get("window_type", "povey")

    def embed(self, samples: Samples) -> Floats:
        given = dict(zip(self._inputs, self._inputs_of(self._features(samples)), strict=True))
        try:
            found: Floats = self._session.run([self._output], given)[0][0]
        except Exception as error:
            raise EngineError(f"the network for voices failed: {error}") from None
        return found

    def _inputs_of(self, features: Floats) -> tuple[npt.NDArray[Any], ...]:
        """(1, T, 80); of NeMo (1, 80, T), T padded to a multiple of 16, and how much of it is sound."""
        import numpy as np

        if not self._is_nemo:
            return (features[None],)
        padded = np.pad(features, ((0, -len(features) % _MULTIPLE), (0, 0)))
        return padded.T[None], np.array([len(features)])

    def _features(self, samples: Samples) -> Floats:
        import kaldi_native_fbank
        import numpy as np

        options = kaldi_native_fbank.FbankOptions()
        options.frame_opts.dither = 0.0
        options.frame_opts.snip_edges = options.mel_opts.is_librosa = self._is_nemo
        options.frame_opts.remove_dc_offset = not self._is_nemo
        options.frame_opts.window_type = self._window
        options.mel_opts.num_bins = _MEL_BINS
        options.mel_opts.low_freq = 0.0 if self._is_nemo else _LOWEST_HZ
        options.mel_opts.high_freq = _HIGHEST_HZ
        fbank = kaldi_native_fbank.OnlineFbank(options)
        fbank.accept_waveform(SAMPLE_RATE, samples * np.float32(self._scale))
        fbank.input_finished()
        frames: Floats = np.stack([fbank.get_frame(at) for at in range(fbank.num_frames_ready)])
        if self._normalised not in ("global-mean", "per_feature"):
            return frames
        frames -= frames.mean(axis=0)
        return frames / (frames.std(axis=0) + 1e-5) if self._normalised == "per_feature" else frames
