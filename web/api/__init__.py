"""The page for programs: JSON under /api/v1, by the same access rules, described by OpenAPI 3.1.

One table of operations makes the routes, checks what comes in, and is the description that is served.
"""
