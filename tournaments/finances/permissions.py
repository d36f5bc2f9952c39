"""Permission to handle the money of a tournament."""

from rules.errors import Refusal
from tournaments.finances.models import Cashier
from tournaments.models import Tournament
from tournaments.permissions import Someone, may_direct, may_manage, must_be_directed_here


def may_handle_money(user: Someone, tournament: Tournament) -> bool:
    """Whether `user` handles money there: directors, officials, the club's secretary, and cashiers.

    Only directors and officials set fees and prizes.
    """
    if may_direct(user, tournament) or may_manage(user, tournament.club):
        return True
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    return Cashier.objects.filter(cash_desk__tournament=tournament, user=user.pk, ended_at=None).exists()


def must_handle_money(user: Someone, tournament: Tournament) -> None:
    """Refuse ("cashiers_only") a user who may not handle the money of a tournament.

    Nobody handles that of a copy, which another site directs ("directed_elsewhere").
    """
    if not may_handle_money(user, tournament):
        raise Refusal("cashiers_only", name=tournament.name)
    must_be_directed_here(tournament)
