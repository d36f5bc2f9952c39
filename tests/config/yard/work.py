"""Outbox work whose effect can be counted: every run that counts leaves one notice."""

import time
from typing import Any

from django.apps import apps


def mark(payload: dict[str, Any]) -> None:
    """Leave a notice of kind `name`, then take `seconds` before the transaction ends."""
    apps.get_model("matches", "Notice").objects.create(topic="match:marks", kind=payload["name"])
    time.sleep(payload.get("seconds", 0))
