"""What is said of stages that are planned: formats, where people come from, what could be added."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FORMATS: Mapping[str, str | Promise] = {
    "knockout": _("Knockout"),
    "consolation": _("Knockout of first-match losers"),
    "feed_in": _("Progressive consolation"),
    "final": _("Final"),
    "round_robin": _("Round robin"),
    "groups": _("Groups"),
    "contingent": _("Play-off of three"),
    "swiss": _("Swiss"),
    "lives": _("Lives"),
    "score_swiss": _("Swiss by points"),
}

ADDITIONS: Mapping[str, str | Promise] = {
    "consolation": _("A consolation for who loses the first match"),
    "last_chance": _("A last chance for who loses in the first rounds of the consolation"),
    "main": _("A knockout of the best"),
    "playoff": _("The play-off of three, when three of one record are left"),
}

FEEDS: Mapping[str, str | Promise] = {
    "entries": _("everybody who is entered"),
    "first_losses": _("who loses the first match in %(flights)s"),
    "losers": _("who loses in %(flights)s"),
    "lives": _("who has lives left in %(flights)s"),
    "places": _("places %(first)s to %(last)s of %(flights)s"),
}


def feed_of(code: str, flights: str, first: int, last: int) -> str:
    """Where the people of a stage come from, in words."""
    return str(FEEDS[code]) % {"flights": flights, "first": first, "last": last}
