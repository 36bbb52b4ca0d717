"""What every part stands on: paths, durable files, locks, clock, log, systemd, configuration, confinement."""
