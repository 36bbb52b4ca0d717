"""What holds for every meeting, however broken its text."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from guardrails.core.types import Segment
from pipelines import rules
from pipelines.rules import draft_by_rules

# Words that rules look for, so that random meetings are full of near misses.
WORDS = st.sampled_from(
    """
    I I'll will you can could we Bob Ann um uh the report send check by Friday tomorrow not don't if legal
    agrees Action item: and so , . ? ! decided agreed who what sure no sorry please let's me to do do is
    gonna ill wi- that it should have been next week 12:30 \u2019ll \u0130 \u00df ... -- "quoted" (aside)
    AI:
    """.split()
)
TEXTS = st.one_of(st.lists(WORDS, max_size=60).map(" ".join), st.text(max_size=80))
TIMES = st.one_of(st.none(), st.floats(0, 10_000))
MEETINGS = st.lists(
    st.tuples(st.sampled_from(["Ann", "Bob", "Ann Lee", None]), TEXTS, TIMES), max_size=12
).map(
    lambda rows: [
        Segment(f"s{number}", at, None if at is None else at + 1, speaker, text)
        for number, (speaker, text, at) in enumerate(rows)
    ]
)


@settings(max_examples=300, deadline=None)
@given(MEETINGS)
def test_every_claim_stands_on_words_that_were_said(segments: list[Segment]) -> None:
    texts = {segment.id: segment.text for segment in segments}
    draft = draft_by_rules(segments, roster=["Cid Park"])
    for claim in (*draft.claims, *draft.possible):
        said = " ".join(texts[i] for i in claim.evidence.segment_ids)
        assert claim.evidence.segment_ids
        assert claim.evidence.quote
        assert claim.evidence.quote in said
        assert claim.due_phrase is None or claim.due_phrase in said
        assert claim.text.strip()
        assert 0 <= claim.confidence <= 1
    assert len({claim.id for claim in draft.claims}) == len(draft.claims)
    assert draft.segments_read == len(segments)


@settings(max_examples=50, deadline=None)
@given(MEETINGS)
def test_the_same_meeting_gives_the_same_draft(segments: list[Segment]) -> None:
    assert draft_by_rules(segments) == draft_by_rules(list(segments))


def test_whoever_watches_hears_of_each_step_up_to_the_last() -> None:
    """A day of talk takes minutes: who hears nothing so long takes it for hung."""
    steps: list[tuple[str, float, float | None]] = []
    segments = [Segment("s1", 0, 5, "Ann", "I'll send the report by Friday. We agreed to wait.")]
    draft_by_rules(segments, progress=lambda *step: steps.append(step))
    assert steps == [("drafting by rules", done, 7) for done in range(8)]


def test_no_rule_knows_a_word_of_the_corpus_that_it_is_measured_on() -> None:
    """The AMI meetings design a television remote control; rules that know that measure nothing."""
    scenario = """
        remote, tv, television, lcd, buttons?, scroll, user interface, interface, industrial, designer,
        marketing, marketer, project manager, prototype, trends?, fruit, vegetable, rubber, titanium,
        batter(y|ies), kinetic, solar, chip, speech recogni[a-z]+, voice recogni[a-z]+, play-?doh?, clay,
        questionnaire, euros?, look and feel, working design, functional design, conceptual, components?,
        ergonomic
    """
    words = "|".join(word.strip() for word in scenario.split(","))
    for path in sorted(Path(rules.__file__).parent.glob("*.py")):
        found = re.search(rf"\b(?:{words})\b", path.read_text(encoding="utf-8").lower())
        assert found is None, (path.name, found)
