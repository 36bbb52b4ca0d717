"""A chat template that came with hostile weights: it gets a process of its own and a deadline."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pipelines.errors import EngineError
from pipelines.llm.llama import LlamaModel
from pipelines.llm.model import Message
from pipelines.llm.template import ChatTemplate
from pipelines.solver import run_solver
from tests.fakes.gguf_weights import write_gguf

TURNS = (Message("user", "U"), Message("assistant", "A"))
LOOP = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"

ENDLESS = "{{ 9 ** (9 ** 9) }}"
"""Jinja computes it when it compiles the template."""


def template(text: str, limit_s: float = 20.0) -> ChatTemplate:
    return ChatTemplate(
        text, lambda said, special: list(map(ord, said)), bos="", eos="", add_bos=False, limit_s=limit_s
    )


@pytest.mark.parametrize("text", [LOOP, ENDLESS], ids=["loops", "is compiled for ever"])
def test_a_template_that_hangs_fails_in_its_time_and_is_not_tried_again(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Sequence[str]] = []

    def counted(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
        started.append(command)
        return run_solver(command, sent, limit_s)

    monkeypatch.setattr("pipelines.llm.template.run_solver", counted)
    hanging = template(text, limit_s=1.0)
    for _ in range(5):
        with pytest.raises(EngineError, match=r"no end .*\[models\] llm"):
            hanging.tokens(TURNS)
    assert len(started) == 1


def test_a_machine_that_is_busy_with_other_work_loses_no_template(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
        return run_solver(("sh", "-c", 'sleep 2; exec "$@"', "sh", *command), sent, limit_s)

    monkeypatch.setattr("pipelines.llm.template.run_solver", late)
    written = template("{% for m in messages %}{{ m.content }}{% endfor %}", limit_s=1.5).tokens(TURNS)
    assert "".join(map(chr, written)) == "UA"


@pytest.mark.parametrize(
    "text",
    [
        "{{ 'a' * 10 ** 11 }}",
        "{% for a in range(99999) %}{{ 'x' * 100 }}{% endfor %}",
        "{{ 1 / 0 }}",
        "{{ x.y }}",
    ],
    ids=["takes all memory", "writes without end", "is mistaken", "asks for what is not there"],
)
def test_a_template_that_takes_or_writes_too_much_is_one_clear_line(text: str) -> None:
    with pytest.raises(EngineError, match=r"cannot hold this conversation .*\[models\] llm"):
        template(text).tokens(TURNS)


def test_a_row_of_roles_is_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    one = template("{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}")
    said = "".join(map(chr, one.tokens(TURNS)))
    monkeypatch.setattr("pipelines.llm.template.run_solver", None)
    again = one.tokens((Message("user", "V"), Message("assistant", "B")))
    assert (said, "".join(map(chr, again))) == ("<user>U<assistant>A", "<user>V<assistant>B")


@pytest.mark.timeout(60)
def test_weights_with_such_a_template_are_opened_all_the_same(tmp_path: Path) -> None:
    with LlamaModel(write_gguf(tmp_path / "evil.gguf", template=ENDLESS), threads=1) as model:
        assert model.context_tokens > 0
