"""What a later meeting says about an earlier promise: "Did you send the report?" "Yes, yesterday."

It only suggests: a person confirms that an item is done. So it would rather miss one than disturb with a
wrong one. Of a meeting in a language without a data file nothing is suggested.
"""

from pipelines.followup.reading import Kept, Promise, kept_promises

__all__ = ["Kept", "Promise", "kept_promises"]
