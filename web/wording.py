"""What the codes in a note mean, in words."""

from __future__ import annotations

from pipelines.note import Engine, Engines
from pipelines.render.words import BY_HAND, NO_LLM
from web.language import _

_FLAGS = {
    **BY_HAND,
    "by-rules": "found by the rules engine, where the model gave no usable answer",
    "several-owners": "promised for several people together",
    "voice-named-by-hand": "the speaker was named by hand",
    "speaker-unknown": "the voice that said this has no name yet",
}


def flag(code: str) -> str:
    """A flag of an item; an unknown one is shown as it is."""
    return _(_FLAGS.get(code, code.replace("-", " ")))


def engines(used: Engines) -> tuple[str, ...]:
    """Which engines made the note, one sentence per step."""
    sentences = []
    if used.asr is not None:
        sentences.append(_("Speech was recognised by %(name)s.", name=used.asr.name))
    if used.llm is not None:
        sentences.append(_("Drafted by %(name)s, then checked against the transcript.", name=used.llm.name))
    elif used.rules is not None:
        sentences.append(_(NO_LLM))
    return tuple(sentences)


def pinned(used: Engines) -> tuple[str, ...]:
    """The exact weights and releases."""
    return tuple(
        " ".join(filter(None, (f"{_(role)}: {engine.name}", engine.version, engine.sha256, _prompts(engine))))
        for role, engine in (("Speech", used.asr), ("Language model", used.llm), ("Rules", used.rules))
        if engine is not None
    )


def _prompts(engine: Engine) -> str | None:
    return _("(prompts %(version)s)", version=engine.prompts) if engine.prompts else None
