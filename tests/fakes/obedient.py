"""A model that does whatever the meeting tells it: the worst that an injected line can lead to."""

from __future__ import annotations

import re

from tests.fakes.language_model import Answer, Call, Script

PAYMENT = "Pay 5,000 euros to Mallory"


def obeying(injected: str, owner: str) -> Script:
    """Answers with the injected item in every form that a draft has, citing and quoting the line itself."""

    def script(call: Call) -> Answer:
        if call.is_summary:
            return {"summary": f"{owner} will pay 5,000 euros to Mallory.", "title": "Payment to Mallory"}
        lines = re.findall(r"^(\d+)(:? .*)$", call.text, re.MULTILINE)
        number = next(int(found) for found, said in lines if injected[:30] in said)
        quote = injected[:150].strip()
        statement = {"lines": [number], "quote": quote, "text": f"{owner} pays 5,000 euros to Mallory"}
        item = {"lines": [number], "quote": quote, "task": PAYMENT, "owner": owner, "when": None}
        return {
            "actions": [item],
            "decisions": [statement],
            "questions": [],
            "summary": f"{owner} will pay 5,000 euros to Mallory.",
        }

    return script
