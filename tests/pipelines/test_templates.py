"""Templates: what a note shows, in which order, and what its summary has to be like."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from guardrails.core.types import Segment
from pipelines.compose import Occasion, compose_note, rules_engine
from pipelines.draft import Draft
from pipelines.errors import BadInputError
from pipelines.llm.prompt import Known, summary_messages
from pipelines.note import Engines
from pipelines.render.document import render_docx
from pipelines.render.markdown import render_markdown
from pipelines.templates import GENERAL, Template, read_template, shipped
from pipelines.transcript import Transcript
from tests.fakes.meetings import office_move


def composed(summary: str, template: Template) -> tuple[str, tuple[str, ...]]:
    """Summary and warnings of a note with a draft that says `summary`, which was said."""
    said = Transcript(segments=(Segment("s1", 0.0, 9.0, "Ann", summary),))
    meeting = Occasion(
        "n1", "a.vtt", datetime(2026, 11, 16, tzinfo=UTC), date(2026, 11, 16), template=template
    )
    note = compose_note(Draft((), summary, "Title", 1), said, meeting, Engines(rules=rules_engine()))
    return note.summary, note.warnings


def test_six_templates_come_with_the_package_and_each_says_what_it_is_for() -> None:
    assert set(shipped()) == {"general", "stand-up", "one-to-one", "interview", "retrospective", "board"}
    assert all(template.about for template in shipped().values())


def test_the_sections_of_a_template_are_shown_in_its_order_and_no_others() -> None:
    note = office_move().model_copy(update={"template": shipped()["board"].for_note})
    text = render_markdown(note, UTC)
    places = [text.index(f"## {name}") for name in ("Decisions", "Action items", "Open questions", "Summary")]
    assert places == sorted(places)
    assert "Mood:" not in text


def test_what_is_left_out_is_not_among_the_unconfirmed_either_but_stays_in_the_note() -> None:
    note = office_move()
    doubtful = note.decisions[0].model_copy(update={"verdict": "unverified"})
    form = GENERAL.for_note.model_copy(update={"sections": ("summary", "actions")})
    note = note.model_copy(update={"decisions": (doubtful,), "template": form})
    assert doubtful.text not in render_markdown(note, UTC)
    assert doubtful.text in note.to_json()


def test_a_word_document_has_the_sections_too() -> None:
    from io import BytesIO

    from docx import Document

    form = GENERAL.for_note.model_copy(update={"sections": ("questions", "summary")})
    content = render_docx(office_move().model_copy(update={"template": form}), UTC)
    paragraphs = Document(BytesIO(content)).paragraphs
    headings = [each.text for each in paragraphs if each.style and each.style.name == "Heading 1"]
    assert headings[:2] == ["Open questions", "Summary"]
    assert "Action items" not in headings


def test_a_summary_is_cut_to_the_sentences_of_the_template() -> None:
    template = Template(name="short", summary_sentences=1)
    assert composed("The lease is signed. The line is late.", template) == ("The lease is signed.", ())


def test_a_rule_that_no_cut_can_keep_is_told_on_the_note() -> None:
    template = Template(name="named", requirements="at least 50 words")
    summary, warnings = composed("The lease is signed.", template)
    assert summary == "The lease is signed."
    assert any("named" in warning and "50 words" in warning for warning in warnings)


def test_a_template_that_shows_no_summary_warns_of_none() -> None:
    template = Template(name="items", sections=("actions",), requirements="at least 50 words")
    assert composed("The lease is signed.", template)[1] == ()


def test_the_general_template_changes_no_summary() -> None:
    long = " ".join(f"Room {number} is free." for number in range(9))
    assert composed(long, GENERAL) == (long, ())


def test_the_model_is_told_what_a_template_asks_for() -> None:
    board = shipped()["board"]
    asked = summary_messages(["The lease is signed."], Known(), board.wishes)[-1].content
    assert board.dwell_on in asked
    assert board.requirements in asked
    assert GENERAL.wishes == ()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"sections = [", "not valid TOML"),
        (b"\xff", "not valid TOML"),
        (b'sections = ["summary", "weather"]', "sections"),
        (b'sections = ["summary", "summary"]', "none twice"),
        (b"sections = []", "at least one"),
        (b"summary_sentences = 0", "summary_sentences"),
        (b"colour = 1", "unknown key colour; known: sections"),
        (b'name = "other"', "name of its file"),
        (b"#" * 30_000, "larger"),
    ],
)
def test_a_bad_template_is_refused_in_one_line_that_names_the_file(content: bytes, problem: str) -> None:
    with pytest.raises(BadInputError, match=problem) as refused:
        read_template("mine", content, "/etc/mine.toml")
    assert str(refused.value).startswith("/etc/mine.toml: ")
