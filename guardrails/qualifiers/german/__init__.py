"""The qualifiers of German: its tables, one noun a module, and `table`, which puts them together."""

from __future__ import annotations
