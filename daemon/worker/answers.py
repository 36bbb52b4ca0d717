"""A language model whose answers are kept: asked the same again, it repeats itself without computing.

This is what makes drafting resume at the last answer after a power cut, whatever the drafter asks and however
it divides a meeting, and what makes it yield between two answers.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence

from daemon.meetings.receipts import Answered, ReceiptLog
from pipelines.errors import CutAnswerError, OutputError
from pipelines.llm.grammar import schema_json
from pipelines.llm.model import Completion, LanguageModel, Message, OnToken, Schema, Usage

SLICE_S = 60.0
"""What is more urgent waits no longer than this; a Raspberry Pi 5 has read and answered a chunk by then."""


PREPARED = ""
"""Stands for the question where none was put yet: the model read ahead what one will begin with."""

Measured = Callable[[tuple[int, float], tuple[int, float]], None]
"""Tokens read and the seconds that it took, and the same of those that were written."""


class RememberingModel:
    """Obeys LanguageModel. Unusable answers are remembered too: the same seed would give the same again."""

    def __init__(
        self,
        model: LanguageModel,
        weights: str,
        log: ReceiptLog[Answered],
        bound: Callable[[], None],
        monotonic: Callable[[], float] = time.monotonic,
        measured: Measured = lambda prompt, output: None,
        place: str | None = None,
        between: Callable[[], None] = lambda: None,
    ) -> None:
        """`weights` tells answers of other weights apart. `bound` may raise to stop here: it is called after
        every answer, and within one that takes longer than SLICE_S, which is then given up. `measured` hears
        what each answer took that was computed, those that were cut off or interrupted, too. `place`: the
        server that `model` computes on. `between` may raise, too, but is called after whole answers only.
        """
        self._model = model
        self._weights = weights
        self._log = log
        self._bound = bound
        self._between = between
        self._monotonic = monotonic
        self._measured = measured
        self._place = place
        self.places: set[str | None] = set()
        """Where the answers were computed that were asked for, those that were remembered, too."""
        self._known = {line.question: line for line in log.lines if line.question != PREPARED}
        self._prepared = 0
        for line in log.lines:
            self._prepared = self._prepared + line.prompt_tokens if line.question == PREPARED else 0
        self.usage = Usage()

    @property
    def engine_name(self) -> str:
        return self._model.engine_name

    @property
    def context_tokens(self) -> int:
        return self._model.context_tokens

    def count_tokens(self, messages: Sequence[Message]) -> int:
        return self._model.count_tokens(messages)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema,
        max_tokens: int,
        deadline_s: float | None = None,
        attempt: int = 0,
        on_token: OnToken | None = None,
    ) -> Completion:
        """As LanguageModel; also StateWriteError, and whatever `bound` raises."""
        question = self._question(messages, schema, max_tokens, attempt)
        if (known := self._known.get(question)) is not None:
            self.usage = self.usage.plus(known.prompt_tokens, known.output_tokens)
            self.places.add(known.place)
            return _completion(known, 0.0)
        before = self._model.usage
        began_s = read_s = self._monotonic()

        def on_progress(evaluated: int, written: int) -> None:
            nonlocal read_s
            if not written:
                read_s = self._monotonic()
            if on_token is not None:
                on_token(evaluated, written)
            if self._monotonic() - began_s > SLICE_S:
                self._bound()

        try:
            answer = self._model.complete(
                messages,
                schema=schema,
                max_tokens=max_tokens,
                deadline_s=deadline_s,
                attempt=attempt,
                on_token=on_progress,
            )
        except OutputError as error:
            begun = error.text if isinstance(error, CutAnswerError) else None
            self._keep(question, before, None, problem=str(error), begun=begun)
            raise
        finally:
            self._measure(before, began_s, read_s)
        self._keep(question, before, answer)
        self._bound()
        self._between()
        return answer

    def recalls(self, messages: Sequence[Message], *, schema: Schema, max_tokens: int) -> bool:
        return self._question(messages, schema, max_tokens, 0) in self._known

    def prepare(self, messages: Sequence[Message], *, on_token: OnToken | None = None) -> None:
        """As LanguageModel. The next answer is cheaper by what was read for it here, and pays for that."""
        before, began_s = self._model.usage, self._monotonic()
        try:
            self._model.prepare(messages, on_token=on_token)
        finally:
            self._measure(before, began_s, began_s)
        if read := self._model.usage.prompt_tokens - before.prompt_tokens:
            self._log.append(
                Answered(
                    question=PREPARED, text=None, prompt_tokens=read, prompt_tokens_total=0, output_tokens=0
                )
            )
            self._prepared += read

    def close(self) -> None:
        """The model belongs to others."""

    def _measure(self, before: Usage, began_s: float, read_s: float) -> None:
        """Tell what was computed since `began_s`; until `read_s` the prompt was read."""
        after, now_s = self._model.usage, self._monotonic()
        read = after.prompt_tokens - before.prompt_tokens
        written = after.output_tokens - before.output_tokens
        if read or written:
            if not written:
                read_s = now_s
            self._measured((read, read_s - began_s), (written, now_s - read_s))

    def _keep(
        self,
        question: str,
        before: Usage,
        answer: Completion | None,
        problem: str | None = None,
        begun: str | None = None,
    ) -> None:
        after = self._model.usage
        line = Answered(
            question=question,
            text=answer.text if answer else begun,
            problem=problem,
            prompt_tokens=self._prepared + after.prompt_tokens - before.prompt_tokens,
            prompt_tokens_total=answer.prompt_tokens_total if answer else 0,
            output_tokens=after.output_tokens - before.output_tokens,
            place=self._place,
        )
        self.places.add(self._place)
        self._log.append(line)
        self._prepared = 0
        self._known[question] = line
        self.usage = self.usage.plus(line.prompt_tokens, line.output_tokens)

    def _question(self, messages: Sequence[Message], schema: Schema, max_tokens: int, attempt: int) -> str:
        asked = [
            self._weights,
            [[message.role, message.content] for message in messages],
            schema_json(schema),
            max_tokens,
            attempt,
        ]
        return hashlib.sha256(json.dumps(asked).encode("utf-8", "surrogatepass")).hexdigest()


def _completion(known: Answered, seconds: float) -> Completion:
    if known.problem is not None and known.text is not None:
        raise CutAnswerError(known.problem, known.text)
    if known.text is None:
        raise OutputError(known.problem or "the model's answer was unusable")
    return Completion(
        known.text, known.prompt_tokens, known.prompt_tokens_total, known.output_tokens, seconds
    )
