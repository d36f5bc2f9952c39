"""Swiss rounds by the running score (Stavrou): from the leader down, each meets the nearest possible.

A win counts 100 plus the difference in points, a loss subtracts the difference, a bye counts 100 (`cards`
scores so on request). Scores hardly ever coincide, so there are no score groups: the round is paired as by
Monrad.
"""

from dataclasses import replace
from typing import ClassVar

from tournaments.formats.format import BY_KIND, ROUND_OPTIONS, OptionTests, RoundFormat
from tournaments.formats.pairing import PairedRound, Request
from tournaments.formats.plan import Stage
from tournaments.formats.swiss import options as swiss_options
from tournaments.formats.swiss import rounds
from tournaments.formats.swiss.options import MONRAD


def pair(request: Request) -> PairedRound:
    """Return the round for cards whose score is the running score; refuses as Swiss rounds do."""
    return rounds.pair(replace(request, options={**request.options, "method": MONRAD}))


class ScoreSwiss(RoundFormat):
    """Swiss rounds by the running score."""

    name = "score_swiss"
    options: ClassVar[OptionTests] = ROUND_OPTIONS
    keeps_apart_by = BY_KIND
    grants_byes = True
    counts_margin = True

    def round_count(self, stage: Stage, entrants: int) -> int:
        """Return the chosen number, else as many as separate one clear winner."""
        return swiss_options.rounds(stage.options, entrants)

    def pair_round(self, request: Request) -> PairedRound:
        """Return the round: from the leader down, each meets the nearest possible."""
        return pair(request)
