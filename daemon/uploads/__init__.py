"""Files that come over the network, piece by piece: kept until they are whole, then put into the inbox.

    STATE/uploads/<id>.json       what is coming, and how much of it is safely here
    STATE/uploads/<id>.<suffix>   the bytes so far

The page's threads are the only ones who write here; the watch folder takes over from the inbox.
"""

from daemon.uploads.arrivals import PIECE_BYTES, Arrivals, Offer, Upload, forget_finished
from daemon.uploads.errors import UploadBusyError, UploadGoneError, UploadOffsetError

__all__ = [
    "PIECE_BYTES",
    "Arrivals",
    "Offer",
    "Upload",
    "UploadBusyError",
    "UploadGoneError",
    "UploadOffsetError",
    "forget_finished",
]
