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

# Event formats: what each is called, and what it means.
SCHEME_TEXTS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "knockout_consolation": (_("Knockout with consolation"), _("Who loses the first match plays on.")),
    "progressive": (
        _("Knockout, progressive consolation, last chance"),
        _("Losers of later rounds join the consolation; its first losers get a last chance."),
    ),
    "knockout": (_("Knockout"), _("Who loses is out.")),
    "swiss": (_("Swiss"), _("A fixed number of rounds for everybody; those of equal score meet.")),
    "double": (_("Double elimination"), _("Who has lost twice is out.")),
    "swiss_and_knockout": (_("Swiss, then knockout"), _("The best of the Swiss rounds play a knockout.")),
    "groups": (_("Groups, then knockout"), _("The best of each group play a knockout.")),
    "round_robin": (_("Round robin"), _("Everybody meets everybody.")),
    "lives": (_("Lives"), _("Rounds until one is left: who has lost all lives is out.")),
    "blitz": (_("Blitz to one point"), _("Every match is one game without the cube.")),
    "jackpot": (
        _("Jackpot"),
        _("A small knockout starts when it is full, and the next one opens."),
    ),
    "mini": (
        _("Mini knockouts as people arrive"),
        _("Whoever comes or has lost waits for the next small knockout, shorter later on."),
    ),
    "score_swiss": (
        _("Swiss by points"),
        _("A win counts a hundred and the difference in points; those of near counts meet."),
    ),
    "pr_event": (
        _("PR event"),
        _("A point for the match and a point for the lower performance rating in it."),
    ),
}
# Where event formats are offered; the usual ones stand open.
SCHEME_GROUPS: Mapping[str, str | Promise] = {
    "usual": "",
    "more": _("More formats"),
    "side": _("Side events and club nights"),
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
