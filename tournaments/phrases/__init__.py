"""What this floor says, translatable: refusals, names of flights and rounds, lines of the journal."""

from tournaments.phrases.draws import DRAWS
from tournaments.phrases.engine import ENGINE
from tournaments.phrases.journal import JOURNAL, NEXT_STEPS, journal_line, next_step
from tournaments.phrases.names import (
    FLIGHT_NAMES,
    ROUND_NAMES,
    flight_name,
    round_name,
    round_title,
    seat_name,
)
from tournaments.phrases.refusals import DESK, FORBIDDEN

SENTENCES = {**DESK, **DRAWS, **ENGINE}

__all__ = [
    "DESK",
    "DRAWS",
    "ENGINE",
    "FLIGHT_NAMES",
    "FORBIDDEN",
    "JOURNAL",
    "NEXT_STEPS",
    "ROUND_NAMES",
    "SENTENCES",
    "flight_name",
    "journal_line",
    "next_step",
    "round_name",
    "round_title",
    "seat_name",
]
