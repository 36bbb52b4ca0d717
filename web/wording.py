"""What the codes in a note mean, in words."""

from __future__ import annotations

from pipelines.note import Engine, Engines
from pipelines.render.words import BY_HAND, NO_LLM

_FLAGS = {
    **BY_HAND,
    "by-rules": "found by the rules engine, where the model gave no usable answer",
    "several-owners": "promised for several people together",
    "voice-named-by-hand": "the speaker was named by hand",
    "speaker-unknown": "the voice that said this has no name yet",
}


def flag(code: str) -> str:
    """A flag of an item; an unknown one is shown as it is."""
    return _FLAGS.get(code, code.replace("-", " "))


def engines(used: Engines) -> tuple[str, ...]:
    """Which engines made the note, one sentence per step."""
    sentences = []
    if used.asr is not None:
        sentences.append(f"Speech was recognised by {used.asr.name}.")
    if used.llm is not None:
        sentences.append(f"Drafted by {used.llm.name}, then checked against the transcript.")
    elif used.rules is not None:
        sentences.append(NO_LLM)
    return tuple(sentences)


def pinned(used: Engines) -> tuple[str, ...]:
    """The exact weights and releases."""
    return tuple(
        " ".join(filter(None, (f"{role}: {engine.name}", engine.version, engine.sha256, _prompts(engine))))
        for role, engine in (("Speech", used.asr), ("Language model", used.llm), ("Rules", used.rules))
        if engine is not None
    )


def _prompts(engine: Engine) -> str | None:
    return f"(prompts {engine.prompts})" if engine.prompts else None
