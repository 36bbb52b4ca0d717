"""Errors of fetching models that callers handle separately."""

from __future__ import annotations

from daemon.errors import ModelsError


class HubUnreachableError(ModelsError):
    """No model hub answers: trying the next model would only wait again."""
