"""`roomscribe upgrade` and `roomscribe rollback`: another version on the appliance, and the way back."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daemon.base.errors import UpgradeError
from daemon.base.paths import SYSTEM_ETC
from pipelines.errors import BadInputError

if TYPE_CHECKING:
    from daemon.machine.upgrade.versions import Versions

_UNIT = "roomscribe-upgrade.service"
_ATTEMPTS = 5
"""systemd starts the switch again if it was killed; this many times it is waited for."""


@click.command()
@click.argument("bundle", type=click.Path(path_type=Path), metavar="BUNDLE")
@click.option(
    "--key",
    type=click.Path(path_type=Path),
    default=SYSTEM_ETC / "bundle.pub",
    show_default=True,
    metavar="FILE",
    help="minisign's public key that has to have signed it.",
)
def upgrade(bundle: Path, key: Path) -> int:
    """Switch to the version in BUNDLE, and back by itself if that one does not do as well.

    The bundle's signature and contents are verified, and the new version is tried beside the running one.
    Then the services start in it, the recorder once no meeting is recorded. If one does not start, or if
    `check` finds a new fault, the version before runs again, as after an interruption. Data and configuration
    stay. The version before stays, too, for `roomscribe rollback`.
    """
    from daemon.machine.upgrade.arrival import Arrival, packaged
    from daemon.machine.upgrade.bundle import opened
    from daemon.machine.upgrade.switch import Switch

    versions = _versions("upgrade")
    with opened(bundle, key) as content, versions.alone():
        _settle(versions)
        arrival = Arrival(content, versions)
        arrival.require_fitting()
        before, wanted = versions.get("current") or "", content.version
        click.echo(f"verified: {wanted}; laying it beside {before}")
        arrival.lay_beside()
        click.echo("trying it there")
        try:
            arrival.try_it()
        except UpgradeError:
            versions.remove_others(before, versions.get("previous") or "", packaged())
            raise
        click.echo("switching; if a meeting is recorded, the recorder follows when it has ended")
        Switch(versions).make_backup()
        if earlier := versions.get("previous"):
            versions.point("earlier", earlier)
        versions.point("previous", before)
        versions.point("trial", wanted)
        outcome = _settle(versions)
        kept = [versions.get(link) or before for link in ("current", "previous")]
        versions.remove_others(*kept, packaged())
        if versions.get("current") != wanted:
            raise UpgradeError(outcome)
        click.echo(f"{outcome}; the way back: sudo roomscribe rollback")
        weights = arrival.bring_weights()
    if weights is None:
        return 0
    click.echo(weights.out + weights.err, nl=False)
    return 0 if weights.ok else weights.code or 1


@click.command()
def rollback() -> None:
    """Return to the version that ran before the last upgrade.

    Refused, with nothing changed, if that version can't read today's notes. Data and configuration stay.
    `roomscribe upgrade` with the same bundle leads forward again.
    """
    from daemon.machine.upgrade.arrival import require_readable_notes

    versions = _versions("rollback")
    with versions.alone():
        _settle(versions)
        back, current = versions.get("previous"), versions.get("current")
        if back is None or back == current or not versions.is_there(back):
            raise BadInputError(
                f"there is no version here to return to; {current} runs. What a newer package has replaced, "
                "the older one brings back: sudo apt install --allow-downgrades ./roomscribe_OLD.deb"
            )
        require_readable_notes(versions, back)
        click.echo("switching; if a meeting is recorded, the recorder follows when it has ended")
        versions.point("trial", back)
        click.echo(_settle(versions))


def _versions(command: str) -> Versions:
    """BadInputError where there is nothing to switch, or no right to."""
    from daemon.machine.upgrade.versions import Versions

    versions = Versions()
    if os.geteuid() != 0:
        raise BadInputError(f"this changes the system; run it as root: sudo roomscribe {command}")
    if versions.get("current") is None:
        raise BadInputError(
            "this machine was not installed by the Debian package; in the checkout that it was installed "
            "from, `git pull` and `sudo make install` upgrade it"
        )
    return versions


def _settle(versions: Versions) -> str:
    """Have systemd do what the links ask for; the outcome in one line."""
    from daemon.machine.upgrade.switch import Switch

    switch = Switch(versions)
    for _ in range(_ATTEMPTS):
        if versions.get("trial") is None:
            break
        subprocess.run(["systemctl", "start", _UNIT], check=False, stderr=subprocess.DEVNULL)
    else:
        raise UpgradeError(f"the switch has not come to its end: journalctl -u {_UNIT}")
    # A trial that has failed takes no way back with it.
    if (earlier := versions.get("earlier")) and versions.get("previous") == versions.get("current"):
        versions.point("previous", earlier)
    versions.drop("earlier")
    return switch.outcome.read_text("utf-8").strip() if switch.outcome.exists() else ""
