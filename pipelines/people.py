"""Who is meant: names of speakers and roster, as a part of them is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from guardrails.core.types import Segment
from guardrails.evidence.people import parts_of
from pipelines.sentences import Sentence


class People:
    """Looks up a spoken name. A first name that two people share means neither."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        owners: dict[str, list[str]] = {}
        for name in self.names:
            for part in parts_of(name):
                if len(part) > 1 or part == name.casefold():
                    owners.setdefault(part, []).append(name)
        self._by_part = {part: _one_person(found) for part, found in owners.items()}

    def called(self, word: str) -> str | None:
        """The one person of whose name it is a part, or None. Any word of a sentence may be asked for."""
        return self._by_part.get(word)


def people_of(segments: Sequence[Segment], roster: Sequence[str], sentences: Sequence[Sentence]) -> People:
    """Speakers, the most talkative first, roster, and whoever is called by another name."""
    spoken = Counter(segment.speaker for segment in segments if segment.speaker)
    known = People(dict.fromkeys([*(name for name, _ in spoken.most_common()), *roster]))
    called = {name for each in sentences for name in _called(each) if known.called(name.casefold()) is None}
    small = (
        {word for segment in segments for word in segment.text.split() if word.islower()} if called else set()
    )
    others = sorted(name for name in called if not any(name.lower() == word.strip(",.?!") for word in small))
    return People([*known.names, *others])


def _called(sentence: Sentence) -> Iterator[str]:
    """Words with a capital by which a request begins or ends: "Ann, could you ...?"."""
    for clause in sentence.reading.clauses:
        if clause.act == "request":
            spoken, tokens = clause.language, clause.tokens
            no_names = spoken.words("function") | spoken.words("opener") | spoken.words("nobody")
            for token, after in pairwise(tokens):
                is_apart = token is tokens[0] or tokens[tokens.index(token) - 1].text == ","
                word = clause.text[token.start : token.end]
                if is_apart and after.is_mark and word.istitle() and token.text not in no_names:
                    yield word


def _one_person(owners: Sequence[str]) -> str | None:
    """The one behind several forms of a name ("Danny", "Danny Ryan"); None if they are different people."""
    longest = max(owners, key=len)
    words = set(parts_of(longest))
    return longest if all(set(parts_of(owner)) <= words for owner in owners) else None
