"""Whom the names of earlier lists of a club were answered to mean."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.timezone import localtime

from matches.models import Player
from matches.names import add_distinction, fold_name
from matches.queries.people import canonical_key, get_spellings
from tournaments.models import AnsweredName


@dataclass(frozen=True, slots=True)
class NameAnswer:
    """Whom a written name was last answered to mean: the player (key), in which list, on which day.

    `person` is the key of the shown spelling of the player.

    `is_new`: the answer was that it is another person, new in the club.
    """

    player: int
    person: int
    is_new: bool
    list_name: str
    on: date


def fold_written_name(name: str, mark: str = "") -> str:
    """Return a name of a list as answers about it are compared, with what stands in brackets behind it."""
    return fold_name(add_distinction(name, mark))


def get_name_answers(club: int) -> Mapping[str, NameAnswer]:
    """Return the last answer about each written name (as `fold_written_name`) of a club. One query."""
    rows = AnsweredName.objects.filter(club=club, player__anonymised_at=None).order_by("pk")
    columns = rows.values_list("folded", "player", canonical_key("player"), "is_new", "list_name", "at")
    return {
        folded: NameAnswer(player, person, is_new, list_name, localtime(at).date())
        for folded, player, person, is_new, list_name, at in columns
    }


def export_answered_names(player: Player) -> list[dict[str, Any]]:
    """Return the names of lists that were answered to be a person, for their own data."""
    rows = AnsweredName.objects.filter(player__in=get_spellings(player)).select_related("club").order_by("pk")
    return [
        {"club": row.club.name, "name": row.written_name, "list": row.list_name, "at": row.at.isoformat()}
        for row in rows
    ]
