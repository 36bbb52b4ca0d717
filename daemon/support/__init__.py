"""`roomscribe support`: what a bug report needs to know of this machine, without a word of any meeting."""

from daemon.support.report import report

__all__ = ["report"]
