"""One version takes another's place: verified, laid beside it, tried, and taken back if it does worse.

Only for an appliance that was installed by the Debian package. docs/adr/0291 says why it is built this way.
"""
