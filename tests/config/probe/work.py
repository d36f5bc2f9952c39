"""An outbox handler whose effect can be counted: every committed run leaves one notice."""

import time
from typing import Any

from matches.models import Notice
from matches.services.outbox import DATABASE_HANDLERS


def mark(payload: dict[str, Any]) -> None:
    """Leave a notice of kind `name`, then take `seconds` before the transaction ends."""
    Notice.objects.create(topic="match:marks", kind=payload["name"])
    time.sleep(payload["seconds"])


DATABASE_HANDLERS["probe-mark"] = mark
