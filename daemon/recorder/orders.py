"""What people may ask of the recorder, and what it answers."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any

from daemon.base.clock import Clock
from daemon.base.control import Order, Orders
from daemon.base.errors import RefusedError, StateWriteError
from daemon.recorder.off_record import asked_boot_s
from daemon.recorder.session import Session
from guardrails.core.errors import RoomscribeError

SERVICE = "recorder"
LONGEST_FORGET_MINUTES = 24 * 60.0
_RETRY_S = 5.0
"""Before what the disk has refused is tried again."""
_SWEEP_S = 3600.0

log = logging.getLogger("roomscribe.recorder")


@dataclass(frozen=True, slots=True)
class Reply:
    """One line for the person who asked, and the same for programs."""

    message: str
    details: dict[str, Any] = field(default_factory=dict)


class OrderDesk:
    """Takes orders from their folder, has them carried out and answers them."""

    def __init__(self, orders: Orders, session: Session, clock: Clock) -> None:
        self._orders = orders
        self._session = session
        self._clock = clock
        self._done: set[str] = set()
        """Orders whose answer the disk has refused: they are not to be carried out twice."""
        self._next_try_s = float("-inf")
        self._next_sweep_s = float("-inf")

    def serve(self) -> None:
        """Look for orders once; what the disk refuses waits."""
        now_s = self._clock.boot_s()
        if now_s < self._next_try_s:
            return
        try:
            for order in self._orders.pending():
                self._serve(order)
            if now_s >= self._next_sweep_s:
                self._next_sweep_s = now_s + _SWEEP_S
                self._orders.sweep(self._clock.now().timestamp())
        except StateWriteError as error:
            log.error("%s", error)
            self._next_try_s = now_s + _RETRY_S

    def _serve(self, order: Order) -> None:
        if order.id in self._done:
            self._orders.answer(order, message="done, but the disk was late to take the answer")
            return
        try:
            reply = carry_out(order, self._session, self._clock)
        except RoomscribeError as error:
            if isinstance(error, StateWriteError) and order.expires_s is None:
                raise  # it has to happen, and is tried again
            log.warning("%s: %s", order.do, error)
            self._orders.answer(order, message=str(error), ok=False, exit_code=error.exit_code)
            return
        log.info("%s: %s", order.do, reply.message)
        self._done.add(order.id)
        self._orders.answer(order, message=reply.message, details=reply.details)
        self._done.discard(order.id)


def carry_out(order: Order, session: Session, clock: Clock) -> Reply:
    """Do what an order says. RefusedError says no; after a StateWriteError it may be tried again."""
    asked_s = asked_boot_s(order, clock)
    match order.do:
        case "start":
            recording_id = session.start("button")
            return Reply(f"recording {recording_id}", {"recording": recording_id})
        case "stop":
            return _stop(session)
        case "pause":
            session.pause(asked_s)
            return Reply("off the record")
        case "resume":
            session.resume()
            return Reply("on the record again")
        case "forget":
            return _forget(order, asked_s, session)
    raise RefusedError(f'the recorder does not know "{order.do}"; are all services of the same release?')


def _stop(session: Session) -> Reply:
    meeting = session.meeting
    if meeting is None:
        return Reply("nothing was being recorded", {"recording": None, "kept": False})
    stopped = session.stop()
    message = f"stopped {stopped}" if meeting.has_sound else "nothing was recorded: no sound came in"
    return Reply(message, {"recording": stopped, "kept": meeting.has_sound})


def _forget(order: Order, asked_s: float, session: Session) -> Reply:
    minutes = order.arguments.get("minutes")
    if not isinstance(minutes, int | float) or not 0 < minutes <= LONGEST_FORGET_MINUTES:
        raise RefusedError("say how many minutes are to be forgotten: more than 0, at most a day")
    forgotten = session.forget(float(minutes), asked_s)
    what = "1 recording" if len(forgotten) == 1 else f"{len(forgotten)} recordings"
    message = (
        f"forgot the last {minutes:g} minutes, in {what}" if forgotten else "there was nothing to forget"
    )
    return Reply(message, {"forgotten": [span.model_dump() for span in forgotten]})
