"""Texts on paper: titles of sheets, and the sentences of the rule booklet: what a desk has chosen where the
rules leave the point open."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Event

CERTIFICATE_REFUSALS: Mapping[str, Any] = {
    "certificate_field_unknown": _("A sentence can have these fields and no other braces: %(fields)s."),
    "certificate_text_long": _(
        "A text is too long: at most %(most)s lines to sign on are possible, each of at most %(longest)s "
        "characters."
    ),
}

# By setting of `matches.conduct.messages.SETTINGS`: the sentence for each value.
SETTING_SENTENCES: Mapping[str, Mapping[Any, Any]] = {
    "crawford": {
        True: _("Here every match is played with the Crawford rule."),
        False: _("Here matches are played without the Crawford rule."),
    },
    "holland": {
        True: _("Here the Holland rule is played."),
        False: _("Here the Holland rule is not played."),
    },
    "dead_cube": {
        "allow": _("Here such a double is allowed."),
        "note": _("Here such a double is allowed, with a note."),
        "refuse": _("Here such a double is refused."),
    },
    "jacoby": {
        True: _("Here the Jacoby rule is played in matches too."),
        False: _("Here the Jacoby rule is not played in matches."),
    },
    "beavers": {
        True: _("Here beavers are allowed in matches too."),
        False: _("Here beavers are not allowed in matches."),
    },
    "automatic_doubles": {
        True: _("Here equal numbers on the opening roll double the cube in matches too."),
        False: _("Here there are no automatic doubles in matches."),
    },
    "recorded_plays": {
        "refuse": _("Here an illegal play in a match file is an error in the file."),
        "condone": _("Here an illegal play in a match file that was accepted is only noted."),
    },
    "illegal_plays": {
        "condone_or_correct": _("Here the opponent chooses: the play is accepted, or a legal one is made."),
        "correct": _("Here an illegal play that is noticed in time is always corrected."),
    },
    "premature_rolls": {
        "void": _("Here a premature roll is not valid and is rolled again in turn."),
        "stands": _("Here a premature roll is valid, and the opponent plays knowing the roll."),
    },
    "waives_premature": {
        True: _("Here it is valid when the opponent's play is forced or there is no contact."),
        False: _("Here there is no exception for forced plays or positions without contact."),
    },
    "dice_half": {
        "right": _("Here both dice must land flat on the half to the roller's right."),
        "either": _("Here the dice may land flat on either half of the board."),
    },
}
SETUP_TURNS = _("Here a wrong set-up can be corrected until %(count)s rolls have been made.")
NO_SETUP_TURNS = _("Here a wrong set-up cannot be corrected after the first roll.")
CHOUETTE_OPTIONS = _(
    "The options of a chouette are chosen when it is opened and are shown at its table and to all who join."
)
NO_CLOCK = _("Here matches are played without clocks, and there is no time limit for a play.")
NO_PENALTIES = _("Here lateness costs no penalty points.")
GENERAL_NAME = _("Rules of backgammon")


def make_sheet_title(event: Event, *parts: str) -> str:
    """Return the title of a sheet: tournament, event and what it shows, each named once."""
    return " · ".join(dict.fromkeys(filter(None, (event.tournament.name, event.name, *parts))))
