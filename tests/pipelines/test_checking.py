"""A draft before the guardrails, as its note shows it: claims, summary, and what a reader is told."""

from __future__ import annotations

import re
import signal
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from guardrails.core.child import MEMORY_BYTES, computed_s
from guardrails.core.guardrail import Ask, Context, Guardrail
from guardrails.core.runner import MOST_LOSSES
from guardrails.core.types import Claim, Evidence, Segment, Verdict
from guardrails.qualifier import Qualifier
from pipelines.checker import CheckerProcess
from pipelines.checking import MOST_ITEMS, MOST_SENTENCES, Checker, checker_for
from pipelines.compose import Occasion, compose_note
from pipelines.conventions import Conventions
from pipelines.draft import Draft
from pipelines.meeting import read_meeting
from pipelines.note import Engine, Engines, Note
from pipelines.transcript import Transcript
from tests.fakes import guardrails as fakes
from tests.fakes.guardrails import DEADLINE_S, POISON, ToldGuardrail

ROOT = Path(__file__).resolve().parents[2]
SEGMENTS = (
    Segment("s1", 0.0, 4.0, "Ann", "I'll send the lease to the lawyers by Friday."),
    Segment("s2", 5.0, 9.0, "Bob", "Um, and the the servers move last."),
)
LEASE = Claim(
    "c1", "action", "send the lease to the lawyers", Evidence(("s1",), "I'll send the lease"), "Ann"
)
MEETING = Occasion("m", "m.vtt", datetime(2026, 11, 16, tzinfo=UTC), date(2026, 11, 16))

BY_MODEL = Engines(llm=Engine(name="model"))


def draft(*claims: Claim, summary: str = "") -> Draft:
    return Draft(claims, summary, "Lease", segments_read=2)


def made(drafted: Draft, checker: Checker) -> Note:
    with checker:
        return compose_note(drafted, Transcript(segments=SEGMENTS), MEETING, BY_MODEL, checker)


def here(*guardrails: Guardrail) -> Checker:
    return Checker(start=None, guardrails=guardrails)


def test_a_summary_that_nobody_objects_to_is_left_as_it_was_written() -> None:
    summary = "The lease  was discussed.\nIt goes out: on Friday!"
    note = made(draft(LEASE, summary=summary), here(ToldGuardrail()))
    assert (note.summary, note.flags, note.warnings) == (summary, (), ())


@pytest.mark.parametrize(
    "said",
    [
        "I'll send the lease on Friday unless legal objects.",
        "Unless legal objects, I'll send the lease on Friday.",
    ],
)
def test_what_is_drafted_without_its_condition_is_marked(said: str) -> None:
    segments = (Segment("s1", 0.0, 4.0, "Ann", said), Segment("s2", 5.0, 9.0, "Bob", "Okay."))
    with here(Qualifier()) as checker:
        transcript = Transcript(segments=segments)
        claim = Claim("c1", "action", "send the lease", Evidence(("s1",), said), "Ann")
        note = compose_note(draft(claim), transcript, MEETING, Engines(), checker)
    assert [(item.task, item.flags) for item in note.action_items] == [("send the lease", ("conditional",))]


def test_a_sentence_that_does_not_stand_leaves_the_summary_and_is_told() -> None:
    summary = "The lease was discussed. It is poison! The servers move last."
    note = made(draft(LEASE, summary=summary), here(ToldGuardrail()))
    assert note.summary == "The lease was discussed. The servers move last."
    assert note.flags == ("summary-shortened",)
    assert note.warnings == ("Left out of the summary: 1 sentence that could not be confirmed.",)
    assert ("summary-2", "unverified") in [(entry.claim, entry.verdict) for entry in note.tape]


def test_a_sentence_that_can_be_mended_stays_and_the_note_says_so() -> None:
    guardrail = ToldGuardrail(mends=lambda c, s, a: replace(c, text="It is the lease."))
    note = made(draft(summary="The lease was discussed. It is poison."), here(guardrail))
    assert note.summary == "The lease was discussed. It is the lease."
    assert note.flags == ("summary-corrected",)


def test_a_summary_of_which_nothing_stands_is_empty_and_told() -> None:
    note = made(draft(summary="All poison. More poison."), here(ToldGuardrail()))
    assert note.summary == ""
    assert note.warnings == ("Left out of the summary: 2 sentences that could not be confirmed.",)


def test_who_said_a_sentence_is_no_part_of_it_and_stays_before_it() -> None:
    seen: list[str] = []

    def mend(claim: Claim, context: Context, ask: Ask | None) -> Claim:
        seen.append(claim.text)
        return replace(claim, text="It is the lease.")

    summary = "Ann: It is poison. Note: the servers move last."
    note = made(draft(summary=summary), here(ToldGuardrail(mends=mend)))
    assert seen == ["It is poison."]
    assert note.summary == "Ann: It is the lease. Note: the servers move last."


@pytest.mark.parametrize(
    ("drafted", "shown"),
    [
        (
            "Ann: The lease goes out.\nBob: It is poison.\nAnn: The servers move last.",
            "Ann: The lease goes out.\nAnn: The servers move last.",
        ),
        (
            "Ann: The lease goes out.\nAnn: More poison.\nBob: We wait.",
            "Ann: The lease goes out.\nBob: We wait.",
        ),
        ("Ann: It is poison. The lease goes out.\nBob: We wait.", "Ann: The lease goes out.\nBob: We wait."),
        ("Ann: The lease goes out. Bob: More poison. We wait.", "Ann: The lease goes out. Bob: We wait."),
        ("Ann: We wait, so\nBob: It is poison.\nAnn: Good.", "Ann: We wait, so\nAnn: Good."),
        ("It is poison.\n\nThe lease goes out.\n\nWe wait.", "The lease goes out.\n\nWe wait."),
    ],
)
def test_no_words_change_their_speaker_or_line_when_others_are_left_out(drafted: str, shown: str) -> None:
    with here(ToldGuardrail()) as checker:
        checked = checker.check(draft(summary=drafted), read_meeting(SEGMENTS, "en"), None)
    assert checked.summary == shown


def test_a_note_quotes_nobody_with_what_somebody_else_said() -> None:
    segments = (
        Segment("s1", 0.0, 4.0, "Ann", "The lawyers have read the lease of the office twice."),
        Segment("s2", 5.0, 9.0, "Bob", "The poison in the basement worries the whole team."),
        Segment("s3", 10.0, 14.0, "Cleo", "The new office has two large meeting rooms."),
    )
    summary = "\n".join(f"{each.speaker}: {each.text}" for each in segments)
    with here(ToldGuardrail()) as checker:
        transcript = Transcript(segments=segments)
        note = compose_note(draft(summary=summary), transcript, MEETING, Engines(), checker)
    said_by_ann = [each for each in note.summary_sources if "Ann" in each.text]
    assert [each.evidence for each in said_by_ann] == [("s1",)]
    assert "meeting rooms" not in said_by_ann[0].text
    assert any("Cleo" in each.text and "meeting rooms" in each.text for each in note.summary_sources)


def test_a_summary_that_is_cut_keeps_its_lines() -> None:
    summary = "\n".join(f"{name}: Item {n} is fine." for n in range(200) for name in ("Ann", "Bob"))
    with here(ToldGuardrail()) as checker:
        checked = checker.check(draft(summary=summary), read_meeting(SEGMENTS, "en"), None)
    assert checked.summary.splitlines() == summary.splitlines()[:MOST_SENTENCES]


def test_a_sentence_copied_from_the_meeting_cites_it_and_others_cite_nothing() -> None:
    cited: dict[str, tuple[str, ...]] = {}

    class Looking(ToldGuardrail):
        def triggers(self, claim: Claim, context: Context) -> bool:
            cited[claim.text] = claim.evidence.segment_ids
            return False

    summary = "And the servers move last. Bob: And the servers move last. The lease was discussed."
    made(draft(summary=summary), here(Looking()))
    assert cited == {
        "And the servers move last.": ("s2",),
        "The lease was discussed.": (),
    }


def test_a_claim_of_another_kind_than_it_was_drafted_as_is_filed_there() -> None:
    asked = replace(LEASE, text="poison?")
    guardrail = ToldGuardrail(mends=lambda c, s, a: replace(c, kind="question", text="who sends the lease?"))
    note = made(draft(asked), here(guardrail))
    assert note.action_items == ()
    assert [(question.id, question.text) for question in note.questions] == [("c1", "who sends the lease?")]


MISBEHAVING = {
    "raising": "it failed (ValueError: no such thing)",
    "hanging": "it was not done in time",
    "eating": "it failed (MemoryError)",
    "dying": f"its process ended (signal {signal.SIGSEGV.value})",
    "leaving": "it failed (SystemExit: 3)",
}


def isolated(name: str) -> Checker:
    """A checker with a guardrail that misbehaves at a poisoned claim."""

    def start() -> CheckerProcess:
        return CheckerProcess(f"tests.fakes.guardrails:{name}", {"PYTHONPATH": str(ROOT)})

    return Checker(start, guardrails=getattr(fakes, name)())


@pytest.mark.parametrize("name", MISBEHAVING)
def test_the_note_comes_although_a_guardrail_misbehaves_and_says_what_was_not_checked(name: str) -> None:
    poisoned = replace(LEASE, id="c2", text=f"cancel the insurance, {POISON}")
    before_s = computed_s()
    note = made(draft(LEASE, poisoned), isolated(name))
    assert computed_s() - before_s < DEADLINE_S
    assert [item.id for item in note.action_items] == ["c1", "c2"]
    assert note.action_items[0].verdict == "verified"
    assert note.action_items[1].task == poisoned.text
    assert note.flags == ("checks-incomplete",)
    assert note.warnings == ("Not everything could be checked (hostile).",)
    lost = [entry.reason for entry in note.tape if (entry.guardrail, entry.claim) == ("hostile", "c2")]
    assert lost == [f"this could not be checked: {MISBEHAVING[name]}"]


@pytest.mark.parametrize("name", ["hanging", "eating", "dying"])
def test_a_guardrail_that_misbehaves_at_every_claim_costs_the_note_its_deadline_at_most(name: str) -> None:
    poisoned = [replace(LEASE, id=f"c{n}", text=f"send the lease {n}, {POISON}") for n in range(30)]
    checker = isolated(name)
    with checker:
        checker.check(draft(LEASE), read_meeting(SEGMENTS, "en"), None)  # the first process has started
        before_s = computed_s()
        checked = checker.check(draft(*poisoned), read_meeting(SEGMENTS, "en"), None)
    assert computed_s() - before_s < DEADLINE_S + MOST_LOSSES  # a start takes less than a second
    assert [judged.claim for judged in checked.claims] == poisoned
    assert {entry.claim for entry in checked.tape if entry.guardrail == "other"} == {c.id for c in poisoned}


def test_what_eats_memory_is_refused_it_long_before_the_machine_is_full() -> None:
    processes: list[CheckerProcess] = []

    def start() -> CheckerProcess:
        processes.append(CheckerProcess("tests.fakes.guardrails:eating_in_peace", {"PYTHONPATH": str(ROOT)}))
        return processes[-1]

    poisoned = replace(LEASE, text=f"{LEASE.text}, {POISON}")
    with Checker(start, guardrails=fakes.eating_in_peace()) as checker:
        checked = checker.check(draft(poisoned), read_meeting(SEGMENTS, "en"), None)
        status = Path(f"/proc/{processes[0]._process.pid}/status").read_text()
    assert "MemoryError" in checked.tape[0].reason
    peak_kb = int(re.search(r"VmHWM:\s+(\d+) kB", status)[1])
    assert 100 * 1024 < peak_kb < MEMORY_BYTES / 1024 + 100 * 1024  # it ate, and libraries are beside it


def test_one_checker_serves_draft_after_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    # Deadlines are for a machine that does little else; here they must not depend on what runs beside.
    monkeypatch.setattr("guardrails.core.runner.CLAIMS", 0.01)
    started = []

    def start() -> CheckerProcess:
        started.append(CheckerProcess())
        return started[-1]

    with Checker(start) as checker:
        first = checker.check(draft(LEASE), read_meeting(SEGMENTS, "en"), None)
        other = checker.check(
            draft(replace(LEASE, text="buy a horse in Denmark", evidence=Evidence(("s2",), ""))),
            read_meeting(SEGMENTS, "en"),
            None,
        )
        again = checker.check(draft(LEASE), read_meeting(SEGMENTS, "en"), None)
        both = checker.check(
            draft(LEASE, replace(LEASE, id="c2", owner="Ann")), read_meeting(SEGMENTS, "en"), None
        )
        elsewhere = checker.check(draft(LEASE), read_meeting(SEGMENTS[1:], "en"), None)
    assert len(started) == 1
    assert [judged.claim.id for judged in both.claims] == ["c1", "c2"]
    assert elsewhere.claims[0].outcome == "unverified"
    assert first.claims == again.claims
    assert first.claims[0].outcome == "verified"
    assert other.claims[0].outcome == "unverified"


def test_without_claims_no_process_is_started() -> None:
    def start() -> CheckerProcess:
        raise AssertionError("there is nothing to check")

    with Checker(start) as checker:
        assert checker.check(draft(), read_meeting(SEGMENTS, "en"), None).claims == ()


def test_without_a_model_no_question_can_be_asked() -> None:
    asks: list[Ask | None] = []

    class Looking(ToldGuardrail):
        def repair(self, claim: Claim, context: Context, verdict: object, ask: Ask | None) -> Claim | None:
            asks.append(ask)
            return None

    made(draft(replace(LEASE, text=POISON)), here(Looking()))
    assert asks == [None]


@pytest.mark.parametrize(("country", "flags"), [("US", ("contradiction",)), ("GB", ())])
def test_days_are_compared_as_the_house_reads_them(country: str, flags: tuple[str, ...]) -> None:
    said = (
        Segment("s1", 0.0, 4.0, "Bob", "I'll send the report to legal by 3/4."),
        Segment("s2", 4.0, 8.0, "Ann", "So Bob sends the report to legal by April 3rd."),
    )
    first = Claim("a1", "action", "Send the report to legal", Evidence(("s1",), ""), "Bob", "by 3/4")
    second = replace(first, id="a2", evidence=Evidence(("s2",), ""), due_phrase="by April 3rd")
    with checker_for(Conventions(country=country)) as checker:
        checked = checker.check(draft(first, second), read_meeting(said, "en"), date(2026, 3, 2))
    assert [judged.claim.flags for judged in checked.claims] == [flags, flags]


def test_a_sentence_with_a_day_is_left_out_as_a_whole() -> None:
    said = "Ich schicke den Vertrag an die Bank, der Umzug ist am 14. Dezember."
    segments = (Segment("s1", 0.0, 4.0, "Anna", said),)
    summary = "Herr Vogel zahlt die Miete am 14. Dezember. Anna schickt den Vertrag an die Bank."
    with Checker(start=None) as checker:
        transcript = Transcript(segments=segments, language="de")
        note = compose_note(draft(summary=summary), transcript, MEETING, BY_MODEL, checker)
    assert note.summary == "Anna schickt den Vertrag an die Bank."
    assert note.warnings == ("Left out of the summary: 1 sentence that could not be confirmed.",)


def test_what_is_beyond_the_most_that_is_checked_is_kept_not_confirmed_and_told() -> None:
    claims = tuple(replace(LEASE, id=f"a{number}") for number in range(MOST_ITEMS + 2))
    with here(ToldGuardrail()) as checker:
        checked = checker.check(Draft(claims, "", "", 1), read_meeting(SEGMENTS, "en"), None)
    assert [judged.claim for judged in checked.claims] == list(claims)
    assert [judged.outcome for judged in checked.claims[-3:]] == ["verified", "unverified", "unverified"]
    assert checked.flags == ("checks-incomplete",)
    assert checked.warnings == ("Only the first 600 items were checked; 2 more are not confirmed.",)


def test_a_summary_longer_than_can_be_checked_is_cut_and_told() -> None:
    sentences = [f"It is lease {number}." for number in range(MOST_SENTENCES + 3)]
    with here(ToldGuardrail()) as checker:
        checked = checker.check(Draft((), " ".join(sentences), "", 1), read_meeting(SEGMENTS, "en"), None)
    assert checked.summary == " ".join(sentences[:MOST_SENTENCES])
    assert checked.flags == ("summary-shortened",)
    assert checked.warnings == ("Left out of the summary: 3 sentences beyond the first 200.",)


def test_what_cannot_be_checked_of_a_possible_item_marks_no_note() -> None:
    poisoned = replace(LEASE, text=f"{LEASE.text}, {POISON}")
    for claims, possible, flags in (
        ((poisoned,), (), ("checks-incomplete",)),
        ((LEASE,), (poisoned,), ()),
    ):
        drafted = replace(draft(*claims), possible=possible)
        with here(*fakes.raising()) as checker:
            assert checker.check(drafted, read_meeting(SEGMENTS, "en"), None).flags == flags


def test_the_frame_of_a_summary_is_held_against_what_is_offered_and_no_item() -> None:
    seen: dict[str, list[str]] = {}

    class Looking(ToldGuardrail):
        def check(self, claim: Claim, context: Context) -> Verdict:
            seen[claim.text] = [other.text for other in context.beside(claim)]
            return super().check(claim, context)

    offered = replace(LEASE, text="move the servers")
    drafted = replace(draft(LEASE), possible=(offered,))
    with here(Looking()) as checker:
        assert checker.check(
            drafted, read_meeting(SEGMENTS, "en"), None, frame="Mostly about the lease."
        ).frame
    assert LEASE.text not in seen["Mostly about the lease."]
    assert "Mostly about the lease." not in seen[LEASE.text]
