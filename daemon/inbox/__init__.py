"""The watch folder: files that people, scanners of Samba shares and scp put there become meetings.

STATE/inbox/                  drop files here
STATE/inbox/rejected/NAME     what could not be used, beside NAME.txt that says why
"""

from __future__ import annotations

from daemon.inbox.folder import Found, Inbox
from daemon.inbox.reject import reject
from daemon.inbox.stability import StabilityTracker, Stamp
from daemon.inbox.transfer import transfer

__all__ = ["Found", "Inbox", "StabilityTracker", "Stamp", "reject", "transfer"]
