"""Orders to the running hub: the table of verbs, and how each is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from daemon.base.control import Order, Orders
from daemon.base.errors import StateWriteError
from daemon.base.log import LOGGER
from guardrails.core.errors import RoomscribeError

SERVICE = "hub"


@dataclass(frozen=True, slots=True)
class Reply:
    """One line for the person who asked, and the same for programs."""

    message: str
    details: dict[str, Any] = field(default_factory=dict)


Verb = Callable[[Mapping[str, Any]], Reply]
"""Carries out an order by its arguments; a crash may repeat it. Raises RoomscribeError."""


class OrderDesk:
    """Takes orders from their folder, has them carried out and answers them."""

    def __init__(self, orders: Orders, verbs: Mapping[str, Verb]) -> None:
        self._orders = orders
        self._verbs = verbs

    def serve(self) -> None:
        """Carry out pending orders. StateWriteError: an order that must happen is tried again."""
        for order in self._orders.pending():
            self._serve(order)

    def _serve(self, order: Order) -> None:
        verb = self._verbs.get(order.do)
        if verb is None:
            message = f"this version has no order {order.do!r}; restart the hub after an upgrade"
            self._orders.answer(order, ok=False, message=message, exit_code=1)
            return
        try:
            reply = verb(order.arguments)
        except RoomscribeError as error:
            if isinstance(error, StateWriteError) and order.expires_s is None:
                raise
            LOGGER.warning("%s: %s", order.do, error)
            self._orders.answer(order, ok=False, message=str(error), exit_code=error.exit_code)
            return
        except (KeyError, TypeError, ValueError) as error:
            message = f"the order to {order.do} cannot be understood ({type(error).__name__}: {error})"
            self._orders.answer(order, ok=False, message=message, exit_code=1)
            return
        self._orders.answer(order, message=reply.message, details=reply.details)
