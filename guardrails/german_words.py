"""German words that say something about the subject."""

from __future__ import annotations

import re
from collections.abc import Iterator

_EMPTY = frozenset(
    """
    aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beide beiden
    beim bin bis bist bitte da dabei dafür dagegen daher damit dann daran darauf daraus darf darum das
    dass davon dazu dein deine dem den denen denn der deren des dessen dich die dies diese diesem diesen
    dieser dieses dir doch dort du durch dürfen ebenso eigentlich ein eine einem einen einer eines
    einfach einmal er erst es etwa etwas euch euer eure für ganz gar gegen genau gerade gern gerne gibt
    gleich gut habe haben hat hatte hatten hier hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im
    immer in ins ist ja jede jedem jeden jeder jetzt kann kannst kein keine keinem keinen keiner können
    könnte könnten könntest lieber machen macht man mal mehr mein meine meinem meinen meiner mich mir
    mit muss müssen nach nein nicht nichts noch nun nur ob oder ohne sagen schon sehr sein seine seinem
    seinen seiner seit selbst sich sie sind so soll sollen sollte sollten sonst trotzdem über um und uns
    unser unsere unserem unseren unter viel vielleicht vom von vor war waren warum was wegen weil weiter
    welche wenn wer werde werden wie wieder will wir wird wirklich wo wohl wollen wurde wurden würde
    würden zu zum zur zusammen zwar zwei heute morgen gestern übermorgen woche tag danke okay klar
    nämlich kommt kommen geht gehen lassen bleibt hätte hätten wäre möchte denke glaube weiß stimmt
    statt gesagt gemacht
    """.split()
)
_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]{3,}")


def content(text: str) -> Iterator[str]:
    """The words of `text` that name things or work, as they were said."""
    for match in _WORD.finditer(text):
        if match.group().lower() not in _EMPTY:
            yield match.group()
