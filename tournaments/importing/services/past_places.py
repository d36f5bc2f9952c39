"""Opponents of imported results, and places and points, written for their players."""

from collections.abc import Mapping, Sequence
from datetime import date

from matches.models import Player
from matches.names import fold_name
from matches.services import imported_results
from rules.errors import Refusal
from tournaments.exchange.past_results import PastRow, PlaceRow, PointsRow
from tournaments.importing.queries.named_players import NamedPlayer
from tournaments.models import PastEvening, PastPlace, PastPoints

BATCH_SIZE = 500
# Players by folded name.
People = Mapping[str, Player]
# The day and the name of a tournament of the file.
PastTournament = tuple[date, str]


def check_opponents(
    rows: Sequence[PastRow], groups: Sequence[tuple[Sequence[NamedPlayer], Player | None]]
) -> None:
    """Raise `past_one_person` for a match whose two names are chosen to be one person."""
    persons = {
        fold_name(one.name): (player.pk if player else -place, player.desk_name if player else one.name)
        for place, (group, player) in enumerate(groups, start=1)
        for one in group
    }
    for row in rows:
        one, other = persons[fold_name(row.one)], persons[fold_name(row.other)]
        if one[0] == other[0]:
            line = row.row or row.line
            described_row = f"{line} ({row.sheet})" if row.sheet else str(line)
            raise Refusal("past_one_person", row=described_row, one=row.one, other=row.other, name=one[1])


def write_places(
    places: Sequence[PlaceRow], people: People, evenings: Mapping[PastTournament, PastEvening]
) -> None:
    """Write the places. Raises `past_choice_unknown` if two names of a flight are the same person."""
    place_keys = [
        (evenings[row.day, row.evening].pk, row.flight, people[fold_name(row.name)]) for row in places
    ]
    unique_keys: set[tuple[int, str, int]] = set()
    for evening, flight, player in place_keys:
        if (evening, flight, player.pk) in unique_keys:
            raise Refusal("past_choice_unknown", choice=player.name[:40])
        unique_keys.add((evening, flight, player.pk))
    rows = [
        (evening, player.pk, flight, row.first, row.last, row.field, row.line)
        for row, (evening, flight, player) in zip(places, place_keys, strict=True)
    ]
    imported_results.insert_rows(
        PastPlace, ("evening", "player", "flight", "first", "last", "field", "line"), rows
    )


def write_points(
    points: Sequence[PointsRow], people: People, evenings: Mapping[PastTournament, PastEvening]
) -> None:
    """Write the points. Raises `past_choice_unknown` if two rows of an evening are the same person."""
    unique_keys: set[tuple[int, int]] = set()
    for row in points:
        key = evenings[row.day, row.evening].pk, people[fold_name(row.name)].pk
        if key in unique_keys:
            raise Refusal("past_choice_unknown", choice=row.name[:40])
        unique_keys.add(key)
    PastPoints.objects.bulk_create(
        (
            PastPoints(
                evening=evenings[row.day, row.evening],
                player=people[fold_name(row.name)],
                points=row.points,
                line=row.line,
            )
            for row in points
        ),
        batch_size=BATCH_SIZE,
    )
