"""Swiss rounds by the running score (Stavrou): from the leader down, each meets the nearest possible.

A win counts 100 plus the difference in points, a loss subtracts the difference, a bye counts 100
(`RoundContext.by_margin`). As scores are rarely equal there are no score groups: rounds are paired by Monrad.
"""

from dataclasses import replace
from typing import ClassVar

from tournaments.formats.event_format import ROUNDS, SIDE, EventFormat, FormatOptions
from tournaments.formats.format import BY_KIND, RoundFormat
from tournaments.formats.format_options import ROUND_OPTIONS, OptionTests, are_strings
from tournaments.formats.graph import SWISS
from tournaments.formats.pairing import PairedRound, PairingRequest
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.swiss import options as swiss_options
from tournaments.formats.swiss.pairing_methods import MONRAD
from tournaments.formats.swiss.round_pairing import pair_round
from tournaments.formats.translatable import gettext_noop

# Default tie-breaks.
HUNDREDS = ("hundred", "wins", "head_to_head", "buchholz_cut_1")


class ScoreSwiss(RoundFormat):
    """Swiss rounds by the running score."""

    name, title = "score_swiss", gettext_noop("Swiss, scored by points")
    options: ClassVar[OptionTests] = {**ROUND_OPTIONS, "apart": are_strings}
    keeps_apart_by = BY_KIND
    grants_byes = True
    counts_margin = True
    pairing_method = MONRAD

    def round_count(self, stage: Stage, entrants: int) -> int:
        """Return the planned number of rounds, else as many as leave one undefeated entry."""
        return swiss_options.round_count(stage.options, entrants)

    def pair_round(self, request: PairingRequest) -> PairedRound:
        """Return the round: from the leader down, each meets the nearest possible."""
        return pair_round(replace(request, options={**request.options, "method": self.pairing_method}))


def make_score_swiss_plan(format_options: FormatOptions) -> Plan:
    """Return the plan of Swiss rounds by the running score."""
    table_options = {"criteria": list(HUNDREDS), **format_options.table_options()}
    options: dict[str, object] = {"rounds": format_options.rounds, **table_options}
    if format_options.apart:
        options["apart"] = list(format_options.apart)
    return Plan((Stage(SWISS, "score_swiss", options=options, lengths=format_options.main),))


SCORE_SWISS_EVENT = EventFormat(
    "score_swiss",
    gettext_noop("Swiss, scored by points"),
    gettext_noop("A win counts 100 plus the difference in points; players with similar totals meet."),
    make_score_swiss_plan,
    ("length", "rounds", "ties", "apart"),
    SIDE,
    layout=ROUNDS,
)
