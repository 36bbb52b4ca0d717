"""The one root of all errors that a user may see.

An error's text is the one line shown to the user: what is wrong, and what to do next. Its class says which
exit code a command ends with and whether trying the same again can help.
"""

from __future__ import annotations

from typing import ClassVar


class RoomscribeError(Exception):
    """Something the user can act on; never shown with a traceback unless asked for."""

    exit_code: ClassVar[int] = 1
    retry_helps: ClassVar[bool] = False


class NoAnswerError(RoomscribeError):
    """A model was asked and gave nothing that could be used: the one error that a repair has to expect."""
