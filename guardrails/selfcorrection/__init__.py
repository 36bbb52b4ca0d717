"""A draft that was left in the text: the last attempt is kept."""
