"""Notes made by hand, so that a page can be tested without an engine."""

from __future__ import annotations

from datetime import UTC, date, datetime

from guardrails.core.types import Segment, TapeEntry
from pipelines.note import (
    ActionItem,
    Coverage,
    Due,
    Engine,
    Engines,
    Note,
    NoteTranscript,
    Sentiment,
    SentimentSpan,
    Statement,
    Topic,
)

DRAFTED = Engines(llm=Engine(name="gemma", version="1"))
STARTED = datetime(2026, 11, 17, 9, 30, tzinfo=UTC)

_WORDS = (
    ("Maya Lindqvist", "Good morning. Let's look at the move to the new office first."),
    ("Maya Lindqvist", "Theo, where are we with the lease?"),
    (
        "Theo Brandt",
        "The landlord sent the contract on Monday. I read it, and the price is what we hoped for.",
    ),
    ("Theo Brandt", "I'll send the signed lease to legal by Friday."),
    ("Maya Lindqvist", "Great. That is really good news."),
    ("Priya Raman", "One worry: the network line takes six weeks, and nobody has ordered it."),
    ("Priya Raman", "If it is late we have no internet on the first day, and that would be a disaster."),
    ("Maya Lindqvist", "Can you order it today, Priya?"),
    ("Priya Raman", "Sure, I'll order the line this afternoon."),
    ("Jonas Weber", "I won't be able to pack the server room before the first of December."),
    ("Maya Lindqvist", "Then we agreed: the servers move last, on the fifth."),
    ("Theo Brandt", "Fine with me."),
    ("Jonas Weber", "Do we keep the old phone numbers? I don't know who decides that."),
    ("Maya Lindqvist", "Nobody here does. Let's leave that open."),
    ("Jonas Weber", "Somebody should tell the cleaning company when we can."),
    ("Maya Lindqvist", "Right. Let's go with the second floor for sales, everybody was happy with that."),
    ("Priya Raman", "The budget for chairs is eighteen thousand, not sixteen."),
    ("Theo Brandt", "I'll check the offer again, maybe early next week."),
    ("Maya Lindqvist", "Thank you all, this went well."),
)

_MOOD = (0.2, 0.5, 0.62, -0.3, -0.58, 0.1, 0.02, -0.12, 0, 0.4, 0.1, 0.55)


def segments() -> tuple[Segment, ...]:
    return tuple(
        Segment(f"s{number}", (number - 1) * 12.5, number * 12.5 - 1, speaker, text)
        for number, (speaker, text) in enumerate(_WORDS, start=1)
    )


def with_agenda(note: Note) -> Note:
    """`note` with topics, and with what may be items, too."""
    topics = (
        Topic(
            title="Lease",
            start_s=0.0,
            begins="s1",
            said="The price is what we hoped for.",
            evidence=("s3",),
            items=("a1",),
        ),
        Topic(
            title="Network line",
            start_s=62.5,
            begins="s6",
            said="The network line takes six weeks.",
            evidence=("s6",),
        ),
        Topic(title="Servers, <i>floors</i>", start_s=112.5, begins="s10", items=("d1",)),
    )
    said = segments()
    possible = (
        ActionItem(
            id="possible-1",
            task="Tell the cleaning company when we can",
            owner=None,
            due=None,
            evidence=("s15",),
            quote=said[14].text,
            sentiment="neutral",
            verdict="verified",
        ),
        Statement(
            id="possible-2",
            text="The budget for chairs is eighteen thousand",
            evidence=("s17",),
            quote=said[16].text,
            verdict="verified",
        ),
    )
    return note.model_copy(update={"topics": topics, "possible_items": possible})


def drafted_move(note_id: str = "office-move", started_at: datetime = STARTED) -> Note:
    """`office_move` as a language model drafted it."""
    return office_move(note_id, started_at).model_copy(update={"engines": DRAFTED})


def office_move(note_id: str = "office-move", started_at: datetime = STARTED) -> Note:
    """Four voices plan a move: every kind of claim, verified and not."""
    said = segments()

    def action(
        number: int, line: int, task: str, owner: str | None, due: Due | None = None, **more: object
    ) -> ActionItem:
        fields: dict[str, object] = {
            "id": f"a{number}",
            "task": task,
            "owner": owner,
            "due": due,
            "evidence": (f"s{line}",),
            "quote": said[line - 1].text,
            "sentiment": "neutral",
            "verdict": "verified",
        }
        return ActionItem.model_validate(fields | more)

    return Note(
        id=note_id,
        title="Moving to the new office",
        started_at=started_at,
        duration_s=said[-1].end_s,
        language="en",
        source="office-move.vtt",
        engines=Engines(rules=Engine(name="rules", version="1")),
        summary="The lease is ready to be signed and the price is as hoped. The network line takes six "
        "weeks, so it is ordered at once. "
        "The servers move last. Who decides about the phone numbers is open.",
        action_items=(
            action(
                1,
                4,
                "Send the signed lease to legal",
                "Theo Brandt",
                Due(phrase="by Friday", date=date(2026, 11, 20)),
                sentiment="positive",
            ),
            action(
                2,
                9,
                "Order the network line",
                "Priya Raman",
                Due(phrase="this afternoon", date=date(2026, 11, 17)),
                evidence=("s8", "s9"),
                sentiment="negative",
            ),
            action(
                3,
                15,
                "Tell the cleaning company",
                None,
                Due(phrase="when we can", date=None),
            ),
            action(4, 3, "Read the landlord's contract", "Theo Brandt", status="done", sentiment="positive"),
            action(5, 10, "Pack the server room", "Jonas Weber", verdict="unverified"),
        ),
        decisions=(
            Statement(
                id="d1",
                text="The servers move last, on the fifth",
                evidence=("s11",),
                quote=said[10].text,
                verdict="verified",
            ),
            Statement(
                id="d2",
                text="Sales gets the second floor",
                evidence=("s16",),
                quote=said[15].text,
                verdict="verified",
            ),
            Statement(
                id="d3",
                text="The budget for chairs is sixteen thousand",
                evidence=("s17",),
                quote=said[16].text,
                verdict="unverified",
            ),
        ),
        questions=(
            Statement(
                id="q1",
                text="Do we keep the old phone numbers?",
                evidence=("s13", "s14"),
                quote=said[12].text,
                verdict="verified",
            ),
        ),
        sentiment=Sentiment(
            label="mixed",
            score=0.14,
            timeline=tuple(
                SentimentSpan(start_s=index * 20.0, end_s=index * 20.0 + 20, score=score)
                for index, score in enumerate(_MOOD)
            ),
            speakers={
                "Maya Lindqvist": 0.41,
                "Theo Brandt": 0.28,
                "Priya Raman": -0.36,
                "Jonas Weber": 0.02,
            },
        ),
        coverage=Coverage(segments_read=len(said), segments_total=len(said)),
        transcript=NoteTranscript(segments=said),
        tape=(
            TapeEntry("evidence", "a1", "verified", "", "", "The words are there."),
            TapeEntry("evidence", "a5", "unverified", "", "", "This is a refusal, not a promise."),
            TapeEntry("evidence", "d3", "unverified", "", "", "The number 16,000 was said to be wrong."),
        ),
    )
