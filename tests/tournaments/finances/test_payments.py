"""Payments, refunds and reversals: each is taken once, as a receipt with the next number."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client

from rules.errors import Refusal
from tests import factories
from tests.matches.refusals import refusal
from tests.site.bodies import PAYS
from tests.site.command_call import CommandCall
from tests.tournaments import club_evenings
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import FEES, account, director, key, payment_context, player
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import a_draft
from tournaments.finances import commands
from tournaments.finances.models import CashDesk, Receipt, ReceiptLine
from tournaments.finances.queries import accounts, prizes
from tournaments.finances.queries.funds import get_terms
from tournaments.finances.services import cash_desks, cashiers, charges, funds, payments, pools
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event, PaymentMethod
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db
CALLS = (
    CommandCall(commands.TakePayment, {**PAYS, "amount": "50"}),
    CommandCall(commands.TakeAllPayments, {"method": "cash"}),
    CommandCall(commands.RefundPlayer, {**PAYS, "amount": "50", "fund": 0}, 409, 409),
    CommandCall(commands.JoinPool, {**PAYS, "fund": 1}),
    CommandCall(commands.LeavePool, {**PAYS, "fund": 1}),
    CommandCall(commands.ReverseReceipt, {"number": 1, "note": "Misread"}),
    CommandCall(commands.OfferCashier, {"username": "{director}"}),
    CommandCall(commands.DismissCashier, {"username": "{director}"}),
)


@pytest.fixture(scope="module")
def module_event(module_transaction: None) -> Event:
    return fee_factories.a_paying_night()


@pytest.fixture
def event(module_event: Event) -> Event:
    return Event.objects.get(pk=module_event.pk)


def refused(act: Callable[[], object]) -> Refusal:
    """The refusal of a call, which must leave no receipts behind."""
    before = ReceiptLine.objects.count(), Receipt.objects.count()
    with pytest.raises(Refusal) as caught:
        act()
    assert (ReceiptLine.objects.count(), Receipt.objects.count()) == before
    return caught.value


def lines(receipt: Receipt) -> list[tuple[int, str, int]]:
    return [(move.fund, move.kind, move.amount) for move in receipt.lines.all()]


def test_a_player_pays_fee_and_registration_at_once(event: Event) -> None:
    receipt = payments.take_payment(
        event=event, player=player(event, "Anna"), amount=60_00, context=payment_context(event)
    )

    assert (receipt.number, receipt.method, lines(receipt)) == (1, "cash", [(0, "payment", 60_00)])
    assert (account(event, "Anna").owes, account(event, "Bruno").owes) == (0, 60_00)


def test_a_payment_repeated_with_its_key_is_taken_once(event: Event) -> None:
    context = payment_context(event, key_="tap")
    first = payments.take_payment(event=event, player=player(event, "Anna"), amount=60_00, context=context)
    again = payments.take_payment(event=event, player=player(event, "Anna"), amount=60_00, context=context)

    assert (first, Receipt.objects.count()) == (again, 1)


def test_a_used_key_does_not_take_the_payment_of_another_player(event: Event) -> None:
    context = payment_context(event, key_="old")
    payments.take_payment(event=event, player=player(event, "Anna"), amount=60_00, context=context)
    bruno = player(event, "Bruno")

    error = refused(lambda: payments.take_payment(event=event, player=bruno, amount=60_00, context=context))
    assert (error.code, error.facts["number"]) == ("receipt_key_used", 1)


def test_a_repeated_key_with_other_terms_adds_a_row(event: Event) -> None:
    for fee, rows in ((20_00, 2), (20_00, 2), (30_00, 3), (20_00, 4)):
        options = FundOptions(fee=fee, template="winner")
        terms = funds.set_fees(event=event, options=options, by=director(event), key="page")
        assert (terms.fee, terms.seq) == (fee, rows)


def test_a_fee_already_paid_is_refused(event: Event) -> None:
    payments.take_payment(
        event=event, player=player(event, "Anna"), amount=60_00, context=payment_context(event)
    )
    anna = player(event, "Anna")

    assert refused(
        lambda: payments.take_payment(event=event, player=anna, amount=60_00, context=payment_context(event))
    ).code == ("nothing_owed")


def test_a_payment_above_the_amount_due_is_refused(event: Event) -> None:
    anna = player(event, "Anna")
    error = refused(
        lambda: payments.take_payment(event=event, player=anna, amount=60_01, context=payment_context(event))
    )

    assert (error.code, error.facts["owes"]) == ("pays_too_much", "€60.00")
    assert (
        refused(
            lambda: payments.take_payment(event=event, player=anna, amount=0, context=payment_context(event))
        ).code
        == "amount_impossible"
    )


def test_a_fee_may_be_paid_in_parts(event: Event) -> None:
    for amount in (25_00, 35_00):
        payments.take_payment(
            event=event, player=player(event, "Anna"), amount=amount, context=payment_context(event)
        )

    assert (account(event, "Anna").owes, account(event, "Anna").paid) == (0, 60_00)


def test_a_payment_covers_the_fee_before_the_pools(event: Event) -> None:
    pool, anna = fee_factories.a_pool(event), player(event, "Anna")
    pools.join_pool(event=event, fund=pool.fund, player=anna, by=director(event), key=key())

    receipt = payments.take_payment(event=event, player=anna, amount=70_00, context=payment_context(event))

    assert lines(receipt) == [(0, "payment", 60_00), (1, "payment", 10_00)]
    assert account(event, "Anna").owes == 10_00


def test_taking_all_payments_makes_a_receipt_for_each_player(event: Event) -> None:
    payments.take_payment(
        event=event, player=player(event, "Anna"), amount=60_00, context=payment_context(event)
    )
    context = payment_context(event, method=PaymentMethod.CARD.value, key_="all")

    all_payments = payments.take_all_payments(event=event, context=context)
    again = payments.take_all_payments(event=event, context=context)

    assert ([receipt.number for receipt in all_payments], again) == ([2, 3, 4, 5, 6, 7, 8], [])
    assert sum(player_account.owes for player_account in accounts.list_accounts(event)) == 0


def test_taking_all_payments_is_refused_if_somebody_else_owes_than_was_seen(event: Event) -> None:
    """As when a player was entered, or has paid, since the page was shown."""
    context = payment_context(event, key_="all")
    owing = [player_account for player_account in accounts.list_accounts(event) if player_account.owes]
    seen = (len(owing), sum(player_account.owes for player_account in owing))
    payments.take_payment(
        event=event, player=player(event, "Anna"), amount=60_00, context=payment_context(event)
    )

    error = refused(lambda: payments.take_all_payments(event=event, context=context, expected=seen))

    assert (error.code, error.facts) == ("dues_changed", {"count": seen[0] - 1})
    present = (seen[0] - 1, seen[1] - 60_00)
    assert len(payments.take_all_payments(event=event, context=context, expected=present)) == seen[0] - 1


def test_receipt_numbers_have_no_gaps(event: Event) -> None:
    anna = player(event, "Anna")
    payments.take_payment(event=event, player=anna, amount=60_00, context=payment_context(event))
    refused(
        lambda: payments.take_payment(event=event, player=anna, amount=60_00, context=payment_context(event))
    )
    payments.reverse_receipt(event=event, number=1, note="Wrong person", by=director(event), key=key())
    fee_factories.everybody_pays(event)

    assert list(Receipt.objects.values_list("number", flat=True)) == list(range(1, 11))


def test_a_receipt_is_reversed_once_by_another_receipt(event: Event) -> None:
    paid = payments.take_payment(
        event=event, player=player(event, "Anna"), amount=60_00, context=payment_context(event)
    )
    back = payments.reverse_receipt(
        event=event, number=1, note="Wrong person", by=director(event), key="back"
    )
    again = payments.reverse_receipt(
        event=event, number=1, note="Wrong person", by=director(event), key="back"
    )

    assert (back, lines(back), back.reverses) == (again, [(0, "payment", -60_00)], paid)
    client = Client()
    client.force_login(director(event))
    answers = [client.get(f"/api/v1/events/{event.pk}/receipts/{number}/").json() for number in (1, 2)]
    assert [(answer["number"], answer["reverses"]) for answer in answers] == [(1, None), (2, 1)]
    assert (lines(paid), account(event, "Anna").owes) == ([(0, "payment", 60_00)], 60_00)
    assert (
        refused(
            lambda: payments.reverse_receipt(event=event, number=1, note="", by=director(event), key=key())
        ).code
        == "taken_back_already"
    )
    assert (
        refused(
            lambda: payments.reverse_receipt(event=event, number=2, note="", by=director(event), key=key())
        ).code
        == "take_back_stays"
    )
    assert (
        refused(
            lambda: payments.reverse_receipt(event=event, number=9, note="", by=director(event), key=key())
        ).code
        == "receipt_unknown"
    )


def test_a_fee_that_is_due_cannot_be_refunded(event: Event) -> None:
    fee_factories.everybody_pays(event)
    error = refused(
        lambda: payments.refund_player(
            event=event, player=player(event, "Anna"), fund=0, amount=60_00, context=payment_context(event)
        )
    )

    assert (error.code, error.facts["most"]) == ("refund_too_much", "€0.00")


def test_a_withdrawn_player_may_be_refunded_the_fee_but_not_the_registration(event: Event) -> None:
    fee_factories.everybody_pays(event)
    hugo = player(event, "Hugo")
    entries.withdraw(entry=event.entries.get(player=hugo), by=director(event))

    assert (account(event, "Hugo").owes, account(event, "Hugo").surplus) == (0, 0)
    payments.refund_player(event=event, player=hugo, fund=0, amount=50_00, context=payment_context(event))

    hugo_account = account(event, "Hugo")
    assert (hugo_account.paid, hugo_account.owes) == (10_00, 0)
    sheet = prizes.list_prizes(event)[0]
    assert (sheet.fund.came_in, sheet.fund.registration, sheet.fund.pot) == (430_00, 80_00, 315_00)
    assert (
        refused(
            lambda: payments.refund_player(
                event=event, player=hugo, fund=0, amount=10_01, context=payment_context(event)
            )
        ).code
        == "refund_too_much"
    )


def test_whoever_withdraws_after_the_published_draw_still_owes_the_entry_fee(event: Event) -> None:
    due_before = prizes.list_prizes(event)[0].fund.owed
    hugo = player(event, "Hugo")
    payments.take_payment(event=event, player=hugo, amount=20_00, context=payment_context(event))
    entries.withdraw(entry=event.entries.get(player=hugo), by=director(event))

    assert account(event, "Hugo").owes == 40_00
    assert prizes.list_prizes(event)[0].fund.owed == due_before - 20_00
    payments.refund_player(event=event, player=hugo, fund=0, amount=5_00, context=payment_context(event))
    assert account(event, "Hugo").owes == 40_00
    charges.set_own_fee(event=event, player=hugo, amount=15_00, note="ill", by=director(event), key=key())
    assert account(event, "Hugo").owes == 0
    assert len(fee_factories.everybody_pays(event)) == 7


@pytest.mark.parametrize("scheme", ["swiss", "lives"])
def test_whoever_withdraws_after_the_draw_of_a_stage_of_rounds_must_pay_the_entry_fee(
    client: Client, scheme: str
) -> None:
    chair = Chair(client, scheme, rounds=3, lives=2)
    chair.begin(["Anna", "Bruno", "Carla", "Dario", "Elena"])
    fee_factories.with_money(chair.event, replace(FEES, template="winner"))
    by = director(chair.event)
    entries.withdraw(entry=chair.event.entries.get(player__name="Anna"), by=by)
    draws.pair_round(event=chair.event, flight=scheme, by=by)
    chair.event.refresh_from_db()
    assert account(chair.event, "Anna").owes == 60_00


def test_whoever_has_the_bye_of_a_published_round_must_pay_the_entry_fee_after_withdrawing(
    client: Client,
) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(["Anna", "Bruno", "Carla", "Dario", "Elena"])
    fee_factories.with_money(chair.event, replace(FEES, template="winner"))
    by = director(chair.event)
    draws.pair_round(event=chair.event, flight="swiss", by=by)
    seated = {seat for row in chair.event.pairings.all() for seat in (row.white_entry, row.black_entry)}
    [sits_out] = [entry for entry in chair.event.entries.all() if entry not in seated]
    entries.withdraw(entry=sits_out, by=by)
    chair.event.refresh_from_db()
    assert account(chair.event, sits_out.player.name).owes == 60_00


def test_whoever_withdraws_before_the_draw_owes_nothing() -> None:
    event = a_draft(8)
    fee_factories.with_money(event)
    entries.withdraw(entry=event.entries.get(player__name="Player 8"), by=director(event))

    assert account(event, "Player 8").owes == 0
    assert len(fee_factories.everybody_pays(event)) == 7


def test_a_pool_left_after_payment_can_be_refunded(event: Event) -> None:
    pool, anna, by = fee_factories.a_pool(event), player(event, "Anna"), director(event)
    joined = pools.join_pool(event=event, fund=pool.fund, player=anna, by=by, key=key())
    again = pools.join_pool(event=event, fund=pool.fund, player=anna, by=by, key=key())
    assert (joined is not None, again) == (True, None)
    fee_factories.everybody_pays(event)

    pools.leave_pool(event=event, fund=pool.fund, player=anna, by=by, key=key())

    anna_account = account(event, "Anna")
    assert (anna_account.owes, anna_account.surplus, [due.terms.fund for due in anna_account.refundable]) == (
        0,
        20_00,
        [1],
    )
    assert pools.leave_pool(event=event, fund=pool.fund, player=anna, by=by, key=key()) is None
    payments.refund_player(event=event, player=anna, fund=1, amount=20_00, context=payment_context(event))
    assert account(event, "Anna").surplus == 0


def test_a_payment_that_was_refunded_is_not_reversed_before_its_refund(event: Event) -> None:
    pool, anna, by = fee_factories.a_pool(event), player(event, "Anna"), director(event)
    pools.join_pool(event=event, fund=pool.fund, player=anna, by=by, key=key())
    paid = payments.take_payment(event=event, player=anna, amount=80_00, context=payment_context(event))
    pools.leave_pool(event=event, fund=pool.fund, player=anna, by=by, key=key())
    back = payments.refund_player(
        event=event, player=anna, fund=1, amount=20_00, context=payment_context(event)
    )

    def reverse(receipt: Receipt) -> Receipt:
        return payments.reverse_receipt(event=event, number=receipt.number, note="", by=by, key=key())

    refusal = refused(lambda: reverse(paid))
    assert (refusal.code, refusal.facts) == (
        "payment_refunded_since",
        {"number": back.number, "payer": "Anna"},
    )

    reverse(back)
    reverse(paid)
    pools.join_pool(event=event, fund=pool.fund, player=anna, by=by, key=key())
    assert (account(event, "Anna").paid, account(event, "Anna").owes) == (0, 80_00)


def test_a_closed_pool_cannot_be_joined(event: Event) -> None:
    pool, anna = fee_factories.a_pool(event, is_open=False), player(event, "Anna")
    assert (
        refused(
            lambda: pools.join_pool(event=event, fund=pool.fund, player=anna, by=director(event), key=key())
        ).code
        == "pool_closed"
    )
    assert (
        refused(lambda: pools.join_pool(event=event, fund=0, player=anna, by=director(event), key=key())).code
        == "pool_unknown"
    )


def test_an_own_fee_replaces_the_fee_of_a_player(event: Event) -> None:
    anna, by = player(event, "Anna"), director(event)
    charges.set_own_fee(event=event, player=anna, amount=30_00, note="Junior", by=by, key=key())

    assert (account(event, "Anna").owes, account(event, "Anna").dues[0].own_fee) == (30_00, True)
    assert charges.set_own_fee(event=event, player=anna, amount=30_00, note="", by=by, key=key()) is None
    charges.set_own_fee(event=event, player=anna, amount=60_00, note="", by=by, key=key())
    assert account(event, "Anna").owes == 60_00


def test_a_changed_fee_changes_what_is_due_or_surplus(event: Event) -> None:
    payments.take_payment(
        event=event, player=player(event, "Anna"), amount=60_00, context=payment_context(event)
    )
    for fee, due, surplus in ((55_00, 5_00, 0), (40_00, 0, 10_00)):
        options = FundOptions(fee=fee, registration=10_00, returned=90, template="columbus")
        funds.set_fees(event=event, options=options, by=director(event), key=key())
        anna_account = account(event, "Anna")
        assert (anna_account.owes, anna_account.surplus) == (due, surplus)


def test_an_entry_with_a_receipt_cannot_be_undone_before_it_is_reversed(event: Event) -> None:
    by = director(event)
    draft = tournaments.add_event(
        tournament=event.tournament, name="Side", length=3, consolation_length=1, by=by
    )
    entries.enter_names(event=draft, names="Zora\nYves", by=by, key="names")
    fee_factories.with_money(draft)
    paid = fee_factories.everybody_pays(draft)
    error = refusal(journal.undo, event=draft, by=by)
    assert (error.code, error.facts) == ("entry_paid", {"player": "Yves", "number": paid[-1].number})
    assert draft.entries.count() == 2
    for receipt in paid:
        payments.reverse_receipt(
            event=draft, number=receipt.number, note="Entered by mistake", by=by, key=key()
        )
    journal.undo(event=draft, by=by)
    assert draft.entries.count() == 0
    assert (
        sum(player_account.owes + player_account.paid for player_account in accounts.list_accounts(draft))
        == 0
    )


def test_only_cashiers_take_payments_and_only_directors_set_fees(event: Event) -> None:
    anna, outsider = player(event, "Anna"), factories.a_user("till")

    def take() -> Receipt:
        return payments.take_payment(
            event=event, player=anna, amount=60_00, context=payment_context(event, by=outsider)
        )

    assert refused(take).code == "cashiers_only"
    right = cashiers.appoint_cashier(tournament=event.tournament, username="till", by=director(event))
    again = cashiers.appoint_cashier(tournament=event.tournament, username=" till ", by=director(event))
    assert (right, take().by) == (again, outsider)
    assert (
        refused(lambda: funds.set_fees(event=event, options=FEES, by=outsider, key=key())).code
        == "directors_only"
    )
    cashiers.dismiss_cashier(tournament=event.tournament, username=outsider.username, by=director(event))
    bruno = player(event, "Bruno")
    assert (
        refused(
            lambda: payments.take_payment(
                event=event, player=bruno, amount=1, context=payment_context(event, by=outsider)
            )
        ).code
        == "cashiers_only"
    )
    assert (
        refused(
            lambda: cashiers.appoint_cashier(
                tournament=event.tournament, username="nobody", by=director(event)
            )
        ).code
        == "user_unknown"
    )


def test_the_currency_cannot_change_by_opening_the_cash_desk_again(event: Event) -> None:
    by = director(event)
    assert (
        cash_desks.open_cash_desk(tournament=event.tournament, currency="EUR", by=by)
        == CashDesk.objects.get()
    )
    assert (
        refused(lambda: cash_desks.open_cash_desk(tournament=event.tournament, currency="CHF", by=by)).code
        == "currency_stays"
    )
    assert (
        refused(lambda: cash_desks.open_cash_desk(tournament=event.tournament, currency="BTC", by=by)).code
        == "currency_unknown"
    )


def test_an_event_without_fees_takes_no_payments() -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    anna = player(event, "Anna")
    assert get_terms(event) == {}
    assert refused(
        lambda: payments.take_payment(event=event, player=anna, amount=1, context=payment_context(event))
    ).code == ("money_off")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (FundOptions(fee=-1, template="winner"), "amount_impossible"),
        (FundOptions(fee=1, unit=0, template="winner"), "amount_impossible"),
        (FundOptions(fee=1, returned=101, template="winner"), "percent_impossible"),
        (FundOptions(fee=1, sharing="lots", template="winner"), "sharing_unknown"),
        (FundOptions(fee=1, template="lottery"), "template_unknown"),
        (FundOptions(fee=1, template="twelfths"), "template_unfit"),
        (FundOptions(fee=1), "prizes_missing"),
        (FundOptions(fee=1, parts={"main": (1, 2)}), "prizes_rise"),
        (FundOptions(fee=1, parts={"last_chance": (1,)}), "flight_unknown"),
    ],
)
def test_invalid_terms_are_refused(event: Event, options: FundOptions, code: str) -> None:
    assert (
        refused(lambda: funds.set_fees(event=event, options=options, by=director(event), key=key())).code
        == code
    )


def test_terms_repeated_with_their_key_are_one_row(event: Event) -> None:
    entry_terms = [
        funds.set_fees(event=event, options=FEES, by=director(event), key="same") for _ in range(2)
    ]
    pool_terms = [
        funds.open_fund(
            event=event,
            kind=fee_factories.FundKind.POOL,
            options=FundOptions(name="Super", fee=1, template="winner"),
            by=director(event),
            key="pool",
        )
        for _ in range(2)
    ]
    assert (entry_terms[0], pool_terms[0], list(get_terms(event))) == (entry_terms[1], pool_terms[1], [0, 1])
