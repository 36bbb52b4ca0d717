"""Errors of the appliance: its configuration, its state on disk and its models."""

from __future__ import annotations

from guardrails.errors import RoomscribeError


class ConfigError(RoomscribeError):
    """The configuration cannot be used; the message names the key."""

    exit_code = 2


class NotFoundError(RoomscribeError):
    """No such note, model or job."""

    exit_code = 2


class StateBusyError(RoomscribeError):
    """Another process is writing the state directory."""

    exit_code = 4
    retry_helps = True


class StateDamagedError(RoomscribeError):
    """The state on disk cannot be read."""

    exit_code = 4


class StateWriteError(RoomscribeError):
    """The state on disk cannot be changed: disk full, read-only or not permitted. What was stored stays."""

    exit_code = 4
    retry_helps = True


class ModelsError(RoomscribeError):
    """Weights could not be fetched, imported or verified."""

    retry_helps = True


class NoAnswerError(RoomscribeError):
    """A service was asked for something and is not there, or too busy."""

    retry_helps = True


class RefusedError(RoomscribeError):
    """A service understood what was asked and said no; the message is its own."""


class MicrophoneError(RoomscribeError):
    """There is no microphone that can be used; the recorder keeps looking."""

    retry_helps = True
