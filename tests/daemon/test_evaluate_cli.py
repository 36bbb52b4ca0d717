"""`roomscribe dev eval`, as a user sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daemon.cli.main import main
from pipelines.note import Engine
from tests.fakes.language_model import ScriptedModel, drafting

MEETINGS = [
    {
        "meeting_id": "m1",
        "corpus": "LINKED",
        "utterances": [
            {
                "start": 0.0,
                "end": 2.0,
                "speaker": "Ann",
                "text": "I'll order the pump from Denmark tomorrow.",
            },
            {"start": 2.0, "end": 3.0, "speaker": "Bob", "text": "Nice weather."},
        ],
        "actions": [{"text": "Ann orders the pump", "evidence_utts": [0]}],
    },
    {
        "meeting_id": "m2",
        "corpus": "TEXT",
        "utterances": [
            {
                "start": None,
                "end": None,
                "speaker": "Ann",
                "text": "I'll order the pump from Denmark tomorrow.",
            },
            {"start": None, "end": None, "speaker": "Bob", "text": "The fence looks old."},
        ],
        "actions": [{"text": "Order a pump in Denmark"}, {"text": "Paint the old fence"}],
    },
    {"meeting_id": "m3", "corpus": "TEXT", "utterances": [], "actions": [], "actions_annotated": False},
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "meetings.jsonl"
    path.write_text("".join(json.dumps(meeting) + "\n" for meeting in MEETINGS), encoding="utf-8")
    return path


def run(*arguments: str, command: str = "actions") -> int:
    with pytest.raises(SystemExit) as ended:
        main(["dev", "eval", command, *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_the_table_has_a_line_for_each_corpus_and_level(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(str(data), "--engine", "rules") == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0][:6] == ["corpus", "meetings", "level", "precision", "recall", "F1"]
    assert lines[1][:6] == ["LINKED", "1", "utterance", "1.000", "1.000", "1.000"]
    assert lines[2][:6] == ["LINKED", "1", "meeting", "1.000", "1.000", "1.000"]
    assert lines[3][:6] == ["TEXT", "1", "meeting", "1.000", "0.500", "0.667"]
    assert lines[4][:4] == ["TEXT", "1", "left", "out:"]
    assert " ".join(lines[1][6:]) == "1 of 1 found, 1 of 1 predicted right"
    assert " ".join(lines[3][6:]) == "1 of 2 found, 1 of 1 predicted right"
    assert len(lines) == 5


def test_the_installed_model_is_measured_on_as_many_meetings_as_there_is_time_for(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    quote = "I'll order the pump from Denmark tomorrow."
    action = {"lines": [1], "quote": quote, "task": "Order the pump", "owner": "Ann", "when": "tomorrow"}
    model = ScriptedModel(drafting("A pump is needed.", action))
    found = (lambda: model, Engine(name="gemma", sha256="ab"))
    monkeypatch.setattr("daemon.models.weights.Weights.language_model", lambda self: found)
    assert run(str(data), "--engine", "gemma", "--first", "1", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["engine"], report["version"]) == ("gemma", "ab")
    assert list(report["corpora"]) == ["LINKED"]
    assert report["corpora"]["LINKED"]["meeting_level"]["recall"] == 1


def test_without_weights_there_is_nothing_to_measure(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    assert run(str(data), "--engine", "gemma") == 3
    assert "models pull" in capsys.readouterr().err


def test_json_has_the_same_figures(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(data), "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["engine"], report["data"]) == ("rules", "meetings.jsonl")
    assert report["corpora"]["LINKED"]["utterance_level"]["f1"] == 1
    assert report["corpora"]["TEXT"]["utterance_level"] is None
    assert report["corpora"]["TEXT"]["meeting_level"]["recall"] == 0.5
    assert report["corpora"]["TEXT"]["meetings_left_out"] == 1


def test_a_file_that_holds_no_meetings_ends_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("buy milk\n", encoding="utf-8")
    assert run(str(path)) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "notes.txt, line 1" in error


def test_dates_and_moods_are_told_in_lines_and_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = {
        "input": "on Monday",
        "ref": "2026-11-16T10:00:00",
        "results": [{"text": "on Monday", "type": "date", "values": [{"value": "2026-11-23"}]}],
    }
    row = {
        "input": "by Friday",
        "ref": "2026-11-16T10:00:00",
        "results": [{"text": "Friday", "type": "date", "values": [{"value": "2026-11-27"}]}],
    }
    days = tmp_path / "dates.jsonl"
    days.write_text(json.dumps(row), encoding="utf-8")
    none = {"input": "Nice weather.", "ref": "2026-11-16T10:00:00", "results": []}
    more = tmp_path / "more.jsonl"
    more.write_text("".join(json.dumps(each) + "\n" for each in (row, none, none, right)), encoding="utf-8")
    moods = tmp_path / "moods.tsv"
    moods.write_text("positive\tI love this.\n", encoding="utf-8")

    assert run(str(days), command="dates") == 0
    told = capsys.readouterr().out
    assert "0 of 1 date phrases right (0.0%)" in told
    assert "0 of 0 sentences without a date give none" in told
    assert '"Friday" said on 2026-11-16: expected 2026-11-27, got 2026-11-20' in told
    assert run(str(days), "--json", command="dates") == 0
    assert json.loads(capsys.readouterr().out)["right_share"] == 0
    assert run(str(more), command="dates") == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "1 of 2 date phrases right (50.0%)",
        "2 of 2 sentences without a date give none (100.0%)",
    ]
    assert run(str(moods), command="sentiment") == 0
    assert capsys.readouterr().out.splitlines() == [
        "1 sentences: macro F1 0.333, accuracy 1.000",
        "  positive  F1 1.000",
        "  neutral   F1 0.000",
        "  negative  F1 0.000",
    ]
    assert run(str(moods), "--json", command="sentiment") == 0
    assert json.loads(capsys.readouterr().out)["f1"]["positive"] == 1


SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "2026-11-16-planning.opus"


def annotated(folder: Path) -> Path:
    (folder / "room.opus").write_bytes(SAMPLE.read_bytes())
    turns = [
        "SPEAKER room 1 0.55 10.2 <NA> <NA> Priya <NA> <NA>",
        "SPEAKER room 1 11.3 7.5 <NA> <NA> Tom <NA> <NA>",
    ]
    (folder / "room.rttm").write_text("\n".join(turns), encoding="utf-8")
    return folder


def test_voices_are_measured_on_recordings_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "not-annotated.wav").write_bytes(b"")
    folder = annotated(tmp_path)
    assert run(str(folder), "--voices", "4", "--json", command="speakers") == 0
    report = json.loads(capsys.readouterr().out)
    [file] = report["files"]
    assert file == {"file": "room.opus", "voices": 4, **report["all"]}
    assert set(report["all"]) == {"der", "right_lines"}
    assert report["all"]["right_lines"] == 1.0
    assert report["all"]["der"] > 1  # what they said after these two turns counts as nobody's


def test_voices_are_measured_for_people_to_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(annotated(tmp_path)), "--most-voices", "1", command="speakers") == 0
    assert "room.opus: DER" in (out := capsys.readouterr().out)
    assert "50.0% of lines with the right voice, 1 voice\nall: DER" in out


def test_a_folder_without_turns_and_two_counts_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(str(tmp_path), command="speakers") == 2
    assert "NAME.rttm" in capsys.readouterr().err
    assert run(str(tmp_path), "--voices", "2", "--most-voices", "3", command="speakers") == 2
    assert "exclude each other" in capsys.readouterr().err


def test_an_engine_whose_weights_are_missing_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(str(annotated(tmp_path)), "--engine", "onnx", command="speakers") == 3
    assert '[models] voices is ""' in capsys.readouterr().err
