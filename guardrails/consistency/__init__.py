"""The same item twice, and items that exclude each other: shown, never repaired."""
