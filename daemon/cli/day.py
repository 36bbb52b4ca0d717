"""A day on the command line."""

from __future__ import annotations

from datetime import date

import click


class Day(click.ParamType[date]):
    """YYYY-MM-DD, and a day that exists."""

    name = "day"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(str(value))
        except ValueError:
            self.fail(f'"{value}" is not a day; write one as in 2026-11-16', param, ctx)
