"""Characters that nobody sees and somebody obeys, and what is left of a text without them.

A terminal obeys control characters, a line end in a name makes a second line of a log or a calendar, and the
signs of writing direction let a line show other words than it holds. Unicode's tags spell words that only a
model reads. Half a surrogate pair is no character at all: it can be typed as an escape in JSON, and ends
whatever writes UTF-8.
"""

from __future__ import annotations

import re

# C0 and C1 but for those that Python counts as space: the callers below decide about these.
_SIGNS = (
    "\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
    "\ufeff\u200b\u2060\ufffe\uffff\U000e0000-\U000e007f"
)
_INVISIBLE = re.compile(f"[{_SIGNS}\ud800-\udfff]")
NOTHING_SEEN = _SIGNS + "\t-\r \x1c-\x1e\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""What `tidy` leaves nothing of, for use between the brackets of a pattern; half surrogate pairs are no text
in JSON."""
# All of them but tab and line feed, of which terminals and files make no more than space.
_OBEYED = re.compile(f"{_INVISIBLE.pattern}|[\x0b-\x0d\x1c-\x1f\x85\u2028\u2029]")


def tidy(text: str) -> str:
    """One line, single spaces, no invisible characters: what is kept of a line, whoever wrote it."""
    return " ".join(_INVISIBLE.sub("", text).split())


def shortened(text: str, most: int) -> str:
    """`text` in at most that many characters; "\u2026" stands for what is left out."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}\u2026"


def tidy_lines(text: str) -> str:
    """No invisible characters, and line feeds at the ends of lines: what is kept of a longer text."""
    return "\n".join(_INVISIBLE.sub("", line).rstrip() for line in text.splitlines()).strip("\n")


def visible(text: str) -> str:
    """As `tidy`, with U+FFFD in the place of each invisible character: for names, which must not change."""
    return " ".join(_INVISIBLE.sub("\ufffd", text).split())


def printable(text: str) -> str:
    """As long as before, with U+FFFD for every invisible character and every space but the blank."""
    return _OBEYED.sub("\ufffd", text.replace("\t", "\ufffd").replace("\n", "\ufffd"))


def escaped(text: str) -> str:
    """The text with its line feeds and spaces, and escapes as in JSON for whatever a terminal would obey."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text.replace("\r\n", "\n"))
