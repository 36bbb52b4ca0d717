"""Promises that a later meeting says are kept: suggested when it is plain, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.types import Segment
from pipelines.evaluate.dataset import read_meetings
from pipelines.followup import Promise, kept_promises

REPORT = Promise("earlier", "a1", "Send the quarterly report to the bank", "Bob")
DATA = Path(__file__).parents[2].parent / "shared" / "data" / "eth_acd.dev.jsonl.gz"


def said(*lines: str) -> list[Segment]:
    """Lines as "Ann: words"; "?" is a voice without a name."""
    segments = []
    for number, line in enumerate(lines, 1):
        speaker, _, text = line.partition(": ")
        segments.append(Segment(f"s{number}", number, number + 1, None if speaker == "?" else speaker, text))
    return segments


@pytest.mark.parametrize(
    ("lines", "where"),
    [
        (["Ann: Did you send the quarterly report to the bank?", "Bob: Yes, yesterday."], ("s1", "s2")),
        (["Bob: I sent the quarterly report to the bank on Monday."], ("s1",)),
        (["Bob: The quarterly report for the bank is done."], ("s1",)),
        (["Ann: That report!", "Bob: Hm.", "Ann: Bob sent the bank the quarterly report."], ("s3",)),
        (["Ann: What about the quarterly report for the bank?", "Cleo: Hm.", "Bob: Done."], ("s1", "s3")),
        (["Ann: Have we sent the quarterly report to the bank?", "Bob: I did."], ("s1", "s2")),
        (["Bob: I've already sent the bank its quarterly report."], ("s1",)),
        (["Ann: the quarterly report has been sent to the bank"], ("s1",)),
        (["?: Is the quarterly report out to the bank?", "?: Yeah it is."], ("s1", "s2")),
        (["Bob: We finished the quarterly report and mailed the bank."], ("s1",)),
    ],
)  # fmt: skip
def test_a_kept_promise_is_suggested_with_the_words_that_say_so(
    lines: list[str], where: tuple[str, ...]
) -> None:
    (kept,) = kept_promises([REPORT], said(*lines))
    assert kept.promise == REPORT
    assert kept.segment_ids == where


@pytest.mark.parametrize(
    "lines",
    [
        ["Ann: Did you send the quarterly report to the bank?", "Bob: Not yet."],
        ["Ann: Did you send the quarterly report to the bank?", "Bob: Almost, yes."],
        ["Ann: Did you send the quarterly report to the bank?", "Bob: Yes, I'll do it tomorrow."],
        ["Ann: Did you send the quarterly report to the bank?", "Ann: Yes, yesterday, you said."],
        ["Ann: Did you send the quarterly report to the bank?", "Cleo: Yes, great weather."],
        ["Ann: Did you send the quarterly report to the bank?", "Bob: Did I promise that?"],
        ["Bob: I haven't sent the quarterly report to the bank."],
        ["Bob: I will send the quarterly report to the bank."],
        ["Bob: I should have sent the quarterly report to the bank."],
        ["Bob: If the quarterly report is done, the bank is happy."],
        ["Bob: I read the quarterly report of the bank."],
        ["Cleo: I sent the quarterly report to the bank."],
        ["Bob: I sent the invoice to the bank."],
        ["Bob: The report is done."],
        ["Ann: The quarterly report to the bank.", "Bob: Yes."],
        ["Ann: Could you send the quarterly report to the bank?", "Bob: Yes."],
        ["Ann: Is the quarterly report for the bank important?", "Bob: It's not."],
        [],
    ],
)
def test_what_is_not_plainly_done_is_not_suggested(lines: list[str]) -> None:
    assert list(kept_promises([REPORT], said(*lines))) == []


def test_each_promise_is_suggested_once_and_only_its_own() -> None:
    lease = Promise("earlier", "a2", "Sign the lease", None)
    lines = said(
        "Bob: I sent the quarterly report to the bank.",
        "Ann: The lease is signed.",
        "Bob: The lease is signed.",
    )
    assert [(k.promise.item_id, k.segment_ids) for k in kept_promises([REPORT, lease], lines)] == [
        ("a1", ("s1",)),
        ("a2", ("s2",)),
    ]  # fmt: skip


@pytest.mark.skipif(not DATA.exists(), reason="the annotated meetings are not here")
def test_real_calls_give_few_suggestions() -> None:
    """Promises held against the next calls: most of what is said of one is not that it is done."""
    meetings = list(read_meetings(DATA))
    promises = suggested = 0
    for number, meeting in enumerate(meetings):
        open_items = [Promise(meeting.id, str(n), a.text, None) for n, a in enumerate(meeting.actions)]
        for later in meetings[number + 1 : number + 4]:
            promises += len(open_items)
            suggested += len(list(kept_promises(open_items, later.segments)))
    assert promises > 50
    assert suggested <= 0.05 * promises


@given(
    st.lists(st.tuples(st.sampled_from(["Ann", "Bob", ""]), st.text("abr epotn?'.", max_size=40)), max_size=6)
)
def test_any_talk_is_read(talk: list[tuple[str, str]]) -> None:
    segments = [Segment(f"s{n}", None, None, who or None, text) for n, (who, text) in enumerate(talk)]
    for kept in kept_promises([REPORT], segments):
        assert set(kept.segment_ids) <= {segment.id for segment in segments}
