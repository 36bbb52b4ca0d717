"""`VERSION/bin/python -m daemon.upgrade.trial [notes]`: what a version shows of itself before it may run."""

from daemon.cli.trial import run

if __name__ == "__main__":
    run()
