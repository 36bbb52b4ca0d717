"""Right claims from sentences of our own, said by real people at a random place of a real meeting.

Real speech has too few due dates, figures and plain orders to plant every class twenty times. A carried
sentence has what is needed, and everything around it is real.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from bench.planted import pools
from bench.planted.case import Base
from guardrails.types import Claim, ClaimKind, Evidence, Segment
from pipelines.evaluate.dataset import GoldMeeting

NAMES = (
    "Alice",
    "Martin",
    "Sophie",
    "Daniel",
    "Fatima",
    "Oliver",
    "Nadia",
    "Peter",
    "Ingrid",
    "Carlos",
    "Wendy",
    "Hugo",
)
"""For voices that a corpus knows by a letter only."""


_NOBODY = re.compile(r"unknown.*|(?:speaker|guest|voice)[ _-]?\w{1,3}", re.IGNORECASE)


def with_names(meeting: GoldMeeting) -> GoldMeeting:
    """The meeting with first names instead of letters; a meeting that has names keeps them.

    A voice that is labelled as unknown has no name: nobody can own what it promises.
    """
    meeting = replace(
        meeting,
        segments=tuple(
            replace(s, speaker=None) if s.speaker and _NOBODY.fullmatch(s.speaker) else s
            for s in meeting.segments
        ),
    )
    speakers = list(dict.fromkeys(s.speaker for s in meeting.segments if s.speaker))
    if any(len(speaker) > 2 for speaker in speakers):
        return meeting
    names = dict(zip(speakers, NAMES, strict=False))
    return replace(
        meeting,
        segments=tuple(replace(s, speaker=names.get(s.speaker or "", s.speaker)) for s in meeting.segments),
        roles={names.get(letter, letter): role for letter, role in meeting.roles.items()},
    )


# Behind these words of somebody else a promise of ours would be no right claim.
_TAKES_BACK = re.compile(
    r"\b(?:never ?mind|scratch that|actually,? no|"
    r"(?:forget|skip|drop|leave|cancel|ignor(?:e|ing)) (?:about )?(?:it|that|this|them)|"
    r"(?:can't|won't|don't|not|shouldn't) (?:(?:have|need|want|going|wanna|gonna) )?(?:to )?"
    r"(?:do|doing|make) (?:it|that|this)|(?:don't|do not) (?:need|want|have) (?:it|that|this|them))\b",
    re.IGNORECASE,
)
_SOON = 8
_TRIES = 20


def spot(meeting: GoldMeeting, random: Random) -> int:
    """A place in the meeting, away from its ends, where real talk takes nothing back."""
    count = len(meeting.segments)
    for _ in range(_TRIES):
        place = random.randrange(count // 5, max(count // 5 + 1, count * 4 // 5))
        if not any(_TAKES_BACK.search(s.text) for s in meeting.segments[place + 1 : place + 1 + _SOON]):
            break
    return place


def put(segments: Sequence[Segment], place: int, *turns: tuple[str | None, str]) -> tuple[Segment, ...]:
    """The meeting with `turns` (speaker, text) after the segment at `place`; their ids are u0, u1, ..."""
    at = segments[place].end_s
    said = tuple(Segment(f"u{n}", at, at, speaker, text) for n, (speaker, text) in enumerate(turns))
    return (*segments[: place + 1], *said, *segments[place + 1 :])


def speakers_near(meeting: GoldMeeting, place: int) -> list[str]:
    """Who speaks around `place`, the nearest first."""
    near = sorted(range(len(meeting.segments)), key=lambda n: abs(n - place))
    return list(dict.fromkeys(s for n in near if (s := meeting.segments[n].speaker)))


def carried(meeting: GoldMeeting, random: Random, *, due: bool = False, kind: str = "promise") -> Base | None:
    """One sentence of our own in `meeting`, with the claim that is right about it.

    `kind`: "promise" (I'll ...), "order" (Bob, can you ...? Sure.), "told" (Bob will ...), "decision", or
    "group" (a decision about all of a group). `due`: with a due phrase. None where too few people speak.
    """
    place = spot(meeting, random)
    people = speakers_near(meeting, place)
    if len(people) < 2:
        return None
    first, second = people[0], people[1]
    task = random.choice(pools.TASKS)
    phrase = random.choice(pools.DUES) if due else None
    when = f" {phrase}" if phrase else ""
    text = task[0].upper() + task[1:]
    owner: str | None = second
    turns: list[tuple[str | None, str]]
    if kind == "promise":
        sentence, owner = (
            random.choice((f"I'll {task}{when}.", f"I will {task}{when}.", f"I'm going to {task}{when}.")),
            first,
        )
        turns = [(first, random.choice(("", "Okay. ", "Right, so ", "Um, ")) + sentence)]
    elif kind == "order":
        sentence = random.choice(
            (f"{second}, can you {task}{when}?", f"{second}, could you please {task}{when}?")
        )
        turns = [(first, sentence), (second, random.choice(("Sure.", "Yes, will do.", "Okay, no problem.")))]
    elif kind == "told":
        sentence = random.choice((f"{second} will {task}{when}.", f"Action item for {second}: {task}{when}."))
        turns = [(first, sentence)]
    else:
        decision = random.choice(pools.DECISIONS if kind == "decision" else pools.GROUP_DECISIONS)
        sentence = random.choice(
            (
                f"So we agreed, {decision}{when}.",
                f"It's settled, {decision}{when}.",
                f"Okay, {decision}{when}.",
            )
        )
        turns, owner = [(first, sentence)], None
        text = decision[0].upper() + decision[1:] + when
        phrase = None
    claim_kind: ClaimKind = "action" if owner else "decision"
    ids = tuple(f"u{n}" for n in range(len(turns)))
    claim = Claim("c1", claim_kind, text, Evidence(ids, ""), owner, phrase)
    return Base(
        meeting=meeting.id,
        segments=put(meeting.segments, place, *turns),
        claim=claim,
        sentence=sentence,
        said_in="u0",
        origin="carried",
        said_on=meeting.held_on,
        promise=kind == "promise",
    )
