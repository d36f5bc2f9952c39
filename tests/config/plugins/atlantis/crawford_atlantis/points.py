"""The points of the federation by the places of an event."""

from dataclasses import dataclass
from statistics import fmean

from crawford_atlantis.models import read_card
from tournaments.models import Event
from tournaments.models.event import PUBLISHED_STATUSES
from tournaments.play.brackets.event_standings import StandingsLine
from tournaments.play.brackets.final_standings import get_final_standings

POINTS_BY_PLACE = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)


@dataclass(frozen=True, slots=True)
class PointsLine:
    """The points of a player with a card; players who share places share their points."""

    place_from: int
    place_to: int
    name: str
    points: float


def list_points(event: Event) -> list[PointsLine]:
    """Return the points of the places that are decided, the best first; none for players without a card."""
    if event.status not in PUBLISHED_STATUSES:
        return []
    return [
        PointsLine(line.place_from, line.place_to, line.entry.player.name, _compute_points(line))
        for line in get_final_standings(event).places
        if read_card(line.entry.club) is not None
    ]


def _compute_points(line: StandingsLine) -> float:
    points = dict(enumerate(POINTS_BY_PLACE, start=1))
    return fmean(points.get(place, 0) for place in range(line.place_from, line.place_to + 1))
