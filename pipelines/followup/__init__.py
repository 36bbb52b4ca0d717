"""What a later meeting says about an earlier promise: "Did you send the report?" "Yes, yesterday."

It only suggests: a person confirms that an item is done. So it would rather miss one than disturb with a
wrong one. English and German; of a meeting in another language nothing is suggested.
"""

from pipelines.followup.reading import Kept, kept_promises
from pipelines.followup.tongue import Promise

__all__ = ["Kept", "Promise", "kept_promises"]
