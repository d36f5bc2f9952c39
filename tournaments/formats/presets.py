"""Plans that are chosen by one word: the events people run most."""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.formats.field import CONSOLATION, MAIN
from tournaments.formats.plan import FIRST_LOSSES, Feed, Plan, Stage

KNOCKOUT = Stage(MAIN, "knockout")
FIRST_MATCH = Stage(CONSOLATION, "consolation", Feed(FIRST_LOSSES, MAIN))

PRESETS: Mapping[str, Plan] = MappingProxyType(
    {
        "knockout": Plan((KNOCKOUT,)),
        "knockout_consolation": Plan((KNOCKOUT, FIRST_MATCH)),
    }
)
