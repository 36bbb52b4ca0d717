"""The process that the solver runs in, started for one problem and gone with it."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence


def run_solver(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
    """What `command` writes when `sent` is its input; a `guardrails.logic.solver.Run`.

    OSError where it does not start or fails, TimeoutError where it takes longer than `limit_s`; it is dead
    when this returns. Started from the process that the checks run in, it belongs to that one's group and is
    killed with it.
    """
    try:
        done = subprocess.run(
            command,
            input=sent,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # it would quote what was said
            timeout=limit_s,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"not done within {limit_s:.1f} s") from None
    except subprocess.CalledProcessError as error:
        raise OSError(f"it ended with {error.returncode}") from None
    return done.stdout
