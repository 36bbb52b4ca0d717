"""Errors of backups: the place for them, or the archive itself."""

from __future__ import annotations

from guardrails.core.errors import RoomscribeError


class TargetError(RoomscribeError):
    """The folder for backups is missing, not mounted or not writable; no backup was begun."""

    exit_code = 2
    retry_helps = True


class ArchiveError(RoomscribeError):
    """The archive is torn, altered or none of ours; nothing was touched."""

    exit_code = 2


class StateInUseError(RoomscribeError):
    """There is something in the state directory that a restore would replace."""

    exit_code = 2
