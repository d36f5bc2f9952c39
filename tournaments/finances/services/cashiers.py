"""Cashiers: offered, appointed and dismissed by a director."""

from django.db import transaction
from django.utils import timezone

from matches.models import User
from rules.errors import Refusal
from tournaments.finances.models import Cashier
from tournaments.finances.services.cash_desks import lock_cash_desk
from tournaments.models import OfficeKind, OfficeOffer, Tournament
from tournaments.people.services import office_offers
from tournaments.permissions import must_direct


@transaction.atomic
def offer_cashier(*, tournament: Tournament, username: str, by: User) -> OfficeOffer:
    """Offer a user the right to handle money at a tournament.

    Raises as `offer_office` does, and `money_off`.
    """
    must_direct(by, tournament)
    lock_cash_desk(tournament)
    return office_offers.offer_at_tournament(
        tournament=tournament, kind=OfficeKind.CASHIER, username=username, by=by
    )


@transaction.atomic
def appoint_cashier(*, tournament: Tournament, username: str, by: User) -> Cashier:
    """Appoint a user as cashier of this cash desk; idempotent.

    Refuses `directors_only`, `money_off`, `user_unknown`.
    """
    must_direct(by, tournament)
    cash_desk = lock_cash_desk(tournament)
    user = User.objects.filter(username=username.strip(), is_active=True).first()
    if user is None:
        raise Refusal("user_unknown", name=username.strip())
    existing = cash_desk.cashiers.filter(user=user, ended_at=None).first()
    return existing or Cashier.objects.create(cash_desk=cash_desk, user=user, given_by=by)


@transaction.atomic
def dismiss_cashier(*, tournament: Tournament, username: str, by: User) -> None:
    """Dismiss a cashier; idempotent, and without effect for any other user name."""
    must_direct(by, tournament)
    cash_desk = lock_cash_desk(tournament)
    appointments = cash_desk.cashiers.filter(user__username=username.strip(), ended_at=None)
    appointments.update(ended_at=timezone.now(), ended_by=by)
