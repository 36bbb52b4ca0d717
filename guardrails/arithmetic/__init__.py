"""A figure in a claim was said, or follows from what was said, or is marked."""
