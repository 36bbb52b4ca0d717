"""Errors of making a note: what was wrong with the input or the models, and what to do next."""

from __future__ import annotations

from guardrails.core.errors import RoomscribeError


class BadInputError(RoomscribeError):
    """The file, text or option cannot be used as it is."""

    exit_code = 2


class WeightsMissingError(RoomscribeError):
    """A model's files are not on this machine."""

    exit_code = 3


class WeightsDamagedError(WeightsMissingError):
    """A model's files are on this machine, but are not what was installed."""


class EngineError(RoomscribeError):
    """A model was there, and failed: the rules engine can still write the note."""

    retry_helps = True


class ContextOverflowError(EngineError):
    """A prompt and its answer do not fit the model's context; nothing was computed, and nothing was cut."""

    retry_helps = False


class DeadlineError(EngineError):
    """The model took longer than any supported machine needs."""


class OutputError(EngineError):
    """The model's answer was cut off, went round in circles or is not what was asked for."""


class CutAnswerError(OutputError):
    """The model's answer was cut off, or went round in circles; what it began with may be of use."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message)
        self.text = text
