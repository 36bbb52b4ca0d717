"""A machine for the tests: this host's /usr below a fresh root, booted by systemd-nspawn in a second.

Nothing is fetched or built: the program is a copy of this checkout over the libraries of the test's own
Python. The machine has no network but its own loopback. Needs root and Debian's systemd-container.
"""

from __future__ import annotations

import os
import platform
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Self

from daemon.base.version import full_version

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGES = ("daemon", "guardrails", "pipelines", "web")
PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"
BOOT_S = 60.0

_PASSWD = "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n"
_GROUP = "root:x:0:\naudio:x:29:\nnogroup:x:65534:\n"


class CannotBootError(Exception):
    """This host boots no containers; the text says why."""


def why_not() -> str | None:
    """What this host lacks, or None if a machine can be tried."""
    if os.geteuid() != 0:
        return "booting systemd in a container needs root"
    for command in ("systemd-nspawn", "nsenter", "dbus-daemon", "ip"):
        if shutil.which(command) is None:
            return f"{command} is missing (packages systemd-container, util-linux, dbus, iproute2)"
    return None


class Machine:
    """Booted by `with`, powered off at its end; the caller removes `folder`."""

    def __init__(self, folder: Path, existing: Path | None = None) -> None:
        """`existing`: a root folder with a system of its own, to be booted instead of ours."""
        self.root = existing or folder / "root"
        self._local = folder / "local"
        self._console = folder / "console.log"
        self._nspawn: subprocess.Popen[bytes] | None = None
        self._leader = 0
        self._is_ours = existing is None
        self._cgroup = _own_cgroup() / f"roomscribe-{os.getpid()}-{folder.parent.name}-{folder.name}"
        # Another Python than Debian's comes along at a place that no sandbox hides, unlike /root or /home.
        self._own_python = self._is_ours and sys.base_prefix != "/usr"
        self._python_home = Path("/opt/python" if self._own_python else sys.base_prefix)
        folder.mkdir(exist_ok=True)
        if self._is_ours:
            self._make_root()
            self.put_program()

    def __enter__(self) -> Self:
        command = ["systemd-nspawn", "--quiet", "--boot", "--register=no", "--keep-unit", "--private-network"]
        command += ["--console=pipe", f"--directory={self.root}", "--machine=roomscribe-test"]
        # systemd's address filters are BPF programs on cgroups of version 2: without these it has none.
        # io_uring is what a unit has to refuse: nspawn must not do so in its place.
        rings = "io_uring_setup io_uring_enter io_uring_register"
        command += ["--capability=CAP_BPF,CAP_NET_ADMIN", f"--system-call-filter=bpf {rings}"]
        command += self._binds() if self._is_ours else []
        # In one cgroup, two machines would share the address filters of units with the same name.
        self._cgroup.mkdir(exist_ok=True)
        command = ["sh", "-c", f'echo $$ > {self._cgroup}/cgroup.procs; exec "$@"', "sh", *command]
        environment = os.environ | {"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
        with self._console.open("wb") as console:
            self._nspawn = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT, env=environment
            )
        try:
            self._wait_for_boot()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        assert self._nspawn is not None
        if self._leader and self._nspawn.poll() is None:
            self.run("systemctl", "poweroff", "--force", check=False)
        self._end()

    def cut_power(self) -> None:
        """All that runs ends in an instant, and it boots again. The disk loses nothing that was written."""
        os.kill(self._leader, signal.SIGKILL)
        self._end()
        self._leader = 0
        self.__enter__()

    def _end(self) -> None:
        assert self._nspawn is not None
        try:
            self._nspawn.wait(30)
        except subprocess.TimeoutExpired:
            self._nspawn.kill()
            self._nspawn.wait()
        for below in sorted(self._cgroup.rglob("*/"), reverse=True):
            below.rmdir()
        self._cgroup.rmdir()

    def run(
        self, *command: str, check: bool = True, timeout_s: float = 240
    ) -> subprocess.CompletedProcess[str]:
        """Run a command inside, as root, outside all units; what it printed, both streams in order."""
        done = subprocess.run(
            ["nsenter", f"--target={self._leader}", "--mount", "--uts", "--ipc", "--net", "--pid", *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout_s,
            env=self.environment,
        )
        assert not check or done.returncode == 0, f"{' '.join(command)}: {done.returncode}\n{done.stdout}"
        return done

    @property
    def inside(self) -> Path:
        """The root folder as the booted machine sees it, with what is mounted there."""
        return Path(f"/proc/{self._leader}/root")

    @property
    def pid(self) -> int:
        """Of its init."""
        return self._leader

    @property
    def network(self) -> Path:
        """Its network namespace, to plug a cable into."""
        return Path(f"/proc/{self._leader}/ns/net")

    @property
    def environment(self) -> dict[str, str]:
        found = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin", "LANG": "C.UTF-8", "HOME": "/root"}
        return found | self.library_path

    @property
    def library_path(self) -> dict[str, str]:
        """Where a Python that was moved finds its own shared library."""
        return {"LD_LIBRARY_PATH": f"{self._python_home}/lib"} if self._own_python else {}

    def systemctl(self, *arguments: str, check: bool = True) -> str:
        return self.run("systemctl", "--no-pager", *arguments, check=check).stdout.strip()

    def shown(self, unit: str, key: str) -> str:
        """One property of a unit."""
        return self.systemctl("show", "--value", f"--property={key}", unit)

    def journal(self, unit: str) -> list[str]:
        """The messages of a unit and systemd's about it."""
        return self.run("journalctl", "--no-pager", "--output=cat", f"--unit={unit}").stdout.splitlines()

    def drop_in(self, unit: str, name: str, text: str) -> None:
        """Change a unit as `systemctl edit` does; daemon-reload is the caller's."""
        folder = self.root / "etc/systemd/system" / f"{unit}.d"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.conf").write_text(text)

    def _binds(self) -> list[str]:
        read_only = ["/usr", "/etc/alternatives", "/etc/ld.so.cache", f"{CHECKOUT}:/src"]
        read_only.append(f"{_site_packages()}:/opt/libraries")
        if self._own_python:
            read_only.append(f"{sys.base_prefix}:/opt/python")
        # What an administrator installs: its own, since all else below /usr is the host's.
        return [*(f"--bind-ro={path}" for path in read_only), f"--bind={self._local}:/usr/local"]

    def _make_root(self) -> None:
        (self._local / "bin").mkdir(parents=True)
        for folder in ("usr", "proc", "sys", "dev", "run", "tmp", "root", "home", "src", "var/lib"):
            (self.root / folder).mkdir(parents=True)
        for folder in ("opt/python", "opt/libraries", "etc/systemd/system", "var/log/journal"):
            (self.root / folder).mkdir(parents=True)
        for link in ("bin", "sbin", "lib", "lib64"):
            (self.root / link).symlink_to(f"usr/{link}")
        etc = self.root / "etc"
        (etc / "passwd").write_text(_PASSWD)
        (etc / "group").write_text(_GROUP)
        (etc / "nsswitch.conf").write_text("passwd: files\ngroup: files\nhosts: files\n")
        (etc / "machine-id").touch()
        (etc / "os-release").write_bytes(Path("/etc/os-release").read_bytes())
        # No logins, and none of what the host happens to have enabled.
        (etc / "systemd/system/default.target").symlink_to("/usr/lib/systemd/system/basic.target")

    def put_program(self) -> None:
        """What `pip install` would leave in /opt/roomscribe, without the copies of the libraries."""
        venv = self.root / "opt/roomscribe"
        packages = venv / f"lib/{PYTHON}/site-packages"
        (venv / "bin").mkdir(parents=True)
        for package in PACKAGES:
            ignore = shutil.ignore_patterns("__pycache__")
            shutil.copytree(CHECKOUT / package, packages / package, ignore=ignore)
        read = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
        for source, target in read["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"].items():
            (packages / target).parent.mkdir(exist_ok=True)
            shutil.copy(CHECKOUT / source, packages / target)
        (packages / "libraries.pth").write_text("/opt/libraries\n")
        info = packages / f"roomscribe-{full_version()}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: roomscribe\nVersion: {full_version()}\n"
        )
        (venv / "pyvenv.cfg").write_text(
            f"home = {self._python_home}/bin\nversion = {platform.python_version()}\n"
        )
        (venv / "bin/python").symlink_to(f"{self._python_home}/bin/{PYTHON}")
        program = venv / "bin/roomscribe"
        program.write_text("#!/opt/roomscribe/bin/python\nfrom daemon.cli.main import main\n\nmain()\n")
        program.chmod(0o755)

    def _wait_for_boot(self) -> None:
        assert self._nspawn is not None
        deadline = time.monotonic() + BOOT_S
        while time.monotonic() < deadline:
            if self._nspawn.poll() is not None:
                break
            self._leader = self._leader or _child_of(self._nspawn.pid)
            # Until systemd inside listens there is nothing that could be waited for.
            if self._leader and self._settled():
                # nspawn lays an id of its own over the kernel's. Services with a /proc of their own do not
                # see it, and would take every order for one from before the last boot.
                self.run("umount", "/proc/sys/kernel/random/boot_id", check=False)
                return
            time.sleep(0.1)
        raise CannotBootError(f"systemd-nspawn: {self._console.read_text(errors='replace')[-500:]}")

    def _settled(self) -> bool:
        state = self.run("systemctl", "is-system-running", check=False).stdout.strip()
        return state in ("running", "degraded")


def _site_packages() -> Path:
    import click  # any library stands for the folder that holds all

    return Path(click.__file__).parents[1]


def _own_cgroup() -> Path:
    """Where this process is in the hierarchy of cgroups of version 2."""
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    [mounted] = [mount[1] for mount in mounts if mount[2] == "cgroup2"]
    groups = Path("/proc/self/cgroup").read_text().splitlines()
    [own] = [group.removeprefix("0::/") for group in groups if group.startswith("0::")]
    return Path(mounted) / own


def _child_of(pid: int) -> int:
    """The container's init; 0 as long as there is none."""
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            if Path(f"/proc/{child}/comm").read_text().strip() == "systemd":
                return int(child)
    return 0
