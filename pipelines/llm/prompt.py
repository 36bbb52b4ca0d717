"""The messages that a model gets, put together from the prompt files beside this module.

All calls of a meeting begin alike: system text, people and words of the house, then the chunk. What is asked
comes last, so that a second question about a chunk, and the first about the next, find that beginning in
llama.cpp's cache. The rules that matter are told again there: most layers of a small Gemma look back no
further than 512 tokens. The language is named first and last, and the examples are in it where it has some.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

from guardrails.core.types import Claim
from guardrails.language import FALLBACK
from pipelines.languages import name_of
from pipelines.llm.chunks import Chunk
from pipelines.llm.model import Message
from pipelines.transcript import TYPED

_FILES = resources.files("pipelines.llm").joinpath("prompts")

MOST_WORD_CHARACTERS = 300
"""Of the house's words: about 80 tokens, read once a meeting, which take that much of every context."""


@dataclass(frozen=True, slots=True)
class Known:
    """Whom and what a meeting may be about, beside its words."""

    people: Sequence[str] = ()
    words: Sequence[str] = ()
    """Products, customers, abbreviations, which speech recognition may have misheard."""


@cache
def prompt_text(name: str) -> str:
    """The prompt file `name` without its last line feed."""
    return _FILES.joinpath(f"{name}.txt").read_text("utf-8").strip()


@cache
def prompts_hash(folder: Traversable = _FILES) -> str:
    """The version of the prompts: of all files' names and bytes, in twelve hexadecimal digits."""
    digest = sha256()
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".txt"):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def chunk_messages(chunk: Chunk, known: Known, question: str) -> list[Message]:
    """`question` about a chunk; every call on the chunk begins the same way."""
    parts = _known(known)
    if chunk.context:
        parts += ["Before, not to be cited:", *chunk.context]
    parts += ["Transcript:", *map(str, chunk.lines), "End of the transcript."]
    if typed := [str(line.number) for line in chunk.lines if line.segments[0].id.startswith(TYPED)]:
        parts.append(prompt_text("typed").format(lines=", ".join(typed)))
    parts.append(question)
    return _messages(parts, chunk.language)


def draft_question(chunk: Chunk, *more: str) -> str:
    """What asks for the minutes of a chunk."""
    return "\n".join((prompt_text("draft"), *more, write_in(chunk.language)))


def write_in(code: str) -> str:
    return f"Write in {name_of(code)}."


def summary_messages(
    summaries: Sequence[str],
    known: Known,
    wishes: Sequence[str] = (),
    found: Sequence[str] = (),
    language: str = FALLBACK,
) -> list[Message]:
    """`wishes`: what a template asks of the summary, in sentences; they come last and go before the rest.

    `found`: what holds of the meeting's items, each as `found_line` tells it. `language`: what is spoken.
    """
    shown = filter(None, (summary_lines(summaries), found_lines(found)))
    asked = (prompt_text("summary"), *wishes, write_in(language))
    return _messages([*_known(known), *shown, *asked], language)


def rewrite_messages(question: str, known: Known, language: str = FALLBACK) -> list[Message]:
    """`question` about the form of a summary in `language`."""
    return _messages([*_known(known), prompt_text("rewrite"), question, write_in(language)], language)


def summary_lines(summaries: Sequence[str]) -> str:
    return "\n".join(f"- {_one_line(summary)}" for summary in summaries)


def found_lines(found: Sequence[str]) -> str:
    return "\n".join(["Found and checked:", *(f"- {line}" for line in found)]) if found else ""


def found_line(claim: Claim) -> str:
    """A checked claim as the summary's author sees it: who and by when are as important as what."""
    whose = f"{claim.owner}: " if claim.kind == "action" and claim.owner else ""
    when = f", {claim.due_phrase}" if claim.due_phrase else ""
    return _one_line(f"{whose}{claim.text}{when}")


def _known(known: Known) -> list[str]:
    lines = ["People: " + ", ".join(map(_one_line, known.people))] if known.people else []
    if words := _that_fit(known.words):
        lines.append(f"Words of the house, perhaps misheard below: {', '.join(words)}")
    return lines


def _that_fit(words: Sequence[str]) -> list[str]:
    """As many as the first ones take; one that is too long for the rest is left out whole."""
    taken: list[str] = []
    left = MOST_WORD_CHARACTERS
    for word in dict.fromkeys(filter(None, map(_one_line, words))):
        if len(word) + 2 <= left:
            taken.append(word)
            left -= len(word) + 2
    return taken


@cache
def with_examples(name: str, code: str) -> str:
    """The system text `name` with examples in the language with this code, or in English."""
    return prompt_text(name).replace("{language}", name_of(code)).replace("{examples}", examples(name, code))


def examples(name: str, code: str) -> str:
    """They tell of what no meeting is about, so that a copy is recognised (`pipelines.llm.copies`)."""
    known = _FILES.joinpath(f"{name}.{code}.txt").is_file()
    return prompt_text(f"{name}.{code if known else FALLBACK}")


def system_text(code: str) -> str:
    """Of all questions about a meeting."""
    return with_examples("minutes", code)


def _messages(lines: Sequence[str], code: str) -> list[Message]:
    return [Message("system", system_text(code)), Message("user", "\n".join(lines))]


def _one_line(text: str) -> str:
    return " ".join(text.split())
