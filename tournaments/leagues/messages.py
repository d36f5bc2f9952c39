"""Why something in a league is refused, and where everybody plays next season."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.standings import divisions

LEAGUES: dict[str, str | Promise] = {
    "league_open": _("%(event)s is not over yet: something is still to be played."),
    "nothing_proposed": _("Name a day and time, or write a word."),
    "own_proposal": _("This is your own proposal. The other player agrees to it."),
    "playoff_not_due": _("No play-off of %(event)s can be drawn now."),
    "audit_league": _("The season of %(event)s is missing beside its event."),
}

PLACINGS: Mapping[str, str | Promise] = {
    divisions.CHAMPION: _("Champion"),
    divisions.STAYS: _("Stays"),
    divisions.GOES_UP: _("Goes up, place %(place)s"),
    divisions.GOES_DOWN: _("Goes down, place %(place)s"),
    divisions.LEFT: _("Has left the league"),
    divisions.WON_PLAYOFF: _("Won the play-off"),
    divisions.LOST_PLAYOFF: _("Lost the play-off"),
}


def placing(cause: str, place: int, is_by_lot: bool) -> str:
    """Why somebody plays where he does next season."""
    said = str(PLACINGS[cause]) % {"place": place}
    return gettext("%(cause)s (shared, parted by lot)") % {"cause": said} if is_by_lot else said
