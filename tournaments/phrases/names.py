"""Names of flights, rounds and seats."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.draws.field import (
    BACKDRAW,
    CONSOLATION,
    FINAL,
    GROUP,
    LADDER,
    LAST_CHANCE,
    LEAGUE,
    LETTERS,
    LIVES,
    MAIN,
    MINI,
    PLAYOFF,
    SIDE,
    SWISS,
    letters_of,
)

FLIGHT_NAMES: dict[str, str | Promise] = {
    MAIN: _("Main"),
    CONSOLATION: _("Consolation"),
    LAST_CHANCE: _("Last chance"),
    BACKDRAW: _("Backdraw"),
    FINAL: _("Final"),
    SWISS: _("Swiss"),
    LIVES: _("Lives"),
    LADDER: _("Ladder"),
    LEAGUE: _("League"),
    GROUP: _("Group"),
    MINI: _("Mini knockout"),
    PLAYOFF: _("Play-off"),
    SIDE: _("Side event"),
}

ROUND_NAMES: dict[int, str | Promise] = {
    1: _("Final"),
    2: _("Semi-final"),
    4: _("Quarter-final"),
    8: _("Last 16"),
    16: _("Last 32"),
    32: _("Last 64"),
    64: _("Last 128"),
    128: _("Last 256"),
    256: _("Last 512"),
}


def flight_name(flight: str) -> str:
    """The name of a flight: "main" Main, "group_2" Group B."""
    if flight in FLIGHT_NAMES:
        return str(FLIGHT_NAMES[flight])
    kind = flight.rpartition("_")[0]
    return f"{FLIGHT_NAMES[kind]} {letters_of(flight).removeprefix(LETTERS[kind])}"


def round_name(winners: int) -> str:
    """The name of a round by the number of players who come through it: 1 is the final."""
    return str(ROUND_NAMES[winners])


def round_title(flight: str, winners: int) -> str:
    """Bracket and round, as players see it above their match."""
    return f"{flight_name(flight)} · {round_name(winners)}"


def seat_name(origin: str, pairing: str) -> str:
    """What stands on a seat nobody has yet: where its player will come from."""
    if origin == "winner":
        return gettext("Winner of %(pairing)s") % {"pairing": pairing}
    if origin == "loser":
        return gettext("Loser of %(pairing)s") % {"pairing": pairing}
    if origin == "first_loss":
        return gettext("First-match loser of %(pairing)s") % {"pairing": pairing}
    return gettext("Bye")
