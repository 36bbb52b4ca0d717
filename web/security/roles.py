"""Which role a view needs. The default is closed: a reader may read, only an admin may change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from daemon.access import ROLES, Role

READING = ("GET", "HEAD")

View = TypeVar("View", bound=Callable[..., Any])
_MARK = "_roomscribe_role"


def require(role: Role) -> Callable[[View], View]:
    """Decorator of a view, below its route: only `role`, or a role with more rights."""

    def mark(view: View) -> View:
        setattr(view, _MARK, role)
        return view

    return mark


def public(view: View) -> View:
    """Decorator of a view that holds nothing private: no PIN is needed."""
    setattr(view, _MARK, None)
    return view


def needed(view: Callable[..., Any] | None, method: str) -> Role | None:
    """The role for `view`, None if it is public. A view that does not exist is not public either."""
    default: Role = "reader" if method in READING or view is None else "admin"
    role: Role | None = getattr(view, _MARK, default)
    return role


def may(role: Role | None, wanted: Role | None) -> bool:
    """Whether `role` may do what needs `wanted`."""
    return wanted is None or (role is not None and ROLES.index(role) >= ROLES.index(wanted))
