"""How sure the rules are that a cue makes an action item: the strength of the cue plus a few round weights.

A sum that a person can read and check, instead of a trained model: what ships was learned from no corpus.
docs/quality.md tells how the weights were chosen, what else was tried, and how well they do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

# Below these a claim is not drafted; quality is measured at the same values. One threshold for each kind.
ACTION_THRESHOLD = 0.5
DECISION_THRESHOLD = 0.5
QUESTION_THRESHOLD = 0.5

Feature = Literal[
    "work-verb",
    "idle-verb",
    "vague",
    "due",
    "named",
    "accepted",
    "promised",
    "dated-promise",
    "ignored",
    "asks",
    "early",
    "closing",
    "last-words",
    "chair",
    "cluster",
    "short-meeting",
    "now",
    "broken-off",
]

# All multiples of 0.05.
WEIGHTS: dict[Feature, float] = {
    "work-verb": 0.15,  # the verb names something that others can see done: "send", "update", "find out"
    "idle-verb": -0.3,  # "see", "know", "be": nothing to do
    "vague": -0.3,  # "do that", "check it": nothing but the verb and a pronoun
    "dated-promise": 0.1,  # of "it", but with a day
    "due": 0.2,  # a day is named: narration and opinion have none
    "named": 0.1,  # it is said whose it is
    "accepted": 0.15,  # the addressee takes it
    "promised": 0.1,  # and says "I will"
    "ignored": -0.2,  # a question that nobody answers was no order
    "asks": -0.1,  # a promise with a question mark is a proposal
    "broken-off": -0.1,  # "call data cost as... of the": somebody looks for words
    "now": -0.15,  # "right now", "here": done while they talk, or a state described
    "early": -0.1,  # the first tenth announces what the meeting itself will do
    "closing": 0.05,  # meetings hand out their work when they close
    "last-words": 0.15,  # and most of it at the very end
    "chair": 0.1,  # who opens and closes the meeting hands out its work
    "cluster": 0.1,  # assignments come in runs: one makes its neighbours likelier
    "short-meeting": 0.1,  # in a short talk little drowns, and a missed promise weighs more
}


def confidence(strength: float, features: Iterable[Feature]) -> float:
    """0..1, rounded to two places."""
    return round(min(max(strength + sum(WEIGHTS[feature] for feature in features), 0.0), 1.0), 2)
