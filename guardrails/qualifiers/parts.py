"""Conditions and exceptions: the parts of what was said that limit a claim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from guardrails.clauses import Clause
from guardrails.qualifiers.carrying import Carrier
from guardrails.qualifiers.finding import Finding
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim

# A word or two more than the longest condition that people say in one breath.
_LONGEST = 25
# Characters in which such a condition surely ends, and the most of them that a clause is read for.
_REACH = 400
_MOST_PARTS = 40
# Words of a condition that a recogniser may have cut off with a stop.
_FRAGMENT = 10
# Words of a sentence that only turns back: a day, "ready".
_FEW = 2
_MARK = re.compile(r" [,.?!;]")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Part:
    """A condition or an exception as a stretch of a clause's line."""

    kind: Literal["condition", "exception"]
    clause: Clause
    start: int
    end: int


def parts_of(carrier: Carrier, language: Language) -> Iterator[Part]:
    """The conditions and exceptions of a clause, and the conditions that stand alone before or behind it."""
    yield from _conditions(carrier.clause, language)
    for match in language.exception.found(carrier.clause.line):
        end = _underlined(carrier.clause.line, _end_of_exception(match, carrier, language), language)
        yield Part("exception", carrier.clause, match.start(), end)
    for part in _conditions(carrier.before, language):
        # A long one with a stop behind it is a sentence that lost its own main clause.
        is_whole = part.clause.line[-1:] in ".?!" and part.clause.line.count(" ") > _FRAGMENT
        if not is_whole and not language.stems(without(part.clause, [part], language)):
            yield part
    for part in _conditions(carrier.behind, language):
        if language.fragment.match(part.clause.line) or _points_back(part, carrier, language):
            yield part
    # "..., but leave the cellar out", "though Paris is exempt": begins where the claim's clause ends.
    for match in language.exception.found(carrier.behind.line) if carrier.behind is not None else ():
        if carrier.behind is not None and match.start() == 0:
            end = max(_end(carrier.behind.line, match), match.end())
            yield Part("exception", carrier.behind, 0, end)


def parts_in(clause: Clause, language: Language) -> Iterator[Part]:
    """The conditions and exceptions of a clause that carries nothing itself."""
    yield from _conditions(clause, language)
    for match in language.exception.found(clause.line):
        yield Part("exception", clause, match.start(), max(_end(clause.line, match), match.end()))


def _points_back(part: Part, carrier: Carrier, language: Language) -> bool:
    """ "I'll do the clutch. It'll be ready as long as the parts turn up": the rest only turns back to it."""
    subject = language.telling.points.match(part.clause.line)
    if subject is None:
        return False
    rest = language.stems(without(part.clause, [part], language)[subject.end() :])
    return len(rest - carrier.shared) <= _FEW


def without(clause: Clause, parts: Sequence[Part], language: Language) -> str:
    """The clause's line with blanks in place of `parts` and concessions: places in it stay what they are."""
    line = clause.line
    spans = [(part.start, part.end) for part in parts if part.clause is clause]
    spans += [(match.start(), _end(line, match)) for match in language.concession.finditer(line)]
    for start, end in spans:
        line = line[:start] + " " * (end - start) + line[end:]
    return line


def lost(part: Part, claim: Claim, carrier: Carrier, language: Language) -> Iterator[Finding]:
    """`part` as a finding, unless the claim has it in these or other words."""
    carried = language.conditional_text if part.kind == "condition" else language.exception.words
    said = part.clause.said(part.start, part.end)
    if part.clause is not carrier.clause:
        bare = language.joining.sub("", said)
        # "All of them but the lame one": what joins may itself be what leaves out.
        said = bare if part.kind == "condition" or language.exception.words.search(bare.casefold()) else said
    stems = language.stems(said)
    words = said.split()
    if carried.search(claim.text.casefold()) or not 2 <= len(words) <= _LONGEST or not stems:
        return
    if part.clause is not carrier.clause and part.kind == "exception" and stems <= language.stems(claim.text):
        return
    if words[-1].casefold() in language.articles:  # broken off, or about the claim's own matter
        return
    if part.kind == "exception" and _is_about_it(part, claim, language):
        return
    if len(stems) >= 2 and len(stems & language.stems(claim.text)) * 2 > len(stems):
        return
    ahead = [word for word in part.clause.line[: part.start].split() if word not in ",.?!;"]
    # "..., everything but the cellar": where the claim does not name the whole, it comes with the exception.
    if ahead and language.whole.fullmatch(ahead[-1]) and ahead[-1] not in claim.text.casefold().split():
        said = f"{ahead[-1]} {said}"
    follows = carrier.shared & language.stems(part.clause.line[part.end :])
    yield Finding(
        part.kind,
        said,
        certain=_is_certain(part, said.casefold(), carrier, language),
        before=ahead[-1] if ahead else "",
        inside=part.kind == "exception" and bool(follows),
    )


def _is_about_it(part: Part, claim: Claim, language: Language) -> bool:
    """Whether the claim is what is told of the exception: "..., apart from Year Six, who keep theirs"."""
    line = part.clause.line
    mark = _MARK.search(line, part.start)
    if mark is None or not re.match(r" , (?:who|which|that|whose)\b", line[mark.start() :]):
        return False
    left_out = language.stems(language.exception.words.sub(" ", line[part.start : mark.start()]))
    return bool(left_out) and left_out <= language.stems(claim.text)


def _is_certain(part: Part, said: str, carrier: Carrier, language: Language) -> bool:
    if part.kind == "exception":
        # In a speech without stops it may be left out of whatever else is said there.
        is_bounded = " ," in part.clause.line or carrier.is_close(language)
        return is_bounded and language.passed_over.search(said) is None
    if language.plain_condition.match(said) is None:
        return True
    if not carrier.is_about or language.vague_condition.match(said) is not None:
        return False
    beside = without(part.clause, [part], language) if part.clause is carrier.clause else carrier.clause.line
    return carrier.is_close(language, beside)


def _conditions(clause: Clause | None, language: Language) -> Iterator[Part]:
    if clause is not None:
        for match in islice(language.condition.found(clause.line), _MOST_PARTS):
            end = _underlined(clause.line, _end_of_condition(clause.line, match, language), language)
            yield Part("condition", clause, match.start(), end)


def _end(line: str, match: re.Match[str]) -> int:
    mark = _MARK.search(line, match.end())
    return mark.start() if mark else len(line)


def _underlined(line: str, end: int, language: Language) -> int:
    """The end of what is said behind a part to underline it; `end` where nothing is."""
    more = language.afterthought.match(line, end)
    return more.end() if more else end


def _end_of_condition(line: str, match: re.Match[str], language: Language) -> int:
    """A condition ends at a mark, or where a main clause begins that is not its own subject and verb."""
    end = min(_end(line, match), match.end() + _REACH)
    least = 1 if language.noun_condition.fullmatch(match.group()) else 2
    ends = [end]
    for main in language.main.finditer(line, match.end(), end):
        if line.count(" ", match.end(), main.start()) >= least:
            ends.append(main.start())
    if not language.stems(line[: min(match.start(), _REACH)]):
        named = language.named_main.finditer(line, match.end(), end)
        ends += [main.start() for main in named if line.count(" ", match.end(), main.start()) >= least]
    return min(ends)


def _end_of_exception(match: re.Match[str], carrier: Carrier, language: Language) -> int:
    """An exception ends at a mark, at a verb, or, where it limits the subject, where the claim goes on."""
    line = carrier.clause.line
    verb = language.predicate.search(line, match.end())
    ends = [_end(line, match), *([verb.start()] if verb else [])]
    behind = carrier.shared & language.stems(line[match.end() :])
    if len(behind) >= len(carrier.shared & language.stems(line[: match.start()])):
        words = _WORD.finditer(line, match.end() + 1)
        ends += [word.start() - 1 for word in words if language.stems(word.group()) & behind]
    return min((end for end in ends if end > match.end()), default=len(line))
