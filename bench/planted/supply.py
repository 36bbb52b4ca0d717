"""Right claims to plant in, drawn with one seed: the same seed gives the same cases."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, Literal

from bench.planted.annotated import annotated
from bench.planted.case import Base, Turn, put
from bench.planted.meetings import Meeting, by_role, spot, voices_near, with_names
from bench.planted.spoken import spoken
from bench.planted.words import upper, words
from guardrails.core.types import Claim, Evidence
from pipelines.importers import import_transcript

LEAST_TURNS = 30
"""A shorter meeting has no "elsewhere"."""
SAMPLES = Path(__file__).resolve().parents[2] / "samples"
Kind = Literal["promise", "order", "assigned", "decision", "group"]
"""I'll ...; Bob, can you ...? Sure.; Bob will ...; a decision; a decision about all of a group."""
_PROMISES = ("I'll", "I will", "I'm going to")
ITEMS: tuple[Kind, ...] = ("promise", "order", "assigned")


@dataclass(frozen=True)
class Spot:
    """A place in a meeting, and two people who speak near it."""

    meeting: Meeting
    place: int
    first: str
    second: str

    def base(
        self, *turns: Turn, text: str, owner: str | None = None, due: str | None = None, promise: bool = False
    ) -> Base:
        """`turns` said here, and the right claim about all of them."""
        evidence = Evidence(tuple(f"u{n}" for n in range(len(turns))), "")
        claim = Claim("c1", "action" if owner else "decision", text, evidence, owner, due)
        segments = put(self.meeting.segments, self.place, *turns)
        sentence = turns[0][1]
        return Base(
            self.meeting.id, segments, claim, sentence, "u0", "carried", self.meeting.held_on, promise
        )


@dataclass
class Supply:
    """Meetings and the right claims in them."""

    random: Random
    named: list[Meeting]
    """With names for voices."""
    sample: list[Base]
    annotated: list[Base] = field(default_factory=list)
    spoken: list[Base] = field(default_factory=list)
    """Without a negation or a condition."""
    qualified: list[Base] = field(default_factory=list)
    """Real commitments with a negation or a condition, rightly kept in the claim."""
    figures: list[Base] = field(default_factory=list)
    """Real sentences with one figure."""

    def word(self, pool: str) -> str:
        return self.random.choice(words(pool))

    def real(self) -> Base:
        """A claim about words that really were said."""
        return self.random.choice(self.annotated + self.spoken + self.sample)

    def own_words(self) -> Base:
        """A claim in the words of its sentence."""
        return self.random.choice(self.spoken + self.sample) if self.random.random() < 0.5 else self.carried()

    def any(self) -> Base:
        return self.real() if self.random.random() < 0.7 else self.carried()

    def item(self, *, due: bool = False) -> Base:
        return self.carried(self.random.choice(ITEMS), due=due)

    def spot(self) -> Spot:
        while True:
            meeting = self.random.choice(self.named)
            place = spot(meeting, self.random)
            voices = voices_near(meeting, place)
            if len(voices) > 1:
                return Spot(meeting, place, voices[0], voices[1])

    def carried(self, kind: Kind | None = None, *, due: bool = False) -> Base:
        """A sentence of our own, said at a random place of a real meeting: real speech has too few due dates,
        figures and plain orders to plant every class often. `due`: with a due phrase."""
        choice, here = self.random.choice, self.spot()
        kind = kind or choice(("promise", *ITEMS, "decision"))
        phrase = self.word("dues") if due else None
        when, task = f" {phrase}" if phrase else "", self.word("tasks")
        one, other, text = here.first, here.second, upper(task)
        if kind == "promise":
            said = f"{choice(_PROMISES)} {task}{when}."
            lead = choice(("", "Okay. ", "Right, so ", "Um, "))
            base = here.base((one, lead + said), text=text, owner=one, due=phrase, promise=True)
            return replace(base, sentence=said)
        if kind == "order":
            asked = f"{other}, {choice(('can you', 'could you please'))} {task}{when}?"
            answer = choice(("Sure.", "Yes, will do.", "Okay, no problem."))
            return here.base((one, asked), (other, answer), text=text, owner=other, due=phrase)
        if kind == "assigned":
            said = choice((f"{other} will {task}{when}.", f"Action item for {other}: {task}{when}."))
            return here.base((one, said), text=text, owner=other, due=phrase)
        decision = self.word("decisions" if kind == "decision" else "group_decisions") + when
        lead = choice(("So we agreed,", "It's settled,", "Okay,"))
        return here.base((one, f"{lead} {decision}."), text=upper(decision))


def supply(meetings: Sequence[Meeting], seed: int) -> Supply:
    """Everything right that `meetings` and the sample meeting hold."""
    random = Random(seed)
    sample = sample_bases()
    long = [meeting for meeting in meetings if len(meeting.segments) >= LEAST_TURNS]
    first = sample[0]
    sample_meeting = Meeting(first.meeting, first.segments, held_on=first.said_on)
    named = [*map(with_names, long), sample_meeting]
    found = Supply(random, named, sample)
    for meeting in long:
        roles = by_role(meeting, codes=random.random() < 0.5) if meeting.roles else meeting
        found.annotated += annotated(roles)
    pools = {"plain": found.spoken, "qualified": found.qualified, "figure": found.figures}
    for meeting in named:
        for kind, base in spoken(meeting):
            pools[kind].append(base)
    return found


def sample_bases() -> list[Base]:
    """The items of the sample meeting, from the list that a careful reader made of it by hand."""
    expected = json.loads((SAMPLES / "planning.expected.json").read_text(encoding="utf-8"))
    segments = import_transcript(SAMPLES / "2026-11-16-planning.vtt").segments
    said_on = date.fromisoformat(expected["said_on"])

    def base(row: dict[str, Any]) -> Base:
        place = row["cues"][0] - 1
        segment, owner = segments[place], row.get("owner")
        answered = owner is not None and segment.speaker != owner and row["quote"].endswith("?")
        cited = tuple(s.id for s in segments[place : place + 1 + answered])
        text = upper(row["task"]) if "task" in row else row["text"]
        due = (row.get("due") or {}).get("phrase")
        claim = Claim("s1", "action" if "task" in row else "decision", text, Evidence(cited, ""), owner, due)
        promise = owner is not None and segment.speaker == owner
        return Base("sample", segments, claim, segment.text, segment.id, "sample", said_on, promise)

    return [base(row) for row in (*expected["action_items"], *expected["decisions"])]
