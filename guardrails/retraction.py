"""Was a claim taken back after it was said?

"Actually, let's not", "scratch that", "no, Tom does it": the words that take something back come after it,
soon, and name either nothing ("that") or the thing itself. What names nothing takes back what was said just
before it; a little later it is ours only where it plainly turns ("actually") and no other claim lies between.
Where somebody promised, asked for or planned something else in between, it is that which was taken back or
refused: "I'd wanted to order the novels, but skip it" is about novels, whatever was promised before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from guardrails.clauses import Clause, clauses_of, first_clauses
from guardrails.guardrail import Scene
from guardrails.qualifiers.carrying import carriers, claimed
from guardrails.qualifiers.meant import MARK, begins_at, is_as_claimed, tells_of_another
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim

# People take back soon: within so many segments, seconds and words after the words of the claim. Recognisers
# and annotators cut a turn into a handful of segments, or leave a minute of speech in one.
_SEGMENTS = 8
_SECONDS = 300.0
_WORDS = 200
# "No, Tom does it" answers what was said just before; so near, "that" may also mean more than the last item.
_ANSWER = 4
# What is called by its name may be taken back later, and in a sentence with a few words beside it.
_NAMED_SEGMENTS = 40
_BESIDE = 3
# Who takes back what somebody said does it first; later in a turn the same words are about something else.
_FIRST_CLAUSES = 3
_STOP = re.compile(r"[.?!;]")
# So few words lie between the condition that a sentence begins with and what depends on it.
_DEPENDING = 12


def taken_back(claim: Claim, scene: Scene, language: Language) -> str | None:
    """The words that take `claim` back, as they were said; None where nothing does."""
    found = taking_back(claim, scene, language)
    return found[1] if found else None


def taking_back(claim: Claim, scene: Scene, language: Language) -> tuple[int, str] | None:
    """The place of the segment that takes `claim` back, and its words as they were said."""
    wanted = claimed(claim, language)
    others = _ends_of_others(claim, scene)
    last = max((scene.places[segment.id] for segment in scene.cited(claim)), default=0)
    denies = language.negated_text.search(claim.text.casefold()) is not None
    for place, clause, soon in _afterwards(claim, scene, language):
        turns = language.turning.search(clause.line) is not None
        if denies and not turns and language.dismissed.search(clause.line) is None:
            continue
        if denies and place == last and is_as_claimed(claim, clause, language):
            continue
        ours = not _lies_between(last, place, scene, language)
        at_once = ours and place - last <= _ANSWER
        if at_once or (ours and soon and turns and not any(last < other <= place for other in others)):
            for match in language.taken_back.found(clause.line):
                behind = MARK.split(clause.line[match.end() :])[0]
                goes_on = language.going_on.match(behind) is not None
                ends = (goes_on or language.stems(behind) <= wanted) and _is_asserted(clause, match, language)
                another = tells_of_another(claim, place, clause, match, scene, language)
                if (
                    ends
                    and not another
                    and not (claim.kind == "action" and _redates(clause, match, language))
                ):
                    return place, clause.said(*match.span())
        if _names(clause, wanted, at_once, language):
            return place, clause.said(0, len(clause.line))
        if at_once and claim.kind == "action" and (words := _given_away(claim, clause, scene, language)):
            return place, words
    return None


def _is_asserted(clause: Clause, match: re.Match[str], language: Language) -> bool:
    """Whether the words of `match` are said outright; "if we drop that" and "shall we drop it?" are not."""
    before = MARK.split(clause.line[: match.start()])[-1]
    if language.unasserted.search(before) is not None or clause.line.endswith("?"):
        return False
    sentence = _STOP.split(clause.raw[: begins_at(clause, match)])[-1].casefold().strip()
    return language.depending.match(sentence) is None or sentence.count(" ") > _DEPENDING


def _redates(clause: Clause, match: re.Match[str], language: Language) -> bool:
    """Whether nothing but another day follows: "actually no, by Wednesday" takes only the day back."""
    end = clause.tokens[clause.line[: match.end()].rstrip().count(" ")].end
    return language.redated.match(clause.raw[end:].casefold()) is not None


def _lies_between(last: int, place: int, scene: Scene, language: Language) -> bool:
    return any(language.another.search(segment.text) for segment in scene.segments[last + 1 : place])


def _names(clause: Clause, wanted: frozenset[str], at_once: bool, language: Language) -> bool:
    """Whether `clause` takes back what it names, and that is what is wanted: much of it, unless at once."""
    match = language.refusal.search(clause.line)
    if match is not None and _is_asserted(clause, match, language):
        denied = language.stems(clause.line[match.end() :])
        much = len(denied & wanted) >= 2 and len(denied & wanted) * 2 >= len(denied)
        # An everyday verb ("put any") is said of everything; "I won't send it" turns back to the item.
        telling = any(not stem.startswith("~") for stem in denied) or language.telling.pointing.search(
            clause.line[match.end() :]
        )
        if much or (at_once and denied and denied <= wanted and telling):
            return True
    if language.taken_back.idle is not None and language.taken_back.idle.search(clause.line):
        return False
    cues = [*language.cancelled.finditer(clause.line), *language.taken_back.found(clause.line)]
    if all(language.supposed.search(MARK.split(clause.line[: cue.start()])[-1]) for cue in cues):
        return False
    left = language.taken_back.words.sub(" ", language.cancelled.sub(" ", clause.line))
    named = language.stems(left)
    # Verbs that stand for one another ("~send") name nothing.
    things = {stem for stem in named & wanted if not stem.startswith("~")}
    return bool(things) and len(named - wanted) <= _BESIDE


def _afterwards(claim: Claim, scene: Scene, language: Language) -> Iterator[tuple[int, Clause, bool]]:
    """The clauses after the ones that carry `claim`, each with its segment's place and whether it is soon."""
    cited = sorted(scene.cited(claim), key=lambda segment: scene.places[segment.id])
    if not cited:
        return
    last = cited[-1]
    start = scene.places[last.id]
    rest = clauses_of(last.text, language.opening)
    carrying = [rest.index(carrier.clause) for carrier in carriers(claim, [last], language)]
    for clause in _with_topics(rest[max(carrying, default=len(rest)) + 1 :], language):
        yield start, clause, True
    words = 0
    for place in range(start + 1, min(start + 1 + _NAMED_SEGMENTS, len(scene.segments))):
        segment = scene.segments[place]
        if segment.start_s is not None and last.end_s is not None and segment.start_s - last.end_s > _SECONDS:
            return
        soon = place - start <= _SEGMENTS and words <= _WORDS
        words += segment.text.count(" ") + 1
        for clause in _turning_clauses(segment.text, language):
            yield place, clause, soon


@lru_cache(maxsize=4096)  # the segments of one hour; each lies behind several claims
def _turning_clauses(text: str, language: Language) -> tuple[Clause, ...]:
    """The first clauses of `text` that may take something back."""
    cues = (language.taken_back.words, language.refusal, language.cancelled, language.reassigned)
    first = _with_topics(first_clauses(text, language.opening, _FIRST_CLAUSES), language)
    return tuple(clause for clause in first if any(cue.search(clause.line) for cue in cues))


def _with_topics(clauses: Sequence[Clause], language: Language) -> Iterator[Clause]:
    """Each of `clauses`, with the one before it where that only names what it is about: "as for them, "."""
    before: Clause | None = None
    for clause in clauses:
        named = before is not None and clause.raw == before.raw and language.topic.match(before.line)
        yield Clause(clause.raw, before.tokens + clause.tokens) if named and before else clause
        before = clause


def _ends_of_others(claim: Claim, scene: Scene) -> list[int]:
    """Where the other items end that something could take back."""
    return [
        max(scene.places[segment.id] for segment in cited)
        for other in scene.claims
        if other.id != claim.id and other.kind in ("action", "decision") and (cited := scene.cited(other))
    ]


def _given_away(claim: Claim, clause: Clause, scene: Scene, language: Language) -> str | None:
    match = language.reassigned.search(clause.line)
    if match is None or len(language.stems(clause.line[match.end() :]) - claimed(claim, language)) > 1:
        return None
    name = next(group for group in match.groups() if group)
    known = {part.casefold() for person in scene.people for part in person.split()}
    owner = (claim.owner or "").casefold().split()
    others = [part for part in name.split() if part in known and part not in owner]
    return clause.said(*match.span()) if others else None
