"""The page of cash drawers says why one is below zero."""

import pytest

from tests.site.command_call import CommandCall
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import account, payment_context, with_money
from tests.tournaments.registration.registrations import an_open_event
from tournaments.finances import commands
from tournaments.finances.services import payments
from tournaments.finances.services.funds import FundOptions
from tournaments.play.entries.services import entries

pytestmark = pytest.mark.django_db
CALLS = (CommandCall(commands.RecordCashCount, {"operator": "{director}", "kind": "float", "amount": "9"}),)


def test_a_drawer_below_zero_is_explained() -> None:
    event = an_open_event()
    with_money(event, FundOptions(fee=10_00, template="winner"))
    by = director_of(event.tournament.club)
    entries.enter_names(event=event, names="Anna\nBruno", by=by, key="names")
    player = account(event, "Anna").player
    place = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/desk/money/cash/"
    remark = "more was paid out in cash than was taken"
    payments.take_payment(
        event=event, player=player, amount=10_00, context=payment_context(event, method="card")
    )
    assert remark not in signed_in(by).get(place).text
    entries.withdraw(entry=event.entries.get(number=1), by=by, key="gone")
    payments.refund_player(event=event, player=player, fund=0, amount=4_00, context=payment_context(event))
    assert remark in signed_in(by).get(place).text
