"""Templates as a user meets them: which there are, how one is added, and what becomes of a bad one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daemon.cli.main import roomscribe, run
from daemon.meetings.templates import Templates
from pipelines.errors import BadInputError

VTT = "WEBVTT\n\n00:00.000 --> 00:04.000\nAnn: I'll send the offer to Bob by Friday.\n"


def call(state: Path, *args: str) -> int:
    return run(roomscribe, ["--state", str(state), *args])


def own(state: Path, name: str, content: str) -> None:
    (state / "templates").mkdir(parents=True, exist_ok=True)
    (state / "templates" / f"{name}.toml").write_text(content)


def test_all_templates_are_listed_and_the_configured_one_is_marked(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, "sales", 'about = "A visit to a customer."')
    assert call(tmp_path, "templates", "list") == 0
    lines = capfd.readouterr().out.splitlines()
    assert any(line.startswith("* general") for line in lines)
    assert any(line.split()[0] == "sales" and "customer" in line for line in lines)
    assert [line[:2] for line in lines].count("* ") == 1
    assert "  sales          A visit to a customer." in lines
    assert call(tmp_path, "templates", "list", "--json") == 0
    rows = json.loads(capfd.readouterr().out)
    assert [row["name"] for row in rows if row["in_use"]] == ["general"]
    assert {"name": "sales", "about": "A visit to a customer.", "problem": None, "in_use": False} in rows


def test_what_show_prints_is_a_template_that_can_be_used(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    call(tmp_path, "templates", "show", "board")
    own(tmp_path, "mine", capfd.readouterr().out)
    board, mine = (Templates(tmp_path).find(name) for name in ("board", "mine"))
    assert mine == board.model_copy(update={"name": "mine"})


def test_show_names_what_only_a_language_model_can_follow_and_keeps_it_out_of_the_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, "warm", 'requirements = "no names, at most 60 words, in a friendly tone"')
    call(tmp_path, "templates", "show", "warm")
    shown = capfd.readouterr()
    assert shown.err.strip().endswith("not checked by code: friendly tone")
    assert "no code checks" not in shown.out
    call(tmp_path, "templates", "show", "warm", "--json")
    assert json.loads(capfd.readouterr().out)["unchecked"] == ["friendly tone"]
    call(tmp_path, "templates", "show", "board")
    assert capfd.readouterr().err == ""


def test_a_house_changes_a_template_of_the_package(tmp_path: Path) -> None:
    own(tmp_path, "board", "summary_sentences = 2")
    assert Templates(tmp_path, tmp_path / "none").find("board").summary_sentences == 2


def test_a_name_leads_to_no_file_outside_the_folders(tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text("")
    with pytest.raises(BadInputError, match="no such template"):
        Templates(tmp_path).find("../secret")


@pytest.mark.parametrize(
    ("name", "told"), [("bord", 'did you mean "board"?'), ("broken", "unknown key colour")]
)
def test_an_unknown_or_bad_template_ends_in_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str, told: str
) -> None:
    own(tmp_path, "broken", "colour = 1")
    (tmp_path / "a.vtt").write_text(VTT)
    assert call(tmp_path, "process", str(tmp_path / "a.vtt"), "--template", name) == 2
    error = capfd.readouterr().err
    assert told in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize("kind", ["folder", "link to nowhere"])
def test_what_is_no_file_says_what_it_is(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], kind: str
) -> None:
    path = tmp_path / "templates" / "dir.toml"
    path.parent.mkdir()
    if kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "nowhere")
    assert call(tmp_path, "templates", "show", "dir") == 2
    assert f"{path}: cannot be read: " in capfd.readouterr().err
    assert call(tmp_path, "templates", "list") == 0
    assert f"{path}: cannot be read" in capfd.readouterr().out


def test_a_note_has_the_form_that_was_asked_for(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.vtt").write_text(VTT)
    assert call(tmp_path, "process", str(tmp_path / "a.vtt"), "--template", "stand-up") == 0
    text = capfd.readouterr().out
    assert "## Action items" in text
    assert "Mood:" not in text


def test_the_configured_template_is_the_form_of_all_notes(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.vtt").write_text(VTT)
    config = tmp_path / "config.toml"
    config.write_text('[notes]\ntemplate = "board"\n')
    code = run(
        roomscribe,
        ["--state", str(tmp_path), "--config", str(config), "process", str(tmp_path / "a.vtt"), "--json"],
    )
    assert code == 0
    assert '"template":{"name":"board"' in capfd.readouterr().out
