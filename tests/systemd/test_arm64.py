"""The package for arm64, which `ARCH=arm64 make deb` compiled on a PC: its command line under qemu.

Emulated are the processors of a Raspberry Pi 4 and of a Pi 5, not the boards. Nothing is booted: programs
that start others would ask the kernel to know qemu.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.fakes.gguf_weights import write_gguf
from tests.systemd.debian import copy, foreign_debian
from tests.systemd.machine import CHECKOUT, why_not
from tests.systemd.packaged import depends_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]
QEMU = "qemu-aarch64-static"
WRITES = """
from pathlib import Path
import llama_cpp
from pipelines.llm.loading import open_llama
llama = open_llama(Path("/root/tiny.gguf"), context_tokens=256, threads=1)
llama.eval(llama.tokenize(b"We talked about the move."))
print(llama_cpp.llama_print_system_info().decode(), llama.n_tokens)
"""
TAKES = """
from pathlib import Path
from daemon.machine.upgrade.bundle import opened
[path] = Path("/root").glob("*.bundle")
with opened(path, Path("/root/bundles.pub")) as bundle:
    print(bundle.architecture, bundle.take(bundle.package, Path("/root")).stat().st_size)
"""


@pytest.fixture(scope="module")
def built() -> Path:
    """The latest one for arm64."""
    folder = Path(os.environ.get("ROOMSCRIBE_TEST_PACKAGES") or CHECKOUT / "dist")
    packages = sorted(folder.glob("roomscribe_*_arm64.deb"), key=lambda path: path.stat().st_mtime)
    if not packages:
        pytest.skip(
            f"NO PACKAGE FOR ARM64 WAS TRIED: there is none in {folder}; ARCH=arm64 make deb builds it"
        )
    return packages[-1]


@pytest.fixture(scope="module")
def arm64(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Debian for arm64, in a folder, with the package unpacked in it."""
    lacks = [f"{name} is missing" for name in (QEMU, "debootstrap", "minisign") if shutil.which(name) is None]
    if reason := why_not() or next(iter(lacks), None):
        pytest.skip(f"NO PACKAGE FOR ARM64 WAS TRIED: {reason}")
    root = tmp_path_factory.mktemp("arm64") / "root"
    copy(foreign_debian("arm64", depends_of(built)), root)
    subprocess.run(["dpkg-deb", "--extract", built, root], check=True)
    shutil.copy(shutil.which(QEMU) or "", root / "usr/bin")
    write_gguf(root / "root/tiny.gguf")
    return root


def emulated(root: Path, *arguments: str, processor: str = "cortex-a76") -> str:
    """What the package's Python prints, on a processor that qemu knows by this name."""
    # Without /sys: where qemu shows this machine's, onnxruntime ends in a segmentation fault.
    command = ["chroot", root, f"/usr/bin/{QEMU}", f"{_programs(root)}/python", *arguments]
    environment = os.environ | {"QEMU_CPU": processor, "HOME": "/root"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _programs(root: Path) -> str:
    [folder] = root.glob("opt/roomscribe/*/bin")
    return f"/{folder.relative_to(root)}"


def test_its_command_line_runs(arm64: Path) -> None:
    def roomscribe(*arguments: str) -> str:
        return emulated(arm64, f"{_programs(arm64)}/roomscribe", *arguments)

    assert roomscribe("--version").startswith("roomscribe")
    assert "rollback" in roomscribe("--help")
    assert "general" in roomscribe("templates", "list")
    assert "missing" in roomscribe("models", "list")


def test_it_gets_through_the_trial_of_an_upgrade(arm64: Path) -> None:
    # All libraries but the microphone's, which asks another program where PortAudio is.
    tries = (
        "from daemon.machine.upgrade import trial; trial.LIBRARIES = {*trial.LIBRARIES} - {'sounddevice'}; "
        "trial._load_libraries(); trial._make_a_note(); print('all')"
    )
    assert emulated(arm64, "-c", tries) == "all\n"


def test_its_bundle_is_verified_and_taken_out(arm64: Path, built: Path, tmp_path: Path) -> None:
    pair = ["-p", arm64 / "root/bundles.pub", "-s", tmp_path / "bundles.key"]
    subprocess.run(["minisign", "-G", "-W", *pair], check=True, capture_output=True)
    shutil.copy(arm64 / "root/bundles.pub", tmp_path)
    (tmp_path / "none").mkdir()  # of Debian's packages
    subprocess.run(
        [CHECKOUT / "packaging/bundle.sh", tmp_path / "bundles.key", arm64 / "root"],
        env=os.environ | {"PACKAGE": str(built), "DEBIAN": str(tmp_path / "none")},
        check=True,
        capture_output=True,
    )
    assert emulated(arm64, "-c", TAKES) == f"arm64 {built.stat().st_size}\n"


@pytest.mark.models
@pytest.mark.parametrize(("processor", "has_dot_products"), [("cortex-a72", False), ("cortex-a76", True)])
def test_the_language_model_computes_with_what_a_raspberry_pi_4_or_5_has(
    arm64: Path, processor: str, has_dot_products: bool
) -> None:
    said = emulated(arm64, "-c", WRITES, processor=processor)
    assert ("DOTPROD = 1" in said) == has_dot_products, said
