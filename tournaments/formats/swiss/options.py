"""Options of Swiss rounds: the number of rounds, requested byes."""

from collections.abc import Mapping
from typing import Any

from tournaments.formats.pairing import HALF_BYE, ZERO_BYE


def round_count(options: Mapping[str, Any], entrants: int) -> int:
    """Return the planned number of rounds, else as many as leave one undefeated entry."""
    return int(options.get("rounds", 0)) or max(1, (entrants - 1).bit_length())


def requested_bye(options: Mapping[str, Any], number: int, entrants: int) -> str:
    """Return the kind of a requested bye: "half", or "zero" in the last rounds if the event says so."""
    late_rounds = int(options.get("no_half_byes_last", 0))
    return ZERO_BYE if number > round_count(options, entrants) - late_rounds else HALF_BYE
