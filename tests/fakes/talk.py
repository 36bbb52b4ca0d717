"""Small meetings, written as people would write a play: `talk("Ann: I'll do it.", "Bob: Good.")`."""

from __future__ import annotations

from guardrails.core.types import Claim, ClaimKind, Segment
from pipelines.rules import draft_by_rules


def talk(*lines: str) -> list[Segment]:
    """One segment a line; the speaker "?" is a voice without a name. No times."""
    segments = []
    for number, line in enumerate(lines):
        speaker, _, text = line.partition(": ")
        segments.append(Segment(f"s{number}", None, None, None if speaker == "?" else speaker, text))
    return segments


def drafted(kind: ClaimKind, *lines: str, roster: tuple[str, ...] = ()) -> list[Claim]:
    """The claims of one kind that the rules draft from `lines`."""
    return [claim for claim in draft_by_rules(talk(*lines), roster=roster).claims if claim.kind == kind]


def actions(*lines: str, roster: tuple[str, ...] = ()) -> list[Claim]:
    return drafted("action", *lines, roster=roster)


def the_action(*lines: str, roster: tuple[str, ...] = ()) -> Claim:
    """The only action item of `lines`; fails if there is none, or more."""
    (claim,) = actions(*lines, roster=roster)
    return claim
