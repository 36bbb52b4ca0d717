"""What the package does to the versions that lie there, in a folder that stands for the machine."""

from __future__ import annotations

import re
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from daemon.machine.upgrade.versions import Versions

POSTINST = Path(__file__).resolve().parents[2] / "packaging/debian/postinst"


class Packaged:
    """Version 2.0 of the package, installed over a bundle's version; all that it calls is a stand-in."""

    def __init__(self, root: Path, running: str) -> None:
        self.home, self.flag, self._told = (
            root / "opt/roomscribe",
            root / "run/roomscribe-upgrade",
            root / "told",
        )
        for version in ("2.0", running):
            self._program(f"opt/roomscribe/{version}/bin/roomscribe", root)
        (self.home / "current").symlink_to(running)
        for folder in ("run", "etc/roomscribe"):
            (root / folder).mkdir(parents=True)
        (root / "etc/roomscribe/config.toml").touch()
        self._program("usr/lib/roomscribe/activate", root)
        self._program("bin/dpkg-trigger", root)
        confmodule = root / "usr/share/debconf/confmodule"
        confmodule.parent.mkdir(parents=True)
        confmodule.write_text("db_get() { RET=; }\ndb_stop() { :; }\n")
        text = POSTINST.read_text().replace("@VERSION@", "2.0").replace("--wait 120", "--wait 0")
        self._script = root / "postinst"
        self._script.write_text(re.sub(r"(?<=[\s\"])/(?=(opt|run|etc|usr)/)", f"{root}/", text))
        self._path = f"{root}/bin:/usr/bin:/bin"

    def _program(self, path: str, root: Path) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(f'#!/bin/sh\necho "${{0##*/}} $*" >> {self._told}\n')
        (root / path).chmod(0o755)

    def postinst(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = ["sh", self._script, *arguments]
        return subprocess.run(
            command, env={"PATH": self._path}, capture_output=True, text=True, check=False, timeout=30
        )

    def current(self) -> str:
        return f"{(self.home / 'current').readlink()}"

    def did(self) -> list[str]:
        return self._told.read_text().splitlines() if self._told.exists() else []


@pytest.mark.parametrize("action", ["abort-upgrade", "abort-remove", "abort-deconfigure"])
def test_an_upgrade_or_removal_that_was_given_up_leaves_the_version_that_runs(
    tmp_path: Path, action: str
) -> None:
    box = Packaged(tmp_path, "1.0")
    box.flag.touch()
    assert box.postinst(action, "3.0").returncode == 0
    assert box.current() == "1.0"
    assert not (box.home / "previous").is_symlink()
    # What ran runs again.
    assert box.did() == ["activate put active"]
    assert not box.flag.exists()


@pytest.mark.parametrize("sign", ["its link", "its lock"])
def test_the_package_takes_no_place_while_a_switch_is_under_way(tmp_path: Path, sign: str) -> None:
    """One that has begun since preinst looked."""
    box = Packaged(tmp_path, "1.0")
    with ExitStack() as switch:
        if sign == "its link":
            (box.home / "trial").symlink_to("1.0")
            switch.callback((box.home / "trial").unlink)
        else:
            switch.enter_context(Versions(box.home).alone())
        refused = box.postinst("configure", "1.0")
        assert refused.returncode == 1
        assert "dpkg --configure -a" in refused.stderr
        assert (box.current(), box.did()) == ("1.0", [])
    done = box.postinst("configure", "1.0")
    assert done.returncode == 0, done.stderr
    assert box.current() == "2.0"
    assert f"{(box.home / 'previous').readlink()}" == "1.0"
