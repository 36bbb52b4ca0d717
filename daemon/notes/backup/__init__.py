"""Backups: one archive a night, read back before it counts, and put back byte for byte."""
