"""Opening a GGUF file with llama.cpp: quietly, and with one clear line when it cannot be done."""

from __future__ import annotations

import functools
import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pipelines.errors import EngineError, WeightsMissingError
from pipelines.llm.tier import ROOMY
from pipelines.speech.tier import physical_cores

_ERROR_LEVEL = 4  # GGML_LOG_LEVEL_ERROR


def open_llama(
    path: Path,
    *,
    context_tokens: int,
    threads: int,
    batch_tokens: int = ROOMY.batch_tokens,
    flash: bool = True,
) -> Any:
    """A llama_cpp.Llama over the weights at `path`; `threads` 0 takes one for each physical core.

    Raises WeightsMissingError where there is no file, EngineError where llama.cpp cannot use it.
    """
    if not path.is_file():
        raise WeightsMissingError(
            f"{path}: no such model; run `roomscribe models pull`, or `models import DIR` without a network"
        )
    try:
        import llama_cpp
    except ModuleNotFoundError:
        raise EngineError(
            "llama.cpp, which runs the language model, is not installed here: `make gemma` compiles it"
        ) from None

    load_cpu_variant()
    errors, _ = _native_log()
    errors.clear()
    threads = threads or physical_cores()
    try:
        with _templates_left_alone():
            return llama_cpp.Llama(
                str(path),
                n_ctx=context_tokens,
                n_batch=batch_tokens,
                n_ubatch=batch_tokens,
                n_threads=threads,
                n_threads_batch=threads,
                # A written token takes a sixth less time, and the cache is 58 MB smaller (bench/llm.py).
                flash_attn=flash,
                # All keys and values of the sliding layers, too: a prefix can be used again only with them.
                swa_full=True,
                verbose=False,
            )
    except Exception as error:
        # ValueError from llama-cpp-python, RuntimeError from below it.
        reason = errors[0] if errors else str(error)
        if "context" in str(error):
            raise EngineError(
                f"{path.name}: no memory for a context of {context_tokens} tokens ({reason}); "
                "lower [llm] context_tokens"
            ) from None
        raise EngineError(
            f"{path.name}: cannot be used as a language model ({reason}); "
            "check it with `roomscribe models verify`, or choose other weights in [models] llm"
        ) from None


def load_cpu_variant() -> None:
    """Have ggml load its code for this processor, where the build has several to choose from (docs/adr/0292).

    Left to itself it would look for it beside Python, and in the folder that the process happens to be in.
    Raises EngineError where none of them can run here.
    """
    import llama_cpp

    _native_log()
    libraries = llama_cpp.llama_cpp._lib
    if not libraries.ggml_backend_reg_count():
        libraries.ggml_backend_load_all_from_path(os.fsencode(Path(libraries._name).parent))
    if not libraries.ggml_backend_reg_count():
        raise EngineError("llama.cpp was not built for this processor; build it here: `make install`")


@contextmanager
def _templates_left_alone() -> Iterator[None]:
    """llama-cpp-python compiles every chat template of the weights when it opens them, which may never end.

    Nothing of ours uses what comes of it: see pipelines.llm.rendering.
    """
    from llama_cpp import llama_chat_format

    def none_of_ours(**_: Any) -> Any:
        return SimpleNamespace(to_chat_handler=lambda: None)

    formats: Any = llama_chat_format
    theirs = formats.Jinja2ChatFormatter
    formats.Jinja2ChatFormatter = none_of_ours
    try:
        yield
    finally:
        formats.Jinja2ChatFormatter = theirs


@functools.cache
def _native_log() -> tuple[deque[str], Any]:
    """The last errors that llama.cpp reported, which otherwise go to the terminal with all its chatter.

    Its log has one receiver for the whole process, which is returned too: ctypes frees what nobody holds.
    """
    import llama_cpp

    errors: deque[str] = deque(maxlen=10)

    @llama_cpp.llama_log_callback  # type: ignore[untyped-decorator]  # llama_cpp's own
    def receive(level: int, text: bytes, _: Any) -> None:
        if level == _ERROR_LEVEL:
            line = text.decode("utf-8", "replace").strip()
            errors.append(line.split(": ", 1)[-1])  # the function's name says nothing to a user

    llama_cpp.llama_log_set(receive, None)
    return errors, receive
