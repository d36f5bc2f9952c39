"""A till is opened for a tournament, cashiers are given the right to it, and every act on money locks it."""

from fractions import Fraction

from django.db import transaction
from django.utils import timezone

from matches.models import User
from matches.services import live
from rules.errors import Refusal
from tournaments.finances.models import Cashier, Terms, Till
from tournaments.finances.permissions import must_handle_money
from tournaments.finances.prizes.currencies import MOST, exponent
from tournaments.finances.queries.funds import currency_obstacle, terms_of
from tournaments.models import Event, OfficeKind, OfficeOffer, Tournament
from tournaments.permissions import must_direct
from tournaments.services import office_offers

LONGEST_KEY = 64


@transaction.atomic
def open_till(*, tournament: Tournament, currency: str, by: User) -> Till:
    """The till of a tournament; one that is open already takes the currency while no money has moved.

    Refuses `directors_only`, `currency_unknown`, and `currency_stays` when receipts are written in another.
    """
    must_direct(by, tournament)
    exponent(currency)
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    till = Till.objects.select_for_update().filter(tournament=tournament).first()
    if till is None:
        return Till.objects.create(tournament=tournament, currency=currency, opened_by=by)
    if till.currency != currency:
        if (
            till.receipts.exists()
            or till.counts.exists()
            or Terms.objects.filter(event__tournament=tournament)
        ):
            raise Refusal("currency_stays", currency=till.currency)
        till.currency = currency
        till.save(update_fields=["currency"])
    return till


@transaction.atomic
def change_currency(*, tournament: Tournament, currency: str, by: User) -> Till:
    """Keep the till in another currency; the figures of all terms stay, 60.00 of one are 60 of the other.

    Refuses `directors_only`, `money_off`, `currency_unknown`, and `currency_moved` or `currency_written` once
    more than terms is written in the currency.
    """
    must_direct(by, tournament)
    places = exponent(currency)
    till = lock(tournament)
    if till.currency == currency:
        return till
    obstacle = currency_obstacle(till)
    if obstacle is not None:
        raise obstacle
    if places != exponent(till.currency):
        for event in Event.objects.filter(tournament=tournament):
            for terms in terms_of(event).values():
                _rewrite(terms, Fraction(10) ** (places - exponent(till.currency)), currency, by)
    till.currency = currency
    till.save(update_fields=["currency"])
    return till


def _rewrite(terms: Terms, factor: Fraction, currency: str, by: User) -> None:
    """The next row of these terms, with the same figures in coins of another size."""
    amounts = {name: round(getattr(terms, name) * factor) for name in ("fee", "registration", "added")}
    if max(amounts.values()) > MOST:
        raise Refusal("amount_impossible")
    terms.pk, terms.seq, terms.by = None, terms.seq + 1, by
    terms.key = f"{currency}-{terms.seq}"
    terms.unit = max(1, round(terms.unit * factor)) if terms.unit > 1 else 1
    for name, amount in amounts.items():
        setattr(terms, name, amount)
    terms._state.adding = True
    terms.save(force_insert=True)


@transaction.atomic
def offer_right(*, tournament: Tournament, username: str, by: User) -> OfficeOffer:
    """Offer the right to take and pay money at a tournament. Raises as `offer_office` does, and
    `money_off`."""
    must_direct(by, tournament)
    lock(tournament)
    return office_offers.offer_at_tournament(
        tournament=tournament, kind=OfficeKind.CASHIER, username=username, by=by
    )


@transaction.atomic
def give_right(*, tournament: Tournament, username: str, by: User) -> Cashier:
    """Let somebody with an account take and pay money at this till; given twice it is given once.

    Refuses `directors_only`, `money_off`, `user_unknown`.
    """
    must_direct(by, tournament)
    till = lock(tournament)
    user = User.objects.filter(username=username.strip(), is_active=True).first()
    if user is None:
        raise Refusal("user_unknown", name=username.strip())
    held = till.cashiers.filter(user=user, ended_at=None).first()
    return held or Cashier.objects.create(till=till, user=user, given_by=by)


@transaction.atomic
def end_right(*, tournament: Tournament, username: str, by: User) -> None:
    """Take the right back; ended twice it is ended once, and of any other user name it ends nothing."""
    must_direct(by, tournament)
    till = lock(tournament)
    rights = till.cashiers.filter(user__username=username.strip(), ended_at=None)
    rights.update(ended_at=timezone.now(), ended_by=by)


def lock(tournament: Tournament) -> Till:
    """The till read afresh under its lock, inside a transaction. Refuses `money_off` where there is none."""
    till = Till.objects.select_for_update().filter(tournament=tournament.pk).first()
    if till is None:
        raise Refusal("money_off", name=tournament.name)
    return till


def lock_for(event: Event, by: User) -> Till:
    """The till of an event for somebody who may handle its money."""
    must_handle_money(by, event.tournament)
    return lock(event.tournament)


def tell_pages(event: Event) -> None:
    """Let open pages of the event look again."""
    live.publish(topic=f"event:{event.pk}", kind="money", data={"event": event.pk})
