"""Cash desk services: opening, currency and locks. Every service locks the cash desk first."""

from fractions import Fraction

from django.db import transaction

from matches.models import User
from matches.services import live
from rules.errors import Refusal
from tournaments.currencies import MAX_AMOUNT, get_exponent
from tournaments.finances.models import CashDesk, Cashier, FundTerms
from tournaments.finances.permissions import must_handle_money
from tournaments.finances.queries.funds import get_terms
from tournaments.finances.queries.money_obstacles import get_currency_obstacle
from tournaments.models import Event, Tournament
from tournaments.permissions import must_direct
from tournaments.signals import currency_changed


@transaction.atomic
def open_cash_desk(*, tournament: Tournament, currency: str, by: User) -> CashDesk:
    """Open the cash desk of a tournament, or change the currency of one that is not in use yet.

    A registration takes over its currency (`currency_changed`), or refuses.

    Refuses `directors_only`, `currency_unknown`, and `currency_stays` when receipts, cash counts or
    terms use another one.
    """
    must_direct(by, tournament)
    get_exponent(currency)
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    cash_desk = CashDesk.objects.select_for_update().filter(tournament=tournament).first()
    if cash_desk is None:
        cash_desk = CashDesk.objects.create(tournament=tournament, currency=currency, opened_by=by)
        _announce_currency(cash_desk, by)
    if cash_desk.currency != currency:
        if (
            cash_desk.receipts.exists()
            or cash_desk.counts.exists()
            or FundTerms.objects.filter(event__tournament=tournament)
        ):
            raise Refusal("currency_stays", currency=cash_desk.currency)
        _save_currency(cash_desk, currency, by)
    return cash_desk


@transaction.atomic
def delete_terms(event: Event) -> None:
    """Delete the terms of an event that is being deleted."""
    FundTerms.objects.filter(event=event).delete()


@transaction.atomic
def delete_cash_desk(tournament: Tournament) -> None:
    """Delete the unused cash desk of a tournament that is being deleted."""
    Cashier.objects.filter(cash_desk__tournament=tournament).delete()
    CashDesk.objects.filter(tournament=tournament).delete()


@transaction.atomic
def change_currency(*, tournament: Tournament, currency: str, by: User) -> CashDesk:
    """Change the currency of a cash desk, keeping the figures of terms: a fee of EUR 60.00 becomes JPY 60.

    Refuses `directors_only`, `money_off`, `currency_unknown`, and `currency_moved` or `currency_written` once
    receipts, cash counts, own fees or sales use the current one. The registration changes with it or refuses.
    """
    must_direct(by, tournament)
    places = get_exponent(currency)
    # Before the cash desk, as in the registration, which changes with it.
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    cash_desk = lock_cash_desk(tournament)
    if cash_desk.currency == currency:
        return cash_desk
    obstacle = get_currency_obstacle(cash_desk)
    if obstacle is not None:
        raise obstacle
    if places != get_exponent(cash_desk.currency):
        for event in Event.objects.filter(tournament=tournament):
            for terms in get_terms(event).values():
                _convert_terms(
                    terms, Fraction(10) ** (places - get_exponent(cash_desk.currency)), currency, by
                )
    _save_currency(cash_desk, currency, by)
    return cash_desk


@transaction.atomic
def follow_currency(*, tournament: Tournament, currency: str, by: User) -> None:
    """Change the cash desk, if there is one, to the currency of the registration, as by `change_currency`."""
    if CashDesk.objects.filter(tournament=tournament).exclude(currency=currency).exists():
        change_currency(tournament=tournament, currency=currency, by=by)


def _save_currency(cash_desk: CashDesk, currency: str, by: User) -> None:
    cash_desk.currency = currency
    cash_desk.save(update_fields=["currency"])
    _announce_currency(cash_desk, by)


def _announce_currency(cash_desk: CashDesk, by: User) -> None:
    currency_changed.send(
        sender=Tournament, tournament=cash_desk.tournament, currency=cash_desk.currency, by=by
    )


def _convert_terms(terms: FundTerms, factor: Fraction, currency: str, by: User) -> None:
    """Add a row of terms with the same figures in a currency of another number of decimals.

    `factor` is the ratio of the smallest coins, such as 1/100 from EUR to JPY.
    """
    amounts = {name: round(getattr(terms, name) * factor) for name in ("fee", "registration", "added")}
    if max(amounts.values()) > MAX_AMOUNT:
        raise Refusal("amount_impossible")
    terms.pk, terms.seq, terms.by = None, terms.seq + 1, by
    terms.key = f"{currency}-{terms.seq}"
    terms.unit = max(1, round(terms.unit * factor)) if terms.unit > 1 else 1
    for name, amount in amounts.items():
        setattr(terms, name, amount)
    terms._state.adding = True
    terms.save(force_insert=True)


def lock_cash_desk(tournament: Tournament) -> CashDesk:
    """Lock the cash desk, inside a transaction. Refuses `money_off` without one."""
    cash_desk = CashDesk.objects.select_for_update().filter(tournament=tournament.pk).first()
    if cash_desk is None:
        raise Refusal("money_off", name=tournament.name)
    return cash_desk


def lock_for_payment(event: Event, by: User) -> CashDesk:
    """Lock the cash desk of an event for a user who may handle its money."""
    must_handle_money(by, event.tournament)
    return lock_cash_desk(event.tournament)


def notify_pages(event: Event) -> None:
    """Tell open pages of the event to refresh (server-sent events)."""
    live.publish(topic=f"event:{event.pk}", kind="money", data={"event": event.pk})
