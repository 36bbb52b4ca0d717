"""What runs for months: configuration, store, models on disk and the command line."""
