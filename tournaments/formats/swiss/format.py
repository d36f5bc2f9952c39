"""The format of Swiss rounds."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tournaments.formats.event_format import ROUNDS, USUAL, EventFormat, FormatOptions
from tournaments.formats.format import BY_KIND, RoundFormat
from tournaments.formats.format_options import (
    MOST_ROUNDS,
    ROUND_OPTIONS,
    OptionTests,
    are_strings,
    is_one_of,
    is_whole_number,
)
from tournaments.formats.graph import SWISS
from tournaments.formats.pairing import PairedRound, PairingCard, PairingRequest
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.swiss import options as swiss_options
from tournaments.formats.swiss.acceleration import ACCELERATIONS, virtual_points
from tournaments.formats.swiss.pairing_methods import METHODS
from tournaments.formats.swiss.round_pairing import pair_round, pair_waiting
from tournaments.formats.translatable import gettext_noop

# Fields of forms for the options of Swiss rounds.
SWISS_FIELDS = ("rounds", "method", "ties")


class Swiss(RoundFormat):
    """A fixed number of rounds between players of equal score."""

    name, title = "swiss", gettext_noop("Swiss")
    options: ClassVar[OptionTests] = {
        **ROUND_OPTIONS,
        "apart": are_strings,
        "method": is_one_of(*METHODS),
        "first_method": is_one_of(*METHODS),
        "acceleration": is_one_of(*ACCELERATIONS),
        "no_half_byes_last": is_whole_number(0, MOST_ROUNDS),
    }
    can_be_drawn = True
    keeps_apart_by = BY_KIND
    grants_byes = True
    pairs_by_own_scoring = True
    has_report = True

    def round_count(self, stage: Stage, entrants: int) -> int:
        """Return the planned number of rounds, else as many as leave one undefeated entry."""
        return swiss_options.round_count(stage.options, entrants)

    def pair_round(self, request: PairingRequest) -> PairedRound:
        """Return the best possible round."""
        return pair_round(request)

    def pair_waiting(self, request: PairingRequest, waiting: Sequence[PairingCard]) -> PairedRound:
        """Return the pairings of waiting players, by scores with the acceleration of the whole field."""
        return pair_waiting(request, waiting)

    def virtual_points(self, options: Mapping[str, Any], number: int, entrants: int) -> int:
        """Return the virtual points of the accelerated group; 2 are a win."""
        return virtual_points(options, number, entrants)


def make_swiss_stage(format_options: FormatOptions) -> Stage:
    """Return the stage of Swiss rounds with the chosen options."""
    options: dict[str, object] = {
        "rounds": format_options.rounds,
        "method": format_options.method,
        **format_options.table_options(),
    }
    if format_options.first_method not in {"", format_options.method}:
        options["first_method"] = format_options.first_method
    if format_options.acceleration != "none":
        options["acceleration"] = format_options.acceleration
    if format_options.apart:
        options["apart"] = list(format_options.apart)
    return Stage(SWISS, "swiss", options=options, lengths=format_options.main)


def make_swiss_plan(format_options: FormatOptions) -> Plan:
    """Return the plan of Swiss rounds alone."""
    return Plan((make_swiss_stage(format_options),))


SWISS_EVENT = EventFormat(
    "swiss",
    gettext_noop("Swiss"),
    gettext_noop("A fixed number of rounds; players with equal scores meet."),
    make_swiss_plan,
    ("length", *SWISS_FIELDS, "apart"),
    USUAL,
    layout=ROUNDS,
)
