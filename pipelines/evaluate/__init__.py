"""How good drafts are, measured on meetings that people have annotated."""
