"""Of which items does a clause of the summary tell? Of those nearly all of whose words it has."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from guardrails.guardrail import Refusal
from guardrails.qualifiers.carrying import claimed
from guardrails.qualifiers.tables import Language
from guardrails.summary_refused import is_refused
from guardrails.types import Claim

_LEAST_SHARED = 2
_NEARLY_ALL = 0.75


class ItemsTold:
    """The items of a draft by the words that they are known by."""

    def __init__(self, claims: Sequence[Claim], refusals: Sequence[Refusal], language: Language) -> None:
        self._items = [claim for claim in claims if claim.kind in ("action", "decision", "question")]
        found: defaultdict[str, tuple[Refusal, ...]] = defaultdict(tuple)
        for refusal in refusals:
            found[refusal.claim] += (refusal,)
        self.refusals = {claim: of_it for claim, of_it in found.items() if is_refused(of_it)}
        """Of the items whose words are refused, and not their form alone; by id."""
        self._wanted = [
            claimed(replace(item, text=_unlimited(item.text.casefold(), language)), language)
            for item in self._items
        ]
        self._having: defaultdict[str, list[int]] = defaultdict(list)
        for place, wanted in enumerate(self._wanted):
            for stem in wanted:
                self._having[stem].append(place)

    def told(self, line: str, language: Language) -> list[Claim]:
        """The items that `line` tells of, first the one with most of its words in it; of equal ones the one
        that stands and was not only asked.

        Where one that stands is in `line` as a whole, no refused one goes before those that stand.
        """
        shared = Counter(place for stem in language.stems(line) for place in self._having.get(stem, ()))
        found: list[tuple[int, bool, bool, int]] = []
        whole = False
        for place, count in shared.items():
            item, wanted = self._items[place], self._wanted[place]
            if count < max(_LEAST_SHARED, _NEARLY_ALL * len(wanted)):
                continue
            stands = item.id not in self.refusals
            found.append((count, stands, item.kind != "question", -place))
            whole |= stands and count == len(wanted)
        found.sort(key=lambda rank: (whole and rank[1], *rank), reverse=True)
        return [self._items[-rank[-1]] for rank in found]


def _unlimited(text: str, language: Language) -> str:
    """Where the condition or the doubt was left out, there is only the rest to know an item by."""
    for cue in (language.condition.words, language.exception.words):
        if (limit := cue.search(text)) is not None:
            before, behind = text[: limit.start()], text[limit.end() :].partition(",")[2]
            text = before if language.stems(before) else behind or text
    return language.hedge.words.sub(" ", text)
