"""Cash desk services: opening, cashiers and cash counts. Every service locks the cash desk first."""

from fractions import Fraction

from django.db import transaction
from django.utils import timezone

from matches.models import User
from matches.services import live
from rules.errors import Refusal
from tournaments.finances.models import CashCount, CashCountKind, CashDesk, Cashier, FundTerms
from tournaments.finances.permissions import may_handle_money, must_handle_money
from tournaments.finances.prizes.currencies import MAX_AMOUNT, get_exponent
from tournaments.finances.queries.funds import get_currency_obstacle, get_terms
from tournaments.models import Event, OfficeKind, OfficeOffer, Tournament
from tournaments.permissions import may_direct, must_direct
from tournaments.services import office_offers


@transaction.atomic
def open_cash_desk(*, tournament: Tournament, currency: str, by: User) -> CashDesk:
    """Open the cash desk of a tournament, or change the currency of one that is not in use yet.

    Refuses `directors_only`, `currency_unknown`, and `currency_stays` when receipts, cash counts or
    terms use another one.
    """
    must_direct(by, tournament)
    get_exponent(currency)
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    cash_desk = CashDesk.objects.select_for_update().filter(tournament=tournament).first()
    if cash_desk is None:
        return CashDesk.objects.create(tournament=tournament, currency=currency, opened_by=by)
    if cash_desk.currency != currency:
        if (
            cash_desk.receipts.exists()
            or cash_desk.counts.exists()
            or FundTerms.objects.filter(event__tournament=tournament)
        ):
            raise Refusal("currency_stays", currency=cash_desk.currency)
        cash_desk.currency = currency
        cash_desk.save(update_fields=["currency"])
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
    receipts, cash counts, own fees or sales use the current one.
    """
    must_direct(by, tournament)
    places = get_exponent(currency)
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
    cash_desk.currency = currency
    cash_desk.save(update_fields=["currency"])
    return cash_desk


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


@transaction.atomic
def record_count(
    *, event: Event, operator: str, kind: CashCountKind, amount: int, note: str, by: User, key: str
) -> CashCount:
    """Record a cash count; idempotent by key.

    `operator` is a user name. Cashiers count their own cash, directors any. Refuses `cashiers_only` (also for
    an unknown user name, so as not to reveal which exist), `own_drawer_only`, `money_off` and
    `amount_impossible`.
    """
    cash_desk = lock_for_payment(event, by)
    if operator != by.get_username() and not may_direct(by, event):
        raise Refusal("own_drawer_only")
    user = User.objects.filter(username=operator).first()
    if user is None or not _has_cash(user, event, cash_desk):
        raise Refusal("cashiers_only", name=event.tournament.name)
    earlier = cash_desk.counts.filter(key__startswith=key).last()
    if earlier is not None and (earlier.operator_id, earlier.kind, earlier.amount) == (user.pk, kind, amount):
        return earlier
    if not 0 <= amount <= MAX_AMOUNT:
        raise Refusal("amount_impossible")
    return CashCount.objects.create(
        cash_desk=cash_desk,
        operator=user,
        kind=kind,
        amount=amount,
        note=note.strip(),
        by=by,
        key=key if earlier is None else f"{key}-{cash_desk.counts.count() + 1}",
    )


def _has_cash(user: User, event: Event, cash_desk: CashDesk) -> bool:
    """Whether the user handles the money of the tournament, or has done so."""
    return may_handle_money(user, event.tournament) or cash_desk.receipts.filter(by=user).exists()
