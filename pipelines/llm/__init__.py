"""The language model: its adapter, and the drafting of notes with it."""
