"""A Debian 12 of its own for tests that install: made once by debootstrap, and kept."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

CACHE = Path(os.environ.get("ROOMSCRIBE_TEST_CACHE", Path.home() / ".cache/roomscribe-tests"))


def fresh_debian() -> Path:
    """With systemd and nothing that Roomscribe needs; to be copied, not changed."""
    root = CACHE / "bookworm"
    if not root.exists():
        unfinished = _unfinished(root)
        packages = "--include=systemd,systemd-sysv,ca-certificates"
        subprocess.run(["debootstrap", "--variant=minbase", packages, "bookworm", unfinished], check=True)
        unfinished.rename(root)
    return root


def debian_with(packages: list[str]) -> Path:
    """The same with some of Debian's packages and what they bring, for a machine that has no network."""
    root = CACHE / f"bookworm-{hashlib.sha256(' '.join(packages).encode()).hexdigest()[:12]}"
    if not root.exists():
        unfinished = _unfinished(root)
        copy(fresh_debian(), unfinished)
        install = "DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends"
        script = f"apt-get update -qq && {install} {' '.join(packages)}"
        subprocess.run([*inside(unfinished), "sh", "-c", script], check=True)
        unfinished.rename(root)
    return root


def foreign_debian(architecture: str, packages: list[str]) -> Path:
    """Files of a Debian for other machines with some packages, unpacked and not configured: nothing runs."""
    root = CACHE / f"bookworm-{architecture}-{hashlib.sha256(' '.join(packages).encode()).hexdigest()[:12]}"
    if not root.exists():
        unfinished = _unfinished(root)
        command = ["debootstrap", "--foreign", f"--arch={architecture}", "--variant=minbase"]
        subprocess.run([*command, f"--include={','.join(packages)}", "bookworm", unfinished], check=True)
        for package in (unfinished / "var/cache/apt/archives").glob("*.deb"):
            subprocess.run(["dpkg-deb", "--extract", package, unfinished], check=True)
        unfinished.rename(root)
    return root


def copy(debian: Path, root: Path) -> None:
    subprocess.run(["cp", "--archive", "--reflink=auto", debian, root], check=True)


def inside(root: Path) -> list[str | Path]:
    """A command in the folder, on this host's network, with this host's way to the package index."""
    command: list[str | Path] = ["systemd-nspawn", "--quiet", "--pipe", "--register=no", "--keep-unit"]
    command += ["--resolv-conf=copy-host", f"--directory={root}"]
    pip_cache = Path.home() / ".cache/pip"
    if pip_cache.is_dir():
        command.append(f"--bind={pip_cache}:/root/.cache/pip")
    for name in ("PIP_CERT", "PIP_INDEX_URL", "https_proxy", "http_proxy"):
        if value := os.environ.get(name):
            command.append(f"--setenv={name}={value}")
            if name == "PIP_CERT":
                command.append(f"--bind-ro={value}")
    return command


def _unfinished(root: Path) -> Path:
    folder = root.with_suffix(".part")
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    return folder
