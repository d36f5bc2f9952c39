"""The tables of the tournament room."""

from tournaments.models.club import Club, Membership, Role
from tournaments.models.rating import RatingChange, RatingList
from tournaments.models.season import Season

__all__ = [
    "Club",
    "Membership",
    "RatingChange",
    "RatingList",
    "Role",
    "Season",
]
