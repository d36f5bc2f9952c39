"""Events of every format are run through the pages to the last result, with fees and prizes.

The prize sheet adds up after every round; at the end there are winners, and every prize has a recipient. The
checker computes fees, pots and prizes again after every round, and finds every forgery of them at the end.
"""

from collections import defaultdict

import pytest
from django.test import Client
from django.utils.html import strip_tags

from tests.tournaments.checker import forged_money
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import director, key
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.printing.reading import read_leaves, squeezed
from tournaments.finances.messages import describe_share_places
from tournaments.finances.models import FundTerms
from tournaments.finances.queries import accounts, prize_flights, prizes
from tournaments.finances.services import charges, payments, pools
from tournaments.finances.services.funds import FundOptions
from tournaments.formats.registry import EVENT_FORMATS
from tournaments.journal.final_places import list_fields
from tournaments.messages.names import describe_places
from tournaments.models import Event
from tournaments.play.brackets import event_standings, final_standings
from tournaments.play.changes.services import changes
from tournaments.play.event_journal.services import journal
from tournaments.play.events import event_state

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]


def with_money(event: Event, sharing: str) -> FundTerms:
    """Fees that pay three places, and a pool of the first three entries; all is paid."""
    terms = fee_factories.with_money(
        event, FundOptions(fee=33_33, returned=85, parts={"main": (5, 3, 2)}, sharing=sharing)
    )
    pool = fee_factories.a_pool(event, template="two_one", sharing=sharing)
    for entry in event.entries.order_by("number")[:3]:
        pools.join_pool(event=event, fund=pool.fund, player=entry.player, by=director(event), key=key())
    fee_factories.everybody_pays(event)
    return terms


def check_sums(event: Event) -> None:
    """Assert that income less what is retained equals the shares and the rest, for every fund.

    The checker computes the same dues, pots and prizes from the money file and the event file.
    """
    for sheet in prizes.list_prizes(event):
        shares = sum(share.amount for share in sheet.split.shares)
        fund = sheet.fund
        unpaid = sheet.split.rest + sheet.reserved + fund.surplus
        assert fund.came_in + fund.added == shares + unpaid + fund.retained + fund.registration
        assert sum(one.pot for one in sheet.brackets) in (0, sheet.split.pot)
        assert sum(claim.due for claim in sheet.claims) == shares - sum(share.amount for share in sheet.open)
    assert forged_money.find_codes(event) == set()


def check_codes(event: Event) -> None:
    """Assert that the checker computes the same dues, pots and prizes."""
    assert forged_money.find_codes(event) == set()


def check_pages(client: Client, event: Event) -> None:
    """Assert that every public page of a finished event is shown and names the winner."""
    for page in ("", "bracket/", "results/", "entries/", "draw-audit/", "journal/", "standings/", "report/"):
        answer = client.get(path_of(event, page))
        text = answer.content.decode()
        assert (answer.status_code, "%(" in text) == (200, False)
        assert "Anna" in text
    answer = client.get(path_of(event, "report.pdf"))
    assert answer.status_code == 200
    assert "Anna" in "".join(page.text for page in read_leaves(answer.content))


def check_winners(event: Event) -> None:
    """Assert that the winners of the final standings are the entries in first place, with Anna among them."""
    standings = final_standings.get_final_standings(event)
    best = list(event.entries.filter(place_from=1).order_by("number"))
    assert sorted((line.entry for line in standings.winners), key=lambda entry: entry.number) == best
    assert best[0].player.name == "Anna"


@pytest.mark.parametrize("scheme", EVENT_FORMATS)
def test_prizes_add_up_after_every_round_and_the_event_ends_with_winners_and_a_report(
    client: Client, scheme: str
) -> None:
    chair = Chair(client, scheme, rounds=3, best=2, size=4)
    chair.begin(NAMES)
    with_money(chair.event, "equal")
    chair.finish(check_sums)

    check_pages(client, chair.event)
    check_winners(chair.event)
    fees, pool = prizes.list_prizes(chair.event)

    assert (fees.open, pool.open) == ((), ())
    for sheet in (fees, pool):
        for claim in sheet.claims:
            payments.pay_prize(
                event=chair.event,
                fund=sheet.terms.fund,
                recipient=claim.recipient,
                amount=claim.due,
                context=fee_factories.payment_context(chair.event),
            )
    assert [sheet.owed for sheet in prizes.list_prizes(chair.event)] == [0, 0]
    assert forged_money.find_codes(chair.event) == set()
    forged = {name for name, *_ in forged_money.list_forgeries(forged_money.read_money(chair.event))}
    brackets = set(forged_money.BRACKET_FORGERIES) if fees.brackets else set()
    assert forged == set(forged_money.FORGERIES) | brackets
    assert forged_money.find_unnoticed(chair.event) == []


@pytest.mark.parametrize("sharing", ["equal", "hort"])
def test_equal_scores_in_a_swiss_are_paid_equally(client: Client, sharing: str) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(NAMES)
    with_money(chair.event, sharing)
    chair.finish()
    state = event_state.get_event_state(chair.event)
    main = prize_flights.list_flights(state, list_fields(state))["main"]
    levels: defaultdict[object, list[int]] = defaultdict(list)
    for final_place in main.standings:
        levels[final_place.level].append(final_place.entry)
    paid = {share.entry: share.amount for share in prizes.list_prizes(chair.event)[0].split.shares}
    tied = [level for level in levels.values() if len(level) > 1 and any(entry in paid for entry in level)]

    place_by_entry = {final_place.entry: final_place.first for final_place in main.standings}

    assert tied != []
    for level in tied:
        amounts = {paid.get(entry, 0) for entry in level}
        # Entries that no tie-break separates have the same place, and the same share by either method.
        assert (len(amounts) == 1) == (
            sharing == "equal" or len({place_by_entry[entry] for entry in level}) == 1
        )


def test_after_an_undo_of_the_last_result_paid_places_are_open_and_nothing_is_to_return(
    client: Client,
) -> None:
    chair = Chair(client, "round_robin")
    # Everybody meets everybody, so no draw lets two of them share a place.
    chair.begin([f"Player {number}" for number in range(1, 10)])
    event = chair.event
    fee_factories.with_money(event, FundOptions(fee=14_72, returned=100, parts={"main": (5, 3, 2)}))
    fee_factories.everybody_pays(event)
    chair.finish()
    (sheet,) = prizes.list_prizes(event)
    for claim in sheet.claims:
        payments.pay_prize(
            event=event,
            fund=0,
            recipient=claim.recipient,
            amount=claim.due,
            context=fee_factories.payment_context(event),
        )
    assert [claim.due for claim in sheet.claims] == [66_24, 39_74, 26_50]
    event.refresh_from_db()
    winner = sheet.claims[0]
    effects = client.get(f"/api/v1/events/{event.pk}/undo/").json()["effects"]
    assert f"{winner.name} was paid €66.24 in prizes; the place would not be decided yet." in effects
    journal.undo(event=event, by=director(event))
    event.refresh_from_db()
    (sheet,) = prizes.list_prizes(event)
    assert [(describe_share_places(share), share.amount) for share in sheet.open] == [
        ("1st", 66_24),
        ("2nd", 39_74),
        ("3rd", 26_50),
    ]
    assert (sheet.split.rest, sorted((claim.to_return, claim.paid) for claim in sheet.claims)) == (
        0,
        [(0, 26_50), (0, 39_74), (0, 66_24)],
    )
    page = " ".join(client.get(path_of(event, "desk/money/prizes/")).text.split())
    assert ("Record return" in page, "to return" in page, page.count("not decided yet")) == (False, False, 6)


TWELVE = [f"Player {number:02}" for number in range(1, 13)]


def test_every_mini_knockout_pays_its_own_winners_from_the_fees_of_its_players(client: Client) -> None:
    chair = Chair(client, "jackpot", seats=4)
    assert chair.post("names", enter=1, names="\n".join(TWELVE)).status_code == 303
    for _knockout in range(3):
        assert chair.start_knockout().status_code == 303
    assert chair.post("rolling", action="close").status_code == 303
    fee_factories.with_money(chair.event, FundOptions(fee=10_00, returned=100, parts={"main": (3, 1)}))
    pool = fee_factories.a_pool(chair.event, template="winner")
    for entry in chair.event.entries.order_by("number")[:4]:
        pools.join_pool(
            event=chair.event, fund=pool.fund, player=entry.player, by=director(chair.event), key=key()
        )
    fee_factories.everybody_pays(chair.event)
    open_prizes = prizes.list_prizes(chair.event)[0].open
    assert [(describe_share_places(share), share.amount) for share in open_prizes] == [
        (f"Mini bracket {letter}, {place}", amount)
        for letter in "ABC"
        for place, amount in ((describe_places((1, 1)), 30_00), (describe_places((2, 2)), 10_00))
    ]
    chair.finish()

    fees, pool_prizes = prizes.list_prizes(chair.event)
    paid = {(claim.name, claim.due) for claim in fees.claims}
    assert paid == {(f"Player {n:02}", 30_00) for n in (1, 5, 9)} | {
        (f"Player {n:02}", 10_00) for n in (2, 3, 4, 6, 7, 8, 10, 11, 12) if (f"Player {n:02}", 10_00) in paid
    }
    assert [(claim.name, claim.due) for claim in pool_prizes.claims] == [("Player 01", pool_prizes.fund.pot)]


def test_nothing_is_paid_while_lives_are_left(client: Client) -> None:
    chair = Chair(client, "lives", lives=3)
    chair.begin(NAMES)
    with_money(chair.event, "place")
    assert (chair.step(), chair.play()) == (True, True)
    chair.event.refresh_from_db()
    standings = event_standings.get_event_standings(chair.event)

    assert (standings.is_final, [flight.is_final for flight in standings.flights]) == (False, [False])
    assert (standings.places, list(chair.event.entries.exclude(place_from=None))) == ((), [])
    assert [sheet.awarded for sheet in prizes.list_prizes(chair.event)] == [(), ()]


def test_the_fee_of_a_player_who_waits_belongs_to_the_next_bracket(client: Client) -> None:
    chair = Chair(client, "jackpot", seats=4)
    assert chair.post("names", enter=1, names="\n".join(TWELVE[:10])).status_code == 303
    assert [chair.start_knockout().status_code for _knockout in range(2)] == [303, 303]
    fee_factories.with_money(chair.event, FundOptions(fee=10_00, returned=90, parts={"main": (3, 1)}))
    fee_factories.everybody_pays(chair.event)
    (waiting,) = prizes.list_prizes(chair.event)
    assert [(share.flight, share.amount) for share in waiting.open] == [
        ("mini_1", 27_00),
        ("mini_1", 9_00),
        ("mini_2", 27_00),
        ("mini_2", 9_00),
    ]
    assert (waiting.fund.pot, waiting.reserved) == (90_00, 18_00)
    check_sums(chair.event)
    page = client.get(path_of(chair.event, "desk/money/prizes/")).content.decode()
    assert "€18.00 is kept for the next mini bracket" in page

    assert chair.post("rolling", action="close").status_code == 303
    (closed,) = prizes.list_prizes(chair.event)
    assert (sum(share.amount for share in closed.open), closed.reserved) == (72_00, 0)
    # No bracket was left for those who waited: they get back what they have paid.
    surpluses = {one.player.name: one.surplus for one in accounts.list_accounts(chair.event) if one.surplus}
    assert surpluses == {"Player 09": 10_00, "Player 10": 10_00}
    check_sums(chair.event)


def test_a_mini_bracket_has_the_fees_of_its_players_whatever_those_of_the_next_have_paid(
    client: Client,
) -> None:
    chair = Chair(client, "jackpot", seats=4)
    assert chair.post("names", enter=1, names="\n".join(TWELVE[:8])).status_code == 303
    assert chair.start_knockout().status_code == 303
    fee_factories.with_money(chair.event, FundOptions(fee=10_00, returned=100, parts={"main": (3, 1)}))
    exempt, *others = [entry.player for entry in chair.event.entries.order_by("number")]
    charges.set_own_fee(
        event=chair.event, player=exempt, amount=0, note="Guest", by=chair.director, key=key()
    )
    assert chair.start_knockout().status_code == 303

    def open_amounts() -> dict[str, list[int]]:
        amounts: defaultdict[str, list[int]] = defaultdict(list)
        for share in prizes.list_prizes(chair.event)[0].open:
            amounts[share.flight].append(share.amount)
        return dict(amounts)

    for player in others[:5]:
        payments.take_payment(
            event=chair.event, player=player, amount=10_00, context=fee_factories.payment_context(chair.event)
        )
    # The first has an exempt player, and two have not paid for the second yet.
    assert open_amounts() == {"mini_1": [22_50, 7_50], "mini_2": [15_00, 5_00]}
    fee_factories.everybody_pays(chair.event)
    assert open_amounts() == {"mini_1": [22_50, 7_50], "mini_2": [30_00, 10_00]}
    assert chair.post("rolling", action="close").status_code == 303
    chair.finish(check_sums)


def test_every_split_flight_pays_its_own_places_from_its_part_of_the_pot(client: Client) -> None:
    chair = Chair(client, "knockout")
    assert chair.post("names", enter=1, names="\n".join(TWELVE)).status_code == 303
    # Players 1 to 4 and 5 to 12: a third and two thirds of the pot.
    changes.split_and_draw(event=chair.event, flight="main", others=range(5, 13), by=chair.director)
    for flight in ("main", "main_2"):
        assert chair.post("publish", flight=flight).status_code == 303
    fee_factories.with_money(chair.event, FundOptions(fee=10_00, returned=100, parts={"main": (3, 1)}))
    fee_factories.everybody_pays(chair.event)
    open_prizes = prizes.list_prizes(chair.event)[0].open
    assert [(share.flight, share.first, share.amount) for share in open_prizes] == [
        ("main", 1, 30_00),
        ("main", 2, 10_00),
        ("main_2", 1, 60_00),
        ("main_2", 2, 20_00),
    ]
    chair.finish(check_sums)

    (fees,) = prizes.list_prizes(chair.event)
    first, second = (
        {claim.name: claim.due for claim in fees.claims if claim.shares[0].flight == flight}
        for flight in ("main", "main_2")
    )
    assert (first.pop("Player 01"), list(first.values())) == (30_00, [10_00])
    assert (second.pop("Player 05"), list(second.values())) == (60_00, [20_00])


def test_what_is_left_of_the_pot_goes_to_the_first_flight_and_not_to_a_side_stage(client: Client) -> None:
    chair = Chair(client, "knockout_consolation")
    assert chair.post("names", enter=1, names="\n".join(TWELVE)).status_code == 303
    changes.split_and_draw(event=chair.event, flight="main", others=range(7, 13), by=chair.director)
    for flight in ("main", "main_2"):
        assert chair.post("publish", flight=flight).status_code == 303
    parts = {"main": (1,), "consolation": (1,)}
    fee_factories.with_money(chair.event, FundOptions(fee=10_00, returned=100, added=2, parts=parts))
    fee_factories.everybody_pays(chair.event)
    open_prizes = prizes.list_prizes(chair.event)[0].open
    assert [(share.flight, share.first, share.amount) for share in open_prizes] == [
        ("main", 1, 30_01),
        ("main_2", 1, 30_00),
        ("consolation", 1, 60_01),
    ]
    chair.finish(check_sums)


def test_a_second_fee_belongs_to_the_mini_bracket_its_payer_waits_for(client: Client) -> None:
    chair = Chair(client, "mini", seats=4)
    assert chair.post("names", enter=1, names="\n".join(TWELVE[:4])).status_code == 303
    assert chair.start_knockout().status_code == 303
    fee_factories.with_money(chair.event, FundOptions(fee=10_00, returned=100, parts={"main": (3, 1)}))
    fee_factories.everybody_pays(chair.event)
    while chair.play():
        pass
    before = prizes.list_prizes(chair.event)[0]
    assert (sorted(claim.due for claim in before.claims), before.reserved) == ([10_00, 30_00], 0)
    assert [one.owes for one in accounts.list_accounts(chair.event)] == [0, 0, 0, 0]

    assert chair.start_knockout().status_code == 303
    # Nothing more is paid: the first bracket keeps its pot, the second has none yet.
    assert [one.owes for one in accounts.list_accounts(chair.event)] == [10_00] * 4
    second = prizes.list_prizes(chair.event)[0]
    assert [(one.bracket, one.stakes, one.pot, one.unpaid) for one in second.brackets] == [
        ("mini_1", 40_00, 40_00, 0),
        ("mini_2", 0, 0, 40_00),
    ]
    assert sorted(claim.due for claim in second.claims) == [10_00, 30_00]
    fee_factories.everybody_pays(chair.event)
    paid = prizes.list_prizes(chair.event)[0]
    assert [(one.bracket, one.pot) for one in paid.brackets] == [("mini_1", 40_00), ("mini_2", 40_00)]
    assert sorted(claim.due for claim in paid.claims) == [10_00, 30_00]
    check_sums(chair.event)

    # Undoing the start gives the stakes back to the next bracket, and closing the queue to the players.
    chair.event.refresh_from_db()
    journal.undo(event=chair.event, by=chair.director)
    undone = prizes.list_prizes(chair.event)[0]
    assert ([(one.bracket, one.pot) for one in undone.brackets], undone.reserved) == (
        [("mini_1", 40_00)],
        40_00,
    )
    check_sums(chair.event)
    assert chair.post("rolling", action="close").status_code == 303
    assert [one.surplus for one in accounts.list_accounts(chair.event)] == [10_00] * 4
    assert prizes.list_prizes(chair.event)[0].reserved == 0
    check_sums(chair.event)


def test_each_mini_bracket_keeps_its_own_part_back_and_shares_the_money_added_at_the_end(
    client: Client,
) -> None:
    chair = Chair(client, "jackpot", seats=4)
    assert chair.post("names", enter=1, names="\n".join(TWELVE[:8])).status_code == 303
    assert [chair.start_knockout().status_code for _knockout in range(2)] == [303, 303]
    options = FundOptions(fee=3_33, registration=50, returned=85, added=10_01, parts={"main": (2, 1)})
    fee_factories.with_money(chair.event, options)
    players = [entry.player for entry in chair.event.entries.order_by("number")]
    for player in players[:6]:
        payments.take_payment(
            event=chair.event, player=player, amount=3_83, context=fee_factories.payment_context(chair.event)
        )
    # 85% of 13.32 and of 6.66, each rounded down; the money added waits for the last bracket.
    (sheet,) = prizes.list_prizes(chair.event)
    assert [(one.stakes, one.returned, one.added, one.unpaid) for one in sheet.brackets] == [
        (13_32, 11_32, 0, 0),
        (6_66, 5_66, 0, 7_66),
    ]
    # With the registration of 0.50 each: what was paid is what is retained and what is returned.
    assert [(one.paid, one.retained) for one in sheet.brackets] == [(15_32, 4_00), (7_66, 2_00)]
    assert (sheet.reserved, sheet.fund.retained, sheet.fund.registration) == (10_01, 3_00, 3_00)
    check_codes(chair.event)

    assert chair.post("rolling", action="close").status_code == 303
    (closed,) = prizes.list_prizes(chair.event)
    # In proportion to the stakes; the coin that is left goes to the first bracket.
    assert [(one.bracket, one.added, one.pot) for one in closed.brackets] == [
        ("mini_1", 6_68, 18_00),
        ("mini_2", 3_33, 8_99),
    ]
    assert [(share.flight, share.amount) for share in closed.open] == [
        ("mini_1", 12_00),
        ("mini_1", 6_00),
        ("mini_2", 5_99),
        ("mini_2", 3_00),
    ]
    check_codes(chair.event)


def test_the_table_of_mini_brackets_counts_the_registration_as_paid_and_retained(client: Client) -> None:
    chair = Chair(client, "mini", seats=4)
    assert chair.post("names", enter=1, names="\n".join(TWELVE[:4])).status_code == 303
    assert chair.start_knockout().status_code == 303
    options = FundOptions(fee=4_00, registration=1_00, returned=100, parts={"main": (1,)})
    fee_factories.with_money(chair.event, options)
    fee_factories.everybody_pays(chair.event)

    row = "Mini bracket A4€20.00€4.00€0.00€16.00–"
    for page in ("money/", "money/prizes/"):
        text = client.get(path_of(chair.event, f"desk/{page}")).content.decode()
        table = text.partition('<table class="table bracket-pots">')[2].partition("</table>")[0]
        assert squeezed(strip_tags(table)).endswith(squeezed(row))
    claims = client.get(f"/api/v1/events/{chair.event.pk}/prizes/claims/").json()
    (shown,) = claims["results"]
    assert shown["brackets"] == [
        {
            "bracket": "mini_1",
            "players": 4,
            "stakes": 16_00,
            "registration": 4_00,
            "paid": 20_00,
            "retained": 4_00,
            "added": 0,
            "pot": 16_00,
            "unpaid": 0,
        }
    ]


def test_an_individual_fee_is_for_each_mini_bracket_and_a_late_fee_for_the_first(client: Client) -> None:
    chair = Chair(client, "mini", seats=4)
    assert chair.post("names", enter=1, names="\n".join(TWELVE[:4])).status_code == 303
    assert chair.start_knockout().status_code == 303
    fee_factories.with_money(chair.event, FundOptions(fee=10_00, returned=100, parts={"main": (1,)}))
    junior, late, *_others = [entry.player for entry in chair.event.entries.order_by("number")]
    charges.set_own_fee(
        event=chair.event, player=junior, amount=4_00, note="Junior", by=chair.director, key=key()
    )
    while chair.play():
        pass
    assert chair.start_knockout().status_code == 303
    assert [one.owes for one in accounts.list_accounts(chair.event)] == [8_00, 20_00, 20_00, 20_00]
    for player, amount in ((junior, 5_00), (late, 13_00)):
        context = fee_factories.payment_context(chair.event)
        payments.take_payment(event=chair.event, player=player, amount=amount, context=context)
    charges.write_late_fee(event=chair.event, player=late, amount=2_00, by=chair.director, key=key())
    (sheet,) = prizes.list_prizes(chair.event)
    assert [(one.stakes, one.unpaid) for one in sheet.brackets] == [(16_00, 20_00), (2_00, 32_00)]
    check_codes(chair.event)


def test_the_row_of_the_event_pays_the_mini_brackets_without_a_row_of_their_own(client: Client) -> None:
    chair = Chair(client, "jackpot", seats=4)
    assert chair.post("names", enter=1, names="\n".join(TWELVE[:8])).status_code == 303
    assert [chair.start_knockout().status_code for _knockout in range(2)] == [303, 303]
    options = FundOptions(fee=10_00, returned=100, parts={"main": (3, 1), "mini_1": (3, 1)})
    fee_factories.with_money(chair.event, options)
    fee_factories.everybody_pays(chair.event)

    (sheet,) = prizes.list_prizes(chair.event)
    assert [(share.flight, share.amount) for share in sheet.open] == [
        ("mini_1", 30_00),
        ("mini_1", 10_00),
        ("mini_2", 30_00),
        ("mini_2", 10_00),
    ]
