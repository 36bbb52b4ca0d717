"""The hub: owner of the store and the queue, and the one who takes meetings in.

STATE/hub/lock            held while it lives
STATE/hub/schedule.json   when each job of the scheduler last ran
"""

from __future__ import annotations
