"""A small set of meetings and tasks that ships with the product, to try installed models on."""
