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

from guardrails.language_words import WORDS

NAMES: Mapping[str, str] = {
    "ar": "Arabic", "bg": "Bulgarian", "bn": "Bengali", "cs": "Czech", "da": "Danish", "de": "German",
    "el": "Greek", "en": "English", "es": "Spanish", "fa": "Persian", "fi": "Finnish", "fr": "French",
    "gu": "Gujarati", "he": "Hebrew", "hi": "Hindi", "hu": "Hungarian", "id": "Indonesian", "it": "Italian",
    "ja": "Japanese", "kn": "Kannada", "ko": "Korean", "ml": "Malayalam", "mr": "Marathi", "ne": "Nepali",
    "nl": "Dutch", "no": "Norwegian", "pa": "Punjabi", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian",
    "ru": "Russian", "sv": "Swedish", "sw": "Swahili", "ta": "Tamil", "te": "Telugu", "th": "Thai",
    "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip
LONGEST = 20_000
"""Characters that are looked at; the language of a text shows in its first pages."""
UNKNOWN_LATIN = "latin"
"""Latin letters, and no word that tells the language."""

# Names of Unicode blocks, as they begin the names of their characters.
_SCRIPTS = {
    "GREEK": "el", "HEBREW": "he", "BENGALI": "bn", "GUJARATI": "gu", "GURMUKHI": "pa", "TAMIL": "ta",
    "TELUGU": "te", "KANNADA": "kn", "MALAYALAM": "ml", "THAI": "th", "HANGUL": "ko", "HIRAGANA": "ja",
    "KATAKANA": "ja", "CJK": "zh", "DEVANAGARI": "devanagari", "ARABIC": "arabic", "CYRILLIC": "cyrillic",
    "LATIN": "latin",
}  # fmt: skip
_LETTERS: Mapping[str, Mapping[str, str]] = {  # letters that tell one language of a script from the others
    "latin": {
        "de": "ß", "es": "ñ¿¡", "pt": "ãõ", "pl": "ąęłńśźż", "cs": "ěřů", "ro": "țșă", "hu": "őű",
        "tr": "ğış", "fr": "œ", "vi": "ăơưđạảấầẩậắặẹẻẽếềểễệỉịọỏốồổộớờởợụủứừửựỳỵỷỹ",
    },
    "arabic": {"fa": "پچژگکی", "ur": "پچژگکیٹڈڑںےہھۓ", "ar": "ةىيكأإؤئ"},  # Urdu has all of the Persian ones
    "devanagari": {"mr": "ळऱ", "hi": "\u093c"},
    "cyrillic": {"ru": "ыэё", "uk": "іїєґ"},
}  # fmt: skip
_ENDINGS: Mapping[str, Mapping[str, re.Pattern[str]]] = {  # of inflected words, where little words are few
    "latin": {"fi": re.compile(r"\w{3}(?:ss[aä]|ll[aä]|st[aä]|lt[aä]|v[aä]t|an[aä])$")},
    "devanagari": {
        "mr": re.compile(r"[\w\u0900-\u097f](?:च्या|ांना|ाला|ाने|ावर|णे|ील|ेल|ईल|ून|्यात|कीत|टले)$"),
        "ne": re.compile(r"[\w\u0900-\u097f]{2}(?:लाई|हरू|को|मा|नेछ|यौं|पर्ने|एको|ले)$"),
    },
    "cyrillic": {"bg": re.compile(r"\w\w(?:ата|ото|ите|ият|хме)$")},
}
_MARKED = frozenset("cs fi hu pl pt ro tr vi".split())
"""Languages in which a sentence without any mark on a letter is rare."""
_WORD = re.compile(r"[\w\u0900-\u097f]+(?:['’]\w+)?")
LATIN = frozenset(WORDS["latin"])
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
    unmarked = script == "latin" and folded.isascii() and len(folded) > 30
    scores: Counter[str] = Counter()
    for code, vocabulary in WORDS.get(script, {}).items():
        # "a", "to" and "do" are words of many languages; a longer one tells more.
        score = sum(count * min(len(word), 3) for word, count in words.items() if word in vocabulary)
        scores[code] = score // 2 if unmarked and code in _MARKED else score
    for code, ending in _ENDINGS.get(script, {}).items():
        scores[code] += 2 * sum(count for word, count in words.items() if ending.search(word))
    for code, own in _LETTERS[script].items():
        scores[code] += 2 * sum(letters[letter] for letter in own)
    best, score = scores.most_common(1)[0]
    if score:
        return best
    return {"cyrillic": "bg", "arabic": "ar", "devanagari": "hi"}.get(script, UNKNOWN_LATIN)


def _script(letter: str) -> str:
    if letter < "\u0250":
        return "latin"
    name = unicodedata.name(letter, "")
    return _SCRIPTS.get(name.split(" ")[0].split("-")[0], "")
