"""The notes of all meetings: stored, searched, asked about, exported, backed up and deleted."""
