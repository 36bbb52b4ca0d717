"""Counts of arrangements and named sequences: a known limit, flagged for a person."""
