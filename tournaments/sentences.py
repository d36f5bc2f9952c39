"""The sentences of all refusals of the core, and which of them mean that somebody may not do it."""

from tournaments.importing.messages import IMPORTS
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
from tournaments.people.messages import CLUBS
from tournaments.people.messages import FORBIDDEN as CLUBS_FORBIDDEN
from tournaments.ratings.messages import RATINGS
from tournaments.seasons.messages import SEASONS

# No code occurs in two of them.
REFUSAL_TABLES = (
    *(BREAKS, DESK, DRAWS, EXCHANGE, ROUNDS, SETTINGS, STAGES, UPKEEP, TOKENS),
    *(RATINGS, SEASONS, CLUBS, IMPORTS),
)
SENTENCES = {code: text for table in REFUSAL_TABLES for code, text in table.items()}
FORBIDDEN = DESK_FORBIDDEN | CLUBS_FORBIDDEN
