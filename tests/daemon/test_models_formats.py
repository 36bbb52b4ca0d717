"""Files are judged by their contents: whole models pass, parts and garbage do not, and nothing crashes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from daemon.models.formats import BLOCKS, gguf_problem, speech_problem, whisper_problem
from tests.fakes.noise_weights import gguf_bytes, speech_files

SMALL = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


def test_the_block_sizes_are_those_of_the_gguf_package() -> None:
    from gguf.constants import GGML_QUANT_SIZES

    assert {int(kind): size for kind, size in GGML_QUANT_SIZES.items()} == BLOCKS


@pytest.mark.parametrize("alignment", [None, 64])
def test_a_gguf_of_the_real_writer_passes_whole_and_fails_cut(tmp_path: Path, alignment: int | None) -> None:
    import gguf
    import numpy as np

    path = tmp_path / "real.gguf"
    writer = gguf.GGUFWriter(path, "gemma4")
    if alignment:
        writer.add_custom_alignment(alignment)
    writer.add_token_list(["<s>", "hello", "world"])
    writer.add_token_scores([0.0, -1.0, -2.0])
    writer.add_chat_template("x" * 5000)
    writer.add_tensor("token_embd.weight", np.zeros((64, 32), dtype=np.float32))
    quantized = gguf.quants.quantize(np.ones((64, 256), dtype=np.float32), gguf.GGMLQuantizationType.Q8_0)
    writer.add_tensor("output.weight", quantized, raw_dtype=gguf.GGMLQuantizationType.Q8_0)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    assert gguf_problem(path) is None

    reader = gguf.GGUFReader(path)
    end = max(int(tensor.data_offset + tensor.n_bytes) for tensor in reader.tensors)
    del reader
    path.write_bytes(path.read_bytes()[: end - 1])
    assert gguf_problem(path) == f"is incomplete: it has {end - 1:,} of {end:,} bytes"


@pytest.mark.models
def test_a_speech_model_of_the_real_writer_passes_whole_and_fails_cut(tmp_path: Path) -> None:
    from tests.fakes.whisper_weights import write_whisper

    write_whisper(tmp_path)
    assert speech_problem(tmp_path) is None
    model = tmp_path / "model.bin"
    data = model.read_bytes()
    for kept in (len(data) - 1, len(data) // 2, 30):
        model.write_bytes(data[:kept])
        assert speech_problem(tmp_path) == "model.bin is damaged or incomplete"


@SMALL
@given(kept=st.integers(0, len(gguf_bytes(20)) - 1))
def test_every_cut_of_a_gguf_is_noticed(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "cut.gguf"
    path.write_bytes(gguf_bytes(20)[:kept])
    assert gguf_problem(path) is not None


@SMALL
@given(kept=st.integers(0, len(speech_files(20)["model.bin"]) - 1))
def test_every_cut_of_a_speech_model_is_noticed(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(speech_files(20)["model.bin"][:kept])
    assert whisper_problem(path) is not None


@SMALL
@given(
    start=st.sampled_from([b"", b"GGUF", b"GGUF\x03\0\0\0", gguf_bytes(20)[:60]]),
    rest=st.binary(max_size=300),
)
def test_no_bytes_crash_the_look_at_them(tmp_path: Path, start: bytes, rest: bytes) -> None:
    path = tmp_path / "noise"
    path.write_bytes(start + rest)
    for look in (gguf_problem, whisper_problem):
        assert look(path) is None or isinstance(look(path), str)


def test_a_speech_model_without_words_is_none(tmp_path: Path) -> None:
    for name, data in speech_files().items():
        if not name.startswith("vocabulary"):
            (tmp_path / name).write_bytes(data)
    assert speech_problem(tmp_path) == "vocabulary.txt or vocabulary.json is missing"
    (tmp_path / "vocabulary.json").write_text("[]", "utf-8")
    assert speech_problem(tmp_path) is None
