"""Programs that one version runs of another, so that their names stay whatever moves."""
