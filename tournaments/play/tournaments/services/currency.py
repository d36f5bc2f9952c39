"""The currency of a tournament, in which all its fees and its cash desk are."""

from django.db import transaction

from matches.models import User
from matches.queries.site_settings import get_site_settings
from tournaments.currencies import get_exponent
from tournaments.models import Tournament
from tournaments.permissions import must_direct
from tournaments.play.tournaments.queries.currency_obstacles import find_currency_obstacle
from tournaments.signals import currency_changed


def choose_currency(currency: str) -> str:
    """Return the currency of a new tournament: this one, or that of the site's settings if empty.

    Raises `currency_unknown`.
    """
    chosen = currency or get_site_settings().currency
    get_exponent(chosen)
    return chosen


@transaction.atomic
def change_currency(*, tournament: Tournament, currency: str, by: User) -> None:
    """Change the currency of a tournament, also in the instance given.

    The apps with fees convert their figures (`currency_changed`): a fee of EUR 60.00 becomes JPY 60. Raises
    `directors_only`, `currency_unknown`, and what `registry.currency_obstacles` has against it.
    """
    must_direct(by, tournament)
    get_exponent(currency)
    tournament.refresh_from_db(
        fields=["currency"], from_queryset=Tournament.objects.select_for_update(of=("self",))
    )
    former = tournament.currency
    if former == currency:
        return
    obstacle = find_currency_obstacle(tournament)
    if obstacle is not None:
        raise obstacle
    tournament.currency = currency
    tournament.save(update_fields=["currency"])
    currency_changed.send(sender=Tournament, tournament=tournament, former=former, by=by)
