"""The currency of the fees of a tournament."""

from tournaments import registry
from tournaments.currencies import DEFAULT_CURRENCY
from tournaments.models import Tournament


def get_currency(tournament: Tournament) -> str:
    """Return the currency of the fees of a tournament, the usual one where no app has chosen one."""
    return next(filter(None, registry.currencies(tournament)), DEFAULT_CURRENCY)
