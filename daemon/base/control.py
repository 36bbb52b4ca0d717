"""Orders from one process to another, as files: an order is durable, and its answer gives the result.

    STATE/control/<service>/<id>.json     the order, removed when it has been carried out
    STATE/control/answers/<id>.json       the answer, removed by the process that asked

The service looks for orders a few times a second (`Orders.pending`), which takes 0.01 % of a core. An order
given while its service was down is carried out later only if it must be (`expires_s` is None): a recording
must not start because a button was pressed yesterday, but an order to forget has to be carried out.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from pydantic import ValidationError

from daemon.base.clock import Clock, SystemClock
from daemon.base.durable import TEMPORARY_PREFIX, make_folder, remove_durably, write_durably
from daemon.base.errors import NoAnswerError, RefusedError, StateWriteError
from daemon.base.log import LOGGER
from guardrails.core.errors import RoomscribeError
from pipelines.model import Model, UtcDatetime

_ID = re.compile(r"[0-9a-f]{32}")
_POLL_S = 0.05
_UNFETCHED_S = 3600.0
"""Nobody waits this long for an answer, or takes this long to write an order."""


class Order(Model):
    """A request from one process to another."""

    id: str
    do: str
    """The verb: "start", "forget", ..."""
    arguments: dict[str, Any]
    asked_at: UtcDatetime
    boot_id: str
    asked_boot_s: float
    """When it was given, in seconds since boot."""
    expires_s: float | None
    """Too late after this many seconds; None: must be carried out, however late."""


class Answer(Model):
    """The result of an order."""

    id: str
    ok: bool
    message: str
    """One line for the person who asked."""
    exit_code: int
    details: dict[str, Any]


def ask(
    state_dir: Path,
    service: str,
    do: str,
    arguments: dict[str, Any] | None = None,
    *,
    timeout_s: float = 10.0,
    must_happen: bool = False,
    clock: Clock | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> Answer:
    """Hand a service an order and wait for its answer.

    NoAnswerError after `timeout_s`: the order is then withdrawn, unless it `must_happen`. StateWriteError if
    it cannot be written.
    """
    clock = clock or SystemClock()
    order = Order(
        id=uuid4().hex,
        do=do,
        arguments=arguments or {},
        asked_at=clock.now(),
        boot_id=clock.boot_id,
        asked_boot_s=clock.boot_s(),
        expires_s=None if must_happen else timeout_s,
    )
    order_path = _orders(state_dir, service) / f"{order.id}.json"
    answer_path = _answers(state_dir) / order_path.name
    make_folder(order_path.parent)
    make_folder(answer_path.parent)
    write_durably(order_path, order.model_dump_json())
    while clock.boot_s() - order.asked_boot_s < timeout_s:
        if (answer := _fetch(answer_path)) is not None:
            return answer
        sleep(_POLL_S)
    if must_happen:
        raise NoAnswerError(
            f"the {service} does not answer; is it running? It will carry this out when it runs"
        )
    remove_durably(order_path)
    # It may have been carried out just before.
    if (answer := _fetch(answer_path)) is not None:
        return answer
    raise NoAnswerError(f"the {service} does not answer, and the order was withdrawn; is it running?")


class Orders:
    """The service's side: its orders and their answers."""

    def __init__(self, state_dir: Path, service: str, clock: Clock) -> None:
        """Create the folders (StateWriteError)."""
        self._folder = _orders(state_dir, service)
        self._answers = _answers(state_dir)
        self._clock = clock
        make_folder(self._folder)
        make_folder(self._answers)

    def pending(self) -> list[Order]:
        """The orders to carry out, oldest first. Each must be answered; those too late are answered here."""
        orders = []
        for path in self._folder.glob("*.json"):
            order = _read_order(path)
            if order is None:
                remove_durably(path)
            elif self._is_too_late(order):
                self.answer(order, ok=False, message="was too late and was not carried out", exit_code=1)
            else:
                orders.append(order)
        return sorted(orders, key=lambda order: order.asked_boot_s)

    def answer(
        self,
        order: Order,
        *,
        message: str,
        ok: bool = True,
        exit_code: int = 0,
        details: dict[str, Any] | None = None,
    ) -> None:
        """Write the answer, then remove the order: a crash in between may repeat it, but never loses it."""
        answer = Answer(id=order.id, ok=ok, message=message, exit_code=exit_code, details=details or {})
        write_durably(self._answers / f"{order.id}.json", answer.model_dump_json())
        remove_durably(self._folder / f"{order.id}.json")

    def sweep(self, now_s: float) -> None:
        """Remove answers that nobody fetched and incomplete files left by a crash; `now_s` is time.time()."""
        half = [*self._folder.glob(f"{TEMPORARY_PREFIX}*"), *self._answers.glob(f"{TEMPORARY_PREFIX}*")]
        for path in [*half, *self._answers.glob("*.json")]:
            with contextlib.suppress(FileNotFoundError):
                if now_s - path.stat().st_mtime > _UNFETCHED_S:
                    remove_durably(path)

    def _is_too_late(self, order: Order) -> bool:
        if order.expires_s is None:
            return False
        return (
            order.boot_id != self._clock.boot_id
            or self._clock.boot_s() - order.asked_boot_s > order.expires_s
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """One line for the person who asked, and the same for programs."""

    message: str
    details: dict[str, Any] = field(default_factory=dict)
    exit_code: int = 0


Verb = Callable[[Mapping[str, Any]], Reply]
"""Carries out an order by its arguments; a crash may repeat it. Raises RoomscribeError."""


class OrderDesk:
    """The service's loop over its orders: each is carried out and answered."""

    def __init__(self, orders: Orders, carry_out: Callable[[Order], Reply]) -> None:
        """`carry_out` raises RoomscribeError."""
        self.orders = orders
        self._carry_out = carry_out
        self._unanswered: dict[str, Reply] = {}
        """By order, while the disk refuses the answer: what is done must not be done twice."""

    def serve(self) -> None:
        """Carry out pending orders. StateWriteError: the disk refuses, and `serve` has to be called again."""
        for order in self.orders.pending():
            reply = self._unanswered.get(order.id) or self._reply(order)
            self._unanswered[order.id] = reply
            self.orders.answer(
                order,
                message=reply.message,
                ok=not reply.exit_code,
                exit_code=reply.exit_code,
                details=reply.details,
            )
            del self._unanswered[order.id]

    def _reply(self, order: Order) -> Reply:
        try:
            return self._carry_out(order)
        except RoomscribeError as error:
            if isinstance(error, StateWriteError) and order.expires_s is None:
                raise  # it has to happen, and is tried again
            LOGGER.warning("%s: %s", order.do, error)
            return Reply(str(error), exit_code=error.exit_code)
        except (KeyError, TypeError, ValueError) as error:
            message = f"the order to {order.do} cannot be understood ({type(error).__name__}: {error})"
            return Reply(message, exit_code=1)


def by_name(verbs: Mapping[str, Verb]) -> Callable[[Order], Reply]:
    """What carries out an order by a table of verbs."""

    def carry_out(order: Order) -> Reply:
        if (verb := verbs.get(order.do)) is None:
            raise RefusedError(f"this version has no order {order.do!r}; restart the hub after an upgrade")
        return verb(order.arguments)

    return carry_out


def _orders(state_dir: Path, service: str) -> Path:
    return state_dir / "control" / service


def _answers(state_dir: Path) -> Path:
    return state_dir / "control" / "answers"


def _read_order(path: Path) -> Order | None:
    try:
        order = Order.model_validate_json(path.read_bytes())
    except (FileNotFoundError, ValidationError):
        return None
    return order if _ID.fullmatch(order.id) and path.stem == order.id else None


def _fetch(path: Path) -> Answer | None:
    try:
        answer = Answer.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    remove_durably(path)
    return answer
