"""What was typed into a form, cleaned as it will be kept, so that what is compared is what is stored."""

from __future__ import annotations

from flask import request

from pipelines.characters import tidy, tidy_lines


def line(name: str) -> str:
    """One line; empty where nothing was typed. Its length is for the type that keeps it (pipelines.text)."""
    return tidy(request.form.get(name, ""))


def lines(name: str) -> str:
    """A text of several lines."""
    return tidy_lines(request.form.get(name, ""))
