"""An item of a note is one line of plain words with one owner and a due phrase."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.constraint.guard import FLAG, Constraint
from guardrails.core.types import Evidence
from tests.fakes.formatted import CLAIM, SCENE, outcome


@pytest.mark.parametrize(
    "wrapping",
    [
        "**{}**",
        "**Action:** {}",
        "- **Task:** {}",
        "1. {}",
        "- [ ] {}",
        "## {}",
        "> {}",
        "Action item 3: {}",
        "Action item - {}",
        "TODO {}",
        "Action required: {}",
        "The following action item was agreed: {}",
        "a) {}",
        "Decision/Action: {}",
        "*{}",
        "{} -",
        "{};",
        "-> {}",
        "Action item → {}",
        "{}\tAnn Smith\tby Friday",
        "Sure! Here's the task: {}",
        "Sure, here is the revised action item:\n\n{}",
        "**Decision**\n{}",
        "Action items:\n- {}\n- Owner: Ann Smith",
        '{{"task": "{}", "owner": "Ann Smith"}}',
        "{{'task': '{}'}}",
        '["{}"]',
        '{}", "owner": "Ann Smith"}}',
        '{} {{"owner": "Ann Smith"}}',
        '```json\n{{"task": "{}"}}\n```',
        "```{}```",
        "{}\\n",
        "<li>{}</li>",
        "&quot;{}&quot;",
        "{}<|im_end|>",
        "<think></think>{}</s>",
        "assistant\n{}",
        "{} (Owner: Ann Smith, Due: Friday)",
        "{} - Owner: Ann Smith",
        "{} | Ann Smith | by Friday",
        "| {} | Ann Smith | by Friday |",
        "[{}](#s1)",
        "“{}”",
        "{} {}",
        "{}. {}.",
        "\u200b{}",
        "\u202e{}\u202c",
        "Task - {}",
        "task :: {}",
        "Task 1/3: {}",
        "(Action) {}",
        "<Action> {}",
        "i. {}",
        "(iv) {}",
        '1. "{}"',
        "Aufgabe: {}",
        "== {} ==",
        "// {}",
        "„{}“",
        "\x1b[1m{}\x1b[0m",
        '{{"content": "{}"}}',
        '{{"items": ["{}"]}}',
        "<unused12>{}",
    ],
)
def test_the_words_come_out_of_their_wrapping(wrapping: str) -> None:
    told, mended = outcome(replace(CLAIM, text=wrapping.format(*[CLAIM.text] * wrapping.count("{}"))))
    assert told == "mended"
    assert mended is not None
    assert mended.text.rstrip(".") == CLAIM.text


@pytest.mark.parametrize(
    "text",
    [
        "Send the report to legal",
        "Decision required on looking at the contract code",
        'Tasks are divided in categories ("tour", "attend" etc)',
        "+0.5 -0.5 reward variance",
        "V1: 2315, 2537; V2: 2929",
        "Testnet fork TBD",
        "Tim - launch of the beacon chain next week",
        "A 5 * 4 * 3 box at 20° for <5 euros",
        '"Blue" and "green" are kept',
        "Update EIP-2972 [draft] and eth_call in geth_db",
        "Use #blocks, not time, for the push",
        "Send it to R&D (2537) and Q&A",
        'The pre-test is called "normal speech"',
        "1344 will be part of it",
        "No, no, we won't: too late",
        "V. Putin's talk is moved",
        "B. Carla sends the report",
        "Add C++ and C# to the list",
        "~5 people come, -3 degrees at most",
        "Low power mode is on by default",
        "Budget: 12.50 euros",
        "Q3: prepare the figures",
        "Keep the old format (new one later)",
        "Do 1/3 of the pages",
    ],
)
@pytest.mark.parametrize("kind", ["action", "decision", "question", "summary"])
def test_plain_words_are_left_alone(text: str, kind: str) -> None:
    assert outcome(replace(CLAIM, text=text, kind=kind)) == ("clean", None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "says nothing"),
        (" - ", "says nothing"),
        ("None", "says nothing"),
        ("No action items were identified", "says nothing"),
        ("Send the report to [name]", "[name]"),
        ("Send the report to <recipient>", "<recipient>"),
        ("Send the report to {{client}}", "{{client}}"),
        ("Send XXX to legal", "XXX"),
        ("Send ____ to legal", "____"),
        (" ".join(str(n) for n in range(161)), "161 words"),
    ],
)
def test_what_cannot_be_unwrapped_is_unverified_with_its_reason(text: str, reason: str) -> None:
    verdict = Constraint().check(replace(CLAIM, text=text), SCENE)
    assert verdict.outcome == "unverified"
    assert reason in verdict.reason


def test_a_blank_that_was_said_is_none() -> None:
    assert outcome(replace(CLAIM, text="The budget is for TBD", evidence=Evidence(("s2",), "")))[0] == "clean"


@given(st.text(max_size=300), st.none() | st.text(max_size=60), st.none() | st.text(max_size=120))
def test_any_claim_gets_a_verdict_and_at_most_one_repair(
    text: str, owner: str | None, due: str | None
) -> None:
    claim = replace(CLAIM, text=text, owner=owner, due_phrase=due)
    guardrail = Constraint()
    verdict = guardrail.check(claim, SCENE)
    assert verdict.reason
    mended = guardrail.repair(claim, SCENE, verdict, None)
    assert mended is None or (mended.flags == (FLAG,) and len(mended.text) <= len(text))


@pytest.mark.parametrize(
    "hostile",
    ["to do action item " * 8_000,
     "* " * 60_000, "[" * 120_000, '"task": "' * 15_000, "<a " * 40_000, "(see " * 25_000, "a " * 60_000,
     "the " * 30_000, "_x" * 60_000, "\\u0041" * 20_000, "{" * 120_000, "- owner" * 17_000, "\n" * 120_000],
)  # fmt: skip
def test_long_hostile_text_takes_no_time(hostile: str) -> None:
    began = time.process_time()
    outcome(replace(CLAIM, text=hostile, owner=hostile, due_phrase=hostile))
    assert (
        time.process_time() - began < 5.0
    )  # milliseconds where the time grows with the length, else minutes
