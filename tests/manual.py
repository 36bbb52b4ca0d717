"""docs/operations.md as tests follow it: its chapters, and the commands in them."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = (Path(__file__).parents[1] / "docs" / "operations.md").read_text()


def chapter(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def blocks(text: str) -> list[str]:
    return re.findall(r"^```\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def section(title: str) -> list[str]:
    """The blocks below a heading of the third level."""
    return blocks(re.split(r"^##", PAGE.split(f"\n### {title}\n")[1], flags=re.MULTILINE)[0])
