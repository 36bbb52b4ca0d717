"""The worker: one heavy piece of work at a time, in a process that may die at any instant.

Every finished step leaves a receipt in the meeting's folder, so the next worker goes on where this one ended.
"""

from __future__ import annotations
