"""Registry of the formats of stages and of the event formats."""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.formats.double_elimination_final import Final
from tournaments.formats.event_format import EventFormat, FormatOptions
from tournaments.formats.event_formats import (
    BLITZ_EVENT,
    DOUBLE_EVENT,
    GROUPS_EVENT,
    JACKPOT_EVENT,
    KNOCKOUT_CONSOLATION_EVENT,
    KNOCKOUT_EVENT,
    MINI_EVENT,
    PR_EVENT,
    PROGRESSIVE_EVENT,
    SWISS_AND_KNOCKOUT_EVENT,
)
from tournaments.formats.feed_in import FeedIn
from tournaments.formats.format import Format
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import Consolation, Knockout
from tournaments.formats.lives import LIVES_EVENT, LivesFormat
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.play_off_of_three import PlayOffOfThree
from tournaments.formats.round_robin import ROUND_ROBIN_EVENT, RoundRobin
from tournaments.formats.score_swiss import SCORE_SWISS_EVENT, ScoreSwiss
from tournaments.formats.swiss.format import SWISS_EVENT, Swiss

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        stage_format.name: stage_format
        for stage_format in (
            Knockout(),
            Consolation(),
            FeedIn(),
            Final(),
            RoundRobin(),
            Groups(),
            PlayOffOfThree(),
            Swiss(),
            LivesFormat(),
            ScoreSwiss(),
        )
    }
)
# In the order in which forms offer them.
EVENT_FORMATS: Mapping[str, EventFormat] = MappingProxyType(
    {
        event_format.name: event_format
        for event_format in (
            KNOCKOUT_CONSOLATION_EVENT,
            PROGRESSIVE_EVENT,
            KNOCKOUT_EVENT,
            SWISS_EVENT,
            DOUBLE_EVENT,
            SWISS_AND_KNOCKOUT_EVENT,
            GROUPS_EVENT,
            ROUND_ROBIN_EVENT,
            LIVES_EVENT,
            BLITZ_EVENT,
            JACKPOT_EVENT,
            MINI_EVENT,
            SCORE_SWISS_EVENT,
            PR_EVENT,
        )
    }
)
# Form field -> its value -> further form fields that this value needs.
VARIANTS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        name: choices
        for event_format in EVENT_FORMATS.values()
        for name, choices in event_format.variants.items()
    }
)


def format_of(stage: Stage) -> Format:
    """Return the format of a stage."""
    return FORMATS[stage.format]


def make_plan(event_format: str, format_options: FormatOptions) -> Plan:
    """Return the plan of an event, by the name of its event format and the director's options."""
    return EVENT_FORMATS[event_format].plan(format_options)
