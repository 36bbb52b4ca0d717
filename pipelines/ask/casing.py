"""An answer in small or in large letters alone, as its passages write the words.

"Answer in lower case" hides from the checks who is a name and who takes something on. So a sentence is held
against its passages in the usual letters, and gets the letters that were asked for when it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def in_usual_case(text: str, said: Iterable[str], names: Iterable[str] = ()) -> str:
    """`text` with its words as `names` and `said` have them, small where the latter has both.

    As it is where its case tells something.
    """
    if not (text.islower() or text.isupper()) or len(_WORD.findall(text)) < 2:
        return text
    spelled: dict[str, str] = {}
    for line in said:
        for word in _WORD.findall(line):
            if word.islower() or word.lower() not in spelled:
                spelled[word.lower()] = word
    spelled |= {word.lower(): word for name in names for word in _WORD.findall(name)}
    usual = _WORD.sub(lambda match: spelled.get(match.group().lower(), match.group().lower()), text)
    first = _WORD.search(usual)
    assert first is not None  # counted above
    return usual[: first.start()] + usual[first.start()].upper() + usual[first.start() + 1 :]
