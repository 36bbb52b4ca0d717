"""What `models pull` trusts: the bytes that were installed first, and no hub's names."""

from __future__ import annotations

import pytest

from tests.fakes.hub import FakeHub
from tests.fakes.models_cli import (
    LLM,
    LLM_FILE,
    LLM_REPO,
    SPEECH,
    WEIGHTS,
    ModelsCli,
)
from tests.fakes.noise_weights import gguf_bytes


def test_a_part_that_a_power_cut_damaged_is_fetched_anew(cli: ModelsCli, hub: FakeHub) -> None:
    hub.cut_after, hub.cuts, hub.refuse_after_cut = 150_000, 1, True
    assert cli("pull", LLM).code == 1
    (part,) = [path for path in cli.dir.rglob(f"{LLM_FILE}.*") if path.is_file()]
    part.write_bytes(b"\0" * 200_000)
    hub.status, hub.refuse_after_cut = 0, False
    assert cli("pull", LLM).code == 0
    assert cli.installed(LLM).path.read_bytes() == WEIGHTS


def test_bytes_that_are_not_what_the_hub_announces_are_refused(cli: ModelsCli, hub: FakeHub) -> None:
    hub.tampered[LLM_FILE] = gguf_bytes(100_000, seed=1)
    shown = cli("pull", LLM)
    assert shown.code == 1
    assert "other bytes than" in shown.line
    assert cli.listed()[LLM]["state"] == "missing"


def test_a_small_file_is_held_to_its_hash_as_well(cli: ModelsCli, hub: FakeHub) -> None:
    hub.tampered["config.json"] = b'{"lang_ids": [50250]}'
    shown = cli("pull", SPEECH)
    assert shown.code == 1
    assert "config.json" in shown.line


def test_changed_bytes_at_the_same_revision_are_refused(cli: ModelsCli, hub: FakeHub) -> None:
    cli("pull", LLM)
    path, revision = cli.installed(LLM).path, cli.installed(LLM).revision
    assert revision is not None
    path.unlink()
    hub.repos[LLM_REPO][revision][LLM_FILE] = gguf_bytes(100_000, seed=1)
    before = hub.bytes_sent
    shown = cli("pull", LLM)
    assert shown.code == 1
    assert f"{LLM_FILE} is not the one that models.lock trusts" in shown.line
    assert "models pull --update" in shown.line
    assert hub.bytes_sent == before


def test_changed_bytes_are_refused_even_where_the_hub_gives_no_hashes(cli: ModelsCli, hub: FakeHub) -> None:
    hub.gives_hashes = False
    cli("pull", LLM)
    cli.installed(LLM).path.unlink()
    hub.tampered[LLM_FILE] = gguf_bytes(100_000, seed=1)
    shown = cli("pull", LLM)
    assert shown.code == 1
    assert "models.lock trusts" in shown.line
    assert cli.listed()[LLM]["state"] == "damaged"


def test_a_new_revision_is_taken_only_on_request(cli: ModelsCli, hub: FakeHub) -> None:
    cli("pull", LLM)
    old = cli.installed(LLM)
    new_weights = gguf_bytes(100_000, seed=2)
    new_revision = hub.add(LLM_REPO, {LLM_FILE: new_weights})

    assert cli("pull", LLM).code == 0
    assert cli.installed(LLM) == old
    old.path.unlink()
    assert cli("pull", LLM).code == 0
    assert cli.installed(LLM) == old

    assert cli("pull", LLM, "--update").code == 0
    assert cli.installed(LLM).revision == new_revision
    assert cli.installed(LLM).path.read_bytes() == new_weights
    assert not old.path.parent.exists()
    assert [entry["state"] for entry in cli.listed().values()] == ["installed", "missing"]


def test_a_revision_that_the_hub_forgot_says_how_to_go_on(cli: ModelsCli, hub: FakeHub) -> None:
    cli("pull", LLM)
    old = cli.installed(LLM)
    assert old.revision is not None
    hub.add(LLM_REPO, {LLM_FILE: gguf_bytes(10)})
    hub.forget(LLM_REPO, old.revision)
    old.path.unlink()
    shown = cli("pull", LLM)
    assert shown.code == 1
    assert "models pull --update" in shown.line


def test_a_commit_that_leaves_the_weights_alone_fetches_nothing(cli: ModelsCli, hub: FakeHub) -> None:
    cli("pull", LLM)
    revision = hub.add(LLM_REPO, {LLM_FILE: WEIGHTS, "README.md": b"# New words"})
    before = hub.bytes_sent
    assert cli("pull", LLM, "--update").code == 0
    assert hub.bytes_sent == before
    assert cli.installed(LLM).revision == revision


def test_a_hub_cannot_lead_to_files_of_this_machine(cli: ModelsCli, hub: FakeHub) -> None:
    hub.store = "file:///etc"
    shown = cli("pull", LLM)
    assert shown.code == 1
    assert "refused a redirect from http to file" in shown.line


def test_something_else_that_answers_is_not_taken_for_a_hub(cli: ModelsCli, hub: FakeHub) -> None:
    hub.plain_web_site = True
    shown = cli("pull")
    assert shown.code == 1
    assert "not a model hub" in shown.line


def test_a_repository_that_holds_no_such_model_is_refused(cli: ModelsCli, hub: FakeHub) -> None:
    hub.add("acme/junk", {"junk.gguf": b"<html>moved</html>"})
    shown = cli("pull", "acme/junk:junk.gguf")
    assert shown.code == 1
    assert "junk.gguf is not a GGUF file" in shown.line
    assert "acme/junk:junk.gguf" not in cli.listed()


@pytest.mark.parametrize("name", ["notes", "acme/notes:model.bin", "../x:y.gguf", "a/b:../y.gguf", "a/b/c"])
def test_a_name_that_is_none_says_what_names_look_like(cli: ModelsCli, name: str) -> None:
    shown = cli("pull", name)
    assert shown.code == 2
    assert "OWNER/REPO:FILE.gguf" in shown.line
