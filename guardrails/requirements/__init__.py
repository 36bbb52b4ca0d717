"""Requirements on a text: divided, verified in code one by one, refined only where they fail."""
