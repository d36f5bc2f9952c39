"""The options of Swiss rounds: what holds when nothing is chosen."""

from collections.abc import Mapping
from typing import Any

from tournaments.formats.pairing import HALF_BYE, ZERO
from tournaments.formats.swiss.acceleration import NONE
from tournaments.formats.swiss.methods import SLIDE


def method(options: Mapping[str, Any], number: int = 0) -> str:
    """The method inside a score group in round `number`; slide, as in the Dutch system, when none was chosen.

    The first round may have a method of its own.
    """
    usual = options.get("method", SLIDE)
    return str(options.get("first_method", usual) if number == 1 else usual)


def acceleration(options: Mapping[str, Any]) -> str:
    """How the first rounds are accelerated: "none" when nothing was chosen."""
    return str(options.get("acceleration", NONE))


def rounds(options: Mapping[str, Any], entrants: int) -> int:
    """How many rounds are played: as chosen, else as many as part one clear winner from the field."""
    return int(options.get("rounds", 0)) or max(1, (entrants - 1).bit_length())


def requested_bye(options: Mapping[str, Any], number: int, entrants: int) -> str:
    """What a bye asked for is worth: half a point, or nothing in the last rounds where the event says so."""
    closed = int(options.get("no_half_byes_last", 0))
    return ZERO if number > rounds(options, entrants) - closed else HALF_BYE
