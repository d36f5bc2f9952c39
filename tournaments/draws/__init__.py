"""The formats by name: those whose pairings are all known at the draw, and those of rounds. No logic."""

from collections.abc import Mapping

from tournaments.draws.formats import STATIC_FORMATS
from tournaments.draws.plan import Format
from tournaments.draws.rounds import ROUND_FORMATS

FORMATS: Mapping[str, Format] = {**STATIC_FORMATS, **ROUND_FORMATS}
