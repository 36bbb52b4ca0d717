"""German orders for a text, word for word in English, so that one parser reads both.

"Höchstens fünf Punkte, jeder unter zwölf Wörtern" has the same parts in the same order as its English. What
the table does not know stays as it was typed.
"""

from __future__ import annotations

import re

# German = English. Rows are regular expressions without groups; longer ones go first.
_TABLE = r"""
(?:nicht|nie) mehr als|höchstens|maximal = at most
mindestens|wenigstens = at least
genau = exactly
(?:weniger|kürzer) als|unter = under
mehr als|über = over
etwa|ungefähr|rund = about
zwischen = between; bis zu = up to
oder weniger = or fewer; oder mehr = or more
einen?|eine[mrs]?|ein = one
null = zero; zwei = two; drei = three; vier = four; fünf = five; sechs = six; sieben = seven; acht = eight
neun = nine; zehn = ten; zwölf = twelve; zwanzig = twenty; fünfzig = fifty
wörtern?|worten? = words; wort = word
sätzen? = sentences; satz = sentence
absätzen? = paragraphs; absatz = paragraph
zeilen = lines; zeile = line; zeichen = characters
(?:stich|aufzählungs)punkten? = bullets; stichpunkt = bullet
punkten?|einträgen? = items; punkt|eintrag = item
jede[mnrs]?|je = each; pro = per
nichts doppelt|keine wiederholungen = no duplicates
(?:verwende|benutze) (?:nicht|nie) = do not use
erwähne (?:nicht|nie) = do not mention
erwähne|nenne = mention; vermeide = avoid
ohne = without; kein(?:e[mnrs]?)? = no; nicht = not
(?:das|dem) wort = the word; (?:die|den) wörtern? = the words
kommas?|kommata = commas; ausrufezeichen = exclamation marks; fragezeichen = question marks
klammern = brackets; überschriften = headings; ziffern|zahlen = digits; namen = names
beginne mit = begin with; (?:ende|schließe) mit = end with
(?:in|nur|alles in) kleinbuchstaben = in lower case; (?:in|nur|alles in) großbuchstaben = in upper case
(?:als|in) stichpunkten|als (?:liste|aufzählung) = as a bullet list
als nummerierte liste = as a numbered list; als json = as json
auf deutsch = in german; auf englisch = in english; auf französisch = in french
und = and; oder = or; bis = to; bitte = please; nur = only; mit = with; für = for; wenn|falls = if
"""
_ROWS = sorted(
    (row.strip().split(" = ") for row in re.split(r";|\n", _TABLE.strip())),
    key=lambda row: (row[0].count(" "), len(row[0])),
    reverse=True,
)
_ANY = "|".join(rf"(?P<r{number}>(?<![\w\"])(?:{row[0]})(?![\w\"]))" for number, row in enumerate(_ROWS))
_WORDS = re.compile(_ANY, re.IGNORECASE)
# Words of German orders that English has not.
_GERMAN = re.compile(
    r"\b(?:höchstens|mindestens|ohne|keine?|jede[mnrs]?|nicht|und|oder|auf \w+isch|auf deutsch|eine[mnr]?"
    r"|zwischen|bitte|beginne|genau|verwende|vermeide|(?:\w+|\d+) (?:wörter|sätze|punkte|zeilen|absätze)"
    r"|als (?:liste|json)|in (?:stichpunkten|kleinbuchstaben|großbuchstaben))\b",
    re.IGNORECASE,
)


def in_english(typed: str) -> str:
    """`typed` with German orders in English; any other text as it is."""
    if _GERMAN.search(typed) is None:
        return typed
    text = typed.translate(str.maketrans("„“”", '"""'))
    return _WORDS.sub(lambda found: _ROWS[int((found.lastgroup or "r0")[1:])][1], text)
