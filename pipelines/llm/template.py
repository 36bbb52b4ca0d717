"""From messages to tokens, through the chat template that the weights bring with them.

What people said must never be able to open a turn. The template therefore sees a placeholder instead of each
content; only its own text is read for control tokens, and the contents are put in afterwards as plain text.
"<turn|>" in a transcript stays seven characters.

So what a template writes depends on the roles alone. It is rendered once for each row of roles, in a process
of its own under a deadline (pipelines.llm.rendering), and remembered.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence

from pipelines.errors import EngineError
from pipelines.llm.model import Message
from pipelines.solver import run_solver

LIMIT_S = 20.0
"""Of processor time. A template takes a millisecond; starting Python and reading llama.cpp's library takes a
Raspberry Pi seconds."""
_PATIENCE = 8
"""How many times as long a busy machine may take for that; the worker's watchdog waits longer."""
# Private-use characters, which no template holds.
_PLACEHOLDER = "\ue000{}\ue001"
_PLACED = re.compile("\ue000(\\d+)\ue001")

# For weights without a template: the turn markup of the family, known by the tokens in the vocabulary. Jinja
# drops a line feed at the end of a template, but not one that it writes.
_TURNS = (
    "{{ bos_token }}{%% for message in messages %%}"
    "%s{{ 'model' if message.role == 'assistant' else message.role }}\n{{ message.content }}%s\n"
    "{%% endfor %%}%smodel{{ '\n' }}"
)
_FAMILIES = (("<|turn>", "<turn|>"), ("<start_of_turn>", "<end_of_turn>"))
_PLAIN = (
    "{{ bos_token }}{% for message in messages %}{{ message.role | capitalize }}: {{ message.content }}\n\n"
    "{% endfor %}Assistant:{{ '\n' }}"
)

Tokenize = Callable[[str, bool], list[int]]
"""Text, and whether control tokens are read from it."""


class ChatTemplate:
    """Renders messages with thinking off and a model's turn opened at the end."""

    def __init__(
        self,
        template: str | None,
        tokenize: Tokenize,
        *,
        bos: str,
        eos: str,
        add_bos: bool,
        limit_s: float = LIMIT_S,
    ) -> None:
        """`template`: Jinja text from the weights; None takes the markup that the vocabulary knows.

        `add_bos`: a prompt has to begin with `bos` whether the template writes it or not.
        """
        self._tokenize = tokenize
        self._start = bos if add_bos else ""
        self._fixed = {"template": template or self._family(), "bos": bos, "eos": eos}
        self._limit_s = limit_s
        self._known: dict[tuple[str, ...], str | ValueError] = {}
        """What was rendered, by roles."""
        self._hangs: EngineError | None = None

    def tokens(self, messages: Sequence[Message]) -> list[int]:
        """The prompt; raise EngineError where the template cannot hold these messages."""
        try:
            return self._fill(self._rendered(messages), messages)
        except ValueError:
            # Some templates know no system turn (Gemma 2): its text then opens the first turn.
            folded = _fold_system(messages)
        try:
            return self._fill(self._rendered(folded), folded)
        except ValueError as error:
            raise EngineError(
                f"the model's chat template cannot hold this conversation ({error}); "
                "choose other weights in [models] llm"
            ) from None

    def _family(self) -> str:
        for opening, closing in _FAMILIES:
            if len(self._tokenize(opening, True)) == 1:
                return _TURNS % (opening, closing, opening)
        return _PLAIN

    def _rendered(self, messages: Sequence[Message]) -> str:
        """Raise ValueError for what the template refuses, EngineError where it comes to no end."""
        roles = tuple(message.role for message in messages)
        if self._hangs is not None:
            raise self._hangs  # it would hang every time
        if roles not in self._known:
            self._known[roles] = self._render(roles)
        found = self._known[roles]
        if isinstance(found, ValueError):
            raise found
        return found

    def _render(self, roles: Sequence[str]) -> str | ValueError:
        turns = [{"role": role, "content": _PLACEHOLDER.format(index)} for index, role in enumerate(roles)]
        command = [sys.executable, "-m", "pipelines.llm.rendering", f"{self._limit_s}"]
        sent = json.dumps({**self._fixed, "turns": turns}).encode()
        try:
            reply = json.loads(run_solver(command, sent, _PATIENCE * self._limit_s))
        except (OSError, ValueError) as error:  # TimeoutError too
            self._hangs = EngineError(
                f"the model's chat template comes to no end ({error}); choose other weights in [models] llm"
            )
            raise self._hangs from None
        return reply["text"] if "text" in reply else ValueError(reply["error"])

    def _fill(self, text: str, messages: Sequence[Message]) -> list[int]:
        """Raise ValueError for a template that drops, doubles or reorders what it was given."""
        parts = _PLACED.split(text)
        if [int(index) for index in parts[1::2]] != list(range(len(messages))):
            raise ValueError("it leaves out a turn")
        if not parts[0].startswith(self._start):
            parts[0] = self._start + parts[0]
        tokens = self._tokenize(parts[0], True)
        for index, markup in zip(parts[1::2], parts[2::2], strict=True):
            tokens += self._tokenize(messages[int(index)].content.strip(), False)
            tokens += self._tokenize(markup, True)
        return tokens


def _fold_system(messages: Sequence[Message]) -> list[Message]:
    if len(messages) < 2 or messages[0].role != "system":
        return list(messages)
    first, second, *rest = messages
    return [Message(second.role, f"{first.content}\n\n{second.content}"), *rest]
