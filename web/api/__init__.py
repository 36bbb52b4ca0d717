"""The page for programs: JSON under /api/v1, with the same access rules, described by OpenAPI 3.1.

One table of operations gives the routes, the validation of requests, and the description that is served.
"""
