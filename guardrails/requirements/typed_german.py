"""German orders for a text, word for word in English, so that one parser reads both.

"Höchstens fünf Punkte, jeder unter zwölf Wörtern" has the same parts in the same order as its English; where
the order differs, a row has the whole phrase. What the table does not know stays as it was typed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# German = English. Rows are regular expressions without groups; longer ones go first.
_TABLE = r"""
(?:nicht|nie|niemals) (?:mehr|weiter) als = no more than
(?:nicht|nie|niemals) länger als = no longer than
nicht weniger als = no less than
höchstens|maximal|max\. = at most
mindestens|wenigstens|minimal = at least
genau|exakt = exactly
weniger als = less than
kürzer als = shorter than
mehr als = more than
länger als = longer than
unter = under
über = over
etwa|ungefähr|circa|ca\.|rund = about
zwischen = between
bis zu = up to
oder weniger = or fewer
oder mehr = or more
(?:nur )?ein(?:e[mnrs]?)? einzige[nrs]? = a single
einen?|eine[mrs]?|ein = one
null = zero; zwei = two; drei = three; vier = four; fünf = five; sechs = six; sieben = seven; acht = eight
neun = nine; zehn = ten; elf = eleven; zwölf = twelve; fünfzehn = fifteen; zwanzig = twenty; dreißig = thirty
vierzig = forty; fünfzig = fifty; hundert = one hundred; zweihundert = two hundred
wörtern?|worten? = words
wort = word
sätzen? = sentences
satz = sentence
absätzen? = paragraphs
absatz = paragraph
zeilen = lines
zeile = line
zeichen = characters
(?:stich|aufzählungs)punkten?|spiegelstrichen? = bullets
(?:stich|aufzählungs)punkt = bullet
punkten?|einträgen? = items
punkt|eintrag = item
jede[mnrs]?|je = each
pro = per
(?:kein punkt|nichts|keine aufgabe|kein eintrag) (?:doppelt|zweimal) = no duplicates
(?:keine|ohne) (?:wiederholung|dopplung|doppelung)(?:en)? = no duplicates
wiederhole (?:keinen (?:punkt|eintrag)|keine aufgabe|nichts) = no duplicates
(?:hat|braucht|nennt|mit) (?:einen|eine|einer|einem) (?:verantwortlich|zuständig)e[nr]? = has an owner
(?:sortiert|geordnet|sortiere|ordne) nach = sorted by
nach (?:datum|frist|termin) (?:sortiert|geordnet) = sorted by date
nach (?:verantwortlich|zuständig)e[mnr]? (?:sortiert|geordnet) = sorted by owner
alphabetisch(?: sortiert| geordnet)? = alphabetically
chronologisch(?: sortiert| geordnet)? = chronologically
(?:verantwortlich|zuständig)e[mnr]? = owner
datum|frist|termin = date
(?:keine|ohne) (?:termine|fristen|daten) vor(?: dem)? = no dates before
(?:verwende|benutze|nutze|schreibe?|sage?) (?:nicht|nie) = do not use
(?:verwende|benutze|nutze) = use
erwähne (?:nicht|nie) = do not mention
erwähne|nenne = mention
vermeide = avoid
ohne = without
keiner? länger als = none longer than
kein(?:e[mnrs]?)? = no
nicht = not
(?:das|dem) wort = the word
(?:die|den) wörtern? = the words
kommas?|kommata = commas
semikolons?|strichpunkte = semicolons
ausrufezeichen = exclamation marks
fragezeichen = question marks
doppelpunkte? = colons
klammern = brackets
überschriften = headings
ziffern|zahlen = digits
anführungszeichen = quotation marks
namen = names
beginnt mit|fängt mit = begins with
beginne mit|beginnend mit|fange? mit = begin with
(?:endet|ende|schließe|schließt) mit = end with
(?:binde|gedanken|spiegel)?strich = dash
sternchen = asterisk
großbuchstaben beginnt = capital letter begins
(?:in|nur|alles in) kleinbuchstaben|alles klein(?:geschrieben)? = in lower case
(?:in|nur|alles in) großbuchstaben|alles groß(?:geschrieben)? = in upper case
(?:als|in) (?:stichpunkten|stichpunktliste|aufzählung)|als liste = as a bullet list
als nummerierte liste = as a numbered list
als json = as json
auf deutsch = in german; auf englisch = in english; auf französisch = in french; auf spanisch = in spanish
auf italienisch = in italian; auf niederländisch = in dutch; auf polnisch = in polish
auf türkisch = in turkish; auf russisch = in russian; auf portugiesisch = in portuguese
und = and; oder = or; aber = but; bis = to; bitte = please; nur = only; mit = with; für = for
schreibe? = write; antworte = answer; fasse = summarise; halte = keep; mach(?:e|t)? = make
alles = everything; zusammenfassung = summary; antwort = answer
soll(?:en|te|ten)?|muss|müssen|darf|dürfen = should
haben|enthalten = have; hat|enthält = has; sein = be; ist = is
der|die|das|den|dem|des = the
diese[mnrs]? = these; letzten? = last; ersten? = first
wenn|falls|sofern = if; weil|da = because; statt = instead of
wir = we; sie = they; wer = who; was = what; welche[mnrs]? = which; wann = when; warum|wieso = why
wie = how
beschlossen,? = decided; vereinbart,? = agreed; gesagt,? = said; wollten?,? = wanted
"""
_ROWS = sorted(
    (row.strip().split(" = ") for row in re.split(r";|\n", _TABLE.strip())),
    key=lambda row: (row[0].count(" "), len(row[0])),
    reverse=True,
)
_WORDS = re.compile(
    "|".join(rf"(?P<r{number}>(?<![\w\"“-])(?:{row[0]})(?![\w\"”-]))" for number, row in enumerate(_ROWS))
)
# Words of German orders that English has not.
_GERMAN = re.compile(
    r"\b(?:höchstens|mindestens|wenigstens|ohne|kein(?:e[mnrs]?)?|jede[mnrs]?|nicht|und|oder|auf \w+isch"
    r"|auf deutsch|eine[mnr]?|zwischen|bitte|sortiert|beginne|beginnt|schreibe|antworte|genau|verwende"
    r"|vermeide|ein (?:satz|wort|absatz)|nur|als (?:liste|json|aufzählung)"
    r"|in (?:stichpunkten|kleinbuchstaben|großbuchstaben)"
    r"|(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|\d+)"
    r" (?:wörter|sätze|punkte|zeilen|absätze|stichpunkte))\b"
)


@dataclass(frozen=True, slots=True)
class Read:
    """A text as the parser reads it, and where each of its letters was typed."""

    text: str
    original: str
    places: tuple[tuple[int, int], ...]
    """For each letter of `text` the beginning and the end of what was typed for it."""

    def typed(self, start: int, end: int) -> str:
        """What was typed for the letters from `start` to `end`."""
        return self.original[self.places[start][0] : self.places[end - 1][1]] if start < end else ""


def read(original: str, folded: str) -> Read:
    """`original`, in small letters `folded`, with German in English; any other text as it is."""
    if _GERMAN.search(folded) is None:
        return Read(original, original, tuple((n, n + 1) for n in range(len(original))))
    text, done = "", 0
    places: list[tuple[int, int]] = []
    for match in _WORDS.finditer(folded):
        english = _ROWS[int((match.lastgroup or "r0")[1:])][1]
        text += original[done : match.start()] + english
        places += [(n, n + 1) for n in range(done, match.start())] + [match.span()] * len(english)
        done = match.end()
    places += [(n, n + 1) for n in range(done, len(original))]
    return Read(text + original[done:], original, tuple(places))
