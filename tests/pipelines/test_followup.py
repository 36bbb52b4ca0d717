"""Promises that a later meeting says are kept: suggested when it is plain, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.types import Segment
from pipelines.evaluate.dataset import read_meetings
from pipelines.followup import Promise, kept_promises

REPORT = Promise("earlier", "a1", "Send the quarterly report to the bank", "Bob")
BERICHT = Promise("earlier", "a1", "den Quartalsbericht an die Bank schicken", "Jonas")
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
        (["Bob: Yesterday I sent the quarterly report to the bank."], ("s1",)),
        # Short: the thing and the verb, and nothing else.
        (["Ann: Did you send the report?", "Bob: Yes, yesterday."], ("s1", "s2")),
        (["Ann: Hi all. Bob, did you send the report yet?", "Bob: Yes, last week."], ("s1", "s2")),
        (["Bob: I sent the report yesterday."], ("s1",)),
        (["Cleo: The report was sent on Monday."], ("s1",)),
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
        ["Ann: Did you have to send the quarterly report to the bank?", "Bob: Yes."],
        ["Ann: Did you send the report?", "Bob: Not yet."],
        ["Ann: Did you send the report?", "Cleo: Yes, yesterday."],
        ["Ann: Did you send the sales report?", "Bob: Yes, yesterday."],
        ["Ann: Did you send the last report?", "Bob: Yes, yesterday."],
        ["Ann: Did you send me the report?", "Bob: Yes, yesterday."],
        ["Ann: Did you send the report to Cleo?", "Bob: Yes, yesterday."],
        ["Ann: Did Cleo send the report?", "Bob: Yes, yesterday."],
        ["Ann: Did you read the report?", "Bob: Yes, yesterday."],
        ["Bob: I sent it to the bank."],
        ["Bob: I sent the report. It is not complete, though."],
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


@pytest.mark.parametrize(
    ("task", "lines"),
    [
        ("do something with button A", ["Ann: What about button shape?", "Bob: Yeah."]),
        ("send an email", ["Bob: I sent you the agenda."]),
        ("get instructions emailed to you", ["Ann: It means did you feel free to send it.", "Bob: Yeah."]),
        ("produce a working design", ["Ann: I have no idea how it works, I make it by hand.", "Bob: Yes."]),
        ("make two designs", ["Bob: We we designed the two uh items."]),
        ("send the report", ["Bob: I sent the sales report to Ann."]),
        ("work with Play-doh on that", ["Ann: We didn't have enough Play-Doh for it.", "Bob: Yeah."]),
    ],
)  # fmt: skip
def test_everyday_words_are_no_matter(task: str, lines: list[str]) -> None:
    """As it was said in recorded meetings, where nobody told of a promise."""
    assert list(kept_promises([Promise("earlier", "a1", task, "Bob")], said(*lines))) == []


@pytest.mark.parametrize(
    "other",
    ["Send the sales report to Dana", "Send a report", "Email the incident report"],
)
def test_short_words_that_fit_two_promises_are_about_neither(other: str) -> None:
    lines = said("Ann: Did you send the report?", "Bob: Yes, yesterday.")
    second = Promise("another", "a7", other, "Bob")
    assert list(kept_promises([REPORT, second], lines)) == []
    assert [kept.promise for kept in kept_promises([REPORT], lines)] == [REPORT]


def test_the_same_promise_made_in_two_meetings_is_kept_in_both() -> None:
    again = Promise("next", "a3", REPORT.task, REPORT.owner)
    lines = said("Ann: Did you send the report?", "Bob: Yes, yesterday.")
    assert [kept.promise for kept in kept_promises([REPORT, again], lines)] == [REPORT, again]


def test_a_short_question_to_one_of_two_is_about_his_own_report() -> None:
    hers = Promise("earlier", "a2", "Send the sales report to Dana", "Cleo")
    lines = said("Ann: Did you send the report?", "Cleo: Yes, yesterday.")
    assert [kept.promise for kept in kept_promises([REPORT, hers], lines)] == [hers]


@pytest.mark.parametrize(
    ("lines", "where"),
    [
        (["Anna: Hast du den Quartalsbericht an die Bank geschickt?", "Jonas: Ja, gestern."], ("s1", "s2")),
        (["Jonas: Ich habe den Quartalsbericht am Montag an die Bank geschickt."], ("s1",)),
        (["Anna: Der Quartalsbericht für die Bank ist raus."], ("s1",)),
        (["Anna: Der Quartalsbericht wurde gestern an die Bank verschickt."], ("s1",)),
        (["Anna: Was ist mit dem Quartalsbericht für die Bank?", "Jonas: Erledigt."], ("s1", "s2")),
        (["?: Ist der Quartalsbericht an die Bank raus?", "?: Ja, ist er."], ("s1", "s2")),
        (["Anna: Jonas hat den Quartalsbericht an die Bank geschickt."], ("s1",)),
        # Short, and by the end of the long word.
        (["Anna: Hast du den Bericht geschickt?", "Jonas: Ja, gestern."], ("s1", "s2")),
        (["Anna: Jonas, hast du den Quartalsbericht schon verschickt?", "Jonas: Klar."], ("s1", "s2")),
        (["Jonas: Den Bericht habe ich gestern geschickt."], ("s1",)),
    ],
)  # fmt: skip
def test_a_promise_that_was_kept_in_german_is_suggested(lines: list[str], where: tuple[str, ...]) -> None:
    (kept,) = kept_promises([BERICHT], said(*lines), "de")
    assert kept.promise == BERICHT
    assert kept.segment_ids == where


@pytest.mark.parametrize(
    "lines",
    [
        ["Anna: Hast du den Quartalsbericht an die Bank geschickt?", "Jonas: Noch nicht."],
        ["Anna: Hast du den Quartalsbericht an die Bank geschickt?", "Jonas: Fast."],
        ["Anna: Hast du den Quartalsbericht an die Bank geschickt?", "Jonas: Ja, mache ich morgen."],
        ["Anna: Hast du den Quartalsbericht an die Bank geschickt?", "Jonas: Ja, schicke ich."],
        ["Anna: Hast du den Quartalsbericht an die Bank geschickt?", "Cleo: Ja, gestern."],
        ["Anna: Hast du vor, den Quartalsbericht an die Bank zu schicken?", "Jonas: Ja."],
        ["Anna: Kannst du den Quartalsbericht an die Bank schicken?", "Jonas: Ja."],
        ["Jonas: Ich habe den Quartalsbericht nicht an die Bank geschickt."],
        ["Jonas: Ich schicke den Quartalsbericht an die Bank."],
        ["Jonas: Ich werde den Quartalsbericht an die Bank schicken."],
        ["Jonas: Ich hätte den Quartalsbericht an die Bank geschickt."],
        ["Jonas: Wenn der Quartalsbericht für die Bank fertig ist, feiern wir."],
        ["Jonas: Ich habe den Quartalsbericht der Bank gelesen."],
        ["Cleo: Ich habe den Quartalsbericht an die Bank geschickt."],
        ["Jonas: Ich habe die Rechnung an die Bank geschickt."],
        ["Jonas: Der Bericht ist fertig."],
        ["Anna: Hast du mir den Bericht geschickt?", "Jonas: Ja, gestern."],
        ["Anna: Hast du den Prüfbericht geschickt?", "Jonas: Ja, gestern."],
        ["Anna: Hast du den Bericht gelesen?", "Jonas: Ja, gestern."],
    ],
)
def test_what_is_not_plainly_done_in_german_is_not_suggested(lines: list[str]) -> None:
    assert list(kept_promises([BERICHT], said(*lines), "de")) == []


@pytest.mark.parametrize(
    ("task", "said_of_it"),
    [
        ("den Drucker anrufen", "Jonas: Den Drucker habe ich angerufen."),
        ("die Einladungen vorbereiten", "Jonas: Ich habe die Einladungen vorbereitet."),
        ("die Zahlen aktualisieren", "Jonas: Die Zahlen habe ich aktualisiert."),
        ("die Ersatzteile bestellen", "Jonas: Ich habe die Ersatzteile bestellt."),
    ],
)
def test_german_verbs_are_known_in_the_form_that_tells_of_the_past(task: str, said_of_it: str) -> None:
    promise = Promise("earlier", "a1", task, "Jonas")
    assert [kept.promise for kept in kept_promises([promise], said(said_of_it), "de")] == [promise]


@pytest.mark.parametrize(
    ("lines", "where"),
    [
        (["Anne: As-tu envoyé le rapport trimestriel à la banque ?", "Bruno: Oui, hier."], ("s1", "s2")),
        (["Bruno: J'ai envoyé le rapport trimestriel à la banque lundi."], ("s1",)),
        (["Bruno: Le rapport trimestriel pour la banque est prêt."], ("s1",)),
        (["Anne: As-tu envoyé le rapport trimestriel à la banque ?", "Bruno: Pas encore."], None),
        (["Bruno: Je vais envoyer le rapport trimestriel à la banque."], None),
    ],
)
def test_a_promise_that_was_kept_in_french_is_suggested(
    lines: list[str], where: tuple[str, ...] | None
) -> None:
    promise = Promise("earlier", "a1", "envoyer le rapport trimestriel à la banque", "Bruno")
    assert [kept.segment_ids for kept in kept_promises([promise], said(*lines), "fr")] == (
        [where] if where else []
    )


def test_nothing_is_suggested_of_a_meeting_in_a_language_that_is_not_read() -> None:
    assert list(kept_promises([REPORT], said("Bob: I sent the quarterly report to the bank."), "nl")) == []


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
    for language, promise in (("en", REPORT), ("de", BERICHT)):
        for kept in kept_promises([promise], segments, language):
            assert set(kept.segment_ids) <= {segment.id for segment in segments}
