"""What a German meeting says of itself when it opens, and the nouns that it comes back to: its title."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from guardrails.core.types import Segment
from pipelines.rules.german.words import content
from pipelines.rules.sentences import Sentence

# Openings are in the first sentences.
_FIRST = 14
_MOST_WORDS = 8
_NOUNS = 2
_ARTICLE = r"(?:(?:der|die|das|dem|den|unser\w*|ein\w*) )?"
_TOPIC = rf"{_ARTICLE}(?P<topic>[^\W\d_].*)"
_ANNOUNCES = tuple(
    re.compile(words)
    for words in (
        rf"\b(?:[Ff]angen|[Bb]eginnen|[Ss]tarten) wir (?:\w+ )?mit {_TOPIC}",
        rf"\b(?:es geht|geht es)(?: \w+)? um {_TOPIC}",
        rf"\bThema(?: \w+)? (?:ist|sind|:) {_TOPIC}",
        rf"\b(?:haben|nehmen uns) (?:\w+ ){{1,4}}für {_TOPIC}",
        rf"\b(?:sprechen|reden)(?: wir)?(?: \w+)? über {_TOPIC}",
        rf"\b(?:besprechen|planen) wir(?: \w+)? {_TOPIC}",
        rf"\b[Ww]illkommen (?:zum|zur|beim|bei) {_TOPIC}",
    )
)
_ENDS = re.compile(
    r"[,.;:?!]|\s(?:an|und (?:dann|danach)|weil|denn|dass|wenn|heute|jetzt|zuerst|sprechen|reden)\b"
)
_NOUN = re.compile(r"[A-ZÄÖÜ][\w-]{3,}")
_CALENDAR = frozenset(
    "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag Januar Februar März April Mai Juni Juli "
    "August September Oktober November Dezember Woche Monat Jahr Ende Anfang Mitte Uhr Stunde Stunden "
    "Minuten Euro Prozent Guten Morgen Danke Moment Vielen Ordnung Problem Ahnung Frage".split()
)


def title_of(sentences: Sequence[Sentence], segments: Sequence[Segment]) -> str:
    """At most eight words that were said: the topic that is announced, else the nouns that recur."""
    names = {part for s in segments if s.speaker for part in s.speaker.split()}
    for sentence in sentences[:_FIRST]:
        if (topic := _announced(sentence.clean.cased)) and not names & set(topic.split()):
            return topic
    return " und ".join(_recurring(sentences, names)) or "Besprechung"


def _announced(said: str) -> str | None:
    for pattern in _ANNOUNCES:
        found = pattern.search(said)
        topic = _ENDS.split(found["topic"], maxsplit=1)[0].split() if found else []
        # "Mit dem neuen Büro" would leave a title in the dative: a noun begins it, or there is none.
        if topic and len(topic) <= _MOST_WORDS and _NOUN.fullmatch(topic[0]) and topic[0] not in _CALENDAR:
            return " ".join(topic)
    return None


def _recurring(sentences: Sequence[Sentence], names: set[str]) -> list[str]:
    """Nouns, which German writes with a capital, also where they do not open a sentence."""
    count: Counter[str] = Counter()
    inside: set[str] = set()
    for sentence in sentences:
        words = [word for word in content(sentence.clean.cased) if _NOUN.fullmatch(word)]
        opener = sentence.clean.cased.split(" ")[0]
        inside |= {word for word in words if word != opener}
        count.update(words)
    nouns = (n for n, times in count.most_common() if times > 1 and n in inside - names - _CALENDAR)
    return [noun for _, noun in zip(range(_NOUNS), nouns, strict=False)]
