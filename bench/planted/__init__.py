"""Mistakes that are planted in right claims: they show that every check runs, never how well."""
