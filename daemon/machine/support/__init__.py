"""`roomscribe support`: what a bug report needs to know of this machine, without a word of any meeting."""

from daemon.machine.support.report import report

__all__ = ["report"]
