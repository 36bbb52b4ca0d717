"""The way from the worker, which has no network, to a llama-server in the building (docs/adr/0310)."""
