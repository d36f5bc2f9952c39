"""Where the seats of a pairing come from, read as text: the same words are not taken apart again."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast

# So many feeds a process knows: a few events of the largest size.
KNOWN = 8192
FEEDS = Cast("feeds", TextField())


@lru_cache(maxsize=KNOWN)
def feeds_of(text: str) -> Mapping[str, Mapping[str, Any]]:
    """What the text of a pairing's `feeds` says."""
    told: Mapping[str, Mapping[str, Any]] = json.loads(text)
    return told
