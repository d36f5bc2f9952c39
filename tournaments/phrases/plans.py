"""What is said of stages that are planned: formats, where people come from, what could be added."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FORMATS: Mapping[str, str | Promise] = {
    "knockout": _("Knockout"),
    "consolation": _("Knockout for first-match losers"),
    "feed_in": _("Progressive consolation"),
    "final": _("Final"),
    "round_robin": _("Round robin"),
    "groups": _("Groups"),
    "contingent": _("Three-way play-off"),
    "swiss": _("Swiss"),
    "lives": _("Lives"),
    "score_swiss": _("Swiss, scored by points"),
}

# Event formats: what each is called, and what it means.
SCHEME_TEXTS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "knockout_consolation": (_("Knockout with consolation"), _("First-match losers play on.")),
    "progressive": (
        _("Knockout, progressive consolation, last chance"),
        _("Losers of later rounds join the consolation; its early losers get a last chance."),
    ),
    "knockout": (_("Knockout"), _("Losers are out.")),
    "swiss": (_("Swiss"), _("A fixed number of rounds; players with equal scores meet.")),
    "double": (_("Double elimination"), _("Players are out after two losses.")),
    "swiss_and_knockout": (
        _("Swiss, then knockout"),
        _("The top players of the Swiss rounds advance to a knockout."),
    ),
    "groups": (_("Groups, then knockout"), _("The top players of each group advance to a knockout.")),
    "round_robin": (_("Round robin"), _("All players meet each other.")),
    "lives": (_("Lives"), _("Rounds until one player is left; a player with no lives left is out.")),
    "blitz": (_("1-point blitz"), _("Every match is one game without the cube.")),
    "jackpot": (
        _("Jackpot"),
        _("A mini bracket starts when it is full, and the next one opens."),
    ),
    "mini": (
        _("Rolling mini brackets"),
        _("Newcomers and losers wait for the next mini bracket; matches get shorter later on."),
    ),
    "score_swiss": (
        _("Swiss, scored by points"),
        _("A win counts 100 plus the difference in points; players with similar totals meet."),
    ),
    "pr_event": (
        _("PR event"),
        _("1 point for the match and 1 for the lower performance rating in it."),
    ),
}
# Where event formats are offered; the usual ones stand open.
SCHEME_GROUPS: Mapping[str, str | Promise] = {
    "usual": "",
    "more": _("More formats"),
    "side": _("Side events and club tournaments"),
}

ADDITIONS: Mapping[str, str | Promise] = {
    "consolation": _("Consolation for first-match losers"),
    "last_chance": _("Last chance for losers of the first consolation rounds"),
    "main": _("Knockout of the top players"),
    "playoff": _("Three-way play-off, when three players with the same record are left"),
}

FEEDS: Mapping[str, str | Promise] = {
    "entries": _("all entries"),
    "first_losses": _("first-match losers in %(flights)s"),
    "losers": _("losers in %(flights)s"),
    "lives": _("players with lives left in %(flights)s"),
    "places": _("places %(first)s to %(last)s of %(flights)s"),
}


def feed_of(code: str, flights: str, first: int, last: int) -> str:
    """Where the people of a stage come from, in words."""
    return str(FEEDS[code]) % {"flights": flights, "first": first, "last": last}
