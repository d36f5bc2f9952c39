"""The formats by name: those whose pairings are all known at the draw, and those of rounds. No logic."""

from collections.abc import Mapping

from tournaments.formats.formats import STATIC_FORMATS
from tournaments.formats.plan import Format
from tournaments.formats.rounds import ROUND_FORMATS

FORMATS: Mapping[str, Format] = {**STATIC_FORMATS, **ROUND_FORMATS}
