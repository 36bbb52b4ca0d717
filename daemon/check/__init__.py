"""`roomscribe check`: is this machine fit to be the appliance, and are its guarantees kept?"""

from daemon.check.finding import Finding, Status
from daemon.check.host import Host
from daemon.check.probes import PROBES
from daemon.check.report import Report, check

__all__ = ["PROBES", "Finding", "Host", "Report", "Status", "check"]
