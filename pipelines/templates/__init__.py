"""Forms of a note for kinds of meetings: general, stand-up, one-to-one, interview, retrospective, board."""

from __future__ import annotations

from pipelines.templates.reading import read_template, shipped
from pipelines.templates.template import GENERAL, Template

__all__ = ["GENERAL", "Template", "read_template", "shipped"]
