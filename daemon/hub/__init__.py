"""The hub: owner of the store and the queue; it takes meetings in.

STATE/hub/lock            locked while it runs
STATE/hub/schedule.json   when each job of the scheduler last ran
"""

from __future__ import annotations
