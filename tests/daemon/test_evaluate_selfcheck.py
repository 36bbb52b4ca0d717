"""New weights against the ones in use: what a user of `models pull` and `models selfcheck` sees."""

from __future__ import annotations

import io
import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from daemon.base.config import Config
from daemon.cli.main import roomscribe, run
from daemon.models.control import Candidate, Control, ExamResult, LanguageExam, TellResult
from daemon.models.presence import RECORDS_FILE, records
from pipelines.errors import EngineError, OutputError
from pipelines.evaluate.selfcheck.control import ControlSet, DraftCase, control_set
from pipelines.evaluate.selfcheck.hearing import sound_set
from pipelines.evaluate.selfcheck.trying import Result
from pipelines.llm.model import Completion, Message, Usage
from tests.fakes.control_model import ControlModel
from tests.fakes.hub import FakeHub
from tests.fakes.models_cli import (
    LLM,
    LLM_FILE,
    LLM_REPO,
    SPEECH,
    ModelsCli,
    Shown,
    configured_hub,
    models_cli,
)
from tests.fakes.noise_weights import gguf_bytes, speech_files
from tests.fakes.selfcheck_weights import NEW, OLD, SAID, Weights, broken, forgetful


@pytest.fixture
def weights(monkeypatch: pytest.MonkeyPatch) -> Weights:
    found = Weights()

    def loader(config: Config) -> Callable[[Path], ControlModel]:
        return found.load

    monkeypatch.setattr("daemon.models.weights.language_loader", loader)
    monkeypatch.setattr("daemon.models.weights.speech_loader", lambda config, language: found.hear)
    return found


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    with configured_hub(monkeypatch) as hub:
        hub.add(LLM_REPO, {LLM_FILE: OLD})
        yield hub


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str], hub: FakeHub, weights: Weights) -> ModelsCli:
    """With the old version installed, and a new one on the hub."""
    cli = models_cli(tmp_path, capsys)
    assert cli("pull").code == 0
    hub.add(LLM_REPO, {LLM_FILE: NEW})
    return cli


def in_use(cli: ModelsCli) -> bytes:
    return cli.installed(LLM).path.read_bytes()


def selfcheck(cli: ModelsCli, *options: str) -> Shown:
    cli.capsys.readouterr()
    command = ["--state", str(cli.state), "--config", str(cli.config), "models", "selfcheck", *options]
    return Shown(run(roomscribe, command), *cli.capsys.readouterr())


def test_a_first_installation_is_not_kept_waiting(cli: ModelsCli, weights: Weights) -> None:
    assert weights.loaded == []
    assert in_use(cli) == OLD


def test_a_new_version_that_is_as_good_replaces_the_old_one(cli: ModelsCli, weights: Weights) -> None:
    shown = cli("pull", "--update")

    assert shown.code == 0, shown.err
    assert in_use(cli) == NEW
    assert weights.loaded == [OLD, NEW]
    assert "trying the new version: total: passed" in shown.err


@pytest.mark.parametrize("worse", [forgetful, broken])
def test_a_new_version_that_fails_what_the_old_one_passes_is_refused(
    cli: ModelsCli, weights: Weights, worse: Callable[[], ControlModel]
) -> None:
    weights.models[NEW] = worse
    shown = cli("pull", "--update")

    assert shown.code == 1
    assert "total" in shown.line
    assert "--accept" in shown.line
    assert in_use(cli) == OLD
    assert selfcheck(cli).code == 0


def test_two_models_can_be_compared_before_one_is_chosen(
    cli: ModelsCli, weights: Weights, hub: FakeHub
) -> None:
    other = f"{LLM_REPO}:notes-Q4_0.gguf"
    hub.add(LLM_REPO, {LLM_FILE: OLD, "notes-Q4_0.gguf": NEW})
    weights.models[NEW] = forgetful
    shown = cli("pull", other, "--compare")

    assert shown.code == 0, shown.err
    total = len(control_set().ids)
    assert f"{LLM}: {total} of {total} right" in shown.out
    assert f"{other}: {total - 1} of {total} right" in shown.out
    assert f"\n  fails what {LLM} passes: total\n" in shown.out
    assert "passes what" not in shown.out
    assert "to use it, set [models] llm" in shown.err
    assert in_use(cli) == OLD


def test_what_was_refused_can_be_taken_without_fetching_it_again(
    cli: ModelsCli, weights: Weights, hub: FakeHub
) -> None:
    weights.models[NEW] = forgetful
    cli("pull", "--update")
    hub.requests.clear()
    shown = cli("pull", "--update", "--accept")

    assert shown.code == 0, shown.err
    assert in_use(cli) == NEW
    assert not [request for request in hub.requests if request.startswith("BYTES")]


def test_an_accepted_version_is_what_the_next_one_is_compared_with(
    cli: ModelsCli, weights: Weights, hub: FakeHub
) -> None:
    weights.models[NEW] = forgetful
    cli("pull", "--update", "--accept")
    newer = gguf_bytes(300_000)
    weights.models[newer] = forgetful
    hub.add(LLM_REPO, {LLM_FILE: newer})
    weights.loaded.clear()

    assert cli("pull", "--update").code == 0
    assert in_use(cli) == newer
    assert weights.loaded == [NEW, newer]


def test_a_version_that_was_tried_is_not_tried_again(cli: ModelsCli, weights: Weights, hub: FakeHub) -> None:
    assert selfcheck(cli).code == 0
    weights.loaded.clear()
    cli("pull", "--update")
    assert weights.loaded == [NEW]

    newest = gguf_bytes(300_000)
    weights.models[newest] = ControlModel
    hub.add(LLM_REPO, {LLM_FILE: newest})
    cli("pull", "--update")
    assert weights.loaded == [NEW, newest]


def test_an_old_version_that_cannot_be_used_refuses_nothing(cli: ModelsCli, weights: Weights) -> None:
    weights.models[OLD] = broken
    weights.models[NEW] = forgetful

    assert cli("pull", "--update").code == 0
    assert in_use(cli) == NEW


def test_results_that_are_damaged_are_made_anew(cli: ModelsCli, weights: Weights) -> None:
    selfcheck(cli)
    (cli.dir / RECORDS_FILE).write_text("{", "utf-8")
    weights.models[NEW] = forgetful

    assert cli("pull", "--update").code == 1
    assert in_use(cli) == OLD


def test_a_model_of_another_name_is_held_against_the_one_in_use(
    cli: ModelsCli, weights: Weights, hub: FakeHub
) -> None:
    hub.add("acme/smaller-GGUF", {"smaller.gguf": NEW})
    weights.models[NEW] = forgetful
    other = "acme/smaller-GGUF:smaller.gguf"

    refused = cli("pull", other)
    assert refused.code == 1
    assert f"{other} fails what the installed {LLM} passes (total)" in refused.line
    assert "to keep" not in refused.line, "the configuration names the old one still"
    assert other not in cli.listed() or cli.listed()[other]["state"] != "installed"
    taken = cli("pull", other, "--accept")
    assert taken.code == 0, taken.err
    assert cli.installed(other).path.read_bytes() == NEW


def test_a_configuration_that_names_other_weights_is_held_against_those_that_are_here(
    cli: ModelsCli, weights: Weights, hub: FakeHub
) -> None:
    hub.add("acme/smaller-GGUF", {"smaller.gguf": NEW})
    weights.models[NEW] = forgetful
    cli.config.write_text(cli.config.read_text().replace(LLM, "acme/smaller-GGUF:smaller.gguf"))

    shown = cli("pull")
    assert shown.code == 1
    assert "total" in shown.line
    assert f'to keep that one, set [models] llm = "{LLM}"' in shown.line


NEW_SPEECH = speech_files(seed=1)


@pytest.mark.parametrize(
    "heard",
    [
        SAID.replace("invoices", "in voices"),
        "the " * 200,
        "",
        EngineError("cannot be loaded"),
    ],
    ids=["a word less", "a loop", "nothing", "broken"],
)
def test_a_speech_model_that_hears_less_is_refused(
    cli: ModelsCli, weights: Weights, hub: FakeHub, heard: str | EngineError
) -> None:
    hub.add(SPEECH, NEW_SPEECH)
    weights.heard[NEW_SPEECH["model.bin"]] = heard

    shown = cli("pull", SPEECH, "--update")
    assert shown.code == 1
    assert SPEECH in shown.line
    assert (cli.installed(SPEECH).path / "model.bin").read_bytes() != NEW_SPEECH["model.bin"]
    assert cli("pull", SPEECH, "--update", "--accept").code == 0
    assert (cli.installed(SPEECH).path / "model.bin").read_bytes() == NEW_SPEECH["model.bin"]


def test_a_speech_model_that_hears_as_well_replaces_the_old_one(
    cli: ModelsCli, weights: Weights, hub: FakeHub
) -> None:
    hub.add(SPEECH, NEW_SPEECH)
    weights.heard[NEW_SPEECH["model.bin"]] = SAID.lower().replace("2,400 euros", "€2,400")

    shown = cli("pull", SPEECH, "--update")
    assert shown.code == 0, shown.err
    assert "trying the new version: amount: passed" in shown.err
    assert (cli.installed(SPEECH).path / "model.bin").read_bytes() == NEW_SPEECH["model.bin"]


def test_an_import_is_held_to_the_same(cli: ModelsCli, weights: Weights, tmp_path: Path) -> None:
    weights.models[NEW] = forgetful
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / LLM_FILE).write_bytes(NEW)

    assert "--accept" in cli("import", stick, "--update").line
    assert in_use(cli) == OLD
    assert cli("import", stick, "--update", "--accept").code == 0
    assert in_use(cli) == NEW


def test_the_self_check_tells_each_case_and_ends_with_1_when_it_was_better_before(
    cli: ModelsCli, weights: Weights
) -> None:
    first = selfcheck(cli)
    assert first.code == 0
    assert "passed  promise" in first.out
    total = len(control_set().ids)
    assert f"the language model {LLM}: {total} of {total} right" in first.out
    assert re.search(rf"the speech model {SPEECH}: 6 of 6 right; hears at \d+\.\d\d\n", first.out)

    weights.models[OLD] = forgetful
    worse = selfcheck(cli)
    assert worse.code == 1
    assert "failed  total: it looped" in worse.out
    assert "passed before, fails now: total" in worse.err
    report = json.loads(selfcheck(cli, "--json").out)
    assert report["worse"] == ["total"]
    assert {case["id"] for case in report["cases"]} == set(control_set().ids)
    assert {case["id"] for case in report["speech"]["cases"]} == set(sound_set().cases)


def test_the_self_check_without_a_model_ends_with_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert selfcheck(models_cli(tmp_path, capsys)).code == 3


def test_the_self_check_of_a_machine_that_is_too_small_for_a_language_model_has_no_fault(
    cli: ModelsCli, weights: Weights, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(cli.dir)
    monkeypatch.setattr("pipelines.speech.tier.memory_bytes", lambda: 3_980_000_000)
    assert cli("pull").code == 0
    shown = selfcheck(cli)
    assert shown.code == 0
    assert f"the language model {LLM}: by rules here" in shown.err
    assert f"the speech model {SPEECH}: 6 of 6 right" in shown.out


def test_results_of_another_control_set_are_not_compared_with(tmp_path: Path) -> None:
    file = tmp_path / "weights.gguf"
    file.write_bytes(OLD)
    control = control_set()
    model = Candidate("m", file, "a" * 64)
    Control(tmp_path, LanguageExam(control, lambda path: ControlModel())).try_again(model)
    drafts = tuple(case for case in control.cases if isinstance(case, DraftCase))
    fewer = LanguageExam(ControlSet(drafts[:3], "another"), lambda path: ControlModel(silent=True))
    again = Control(tmp_path, fewer).try_again(model)

    assert again.now.failed
    assert again.worse == []


def test_after_a_change_of_model_the_self_check_tells_the_difference_and_how_to_go_back(
    cli: ModelsCli, weights: Weights, hub: FakeHub
) -> None:
    selfcheck(cli)
    hub.add("acme/smaller-GGUF", {"smaller.gguf": NEW})
    weights.models[NEW] = forgetful
    other, total = "acme/smaller-GGUF:smaller.gguf", len(control_set().ids)
    cli.config.write_text(cli.config.read_text().replace(LLM, other))
    assert cli("pull", "--accept").code == 0

    shown = selfcheck(cli)
    assert shown.code == 1
    assert f"the language model {other}: {total - 1} of {total} right" in shown.out
    assert f"before, {LLM}: {total} of {total} right" in shown.out
    assert "passed before, fails now: total" in shown.err
    assert f'to have it again, set [models] llm = "{LLM}"' in shown.err


FAMILY = "Systran/faster-whisper-"


@pytest.mark.parametrize(("hearing", "right"), [(0.62, "tiny"), (0.09, "small")])
def test_the_self_check_says_which_size_of_speech_model_is_right_for_the_speed(
    cli: ModelsCli, hub: FakeHub, monkeypatch: pytest.MonkeyPatch, hearing: float, right: str
) -> None:
    monkeypatch.setattr("pipelines.speech.tier.physical_cores", lambda: 4)
    monkeypatch.setattr("pipelines.speech.tier.memory_bytes", lambda: 8 * 10**9)
    monkeypatch.setattr("daemon.models.control.hearing_speed", lambda *_: hearing)
    cli.config.write_text(cli.config.read_text().replace(SPEECH, "auto"))
    for size in ("base", right):
        hub.add(FAMILY + size, speech_files())
    assert cli("pull").code == 0

    todo = f"hears at {hearing}, so another size is right: sudo roomscribe models pull {FAMILY}{right}\n"
    assert todo in selfcheck(cli).out
    pulled = cli("pull", FAMILY + right)
    assert pulled.code == 0, pulled.err
    assert "to use it" not in pulled.err
    shown = selfcheck(cli)
    assert f"the speech model {FAMILY}{right}: 6 of 6 right" in shown.out
    assert "another size" not in shown.out


def test_after_an_accepted_update_the_self_check_tells_the_difference(
    cli: ModelsCli, weights: Weights
) -> None:
    weights.models[OLD] = forgetful
    selfcheck(cli)
    cli("pull", "--update", "--accept")

    shown = selfcheck(cli)
    assert shown.code == 0
    total = len(control_set().ids)
    assert f"before, the version before: {total - 1} of {total} right" in shown.out
    assert "failed before, passes now: total" in shown.out


@pytest.mark.parametrize(("answer", "code", "kept"), [("n", 1, OLD), ("", 1, OLD), ("y", 0, NEW)])
def test_at_a_terminal_a_person_is_asked_about_worse_weights(
    cli: ModelsCli, weights: Weights, monkeypatch: pytest.MonkeyPatch, answer: str, code: int, kept: bytes
) -> None:
    weights.models[NEW] = forgetful
    terminal = io.StringIO(f"{answer}\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    shown = cli("pull", "--update")

    assert shown.code == code
    assert "fails what the installed" in shown.err
    assert "Take it? [y/N]" in shown.err
    assert in_use(cli) == kept


@dataclass(frozen=True)
class Timed:
    """An Exam, and what comes of it time after time."""

    sittings: Iterator[ExamResult]
    version: str = "1"

    def run(self, path: Path, tell: TellResult) -> ExamResult:
        return next(self.sittings)


def test_each_self_check_measures_the_speed_anew_and_keeps_what_was_passed_at_first(tmp_path: Path) -> None:
    def sat(problem: str | None, speed: float) -> ExamResult:
        usage = Usage(prompt_tokens=100, output_tokens=10, prompt_s=100 / speed, output_s=10 / speed)
        return ExamResult([Result("total", problem)], usage, hearing=1 / speed)

    model = Candidate("m", tmp_path / "weights.gguf", "a" * 64)
    exam = Timed(
        iter([sat(None, 4), sat("it looped", 32), ExamResult([Result("total", "cannot be loaded")])])
    )
    for shown in (
        "1 of 1 right; reads 4, writes 4.0 tokens/s; hears at 0.25",
        "1 of 1 right; reads 32, writes 32.0 tokens/s; hears at 0.03",
        "1 of 1 right; reads 32, writes 32.0 tokens/s; hears at 0.03",
    ):
        Control(tmp_path, exam).try_again(model)
        assert str(records(tmp_path)["m"]) == shown


def test_examples_as_turns_are_compared_and_not_recorded(cli: ModelsCli, weights: Weights) -> None:
    assert selfcheck(cli).code == 0

    class Confused(ControlModel):
        """Takes the examples for the meeting where they stand in turns of their own."""

        def complete(self, messages: Sequence[Message], **named: Any) -> Completion:
            if len(messages) > 2 and "parking permit" in messages[-1].content:
                raise OutputError("it answered the example")
            return super().complete(messages, **named)

    weights.models[OLD] = Confused
    shown = selfcheck(cli, "--turns")
    assert shown.code == 0
    many = len(control_set().ids)
    assert f"examples as turns: {many - 1} of {many} right\npassed only as it is: told\n" in shown.out
    report = json.loads(selfcheck(cli, "--turns", "--json").out)
    assert [case["id"] for case in report["turns"] if case["problem"]] == ["told"]
    assert records(cli.dir)[cli.installed(LLM).name].failed == ()
