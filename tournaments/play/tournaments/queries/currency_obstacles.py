"""Why the currency of a tournament cannot be changed any more."""

from rules.errors import Refusal
from tournaments import registry
from tournaments.models import Tournament


def find_currency_obstacle(tournament: Tournament) -> Refusal | None:
    """Return the first reason against another currency; None while it can be changed."""
    return next(filter(None, registry.currency_obstacles(tournament)), None)
