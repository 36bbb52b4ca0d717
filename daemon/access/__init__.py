"""Who may open the page from another device: PINs and sessions, as they are kept in STATE/access/."""

from daemon.access.pins import ROLES, Pins, Role, SealedPin, new_pin, opened_by, seal
from daemon.access.sessions import Session, Sessions

__all__ = ["ROLES", "Pins", "Role", "SealedPin", "Session", "Sessions", "new_pin", "opened_by", "seal"]
