"""`roomscribe check` as its reader sees it: each probe on machines made for it, and the command itself."""

from __future__ import annotations

import json
import pwd
import re
import sys
import threading
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daemon.base.sizes import human
from daemon.cli.main import roomscribe, run
from daemon.hub.nightly.report import Report, write_report
from daemon.machine.check import Finding
from daemon.machine.check.host import Found, Host, Ran, fail, ok, run_command
from daemon.machine.check.probes import PROBES, Probe, _within_its_time, check
from tests.fakes.check_host import host

MEMINFO = "MemTotal:       8000000 kB\nMemFree:         100000 kB\nMemAvailable:    {available} kB\n"
HEARD = {"devices": ["USB Mic", "Webcam"], "used": "USB Mic", "detail": "48000 Hz, 1 channel"}


def found(machine: Host, probe: str) -> Finding:
    [finding] = check(machine, [probe]).findings
    return finding


def test_a_bad_configuration_is_named_and_what_needs_it_is_skipped(tmp_path: Path) -> None:
    machine = host(tmp_path)
    (tmp_path / "config.toml").write_text("[recorder]\ndevise = 'usb'\n")
    configuration = found(machine, "configuration")
    assert configuration.status == "fail"
    assert 'did you mean "device"?' in configuration.message
    assert "cannot start" in configuration.message
    assert found(machine, "disk").status == "skipped"


def test_a_mistake_is_told_with_what_is_in_force_instead_and_the_rest_is_checked(tmp_path: Path) -> None:
    machine = host(tmp_path)
    (machine.state_dir / "last-good-config.toml").write_text("[recorder]\nreserve_mb = 7\n")
    (tmp_path / "config.toml").write_text("[recorder]\ndevise = 'usb'\n")
    configuration = found(machine, "configuration")
    assert configuration.status == "fail"
    assert 'did you mean "device"?' in configuration.message
    assert "the last usable configuration" in configuration.message
    assert machine.config.recorder.reserve_mb == 7
    assert found(machine, "disk").status == "ok"


def test_root_has_the_services_read_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What root alone can read is no configuration to them."""
    refused = "/etc/roomscribe/config.toml: cannot be read: Permission denied"
    nobody = pwd.getpwnam("nobody")
    monkeypatch.setattr("daemon.machine.check.configuration.owner_of_state", lambda host: nobody)
    machine = host(tmp_path, answers={f"setpriv --reuid={nobody.pw_uid} ": refused}, uid=0)
    finding = found(machine, "configuration")
    assert (finding.status, finding.message) == ("fail", refused)
    assert found(host(tmp_path, answers={"setpriv": ""}, uid=0), "configuration").status == "ok"


def report(machine: Host, job: str, at: datetime, *problems: str) -> None:
    write_report(machine.state_dir, Report(job=job, at=at, problems=problems))


def test_backups_that_fail_fail_the_check_with_their_reason(tmp_path: Path) -> None:
    machine = host(tmp_path)
    assert found(machine, "nightly").status == "ok"
    night = datetime(2026, 11, 16, 3, 30, tzinfo=UTC)
    report(machine, "backup", night, "the folder for backups is not there; plug its disk in")
    report(machine, "retention", night, "the clock is not synchronised")
    finding = found(machine, "nightly")
    assert finding.status == "fail"
    assert finding.message.startswith("backup, 2026-11-16 03:30: the folder for backups is not there")
    assert "nightly run backup" in (finding.advice or "")
    report(machine, "backup", night)
    finding = found(machine, "nightly")
    assert (finding.status, finding.message) == (
        "warn",
        "retention, 2026-11-16 03:30: the clock is not synchronised; last backup 2026-11-16 03:30",
    )


def test_backups_that_no_longer_run_fail_the_check(tmp_path: Path) -> None:
    machine = host(tmp_path)
    report(machine, "backup", datetime(2026, 11, 15, 3, 30, tzinfo=UTC))
    assert found(machine, "nightly").status == "ok", "it may be at it now"
    report(machine, "backup", datetime(2026, 11, 14, 3, 30, tzinfo=UTC))
    finding = found(machine, "nightly")
    assert finding.status == "fail"
    assert finding.message == "backup has not run when it was due; last backup 2026-11-14 03:30"
    assert finding.details["backup"]["age_s"] == 54.5 * 3600


def test_what_no_good_backup_has_replaced_is_told_by_its_date_whatever_fails(tmp_path: Path) -> None:
    machine = host(tmp_path)
    good, failed = (datetime(2026, 11, day, 3, 30, tzinfo=UTC) for day in (14, 16))
    report(machine, "backup", good)
    for _ in range(2):
        report(machine, "backup", failed, "no disk")
    assert (
        found(machine, "nightly").message == "backup, 2026-11-16 03:30: no disk; last backup 2026-11-14 03:30"
    )
    # Of an earlier release, which did not keep the date.
    (machine.state_dir / "nightly/backup.json").write_text(
        json.dumps({"job": "backup", "at": f"{failed:%Y-%m-%dT%H:%M:%SZ}", "problems": ["no disk"]})
    )
    message = found(machine, "nightly").message
    assert message == "backup, 2026-11-16 03:30: no disk; no good backup is recorded"


def test_backups_that_were_turned_off_fail_no_more_and_are_said_to_be_off(tmp_path: Path) -> None:
    machine = host(tmp_path)
    (tmp_path / "config.toml").write_text('[nightly]\nbackup = ""\n')
    good, night = (datetime(2026, 11, day, 3, 30, tzinfo=UTC) for day in (14, 16))
    report(machine, "backup", good)
    off = "backups are turned off; last backup 2026-11-14 03:30"
    finding = found(machine, "nightly")
    assert (finding.status, finding.message) == ("ok", off)
    report(machine, "backup", night, "no disk")
    finding = found(machine, "nightly")
    assert (finding.status, finding.message, finding.advice) == ("ok", off, None)
    report(machine, "retention", night, "no clock")
    message = found(machine, "nightly").message
    assert message.startswith("backups are turned off; retention, 2026-11-16 03:30: no clock; last backup")


def test_a_mistake_in_the_configuration_is_quoted_to_the_administrator_alone(tmp_path: Path) -> None:
    machine = host(tmp_path)
    (tmp_path / "config.toml").write_text("[recorder]\ndevise = 'usb'\n")
    finding = found(replace(machine, for_admin=False), "configuration")
    assert (finding.status, finding.message) == ("fail", "the configuration cannot be used")


@pytest.mark.parametrize(
    ("available_kb", "controllers", "status"),
    [
        (4_000_000, "cpu io memory", "ok"),
        (4_000_000, "cpu io", "warn"),
        (100_000, "memory", "warn"),
        (292_968, "memory", "warn"),
        (292_969, "memory", "ok"),
    ],
)
def test_memory_warns_when_it_is_short_or_limits_do_not_hold(
    tmp_path: Path, available_kb: int, controllers: str, status: str
) -> None:
    files = {
        "proc/meminfo": MEMINFO.format(available=available_kb),
        "sys/fs/cgroup/cgroup.controllers": controllers,
    }
    finding = found(host(tmp_path, files), "memory")
    assert (finding.status, finding.details["total_bytes"]) == (status, 8_192_000_000)
    assert finding.details["available_bytes"] == available_kb * 1024
    assert finding.details["limits_hold"] is ("memory" in controllers)
    assert finding.message.startswith("8.2 GB, ")


def test_a_machine_too_small_for_the_language_model_is_told_so(tmp_path: Path) -> None:
    def message(total_kb: int) -> str:
        meminfo = f"MemTotal: {total_kb} kB\nMemAvailable: 2000000 kB\nHugePages_Total: 0\nDirectMap4k:\n"
        files = {"proc/meminfo": meminfo, "sys/fs/cgroup/cgroup.controllers": "memory"}
        finding = found(host(tmp_path, files), "memory")
        assert finding.status == "ok"
        return finding.message

    assert message(3_900_000) == (
        "4.0 GB, 2.0 GB of it available: the rules write the notes, Gemma needs 6.0 GB"
    )
    assert message(6_835_937).endswith(": Gemma runs after the meeting")
    assert message(6_835_938) == "7.0 GB, 2.0 GB of it available"


@pytest.mark.parametrize(
    ("millidegrees", "status"),
    [
        ("55000", "ok"),
        ("74999", "ok"),
        ("75000", "warn"),
        ("84999", "warn"),
        ("85000", "fail"),
        ("91500", "fail"),
    ],
)
def test_the_hottest_zone_decides(tmp_path: Path, millidegrees: str, status: str) -> None:
    zones = {
        "sys/class/thermal/thermal_zone0/temp": "20000\n",
        "sys/class/thermal/thermal_zone1/temp": millidegrees,
    }
    finding = found(host(tmp_path, zones), "temperature")
    assert (finding.status, finding.details["celsius"]) == (status, int(millidegrees) / 1000)
    assert finding.message == f"{int(millidegrees) / 1000:.0f} degrees Celsius"


def test_a_machine_without_sensors_skips_them(tmp_path: Path) -> None:
    machine = host(tmp_path)
    assert [found(machine, probe).status for probe in ("temperature", "power")] == ["skipped", "skipped"]


@pytest.mark.parametrize(
    ("flags", "status"), [("0x0", "ok"), ("0x50000", "warn"), ("0x50005", "fail"), ("0x80008", "ok")]
)
def test_a_voltage_that_drops_or_has_dropped_is_told(tmp_path: Path, flags: str, status: str) -> None:
    machine = host(tmp_path, answers={"vcgencmd get_throttled": f"throttled={flags}\n"})
    assert found(machine, "power").status == status


@pytest.mark.parametrize(("alarm", "status"), [("0", "ok"), ("1", "fail")])
def test_the_kernel_tells_the_voltage_where_the_firmware_tool_is_missing(
    tmp_path: Path, alarm: str, status: str
) -> None:
    files = {"sys/class/hwmon/hwmon2/name": "rpi_volt\n", "sys/class/hwmon/hwmon2/in0_lcrit_alarm": alarm}
    assert found(host(tmp_path, files), "power").status == status


@pytest.mark.parametrize(("synchronised", "status"), [(True, "ok"), (False, "warn")])
def test_a_clock_that_nobody_has_set_is_a_warning(tmp_path: Path, synchronised: bool, status: str) -> None:
    finding = found(host(tmp_path, synchronised=synchronised), "clock")
    assert finding.status == status
    assert "2026-11-16 10:00 UTC" in finding.message


@pytest.mark.parametrize(
    ("free_bytes", "status"),
    [
        (100_000_000_000, "ok"),
        (5_108_000_000, "ok"),
        (5_107_999_999, "warn"),
        (615_200_000, "warn"),
        (615_199_999, "fail"),
        (550_000_000, "fail"),
    ],
)
def test_disk_tells_hours_of_recording(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_bytes: int, status: str
) -> None:
    from shutil import _ntuple_diskusage as usage

    monkeypatch.setattr("shutil.disk_usage", lambda path: usage(10**12, 10**12 - free_bytes, free_bytes))
    finding = found(host(tmp_path), "disk")
    # 16,000 samples of two bytes each second, beside the reserve of 500 MB.
    assert (finding.status, finding.details["hours_left"]) == (
        status,
        round((free_bytes - 500_000_000) / 115_200_000, 1),
    )
    assert finding.details["total_bytes"] == 10**12
    hours = (free_bytes - 500_000_000) / 115_200_000
    assert finding.message == f"{human(free_bytes)} free: {hours:.0f} hours of recording"


def test_a_machine_too_small_for_the_language_model_is_not_told_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipelines.speech.tier.memory_bytes", lambda: 3_980_000_000)
    finding = found(host(tmp_path), "models")
    assert "the rules engine writes" not in finding.message
    assert list(finding.details.values()) == ["left out", "missing"]


def test_missing_models_are_a_warning_that_names_the_way_out(tmp_path: Path) -> None:
    finding = found(host(tmp_path), "models")
    assert finding.status == "warn"
    assert "models pull" in (finding.advice or "")


@pytest.mark.parametrize(
    ("heard", "status", "words"),
    [
        ({"error": "no microphone is plugged in"}, "fail", "no microphone"),
        (HEARD | {"mean_dbfs": -45.0, "loudest_dbfs": -20.0}, "ok", "-45 dBFS"),
        (HEARD | {"mean_dbfs": -75.0, "loudest_dbfs": -70.0}, "warn", "Webcam"),
        (HEARD | {"mean_dbfs": -12.0, "loudest_dbfs": -0.1}, "warn", "USB Mic"),
        (HEARD | {"mean_dbfs": -99.0, "loudest_dbfs": -99.0}, "fail", "digital silence"),
        (HEARD | {"mean_dbfs": None, "loudest_dbfs": None}, "fail", "gives nothing"),
    ],
)
def test_the_microphone_is_judged_by_its_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heard: dict[str, Any], status: str, words: str
) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.setattr("sys.executable", "python")
    finding = found(
        host(tmp_path, answers={"python -m daemon.machine.check.listen": json.dumps(heard)}), "microphone"
    )
    assert finding.status == status
    assert words in finding.message


def test_a_driver_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.setattr("sys.executable", "python")
    answers: dict[str, Ran | str] = {"python": Ran(None, err="timed out after 25 seconds")}
    finding = found(host(tmp_path, answers=answers), "microphone")
    assert finding.status == "fail"
    assert "timed out" in finding.message


def test_files_of_somebody_else_in_the_state_are_named(tmp_path: Path) -> None:
    machine = host(tmp_path)
    (machine.state_dir / "notes").mkdir()
    assert found(machine, "permissions").status == "ok"
    stranger = replace(machine, uid=0 if machine.uid else 65534)
    finding = found(stranger, "permissions")
    assert finding.status == "fail"
    assert str(machine.state_dir) in finding.message


def test_a_state_that_everybody_can_read_is_a_warning(tmp_path: Path) -> None:
    machine = host(tmp_path)
    machine.state_dir.chmod(0o755)
    assert found(machine, "permissions").status == "warn"


def test_a_probe_that_hangs_costs_only_its_time(tmp_path: Path) -> None:
    release = threading.Event()

    def hang(machine: Host) -> Found:
        release.wait(30)
        return ok("late")

    try:
        finding = _within_its_time(host(tmp_path), Probe("hangs", hang, "hangs", deadline_s=0.05))
    finally:
        release.set()
    assert finding.status == "fail"
    assert "no answer within" in finding.message


def test_a_probe_that_fails_is_told_and_the_others_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall(machine: Host) -> Found:
        raise ZeroDivisionError("by zero")

    broken = {"disk": replace(PROBES["disk"], look=fall)}
    monkeypatch.setattr("daemon.machine.check.probes.PROBES", {**PROBES, **broken})
    report = check(host(tmp_path), ["disk", "clock"])
    assert [finding.status for finding in report.findings] == ["fail", "ok"]
    assert "ZeroDivisionError" in report.findings[0].message


def test_a_command_that_takes_too_long_is_ended() -> None:
    assert run_command(["sleep", "30"], timeout_s=0.1).code is None
    assert run_command(["no-such-command-at-all"], timeout_s=1).code is None
    assert run_command(["true"], timeout_s=10).ok


def test_the_command_prints_lines_or_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = ["--state", str(tmp_path), "check", "--only", "configuration", "--only", "disk"]
    assert run(roomscribe, base) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [["ok", "configuration"], ["ok", "disk"]]
    assert run(roomscribe, [*base, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is True
    assert [finding["probe"] for finding in report["findings"]] == ["configuration", "disk"]


def test_the_command_ends_with_1_when_something_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    full = replace(PROBES["disk"], look=lambda machine: fail("full", "make room"))
    monkeypatch.setitem(PROBES, "disk", full)
    assert run(roomscribe, ["--state", str(tmp_path), "check", "--only", "disk", "--only", "clock"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["fail", "disk", "full"]
    assert lines[1].split() == ["->", "make", "room"]


def test_an_unknown_check_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(roomscribe, ["check", "--only", "moon"]) == 2
    assert "microphone" in capsys.readouterr().err


def test_what_an_advice_uses_and_this_machine_lacks_is_named_with_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    quiet = json.dumps(HEARD | {"mean_dbfs": -75.0, "loudest_dbfs": -70.0})
    machine = host(tmp_path, answers={sys.executable: quiet})
    finding = found(replace(machine, which=lambda name: None), "microphone")
    assert "`alsamixer`" in (finding.advice or "")
    assert finding.install == "sudo apt install alsa-utils"
    assert found(replace(machine, which=lambda name: f"/usr/bin/{name}"), "microphone").install is None


@pytest.mark.parametrize(
    ("board", "says"),
    [("Raspberry Pi 5 Model B Rev 1.0\0", "/boot/firmware/cmdline.txt"), (None, "/etc/default/grub")],
)
def test_the_kernels_command_line_is_where_this_machine_has_it(
    tmp_path: Path, board: str | None, says: str
) -> None:
    files = {
        "proc/meminfo": MEMINFO.format(available=4_000_000),
        "sys/fs/cgroup/cgroup.controllers": "cpu io",
    }
    if board:
        files["proc/device-tree/model"] = board
    advice = found(host(tmp_path, files), "memory").advice
    assert advice is not None
    assert re.findall(r"/\w+/\w+/[\w.]+", advice) == [says]
