"""`roomscribe check`: is this machine fit to be the appliance, and are its guarantees kept?"""

from daemon.machine.check.finding import Finding, Status
from daemon.machine.check.host import Host

__all__ = ["Finding", "Host", "Status"]
