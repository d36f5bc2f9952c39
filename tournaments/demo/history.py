"""Two years of club nights of the demo, imported as results of earlier years."""

import random
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import count

from matches.models import User
from tournaments.demo.texts import DemoTexts
from tournaments.exchange.past_results import PLAYED, ParsedResults, PastRow, PlaceRow
from tournaments.formats.graph import MAIN
from tournaments.importing.services import history_import
from tournaments.models import Club

WEEKS, FIELD, LENGTH = 104, 8, 5
# The standard deviation of the strength of the members, in points of a rating.
SPREAD = 130
SEED = 20_240_229


def list_nights(last_night: date) -> list[date]:
    """Return the nights of two years up to a day, a week apart, without those of August and at New Year."""
    nights = (last_night - timedelta(weeks=week) for week in reversed(range(WEEKS)))
    return [night for night in nights if not _is_holiday(night)]


def import_history(club: Club, texts: DemoTexts, last_night: date, director: User) -> None:
    """Import a knockout of eight members for each night of `list_nights`."""
    generator = random.Random(SEED)
    strengths = {name: generator.gauss(0, SPREAD) for name in texts.members}
    matches: list[PastRow] = []
    places: list[PlaceRow] = []
    lines = count(1)
    for night in list_nights(last_night):
        field = generator.sample(texts.members, FIELD)
        while len(field) > 1:
            rows = [
                _play_match(generator, strengths, night, texts.weekly_night, pair, line)
                for pair, line in zip(_pair_up(field), lines, strict=False)
            ]
            matches += rows
            field = [row.one if row.is_won_by_one else row.other for row in rows]
            losers = [row.other if row.is_won_by_one else row.one for row in rows]
            first, last = len(field) + 1, 2 * len(field)
            places += [
                PlaceRow(line, night, texts.weekly_night, MAIN, loser, first, last, FIELD)
                for loser, line in zip(losers, lines, strict=False)
            ]
        places.append(PlaceRow(next(lines), night, texts.weekly_night, MAIN, field[0], 1, 1, FIELD))
    results = ParsedResults(tuple(matches), places=tuple(places))
    history_import.import_results(
        club=club, name=texts.weekly_night, results=results, choices={}, by=director
    )


def _is_holiday(night: date) -> bool:
    return night.month == 8 or (night.month, night.day) >= (12, 23) or (night.month, night.day) <= (1, 3)


def _pair_up(field: Sequence[str]) -> Iterator[tuple[str, str]]:
    return zip(field[::2], field[1::2], strict=True)


def _play_match(
    generator: random.Random,
    strengths: dict[str, float],
    night: date,
    tournament: str,
    pair: tuple[str, str],
    line: int,
) -> PastRow:
    """Return a match whose winner is drawn by the formula of FIBS from the strengths of both."""
    difference = strengths[pair[1]] - strengths[pair[0]]
    is_won_by_one = generator.random() < 1 / (10 ** (difference * LENGTH**0.5 / 2000) + 1)
    loser = generator.randrange(LENGTH)
    score = (LENGTH, loser) if is_won_by_one else (loser, LENGTH)
    return PastRow(line, night, tournament, *pair, LENGTH, score, is_won_by_one, PLAYED)
