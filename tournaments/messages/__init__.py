"""Translatable texts that all subjects share: refusals, names of flights and rounds, tie-breaks, money."""

from tournaments.messages.journal import NEXT_STEPS, correction_choice, describe_entered, next_step
from tournaments.messages.names import (
    FLIGHT_NAMES,
    ROUND_NAMES,
    flight_name,
    round_heading,
    round_name,
    round_title,
    seat_name,
)

__all__ = [
    "FLIGHT_NAMES",
    "NEXT_STEPS",
    "ROUND_NAMES",
    "correction_choice",
    "describe_entered",
    "flight_name",
    "next_step",
    "round_heading",
    "round_name",
    "round_title",
    "seat_name",
]
