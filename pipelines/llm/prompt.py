"""The messages that a model gets, put together from the prompt files beside this module.

All calls of a meeting begin alike: system text, people, then the chunk. What is asked comes last, so that a
second question about a chunk, and the first about the next, find that beginning in llama.cpp's cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources

from guardrails.types import Claim
from pipelines.llm.chunks import Chunk
from pipelines.llm.model import Message


@cache
def prompt_text(name: str) -> str:
    """The prompt file `name` without its last line feed."""
    return resources.files("pipelines.llm").joinpath("prompts", f"{name}.txt").read_text("utf-8").strip()


def chunk_messages(chunk: Chunk, people: Sequence[str], question: str) -> list[Message]:
    """`question` about a chunk; every call on the chunk begins the same way."""
    parts = _people(people)
    if chunk.context:
        parts += ["Said just before, not to be cited:", *chunk.context]
    parts += ["Transcript:", *map(str, chunk.lines), "End of the transcript.", question]
    return _messages(parts)


def summary_messages(
    summaries: Sequence[str],
    people: Sequence[str],
    wishes: Sequence[str] = (),
    found: Sequence[str] = (),
) -> list[Message]:
    """`wishes`: what a template asks of the summary, in sentences; they come last and go before the rest.

    `found`: what stands of the meeting's items, each as `found_line` tells it.
    """
    shown = [summary_lines(summaries), found_lines(found)]
    return _messages([*_people(people), *filter(None, shown), prompt_text("summary"), *wishes])


def rewrite_messages(question: str, people: Sequence[str]) -> list[Message]:
    """`question` about the form of a summary."""
    return _messages([*_people(people), prompt_text("rewrite"), question])


def summary_lines(summaries: Sequence[str]) -> str:
    return "\n".join(f"- {_one_line(summary)}" for summary in summaries)


def found_lines(found: Sequence[str]) -> str:
    return "\n".join(["Found and checked:", *(f"- {line}" for line in found)]) if found else ""


def found_line(claim: Claim) -> str:
    """A checked claim as the summary's author sees it: who and by when are as important as what."""
    whose = f"{claim.owner}: " if claim.kind == "action" and claim.owner else ""
    when = f", {claim.due_phrase}" if claim.due_phrase else ""
    return _one_line(f"{whose}{claim.text}{when}")


def _people(people: Sequence[str]) -> list[str]:
    return ["People: " + ", ".join(map(_one_line, people))] if people else []


def _messages(lines: Sequence[str]) -> list[Message]:
    return [Message("system", prompt_text("system")), Message("user", "\n".join(lines))]


def _one_line(text: str) -> str:
    return " ".join(text.split())
