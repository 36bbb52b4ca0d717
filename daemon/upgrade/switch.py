"""`VERSION/bin/python -m daemon.upgrade.switch`: takes the machine from this version to another."""

from daemon.machine.upgrade.switch import main

if __name__ == "__main__":
    main()
