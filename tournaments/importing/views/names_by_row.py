"""The names of a list of results that can be answered row by row, as the page shows them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext

from matches.states import format_score
from tournaments.exchange.lists.names_by_row import OTHER, NamedRow, list_named_rows
from tournaments.exchange.past_results import ParsedResults, PastRow, PlaceRow
from tournaments.importing.queries.named_players import NamedPlayer
from tournaments.messages.tie_break_texts import describe_points
from tournaments.web.list_forms import ANSWER
from tournaments.web.list_messages import describe_row

# Of rows that are shown for one name.
MOST_ROWS = 60
FEWEST_PEOPLE, FEWEST_ROWS = 2, 2


def list_names_by_row(
    results: ParsedResults, names: Sequence[NamedPlayer], answers: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the names of several rows that may mean several people, with what each row says.

    `results` and `names` are those of the file, before the answers about single rows.
    """
    rows_by_name: defaultdict[str, list[NamedRow]] = defaultdict(list)
    for named_row in list_named_rows(results):
        rows_by_name[named_row.name].append(named_row)
    doubtful = [
        one
        for one in names
        if one.needs_choice
        and len(one.near) >= FEWEST_PEOPLE
        and FEWEST_ROWS <= len(rows_by_name[one.name]) <= MOST_ROWS
    ]
    return [
        {
            "name": one.name,
            "people": [candidate.name for candidate in one.near],
            "rows": [_describe(named_row, answers) for named_row in rows_by_name[one.name]],
            "is_open": any(named_row.key in answers for named_row in rows_by_name[one.name]),
        }
        for one in doubtful
    ]


def _describe(named_row: NamedRow, answers: Mapping[str, str]) -> dict[str, str]:
    return {
        "field": f"{ANSWER}{named_row.key}",
        "text": _describe_row(named_row),
        "answer": answers.get(named_row.key, ""),
    }


def _describe_row(named_row: NamedRow) -> str:
    """Return what a row says: its number, the day, and the opponent with the score, place or points."""
    row = named_row.row
    parts = [describe_row(getattr(row, "row", 0) or row.line, getattr(row, "sheet", ""))]
    parts.append(date_format(row.day, "j F Y"))
    if isinstance(row, PastRow):
        opponent, score = (row.one, row.score[::-1]) if named_row.side == OTHER else (row.other, row.score)
        parts.append(gettext("against %(name)s") % {"name": opponent})
        parts.append(format_score(score, is_loser_score_known=row.is_loser_score_known))
    elif isinstance(row, PlaceRow):
        parts.append(gettext("place %(place)s") % {"place": row.first})
    else:
        parts.append(describe_points(Fraction(row.points)))
    return ", ".join(filter(None, parts))
