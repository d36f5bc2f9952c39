"""Registry of stage formats and event formats; a new one is added here, and in the checker."""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.formats.contingent import PlayOffOfThree
from tournaments.formats.event_formats import ALL_EVENT_FORMATS, EventFormat, FormatOptions
from tournaments.formats.feed_in import FeedIn
from tournaments.formats.final import Final
from tournaments.formats.format import Format
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import Consolation, Knockout
from tournaments.formats.lives import LivesFormat
from tournaments.formats.plan import Plan, Stage
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
# In the order they are offered.
EVENT_FORMATS: Mapping[str, EventFormat] = MappingProxyType(
    {scheme.name: scheme for scheme in ALL_EVENT_FORMATS}
)
# For fields that select a variant, the further fields each choice needs.
VARIANTS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {name: choices for scheme in EVENT_FORMATS.values() for name, choices in scheme.variants.items()}
)


def format_of(stage: Stage) -> Format:
    """Return the format of a stage."""
    return FORMATS[stage.format]


def make_plan(scheme: str, format_options: FormatOptions) -> Plan:
    """Return the plan of an event of this event format."""
    return EVENT_FORMATS[scheme].plan(format_options)
