"""The command line as a user meets it: what is printed, where, and the exit code."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from daemon.cli.main import roomscribe, run
from daemon.cli.process import process
from daemon.notes.store import NoteStore
from pipelines.accepted import RECORDINGS, TRANSCRIPTS

VTT = """WEBVTT

1
00:00:01.000 --> 00:00:04.000
Ann: I'll send the report to legal by Friday.

2
00:00:04.500 --> 00:00:06.000
Bob: We agreed to ship on Monday.
"""


class Shown(NamedTuple):
    code: int
    out: str
    err: str


Cli = Callable[..., Shown]


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs a command on a state directory of the test's own."""

    def call(*args: str | Path) -> Shown:
        code = run(roomscribe, ["--state", str(tmp_path / "state"), *map(str, args)])
        return Shown(code, *capsys.readouterr())

    return call


@pytest.fixture
def meeting(tmp_path: Path) -> Path:
    path = tmp_path / "weekly.vtt"
    path.write_text(VTT, "utf-8")
    return path


def assert_one_line(shown: Shown, code: int, part: str) -> None:
    lines = [line for line in shown.err.splitlines() if line.startswith("roomscribe: ")]
    assert shown.code == code
    assert len(lines) == 1
    assert part in lines[0]
    assert "Traceback" not in shown.err


def test_a_transcript_becomes_a_note_with_owner_due_day_and_proof(cli: Cli, meeting: Path) -> None:
    shown = cli("process", meeting, "--date", "2026-11-16", "--engine", "rules", "--json")
    note = json.loads(shown.out)
    (item,) = note["action_items"]
    assert shown.code == 0
    assert item["owner"] == "Ann"
    assert item["due"] == {"phrase": "by Friday", "date": "2026-11-20"}
    assert item["evidence"] == ["s1"]
    assert item["verdict"] == "verified"
    assert note["source"] == "weekly.vtt"
    assert note["started_at"].startswith("2026-11-1")


def test_the_note_is_markdown_for_people(cli: Cli, meeting: Path) -> None:
    shown = cli("process", meeting, "--date", "2026-11-16")
    assert "**Ann**: send the report to legal" in shown.out
    assert "due Fri 20 Nov 2026" in shown.out


def test_nothing_is_stored_unless_asked(cli: Cli, meeting: Path, tmp_path: Path) -> None:
    assert cli("process", meeting, "--date", "2026-11-16").code == 0
    assert not (tmp_path / "state").exists()
    assert json.loads(cli("notes", "list", "--json").out) == []


def test_a_saved_note_is_listed_shown_exported_and_deleted(cli: Cli, meeting: Path, tmp_path: Path) -> None:
    assert cli("process", meeting, "--date", "2026-11-16", "--save").code == 0
    (head,) = json.loads(cli("notes", "list", "--json").out)
    assert head["source"] == "weekly.vtt"
    assert {"id", "title", "started_at", "source"} <= set(head)
    shown = json.loads(cli("notes", "show", head["id"], "--json").out)
    assert shown["transcript"]["segments"][0]["speaker"] == "Ann"
    target = tmp_path / "note.md"
    assert cli("notes", "export", head["id"], "--output", target).code == 0
    assert "send the report" in target.read_text("utf-8")
    assert json.loads(cli("notes", "delete", head["id"], "--yes", "--json").out)["deleted"] == head["id"]
    assert json.loads(cli("notes", "list", "--json").out) == []
    assert_one_line(cli("notes", "show", head["id"]), 2, head["id"])


def test_saving_the_same_file_twice_keeps_one_note(cli: Cli, meeting: Path) -> None:
    cli("process", meeting, "--date", "2026-11-16", "--save")
    assert "replaced" in cli("process", meeting, "--date", "2026-11-16", "--save").err
    assert len(json.loads(cli("notes", "list", "--json").out)) == 1


def test_several_files_make_json_lines_and_a_bad_one_stops_nobody(
    cli: Cli, meeting: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.vtt"
    other.write_text(VTT.replace("Ann", "Eve"), "utf-8")
    shown = cli("process", meeting, tmp_path / "absent.vtt", other, "--json", "--date", "2026-11-16")
    notes = [json.loads(line) for line in shown.out.splitlines()]
    assert [note["source"] for note in notes] == ["weekly.vtt", "other.vtt"]
    assert_one_line(shown, 2, "absent.vtt")


def test_each_bad_file_gets_a_line_of_its_own(cli: Cli, tmp_path: Path) -> None:
    shown = cli("process", tmp_path / "one.vtt", tmp_path / "two.vtt")
    assert shown.code == 2
    assert [name for name in ("one.vtt", "two.vtt") if name in shown.err] == ["one.vtt", "two.vtt"]


@pytest.mark.parametrize(
    ("name", "content", "part"),
    [
        ("absent.wav", None, "absent.wav"),
        ("empty.vtt", b"", "is empty"),
        ("empty.wav", b"", "is empty"),
        ("torn.vtt", b"WEBVTT\n\n00:00:01.000 --> ", "torn.vtt"),
        ("meeting.pdf", b"%PDF-1.7", "neither a recording"),
    ],
)
def test_bad_input_is_one_clear_line(
    cli: Cli, tmp_path: Path, name: str, content: bytes | None, part: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    shown = cli("process", path, "--save")
    assert_one_line(shown, 2, part)
    assert not (tmp_path / "state").exists()


def test_a_file_that_may_not_be_read_stops_nobody(cli: Cli, meeting: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("Ann: hello", "utf-8")
    secret.chmod(0)
    if os.access(secret, os.R_OK):
        secret.unlink()  # root reads everything: a link to nowhere is as unreadable
        secret.symlink_to(tmp_path / "nowhere")
    shown = cli("process", secret, meeting, "--json", "--date", "2026-11-16")
    assert_one_line(shown, 2, "secret.txt")
    assert json.loads(shown.out)["source"] == "weekly.vtt"


def test_a_name_that_is_no_text_is_kept_readable(cli: Cli, meeting: Path, tmp_path: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/lat\xe4\x1b[31m.vtt"))
    odd.write_bytes(meeting.read_bytes())
    shown = cli("process", odd, "--json", "--save", "--date", "2026-11-16")
    assert shown.code == 0
    assert "\x1b" not in shown.out + shown.err
    (head,) = json.loads(cli("notes", "list", "--json").out)
    assert cli("notes", "show", head["id"], "--json").code == 0


def test_the_rules_need_nothing_of_the_models(cli: Cli, meeting: Path, tmp_path: Path) -> None:
    models = tmp_path / "state" / "models"
    models.mkdir(parents=True)
    (models / "models.lock").write_text("{", "utf-8")
    assert cli("process", meeting, "--engine", "rules", "--date", "2026-11-16").code == 0
    note = json.loads(cli("process", meeting, "--json", "--date", "2026-11-16").out)
    assert "model-failed" in note["flags"]
    assert any("models.lock" in warning for warning in note["warnings"])
    assert_one_line(cli("process", meeting, "--engine", "gemma"), 3, "models.lock")


def test_a_note_that_cannot_be_kept_is_printed_all_the_same(
    cli: Cli, meeting: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.cli.process.BUSY_S", 0.0)
    with NoteStore.open_writer(tmp_path / "state"):
        shown = cli("process", meeting, "--save", "--json", "--date", "2026-11-16")
    assert_one_line(shown, 4, str(os.getpid()))
    assert json.loads(shown.out)["source"] == "weekly.vtt"


def test_a_save_waits_for_another_command_to_finish(cli: Cli, meeting: Path, tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path / "state") as other:
        release = threading.Timer(0.5, other.close)
        release.start()
        shown = cli("process", meeting, "--save", "--date", "2026-11-16")
        release.join()
    assert shown.code == 0


def test_a_directory_is_one_clear_line(cli: Cli, tmp_path: Path) -> None:
    assert_one_line(cli("process", tmp_path), 2, "is a directory")


def test_a_chat_alone_is_no_transcript_for_a_note(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    path.write_text("00:00:04\tBob:\twhich one?\r\n00:00:06\tAnn:\tthe other\r\n")
    assert_one_line(cli("process", path), 2, "chat; hand it over beside its transcript")


def test_an_assumed_date_is_said(cli: Cli, meeting: Path) -> None:
    note = json.loads(cli("process", meeting, "--json").out)
    assert "date-assumed" in note["flags"]
    assert any("--date" in warning for warning in note["warnings"])


def test_asking_for_a_model_that_is_not_there_names_both_ways_to_get_it(cli: Cli, meeting: Path) -> None:
    shown = cli("process", meeting, "--engine", "gemma")
    assert_one_line(shown, 3, "roomscribe models pull")
    assert "models import" in shown.err


def test_a_wrong_option_is_a_usage_error_in_one_line(cli: Cli) -> None:
    assert_one_line(cli("process"), 2, "FILE")
    assert_one_line(cli("process", "x.vtt", "--engine", "gpt"), 2, "gpt")
    assert_one_line(cli("proces"), 2, 'did you mean "process"?')
    assert_one_line(cli("xyz"), 2, "xyz")
    assert_one_line(cli("process", "x.vtt", "--date", "2026-02-30"), 2, '"2026-02-30" is not a day')


def test_help_names_every_command_and_the_exit_codes(cli: Cli) -> None:
    shown = cli("--help")
    assert shown.code == 0
    for word in ("process", "notes", "serve", "Exit codes", "weights", "5  `status` warns"):
        assert word in shown.out


@pytest.mark.parametrize(
    ("group", "names"), [("service", {"recorder", "worker", "hub", "relay"}), ("dev", {"eval", "replay"})]
)
def test_who_looks_after_a_box_is_not_shown_what_services_and_developers_run(
    cli: Cli, group: str, names: set[str]
) -> None:
    def listed(*arguments: str) -> set[str]:
        return set(re.findall(r"^  ([a-z]+)  ", cli(*arguments, "--help").out, re.MULTILINE))

    assert {"check", "upgrade", group} <= listed()
    assert not listed() & names
    assert listed(group) == names
    for name in names:
        assert cli(group, name, "--help").code == 0


def test_services_are_no_commands_of_their_own_and_scripts_that_measure_go_on(cli: Cli) -> None:
    assert_one_line(cli("hub"), 2, 'did you mean "service hub"?')
    for name in ("eval", "replay"):
        assert cli(name, "--help").out.splitlines()[0].startswith("Usage: ")
        assert cli(name, "--help").code == 0


def test_a_bad_configuration_is_one_line(cli: Cli, tmp_path: Path, meeting: Path) -> None:
    config = tmp_path / "c.toml"
    config.write_text("[web]\nprot = 1\n", "utf-8")
    assert_one_line(cli("--config", config, "process", meeting), 2, 'did you mean "port"')
    assert_one_line(cli("--config", tmp_path / "absent.toml", "notes", "list"), 2, "absent.toml")


def test_an_error_shows_its_traceback_only_with_debug(cli: Cli, tmp_path: Path) -> None:
    assert "Traceback" in cli("--debug", "process", tmp_path / "absent.vtt").err


def test_the_installed_command_starts_without_the_heavy_libraries() -> None:
    code = (
        "import sys, daemon.cli.main, daemon.cli.process, daemon.cli.notes, web.serve;"
        "heavy = {'faster_whisper', 'llama_cpp', 'ctranslate2', 'onnxruntime', 'z3', 'numpy'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("command", "unused"),
    [
        (["--version"], {"pydantic", "daemon.base.config"}),
        (["--help"], {"pipelines.note", "daemon.notes.store.notes", "flask", "waitress"}),
        (["status"], {"pipelines.note", "daemon.notes.store.notes", "flask", "tinydb", "daemon.access"}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_is_asked_every_minute_imports_nothing_of_meetings_and_pages(
    tmp_path: Path, command: list[str], unused: set[str]
) -> None:
    """On a Raspberry Pi each of them takes a good part of a second, and imports are nearly all of it."""
    code = (
        "import sys; from daemon.cli.main import run, roomscribe;"
        f"run(roomscribe, ['--state', {str(tmp_path)!r}, *sys.argv[1:]]);"
        "print(*sys.modules, sep='\\n')"
    )
    ran = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=True)
    assert set(ran.stdout.split()) & unused == set()


def test_the_hub_starts_without_what_only_the_worker_needs() -> None:
    code = (
        "import sys, daemon.hub.hub, web.app, web.hub, web.server;"
        "worker = {'daemon.worker.pipeline', 'pipelines.rules', 'pipelines.merging', 'guardrails.every'};"
        "print(sorted(worker & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_output_that_nobody_reads_is_no_error(meeting: Path) -> None:
    command = [
        str(Path(sys.executable).with_name("roomscribe")),
        "process",
        str(meeting),
        "--date",
        "2026-11-16",
    ]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "HOME": str(meeting.parent)},
    ) as process:
        assert process.stdout
        process.stdout.close()
        assert process.stderr
        assert not re.search("Traceback|Error", process.stderr.read())


def test_a_recording_with_its_words_gets_the_voices_of_its_lines(cli: Cli, tmp_path: Path) -> None:
    """What `make demo` shows where no speech model is installed."""
    sound = Path(__file__).resolve().parents[2] / "samples" / "2026-11-16-planning.opus"
    words = tmp_path / "heard.vtt"
    text = sound.with_suffix(".vtt").read_text("utf-8")
    words.write_text(re.sub(r"^(?:Priya|Tom|Elena|Marcus): ", "", text, flags=re.MULTILINE), "utf-8")
    shown = cli("process", sound, "--words", words, "--engine", "rules", "--json")
    note = json.loads(shown.out)
    assert any(each.startswith("How many people spoke was not known") for each in note["warnings"])
    owners = {item["task"]: item["owner"] for item in note["action_items"]}
    assert owners["find a photographer"] == "Voice 2"
    assert owners["renew the insurance"] == "Voice 4"
    assert {line["speaker"] for line in note["transcript"]["segments"]} == {
        f"Voice {n}" for n in (1, 2, 3, 4)
    }
    assert_one_line(cli("process", words, "--words", words), 2, "--words goes with one recording")


def test_the_help_of_process_names_all_that_is_taken() -> None:
    assert process.help is not None
    for suffix in (*RECORDINGS, *TRANSCRIPTS):
        assert re.search(rf"\b{suffix[1:]}\b", process.help), suffix
