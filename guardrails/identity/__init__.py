"""A model that speaks of itself in a note."""
