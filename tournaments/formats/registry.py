"""The formats by name. A new format is entered here, and in the registry of the checker."""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.formats.contingent import PlayOffOfThree
from tournaments.formats.feed_in import FeedIn
from tournaments.formats.final import Final
from tournaments.formats.format import Format
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import Consolation, Knockout
from tournaments.formats.lives import LivesFormat
from tournaments.formats.plan import Stage
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.score_swiss import ScoreSwiss
from tournaments.formats.swiss.format import Swiss

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        form.name: form
        for form in (
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


def format_of(stage: Stage) -> Format:
    """The format a stage is played as."""
    return FORMATS[stage.format]
