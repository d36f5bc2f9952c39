"""What happened at a table for points, one short sentence a line; and the words of its buttons."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

# Told of one player (`who`); with opponents named the second form.
TOLD: dict[str, str | Promise] = {
    "Joined": _("%(who)s sits down"),
    "Left": _("%(who)s leaves"),
    "Threw": _("%(who)s throws a %(die)s"),
    "Opened": _("The game begins"),
    "PartnerRequested": _("The box looks for a partner"),
    "AnsweredAsPartner": _("%(who)s becomes the partner of the box"),
    "Declined": _("%(who)s will not be partner"),
    "DrewPartner": _("The lot makes %(who)s the partner of the box"),
    "DoubledAutomatically": _("Automatic double"),
    "Doubled": _("%(who)s doubles"),
    "Doubled against": _("%(who)s doubles %(against)s"),
    "Beavered": _("%(who)s raises to %(value)s"),
    "Raised": _("%(who)s raises"),
    "Raised against": _("%(who)s raises against %(against)s"),
    "Took": _("%(who)s takes"),
    "Took against": _("%(who)s takes from %(against)s"),
    "Dropped": _("%(who)s drops"),
    "Dropped against": _("%(who)s drops against %(against)s"),
    "OfferedExtra": _("%(who)s gives an extra cube"),
    "Ended": _("%(winner)s wins: %(level)s"),
    "Finished": _("%(winner)s wins: %(level)s"),
    "Scored": _("%(winner)s wins: %(level)s"),
    "Resigned": _("%(who)s gives up: %(level)s"),
    "Conceded": _("%(who)s gives up: %(level)s"),
    "Conceded against": _("%(who)s gives up to %(against)s: %(level)s"),
    "Settled": _("%(loser)s settles with %(winner)s at %(points)s"),
    "Parted": _("They part even"),
    "closed": _("The session is closed"),
    "claimed": _("%(who)s takes the seat with a phone"),
    "split": _("Two tables are made"),
    "split_off": _("This table is split off"),
    "last_two": _("The last two go on as money play at a table of their own"),
    "undone": _("Undone"),
}
SPOKEN: dict[str, str | Promise] = {
    "Doubled": pgettext_lazy("button", "Double"),
    "Doubled all": pgettext_lazy("button", "Double all"),
    "Raised": pgettext_lazy("button", "Raise"),
    "Took": pgettext_lazy("button", "Take"),
    "Dropped": pgettext_lazy("button", "Drop"),
    "Took all": pgettext_lazy("button", "Take all"),
    "Dropped all": pgettext_lazy("button", "Drop all"),
    "OfferedExtra": pgettext_lazy("button", "Give an extra cube"),
    "PartnerRequested": pgettext_lazy("button", "Look for a partner"),
    "accept": pgettext_lazy("button", "Be partner"),
    "decline": pgettext_lazy("button", "Decline"),
    "Left": pgettext_lazy("button", "Leave"),
    "DoubledAutomatically": pgettext_lazy("button", "Automatic double"),
    "Opened": pgettext_lazy("button", "Begin game %(number)s"),
    "pays": _("%(loser)s pays %(winner)s"),
}
PARTIES: dict[str, str | Promise] = {"box": _("The box"), "team": _("The team")}
LEVELS = {1: "single", 2: "gammon", 3: "backgammon"}


def told(data: Mapping[str, Any], holders: Mapping[str, str], words: Mapping[str, Any]) -> str:
    """An event as a sentence. `data` is the event as plain data, `holders` who has White and Black,
    `words` the labels of levels and kinds of game."""
    who = data.get("by") or data.get("player") or _name(data.get("side"), holders)
    level = data.get("level", 1)
    facts = {
        **data,
        "who": who,
        "against": ", ".join(data.get("against", ())),
        "winner": _name(data.get("winner"), holders),
        "loser": data.get("loser") or _loser(data.get("winner"), holders),
        "level": words.get(LEVELS.get(level, str(level)), level),
    }
    return str(TOLD[_form(data)]) % facts


def _form(data: Mapping[str, Any]) -> str:
    kind = str(data["kind"])
    if kind == "AnsweredAsPartner" and not data["accepts"]:
        return "Declined"
    if kind == "Settled" and not data["points"]:
        return "Parted"
    against = f"{kind} against"
    return against if data.get("against") and against in TOLD else kind


def _name(value: Any, holders: Mapping[str, str]) -> str:
    return holders.get(value) or str(PARTIES.get(value, value)) if value else ""


def _loser(winner: Any, holders: Mapping[str, str]) -> str:
    return next((name for side, name in holders.items() if side != winner), "") if winner else ""
