"""What the finances announce and pay out is what the checker computes from the money file and the places.

The event file contains no money: the fees and payments come from the finances' own export.
"""

import json
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.finances import fee_factories
from tests.tournaments.test_views_stages import NAMES, Chair
from tournaments.finances.models import CashDesk
from tournaments.finances.queries import exports, funds, prizes
from tournaments.finances.services import payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.queries.exports import write_checker_file
from tournaments.verification.checker.prizes import SharedPot, compute_pot, find_wrong_prizes, share_pot

Money = dict[str, Any]


def read_money(event: Event) -> Money:
    cash_desk = CashDesk.objects.get(tournament=event.tournament)
    content: Money = json.loads(exports.export_all(event, cash_desk, funds.get_terms(event)))
    return content


def read_places(event: Event) -> dict[str, tuple[int, int]]:
    """The places of the event file by player code."""
    places = json.loads(write_checker_file(event))["projection"]["places"]
    codes = {str(entry.number): entry.player.code for entry in event.entries.select_related("player")}
    return {codes[entry]: (first, last) for entry, (first, last) in places.items()}


def list_announced(event: Event) -> dict[str, int]:
    (sheet,) = prizes.list_prizes(event)
    codes = {entry.player.name: entry.player.code for entry in event.entries.select_related("player")}
    return {codes[claim.name]: claim.due for claim in sheet.claims}


def play_and_pay(client: Client, scheme: str, options: FundOptions) -> Event:
    chair = Chair(client, scheme, rounds=3, best=2, size=4)
    chair.begin(NAMES)
    fee_factories.with_money(chair.event, options)
    fee_factories.everybody_pays(chair.event)
    chair.finish()
    for claim in prizes.list_prizes(chair.event)[0].claims:
        payments.pay_prize(
            event=chair.event,
            fund=0,
            recipient=claim.recipient,
            amount=claim.due,
            context=fee_factories.payment_context(chair.event),
        )
    return chair.event


CASES = {
    "three places of odd amounts": (
        "knockout",
        FundOptions(fee=33_33, registration=3_33, returned=85, parts={"main": (5, 3, 2)}),
    ),
    "losers of the semi-finals share": (
        "knockout",
        FundOptions(fee=20_01, returned=100, parts={"main": (4, 2, 1, 1)}, added=7),
    ),
    "whole euros": ("groups", FundOptions(fee=25_00, returned=90, parts={"main": (3, 2, 1)}, unit=100)),
    "a table": ("swiss", FundOptions(fee=11_11, returned=95, parts={"main": (50, 30, 20)})),
}


@pytest.mark.django_db
@pytest.mark.second_stage
@pytest.mark.parametrize("name", CASES)
def test_prizes_are_announced_and_paid_as_computed_from_outside(client: Client, name: str) -> None:
    event = play_and_pay(client, *CASES[name])
    money, places, announced = read_money(event), read_places(event), list_announced(event)
    assert sum(announced.values()) <= compute_pot(money)
    assert find_wrong_prizes(money, places, announced) == {}

    winner = next(player for player in announced if announced[player])
    assert list(find_wrong_prizes(money, places, {**announced, winner: announced[winner] + 1})) == [winner]
    forged_fee = {**money, "terms": [{**one, "returned": one["returned"] - 5} for one in money["terms"]]}
    assert winner in find_wrong_prizes(forged_fee, places, announced)
    *receipts, last = money["receipts"]
    assert find_wrong_prizes({**money, "receipts": receipts}, places, announced) != {} or not last["lines"]


def test_a_shared_place_has_the_mean_and_what_is_left_goes_where_most_was_cut_off() -> None:
    spans = {"a": (1, 1), "b": (2, 2), "c": (3, 4), "d": (3, 4)}
    assert share_pot(1000, (4, 2, 1, 1), spans) == SharedPot({"a": 500, "b": 250, "c": 125, "d": 125}, 0)
    assert share_pot(100, (1, 1, 1), {"a": (1, 3), "b": (1, 3), "c": (1, 3)}) == SharedPot(
        {"a": 33, "b": 33, "c": 33}, 1
    )
    assert share_pot(250, (3, 2), {"a": (1, 1), "b": (2, 2)}, unit=100) == SharedPot({"a": 150, "b": 100}, 0)
    assert share_pot(100, (5, 3, 2), {"a": (1, 1), "b": (2, 2)}) == SharedPot({"a": 63, "b": 37}, 0)
