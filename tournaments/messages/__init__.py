"""Translatable messages: refusals, names of flights and rounds, next steps."""

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
from tournaments.messages.refusals import (
    BREAKS,
    DESK,
    DRAWS,
    EXCHANGE,
    ROUNDS,
    SETTINGS,
    STAGES,
    TOKENS,
    UPKEEP,
)
from tournaments.messages.refusals import FORBIDDEN as DESK_FORBIDDEN
from tournaments.people.messages import CLUBS, club_log_line
from tournaments.people.messages import FORBIDDEN as CLUBS_FORBIDDEN
from tournaments.seasons.messages import SEASONS

# Messages of refusals by code; no code occurs in two of them.
REFUSAL_TABLES = (BREAKS, DESK, DRAWS, EXCHANGE, ROUNDS, SEASONS, SETTINGS, STAGES, UPKEEP, TOKENS, CLUBS)
SENTENCES = {code: text for table in REFUSAL_TABLES for code, text in table.items()}
FORBIDDEN = DESK_FORBIDDEN | CLUBS_FORBIDDEN

__all__ = [
    "BREAKS",
    "CLUBS",
    "DESK",
    "DRAWS",
    "EXCHANGE",
    "FLIGHT_NAMES",
    "FORBIDDEN",
    "NEXT_STEPS",
    "REFUSAL_TABLES",
    "ROUNDS",
    "ROUND_NAMES",
    "SEASONS",
    "SENTENCES",
    "SETTINGS",
    "STAGES",
    "club_log_line",
    "correction_choice",
    "describe_entered",
    "flight_name",
    "next_step",
    "round_heading",
    "round_name",
    "round_title",
    "seat_name",
]
