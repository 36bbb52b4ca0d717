"""A note as text for people."""
