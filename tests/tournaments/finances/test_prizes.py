"""Prizes by the final standings: paid once, explained, and compared with what is due after corrections."""

import pytest
from django.test import Client

from matches import states
from matches.actors import Identity
from matches.services import anonymising
from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.site.command_call import CommandCall
from tests.tournaments import club_evenings
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import claims, director, key, payment_context, player
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances import commands
from tournaments.finances.messages import explain_share
from tournaments.finances.models import FundKind, Receipt
from tournaments.finances.queries import prizes
from tournaments.finances.services import auctions, funds, payments, pools
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.play.changes.services import corrections
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal

pytestmark = pytest.mark.django_db
PRIZE = {"fund": 0, "player": 1, "coins": 100, "method": "cash"}
LOT = {"fund": 2, "lot": 1}
CALLS = (
    CommandCall(commands.PayPrize, PRIZE, 409, 409),
    CommandCall(commands.TakePrizeBack, PRIZE, 409, 409),
    CommandCall(commands.MakeLots, {"fund": 2, "lots": "1\n2 3"}, api_body={"lots": ["1", "2 3"]}),
    CommandCall(commands.SellLot, {**LOT, "buyer": "Zeno", "price": "5"}),
    CommandCall(commands.UndoSale, LOT, 409, 409),
    CommandCall(commands.BuyBackHalf, LOT, 409, 409),
    CommandCall(commands.TakeLotPayment, {**LOT, "method": "cash"}, 409, 409),
    CommandCall(commands.RefundLot, {**LOT, "method": "cash"}, 409, 409),
)

WHOLE = FundOptions(fee=50_00, registration=10_00, returned=90, added=40_00, template="columbus")


@pytest.fixture(scope="module")
@replayed
def module_event(module_transaction: None) -> Event:
    """Eight entries of 60: 480 paid, 80 registration, 360 of 400 returned, 40 added; the pot is 400."""
    event = fee_factories.a_paying_night(WHOLE)
    fee_factories.everybody_pays(event)
    return event


@pytest.fixture
def event(module_event: Event) -> Event:
    return Event.objects.get(pk=module_event.pk)


def sheet(event: Event, fund: int = 0) -> prizes.FundPrizes:
    return next(fund_prizes for fund_prizes in prizes.list_prizes(event) if fund_prizes.terms.fund == fund)


def pay(event: Event, name: str, amount: int, fund: int = 0) -> Receipt:
    return payments.pay_prize(
        event=event,
        fund=fund,
        recipient=(player(event, name).pk, None),
        amount=amount,
        context=payment_context(event),
    )


def test_before_the_first_result_all_prizes_are_open(event: Event) -> None:
    fund_prizes = sheet(event)
    open_prizes = [(share.flight, share.first, share.amount) for share in fund_prizes.open]

    assert open_prizes == [
        ("main", 1, 160_00),
        ("main", 2, 100_00),
        ("consolation", 1, 100_00),
        ("consolation", 2, 40_00),
    ]
    assert (fund_prizes.claims, fund_prizes.fund.pot, fund_prizes.split.rest) == ((), 400_00, 0)


def test_at_the_end_all_income_is_retained_or_due(event: Event) -> None:
    club_evenings.play_out(event)
    fund_prizes = sheet(event)

    assert sorted(claim.due for claim in fund_prizes.claims) == [40_00, 100_00, 100_00, 160_00]
    assert fund_prizes.open == ()
    retained = fund_prizes.fund.registration + fund_prizes.fund.retained + fund_prizes.fund.surplus
    assert fund_prizes.fund.came_in + fund_prizes.fund.added - retained == sum(
        claim.due for claim in fund_prizes.claims
    )


def test_what_is_left_of_a_pot_goes_to_the_first_place_of_the_event_in_whatever_order_the_rows_came() -> None:
    options = FundOptions(fee=10_00, returned=100, added=1, parts={"consolation": (1,), "main": (2, 1)})
    event = fee_factories.a_paying_night(options)
    fee_factories.everybody_pays(event)
    open_prizes = [(share.flight, share.first, share.amount) for share in sheet(event).open]
    assert open_prizes == [("main", 1, 40_01), ("main", 2, 20_00), ("consolation", 1, 20_00)]


def test_a_prize_is_paid_once(event: Event) -> None:
    club_evenings.play_out(event)
    winner = event.entries.get(place_from=1, place_to=1).player.name
    receipt = pay(event, winner, 160_00)

    assert [(move.kind, move.amount) for move in receipt.lines.all()] == [("prize", -160_00)]
    assert claims(event)[winner] == (160_00, 160_00)
    with pytest.raises(Refusal, match="prize_paid"):
        pay(event, winner, 160_00)


def test_a_prize_of_another_amount_or_recipient_is_refused(event: Event) -> None:
    club_evenings.play_out(event)
    winner = event.entries.get(place_from=1, place_to=1).player.name
    with pytest.raises(Refusal, match="prize_changed"):
        pay(event, winner, 160_01)
    with pytest.raises(Refusal, match="no_prize"):
        payments.pay_prize(event=event, fund=0, recipient=(0, None), amount=1, context=payment_context(event))


def test_a_corrected_final_changes_the_prizes_due(event: Event) -> None:
    club_evenings.play_out(event)
    first, second = (event.entries.get(place_from=place, place_to=place).player.name for place in (1, 2))
    pay(event, first, 160_00)
    pay(event, second, 100_00)
    final = club_evenings.match_at(event, "M3-1")
    reversed_result = states.make_result(final.length, (2, final.length), "black", "played")
    corrections.correct_result(
        match=final, result=reversed_result, choices={}, by=director(event), reason="Misread"
    )

    assert (claims(event)[first], claims(event)[second]) == ((100_00, 160_00), (160_00, 100_00))
    taken = payments.take_prize_back(
        event=event,
        fund=0,
        recipient=(player(event, first).pk, None),
        amount=60_00,
        context=payment_context(event),
    )
    desk = Client()
    desk.force_login(director(event))
    page = desk.get(path_of(event, "desk/money/ledger/")).text
    assert f"Receipt {taken.number}: prize of €60.00 returned by {first}." in page
    pay(event, second, 60_00)
    claims_after = claims(event)
    assert (claims_after[first], claims_after[second]) == ((100_00, 100_00), (160_00, 160_00))
    assert sheet(event).paid == 260_00


def test_a_paid_prize_that_is_no_longer_due_stays_on_the_sheet(event: Event) -> None:
    club_evenings.play_out(event)
    options = FundOptions(fee=50_00, registration=10_00, returned=90, added=40_00, template="winner")
    second = event.entries.get(place_from=2, place_to=2).player.name
    pay(event, second, 100_00)
    funds.set_fees(event=event, options=options, by=director(event), key=key())

    assert claims(event)[second] == (0, 100_00)


def test_losers_of_the_same_round_share_their_prizes(event: Event) -> None:
    options = FundOptions(
        fee=50_00, registration=10_00, returned=90, added=40_05, parts={"main": (4, 2, 1, 1)}
    )
    funds.set_fees(event=event, options=options, by=director(event), key=key())
    club_evenings.play_out(event)
    fund_prizes = sheet(event)

    amounts = sorted((claim.due for claim in fund_prizes.claims), reverse=True)
    assert (sum(amounts), amounts[2], amounts[3]) == (400_05, 50_01, 50_01)
    third = next(claim for claim in fund_prizes.claims if claim.due == 50_01)
    assert explain_share(third.shares[0], "EUR") == [
        "2 players share 2 of 8 parts of €400.05: €50.0062 each.",
        "Rounded to €50.01.",
    ]


def test_a_pool_can_be_paid_once_its_places_are_certain(event: Event) -> None:
    """The pool is won once its order is certain, though the final is not played."""
    pool = fee_factories.a_pool(event)
    first = [club_evenings.match_at(event, f"M1-{number}") for number in range(1, 5)]
    for match in first[:2]:
        pools.join_pool(event=event, fund=pool.fund, player=match.white, by=director(event), key=key())
    fee_factories.everybody_pays(event)
    for match in first:
        club_evenings.settle(match)
    before = claims(event, pool.fund)
    club_evenings.settle(club_evenings.match_at(event, "M2-1"), "black")
    winner = club_evenings.match_at(event, "M2-1").black.name

    assert (before, event.status) == ({}, "published")
    assert claims(event, pool.fund) == {}
    club_evenings.settle(club_evenings.match_at(event, "M2-2"))
    assert claims(event, pool.fund) == {winner: (40_00, 0)}


def test_the_places_of_a_pool_are_ranked_among_its_entrants(event: Event) -> None:
    pool = fee_factories.a_pool(event, template="two_one", unit=10_00)
    losers = [club_evenings.match_at(event, f"M1-{number}").black for number in (1, 2, 3)]
    for loser in losers:
        pools.join_pool(event=event, fund=pool.fund, player=loser, by=director(event), key=key())
    fee_factories.everybody_pays(event)
    assert [share.amount for share in sheet(event, pool.fund).open] == [40_00, 20_00]
    club_evenings.play_out(event)

    fund_prizes = sheet(event, pool.fund)
    assert {claim.name: claim.due for claim in fund_prizes.claims} == {loser.name: 20_00 for loser in losers}
    assert fund_prizes.fund.pot == 60_00


def test_the_hort_method_in_a_bracket_pays_by_place() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), fee_factories.EIGHT)
    fee_factories.with_money(event, FundOptions(fee=10_00, template="five_three_two", sharing="hort"))
    fee_factories.everybody_pays(event)
    club_evenings.play_out(event)
    fund_prizes = sheet(event)

    # In a bracket all results are ranked by place, so the Hort method pays as by place.
    assert sorted((claim.due for claim in fund_prizes.claims), reverse=True) == [40_00, 24_00, 8_00, 8_00]


def test_an_auction_pays_the_buyers_of_the_places(event: Event) -> None:
    auction = fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION, template="two_one", returned=90)
    by, numbers = director(event), {entry.player.name: entry.number for entry in event.entries.all()}
    white = club_evenings.match_at(event, "M1-1").white.name
    packet = [number for name, number in numbers.items() if name != white]
    auctions.make_lots(event=event, fund=auction.fund, lots=[[numbers[white]], packet], by=by)
    auctions.sell_lot(event=event, fund=auction.fund, lot=1, buyer="Zeno", price=81_00, by=by, key="one")
    auctions.sell_lot(event=event, fund=auction.fund, lot=2, buyer="Yves", price=20_00, by=by, key="two")
    auctions.buy_back_half(event=event, fund=auction.fund, lot=1, by=by, key="half")

    assert fee_factories.account(event, white).owes == 40_50
    for lot in (1, 2):
        payments.take_lot_payment(event=event, fund=auction.fund, lot=lot, context=payment_context(event))
    payments.take_payment(
        event=event, player=player(event, white), amount=40_50, context=payment_context(event)
    )
    club_evenings.play_out(event)

    fund_prizes = sheet(event, auction.fund)
    assert (fund_prizes.fund.came_in, fund_prizes.fund.pot) == (101_00, 90_90)
    assert sum(claim.due for claim in fund_prizes.claims) == 90_90
    by_side = {(claim.name, claim.player is None): claim.due for claim in fund_prizes.claims}
    winner = event.entries.get(place_from=1, place_to=1).player.name
    if winner == white:
        assert by_side == {("Zeno", True): 30_30, (white, False): 30_30, ("Yves", True): 30_30}
    lot = next(claim for claim in fund_prizes.claims if claim.name == "Yves")
    payments.pay_prize(
        event=event,
        fund=auction.fund,
        recipient=lot.recipient,
        amount=lot.due,
        context=payment_context(event),
    )
    assert claims(event, auction.fund)["Yves"] == (lot.due, lot.due)


def test_an_anonymised_buyer_is_no_longer_named(event: Event) -> None:
    auction = fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION, is_shown=True)
    by, numbers = director(event), {entry.player.name: entry.number for entry in event.entries.all()}
    auctions.make_lots(event=event, fund=auction.fund, lots=[sorted(numbers.values())], by=by)
    buyer = event.entries.get(number=1).player
    name = buyer.full_name
    auctions.sell_lot(event=event, fund=auction.fund, lot=1, buyer=name, price=30_00, by=by, key="one")
    payments.take_lot_payment(event=event, fund=auction.fund, lot=1, context=payment_context(event))
    club_evenings.play_out(event)
    address = path_of(event, "prizes/")
    assert name in Client().get(address).content.decode()

    anonymising.anonymise(player=buyer, confirmation=name, identity=Identity(user=by))

    page = Client().get(address).content.decode()
    assert name not in page
    assert f"N. N. {buyer.code[:4]}" in page


def test_lots_are_made_sold_and_refunded_only_when_allowed(event: Event) -> None:
    auction = fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION)
    by, fund = director(event), auction.fund
    auctions.make_lots(event=event, fund=fund, lots=[[1], [2], [3, 4]], by=by)
    auctions.make_lots(event=event, fund=fund, lots=[[1], [2, 3]], by=by)
    auction_fund = {"event": event, "fund": fund, "by": by}

    def code(act: object, **more: object) -> str:
        with pytest.raises(Refusal) as excinfo:
            act(**auction_fund, **more)  # type: ignore[operator]
        return excinfo.value.code

    sold = auctions.sell_lot(**auction_fund, lot=1, buyer="Zeno", price=5_00, key="a")
    assert auctions.sell_lot(**auction_fund, lot=1, buyer="Zeno", price=5_00, key="a") == sold
    assert code(auctions.sell_lot, lot=1, buyer="Yves", price=6_00, key="b") == "lot_sold"
    assert code(auctions.sell_lot, lot=9, buyer="Yves", price=6_00, key="c") == "lot_unknown"
    assert code(auctions.sell_lot, lot=2, buyer=" ", price=6_00, key="d") == "buyer_missing"
    assert code(auctions.sell_lot, lot=2, buyer="Yves", price=0, key="e") == "amount_impossible"
    assert code(auctions.buy_back_half, lot=2, key="f") == "lot_not_sold"
    assert code(auctions.make_lots, lots=[[1]]) == "lots_sold"
    auctions.sell_lot(**auction_fund, lot=2, buyer="Yves", price=6_00, key="g")
    assert code(auctions.buy_back_half, lot=2, key="h") == "packet_stays"
    payments.take_lot_payment(event=event, fund=fund, lot=1, context=payment_context(event))
    auctions.undo_sale(**auction_fund, lot=1, key="i")
    assert code(auctions.undo_sale, lot=1, key="j") == "lot_not_sold"
    back = payments.refund_lot(event=event, fund=fund, lot=1, context=payment_context(event))
    assert (back.person, [move.amount for move in back.lines.all()]) == ("Zeno", [-5_00])
    with pytest.raises(Refusal, match="nothing_owed"):
        payments.take_lot_payment(event=event, fund=fund, lot=1, context=payment_context(event))


@pytest.mark.parametrize(
    ("lots", "code"), [([], "lots_missing"), ([[1], [1]], "lot_twice"), ([[99]], "entry_unknown")]
)
def test_invalid_lots_are_refused(event: Event, lots: list[list[int]], code: str) -> None:
    auction = fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION)
    with pytest.raises(Refusal, match=code):
        auctions.make_lots(event=event, fund=auction.fund, lots=lots, by=director(event))


def test_a_correction_says_which_prizes_were_paid_and_who_would_win(event: Event, client: Client) -> None:
    club_evenings.play_out(event)
    final = club_evenings.match_at(event, "M3-1")
    winner, loser = final.white, final.black
    due = claims(event)
    pay(event, winner.name, due[winner.name][0])
    client.force_login(director(event))
    address = path_of(event, f"desk/correct/{final.code}/")
    scores = {"white_score": 0, "black_score": final.length}
    effects = client.get(address, scores).context["preview"].effects
    assert effects == [
        f"The winner would be {loser.name} instead of {winner.name}.",
        f"Final places would change: {winner.name} 1 → 2, {loser.name} 2 → 1.",
        f"{winner.name} was paid €160.00 in prizes; €100.00 would be due: €60.00 to return.",
    ]

    result = states.make_result(final.length, (0, final.length), "black", "played")
    corrections.correct_result(match=final, result=result, choices={}, by=director(event), reason="Misread")
    event.refresh_from_db()
    steps = client.get(path_of(event, "desk/")).context["finish_steps"]
    items = [(item.text, item.status) for step in steps for item in step.items if winner.name in item.text]
    assert items[:1] == [(f"{winner.name}: €60.00", "to return")]


def test_undo_and_redo_say_which_prizes_were_paid_and_who_would_win(event: Event, client: Client) -> None:
    club_evenings.play_out(event)
    final = club_evenings.match_at(event, "M3-1")
    winner, loser = final.white, final.black
    result = states.make_result(final.length, (0, final.length), "black", "played")
    corrections.correct_result(match=final, result=result, choices={}, by=director(event), reason="Misread")
    pay(event, loser.name, claims(event)[loser.name][0])
    client.force_login(director(event))
    sentences = [
        f"The winner would be {winner.name} instead of {loser.name}.",
        f"Final places would change: {loser.name} 1 → 2, {winner.name} 2 → 1.",
        f"{loser.name} was paid €160.00 in prizes; €100.00 would be due: €60.00 to return.",
    ]
    assert client.get(f"/api/v1/events/{event.pk}/undo/").json()["effects"] == sentences
    desk = client.get(path_of(event, "desk/")).content.decode()
    assert [f"If you undo: {sentence}" in desk for sentence in sentences] == [True] * 3
    log = client.get(path_of(event, "desk/journal/"))
    # The newest command is the correction; the one before is the result it corrected.
    effects = [effects for line, effects in log.context["lines"] if line.may_undo]
    assert effects[0] == sentences
    assert all(f"If you undo: {sentence}" in log.content.decode() for one in effects for sentence in one)

    journal.undo(event=event, by=director(event))
    # What the loser was paid would be due again.
    assert client.get(f"/api/v1/events/{event.pk}/redo/").json()["effects"] == [
        f"The winner would be {loser.name} instead of {winner.name}.",
        f"Final places would change: {winner.name} 1 → 2, {loser.name} 2 → 1.",
    ]


def test_undoing_the_last_result_says_that_nobody_would_have_won(event: Event, client: Client) -> None:
    club_evenings.play_out(event)
    winner = event.entries.get(place_from=1)
    client.force_login(director(event))
    effects = client.get(f"/api/v1/events/{event.pk}/undo/").json()["effects"]
    assert effects == [
        f"{winner.player.name} would no longer have won: matches would have to be played again."
    ]


def test_a_pool_of_one_player_has_no_winner_before_the_event_is_over() -> None:
    event = fee_factories.a_paying_night()
    pool = fee_factories.a_pool(event)
    join(event, pool.fund, "Anna")
    fee_factories.everybody_pays(event)
    assert claims(event, pool.fund) == {}
    assert [(share.first, share.amount) for share in sheet(event, pool.fund).open] == [(1, 20_00)]

    join(event, pool.fund, "Bruno")
    fee_factories.everybody_pays(event)
    event.refresh_from_db()
    entries.withdraw(entry=event.entries.get(player__name="Bruno"), by=director(event))
    assert claims(event, pool.fund) == {"Anna": (40_00, 0)}


def join(event: Event, fund: int, name: str) -> None:
    """Enter a player in a pool."""
    pools.join_pool(event=event, fund=fund, player=player(event, name), by=director(event), key=key())
