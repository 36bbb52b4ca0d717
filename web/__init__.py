"""The page that shows notes: routes, templates and access rules."""
