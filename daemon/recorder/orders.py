"""What people may ask of the recorder, and what it answers."""

from __future__ import annotations

import logging

from daemon.base.clock import Clock
from daemon.base.control import Order, Reply
from daemon.base.errors import RefusedError
from daemon.recorder.off_record import asked_boot_s
from daemon.recorder.session import Session

SERVICE = "recorder"
LONGEST_FORGET_MINUTES = 24 * 60.0

log = logging.getLogger("roomscribe.recorder")


def carry_out(order: Order, session: Session, clock: Clock) -> Reply:
    """Do what an order says. RefusedError says no; after a StateWriteError it may be tried again."""
    reply = _done(order, session, asked_boot_s(order, clock))
    log.info("%s: %s", order.do, reply.message)
    return reply


def _done(order: Order, session: Session, asked_s: float) -> Reply:
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
