"""The watch folder: files that people, scanners of Samba shares and scp put there become meetings.

STATE/inbox/                  drop files here
STATE/inbox/rejected/NAME     what could not be used, beside NAME.txt that says why
"""

from __future__ import annotations

from daemon.inbox.files import StabilityTracker, Stamp, reject, transfer
from daemon.inbox.folder import Found, Inbox

__all__ = ["Found", "Inbox", "StabilityTracker", "Stamp", "reject", "transfer"]
