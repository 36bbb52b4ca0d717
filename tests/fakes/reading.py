"""A page's words in the order in which a person reads them, so that a test can say all that a page tells."""

from __future__ import annotations

import html
import re

_MAIN = re.compile(r"<main.*?</main>", re.DOTALL)
_UNSEEN = re.compile(r"<(script|style|template)\b.*?</\1>|<[^>]*>", re.DOTALL)


def words(page: str) -> str:
    """Of its main part, without what every page has around it; blanks and line breaks count as one blank."""
    main = _MAIN.search(page)
    assert main, "the page has no main part"
    return " ".join(html.unescape(_UNSEEN.sub(" ", main[0])).split())
