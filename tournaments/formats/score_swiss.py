"""Swiss rounds by the running count of points (Stavrou): from the leader down each meets the nearest he
may.

A win counts a hundred and the difference in points on top, a defeat takes the difference away, a bye is
worth a hundred (`cards` counts so when it is asked to). Nearly everybody has a count of his own, so there
are no groups to keep together: the round is paired as by Monrad.
"""

from dataclasses import replace
from typing import ClassVar

from tournaments.formats.format import BY_KIND, ROUND_OPTIONS, OptionTests, RoundFormat
from tournaments.formats.pairing import Request, Round
from tournaments.formats.plan import Stage
from tournaments.formats.swiss import options as swiss_options
from tournaments.formats.swiss import rounds
from tournaments.formats.swiss.options import MONRAD


def pair(request: Request) -> Round:
    """The round of cards whose score is the running count; refuses as Swiss rounds do."""
    return rounds.pair(replace(request, options={**request.options, "method": MONRAD}))


class ScoreSwiss(RoundFormat):
    """Swiss rounds by the running count of points."""

    name = "score_swiss"
    options: ClassVar[OptionTests] = ROUND_OPTIONS
    keeps_apart_by = BY_KIND
    grants_byes = True
    counts_margin = True

    def round_count(self, stage: Stage, entrants: int) -> int:
        """As chosen, else as many as part one clear winner from the field."""
        return swiss_options.rounds(stage.options, entrants)

    def pair_round(self, request: Request) -> Round:
        """From the leader down each meets the nearest he may."""
        return pair(request)
