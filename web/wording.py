"""What the codes in a note mean, in words."""

from __future__ import annotations

from pipelines.note import Engine, Engines, Item, Note
from pipelines.render.words import BY_HAND, NO_LLM
from pipelines.transcript import speakers_of
from web import format
from web.language import _, said

_FLAGS = {
    **BY_HAND,
    "by-rules": "found by the rules engine, where the model gave no usable answer",
    "several-owners": "promised for several people together",
    "voice-named-by-hand": "the speaker was named by hand",
    "speaker-unknown": "the voice that said this has no name yet",
    "asked": "it was asked, not settled",
    "check-by-hand": "no code checks this: do so yourself",
    "contradiction": "another item says otherwise",
}
_WITH_MARKS = ("conditional", "has-exception", "hedged")
"""Flags that guardrails.qualifier gives together with a mark."""


def remarks(item: Item) -> tuple[str, ...]:
    """Marks and flags of an item; a flag is left out where a mark says it with the words that were said."""
    marks = dict.fromkeys(said(mark.reason) for mark in item.marks)
    flags = [code for code in item.flags if not marks or code not in _WITH_MARKS]
    return (*marks, *(_(_FLAGS.get(code, code.replace("-", " "))) for code in flags))


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


def read_as(note: Note) -> tuple[str, ...]:
    """What an imported file was recognised as."""
    if note.taken_for is None:
        return ()
    people = len(speakers_of(note.transcript.segments))
    parts = (
        said(note.taken_for),
        format.count(people, "speaker") if people else None,
        format.length(note.duration_s),
    )
    return (_("Read as %(what)s.", what=", ".join(filter(None, parts))),)


def pinned(used: Engines) -> tuple[str, ...]:
    """The exact weights and releases."""
    return tuple(
        " ".join(filter(None, (f"{_(role)}: {engine.name}", engine.version, engine.sha256, _prompts(engine))))
        for role, engine in (("Speech", used.asr), ("Language model", used.llm), ("Rules", used.rules))
        if engine is not None
    )


def _prompts(engine: Engine) -> str | None:
    return _("(prompts %(version)s)", version=engine.prompts) if engine.prompts else None
