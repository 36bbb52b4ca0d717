"""What makes a promise less than a promise, and the words by which it is known in a language."""

from __future__ import annotations
