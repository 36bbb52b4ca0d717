"""Errors of the appliance: its configuration, its state on disk and its models."""

from __future__ import annotations

from pathlib import Path

from guardrails.core.errors import RoomscribeError


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
    """The state on disk cannot be changed: disk full, read-only or not permitted. Stored data is
    unaffected."""

    exit_code = 4
    retry_helps = True


class ModelsError(RoomscribeError):
    """Weights could not be fetched, imported or verified."""

    retry_helps = True


class NoAnswerError(RoomscribeError):
    """A service does not answer: it is not running, or too busy."""

    retry_helps = True


class RefusedError(RoomscribeError):
    """A service understood an order and refused; the message is the service's."""


class MicrophoneError(RoomscribeError):
    """There is no microphone that can be used; the recorder keeps looking."""

    retry_helps = True


class UpgradeError(RoomscribeError):
    """Another version does not run here; the message says why, and which one does."""


def unreadable(path: Path, error: OSError) -> StateDamagedError:
    return StateDamagedError(
        f"cannot read {path}: {error.strerror or error}; run this as the user who owns it, or choose another "
        "folder with --state"
    )
