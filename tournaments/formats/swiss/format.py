"""Swiss rounds as a format."""

from collections.abc import Mapping
from typing import Any, ClassVar

from tournaments.formats.format import (
    BY_KIND,
    MOST_ROUNDS,
    ROUND_OPTIONS,
    OptionTests,
    RoundFormat,
    one_of,
    whole_number,
)
from tournaments.formats.pairing import PairedRound, Request
from tournaments.formats.plan import Stage
from tournaments.formats.swiss import options as swiss_options
from tournaments.formats.swiss import rounds
from tournaments.formats.swiss.options import KINDS, METHODS


class Swiss(RoundFormat):
    """A fixed number of rounds between players of equal score."""

    name = "swiss"
    options: ClassVar[OptionTests] = {
        **ROUND_OPTIONS,
        "method": one_of(*METHODS),
        "first_method": one_of(*METHODS),
        "acceleration": one_of(*KINDS),
        "no_half_byes_last": whole_number(0, MOST_ROUNDS),
    }
    can_be_drawn = True
    keeps_apart_by = BY_KIND
    grants_byes = True
    pairs_by_own_scoring = True
    has_report = True

    def round_count(self, stage: Stage, entrants: int) -> int:
        """Return the chosen number, else as many as separate one clear winner."""
        return swiss_options.rounds(stage.options, entrants)

    def pair_round(self, request: Request) -> PairedRound:
        """Return the best possible round."""
        return rounds.pair(request)

    def virtual_points(self, options: Mapping[str, Any], number: int, entrants: int) -> int:
        """Return the virtual points of the accelerated group, two for a win."""
        return swiss_options.virtual_points(options, number, entrants)
