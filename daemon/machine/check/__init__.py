"""`roomscribe check`: is this machine fit to be the appliance, and are its guarantees kept?"""

from daemon.machine.check.host import Finding, Host, Status

__all__ = ["Finding", "Host", "Status"]
