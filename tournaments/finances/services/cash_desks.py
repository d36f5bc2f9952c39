"""Cash desk services: opening, conversion and locks. Every service locks the cash desk first."""

from collections.abc import Mapping
from fractions import Fraction

from django.db import transaction

from matches.models import User
from matches.services import live
from rules.errors import Refusal
from tournaments.currencies import MAX_AMOUNT, get_exponent
from tournaments.finances.models import CashDesk, Cashier, FundTerms
from tournaments.finances.permissions import must_handle_money
from tournaments.finances.queries.funds import get_terms
from tournaments.finances.queries.money_obstacles import get_currency_obstacle, has_terms
from tournaments.models import Event, Tournament
from tournaments.permissions import must_direct
from tournaments.play.tournaments.services.currency import change_currency

# The fields of terms that are amounts.
AMOUNTS = ("fee", "registration", "added", "unit")


@transaction.atomic
def open_cash_desk(*, tournament: Tournament, currency: str, by: User) -> CashDesk:
    """Open the cash desk of a tournament, which changes to this currency, or return the one it has.

    Refuses `directors_only`, `currency_unknown`, `currency_stays` when fees are set in another currency, and
    as `change_currency`.
    """
    must_direct(by, tournament)
    get_exponent(currency)
    locked_tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
    if locked_tournament.currency != currency and has_terms(locked_tournament):
        raise Refusal("currency_stays", currency=locked_tournament.currency)
    change_currency(tournament=tournament, currency=currency, by=by)
    cash_desk, _is_new = CashDesk.objects.get_or_create(tournament=tournament, defaults={"opened_by": by})
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
def convert_terms(*, tournament: Tournament, former: str, by: User) -> None:
    """Convert the terms after the currency of a tournament was changed; the figures stay.

    Refuses `directors_only`, `amount_impossible`, and `currency_moved` or `currency_written` if money has
    been taken in the former currency meanwhile.
    """
    must_direct(by, tournament)
    if CashDesk.objects.select_for_update().filter(tournament=tournament).first() is None:
        return
    # Payments lock the cash desk only, so one may have been taken since the obstacles were looked for.
    obstacle = get_currency_obstacle(tournament, former)
    if obstacle is not None:
        raise obstacle
    if get_exponent(tournament.currency) == get_exponent(former):
        return
    for event in Event.objects.filter(tournament=tournament):
        for terms in get_terms(event).values():
            _convert_terms(terms, former, tournament.currency, by)


def _convert_terms(terms: FundTerms, former: str, currency: str, by: User) -> None:
    """Add a row of terms with the same figures in another currency."""
    amounts = {name: getattr(terms, name) for name in AMOUNTS}
    for name, amount in convert_amounts(amounts, former, currency).items():
        setattr(terms, name, amount)
    terms.pk, terms.seq, terms.by = None, terms.seq + 1, by
    terms.key = f"{currency}-{terms.seq}"
    terms._state.adding = True
    terms.save(force_insert=True)


def convert_amounts(amounts: Mapping[str, int], former: str, currency: str) -> dict[str, int]:
    """Return the amounts of terms, by field, with the same figures in another currency.

    They are in smallest coins: 6000 (EUR 60.00) becomes 60 (JPY 60). Refuses `amount_impossible`.
    """
    factor = Fraction(10) ** (get_exponent(currency) - get_exponent(former))
    converted = {name: round(amounts[name] * factor) for name in AMOUNTS}
    if max(converted.values()) > MAX_AMOUNT:
        raise Refusal("amount_impossible")
    # A unit of one coin means that prizes are not rounded.
    return {**converted, "unit": max(1, converted["unit"]) if amounts["unit"] > 1 else 1}


def lock_cash_desk(tournament: Tournament) -> CashDesk:
    """Lock the cash desk, inside a transaction. Refuses `money_off` without one.

    Its tournament is loaded when it is used, after the lock: nobody changes its currency then.
    """
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
