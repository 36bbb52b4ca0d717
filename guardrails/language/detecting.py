"""Which language a text is written in: by its script, then by letters and little words.

Good enough to tell that a note was asked for in German and came in English, without a model or a library.
Most scripts belong to one language among those named here; languages that share a script are told apart by
letters of their own and by the commonest words, which make up a third of any running text.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping

from guardrails.language.tables import codes, language


def _pairs(table: str) -> Mapping[str, str]:
    return dict(pair.split("=") for pair in table.split())


NAMES = _pairs("""
    ar=Arabic bg=Bulgarian bn=Bengali cs=Czech da=Danish de=German el=Greek en=English es=Spanish
    fa=Persian fi=Finnish fr=French gu=Gujarati he=Hebrew hi=Hindi hu=Hungarian it=Italian ja=Japanese
    kn=Kannada ko=Korean ml=Malayalam nl=Dutch no=Norwegian pa=Punjabi pl=Polish pt=Portuguese
    ro=Romanian ru=Russian sv=Swedish ta=Tamil te=Telugu th=Thai tr=Turkish uk=Ukrainian ur=Urdu
    vi=Vietnamese zh=Chinese
""")
_WORDS = {
    "latin": """
es: de la que el en y los se del las un por con una su para es al lo como más pero
it: di che e la il un a per è in una sono mi ho non si lo ha le con ti se
pt: de a o que e do da em um para é com não uma os no se na por mais as dos
nl: de van het een en in is dat op te zijn met voor niet aan er om ook als bij maar door
sv: och i att det som en på är av för med till den har de inte om ett han men var jag
da: og i at det er en til af på for med de ikke den har som der et var men han jeg
no: og i det er på som en til av for at med de ikke den har et var men han jeg seg
fi: ja on ei se että oli hän mutta ovat kun niin kuin myös tai jos joka sen ole mitä minä olen hänen
cs: a v se na je že o s z do i to k ve pro za by ale si po jako jsou
hu: a az és hogy nem is egy ez meg csak de mint volt már ha még van el azt vagy kell én
ro: de și în a la cu că nu o un pe din care mai este se să sau pentru au fost sunt
""",
    "cyrillic": """
ru: и в не на что он с как это по но к у я
uk: і в не на що він з як це по але до у я
bg: и на се да в за от е с не че по са ще
""",
}
WORDS: Mapping[str, Mapping[str, frozenset[str]]] = {
    script: {
        code: frozenset(words.split()) for code, words in re.findall(r"(\w\w): ([^:]+)(?=\n\w\w:|\n$)", table)
    }
    for script, table in _WORDS.items()
}
"""By script and language, the commonest little words of languages without tables of their own."""
LONGEST = 20_000
"""Characters that are looked at; the language of a text shows in its first pages."""
UNKNOWN_LATIN = "latin"
"""Latin letters, and no word that tells the language."""

# Names of Unicode blocks, as they begin the names of their characters.
_SCRIPTS = _pairs("""
    GREEK=el HEBREW=he BENGALI=bn GUJARATI=gu GURMUKHI=pa TAMIL=ta TELUGU=te KANNADA=kn MALAYALAM=ml
    THAI=th HANGUL=ko HIRAGANA=ja KATAKANA=ja CJK=zh DEVANAGARI=hi ARABIC=arabic CYRILLIC=cyrillic
    LATIN=latin
""")
_LETTERS = {  # letters that tell one language of a script from the others; Urdu has all of the Persian ones
    "latin": _pairs(
        "de=ß es=ñ¿¡ pt=ãõ pl=ąęłńśźż cs=ěřů ro=țșă"
        " hu=őű tr=ğış fr=œ vi=ăơưđạảấầẩậắặẹẻẽếềểễệỉịọỏốồổộớờởợụủứừửựỳỵỷỹ"
    ),
    "arabic": _pairs("fa=پچژگکی ur=پچژگکیٹڈڑںےہھۓ ar=ةىيكأإؤئ"),
    "cyrillic": _pairs("ru=ыэё uk=іїєґ"),
}
_WORD = re.compile(r"\w+(?:['’]\w+)?")
LATIN = frozenset((*codes(), *WORDS["latin"], *_LETTERS["latin"]))
"""Languages written in Latin letters."""


def language_of(text: str) -> str | None:
    """The ISO 639-1 code of the language of `text`; UNKNOWN_LATIN, or None where there are no letters."""
    folded = unicodedata.normalize("NFC", text[:LONGEST]).casefold()
    scripts = Counter(_script(letter) for letter in folded if letter.isalpha())
    scripts.pop("", None)
    if not scripts:
        return None
    if scripts["ja"] and scripts["ja"] + scripts["zh"] >= scripts.total() / 2:
        return "ja"  # Japanese mixes its own letters with Chinese signs; Chinese has none of the former
    script = scripts.most_common(1)[0][0]
    if script not in _LETTERS:
        return script
    return _by_letters_and_words(folded, script)


def _by_letters_and_words(folded: str, script: str) -> str:
    letters = Counter(folded)
    words = Counter(_WORD.findall(folded))
    scores: Counter[str] = Counter()
    tables = {code: language(code).words("function") for code in codes()} if script == "latin" else {}
    for code, vocabulary in {**WORDS.get(script, {}), **tables}.items():
        # "a", "to" and "do" are words of many languages; a longer one tells more.
        scores[code] = sum(count * min(len(word), 3) for word, count in words.items() if word in vocabulary)
    for code, own in _LETTERS[script].items():
        scores[code] += 2 * sum(letters[letter] for letter in own)
    best, score = scores.most_common(1)[0]
    if score:
        return best
    return {"cyrillic": "bg", "arabic": "ar"}.get(script, UNKNOWN_LATIN)


def _script(letter: str) -> str:
    if letter < "\u0250":
        return "latin"
    name = unicodedata.name(letter, "")
    return _SCRIPTS.get(name.split(" ")[0].split("-")[0], "")
