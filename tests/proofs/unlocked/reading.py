"""Replace the function that locks a match by one that only reads it."""

from importlib import import_module
from typing import Any


def remove_locks() -> None:
    """Replace `matches.services.match_rows.lock_match` by a function that reads the match without a lock."""
    match_rows = import_module("matches.services.match_rows")
    matches = import_module("matches.models").Match
    assert callable(match_rows.lock_match), "the negative control must replace the function in use"

    def read_match(match: Any) -> Any:
        return matches.objects.select_related("desk", "white", "black", "table").get(pk=match.pk)

    match_rows.lock_match = read_match
