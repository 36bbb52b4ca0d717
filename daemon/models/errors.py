"""Errors of fetching models that a caller tells apart."""

from __future__ import annotations

from daemon.errors import ModelsError


class HubUnreachableError(ModelsError):
    """No model hub answers: trying the next model would wait for nothing."""
