"""From messages to tokens, through the chat template that the weights bring with them.

What people said must never be able to open a turn. The template therefore sees a placeholder instead of each
content; only its own text is read for control tokens, and the contents are put in afterwards as plain text.
"<turn|>" in a transcript stays seven characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from pipelines.errors import EngineError
from pipelines.llm.model import Message

# Private-use characters, which no template holds.
_PLACEHOLDER = "\ue000{}\ue001"
_PLACED = re.compile("\ue000(\\d+)\ue001")

# For weights without a template: the turn markup of the family, told by the tokens in the vocabulary. Jinja
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
        self, template: str | None, tokenize: Tokenize, *, bos: str, eos: str, add_bos: bool
    ) -> None:
        """`template`: Jinja text from the weights; None takes the markup that the vocabulary knows.

        `add_bos`: a prompt has to begin with `bos` whether the template writes it or not. Raises
        jinja2.TemplateError for a template that is not Jinja.
        """
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter

        self._tokenize = tokenize
        self._start = bos if add_bos else ""
        text = template or self._family()
        self._render = Jinja2ChatFormatter(template=text, eos_token=eos, bos_token=bos)

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
        from jinja2 import TemplateError

        turns: list[Any] = [
            {"role": message.role, "content": _PLACEHOLDER.format(index)}
            for index, message in enumerate(messages)
        ]
        try:
            text: str = self._render(messages=turns, enable_thinking=False).prompt
        except TemplateError as error:
            raise ValueError(str(error)) from None
        return text

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
