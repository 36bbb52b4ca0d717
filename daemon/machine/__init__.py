"""The machine as a whole: whether it is fit, which version it runs, and what a bug report tells of it."""
