"""Prizes of a consolation with a player whom the director has put there."""

import pytest
from django.test import Client

from matches.services import rulings
from tests.tournaments.checker import forged_money
from tests.tournaments.finances import fee_factories
from tests.tournaments.play.draws.test_views_stages import Chair, settle_matches
from tournaments.finances.queries import prizes
from tournaments.finances.services import payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event, Pairing
from tournaments.play.changes.services import changes
from tournaments.play.entries.services import entries

pytestmark = [pytest.mark.django_db]

EIGHT = [f"Player {number}" for number in range(1, 9)]


def open_amounts(event: Event) -> list[tuple[str, int, int]]:
    """The open places with their amounts."""
    (sheet,) = prizes.list_prizes(event)
    return [(share.flight, share.first, share.amount) for share in sheet.open]


def test_a_late_entry_put_into_the_consolation_takes_nothing_from_its_prizes(client: Client) -> None:
    chair = Chair(client, "knockout_consolation")
    chair.begin(EIGHT)
    event = chair.event
    parts = {"main": (2, 1), "consolation": (2, 1)}
    fee_factories.with_money(event, FundOptions(fee=9_00, returned=100, parts=parts))
    fee_factories.everybody_pays(event)
    expected = [("main", 1, 24_00), ("main", 2, 12_00), ("consolation", 1, 24_00), ("consolation", 2, 12_00)]
    assert open_amounts(event) == expected

    match = Pairing.objects.select_related("match").get(event=event, label="M1-1").match
    assert match is not None
    rulings.walk_over(match=match, winner=None, by=chair.director)
    event.refresh_from_db()
    player = entries.create_person(event=event, name="Aaron", by=chair.director)
    changes.enter_late(event=event, player=player, flight="consolation", by=chair.director)
    fee_factories.everybody_pays(event)
    # Nine fees of 9.00: the losers of the other first matches are still to come.
    more = [("main", 1, 27_00), ("main", 2, 13_50), ("consolation", 1, 27_00), ("consolation", 2, 13_50)]
    assert open_amounts(event) == more
    assert forged_money.find_codes(event) == set()

    settle_matches(event, chair.director, 1)
    assert open_amounts(event) == more
    chair.finish()
    (sheet,) = prizes.list_prizes(event)
    dues = {claim.name: claim.due for claim in sheet.claims}
    assert (dues.pop("Aaron"), sorted(dues.values())) == (27_00, [13_50, 13_50, 27_00])
    for claim in sheet.claims:
        context = fee_factories.payment_context(event)
        payments.pay_prize(event=event, fund=0, recipient=claim.recipient, amount=claim.due, context=context)
    assert [one.owed for one in prizes.list_prizes(event)] == [0]
    assert forged_money.find_codes(event) == set()
