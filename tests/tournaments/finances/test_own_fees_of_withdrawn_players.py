"""An individual fee applies to a player who has withdrawn after a published draw, too."""

import pytest

from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import account, director, key, payment_context
from tournaments.finances.services import charges, payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.play.entries.services import entries

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def event() -> Event:
    """A published event with a fee of 28 from which Anna, who had paid, has withdrawn."""
    event = fee_factories.a_paying_night(FundOptions(fee=28_00, template="winner"))
    take(event, "Anna", 28_00)
    withdraw(event, "Anna")
    return event


def take(event: Event, name: str, amount: int) -> None:
    """Take a payment."""
    payer = account(event, name).player
    payments.take_payment(event=event, player=payer, amount=amount, context=payment_context(event))


def withdraw(event: Event, name: str) -> None:
    """Withdraw a player."""
    event.refresh_from_db()
    entries.withdraw(entry=event.entries.get(player__name=name), by=director(event))


def set_fee(event: Event, name: str, amount: int) -> tuple[int, int, int]:
    """Set an individual fee; return what is due, what is still due and what is to refund."""
    player = account(event, name).player
    charges.set_own_fee(event=event, player=player, amount=amount, note="", by=director(event), key=key())
    (due,) = account(event, name).dues
    return due.payer.due, due.owes, due.payer.surplus


def refund(event: Event, name: str, amount: int) -> None:
    """Refund a part of the fee."""
    player = account(event, name).player
    payments.refund_player(event=event, player=player, fund=0, amount=amount, context=payment_context(event))


def test_a_lower_fee_is_to_refund(event: Event) -> None:
    assert set_fee(event, "Anna", 0) == (0, 0, 28_00)
    assert set_fee(event, "Anna", 10_00) == (10_00, 0, 18_00)
    assert set_fee(event, "Anna", 28_00) == (28_00, 0, 0)
    assert set_fee(event, "Anna", 40_00) == (40_00, 12_00, 0)


def test_a_refund_lowers_what_is_due_until_a_fee_says_otherwise(event: Event) -> None:
    refund(event, "Anna", 10_00)
    assert set_fee(event, "Anna", 18_00) == (18_00, 0, 0)
    assert set_fee(event, "Anna", 5_00) == (5_00, 0, 13_00)
    assert set_fee(event, "Anna", 28_00) == (28_00, 10_00, 0)
    assert set_fee(event, "Anna", 0) == (0, 0, 18_00)


def test_what_was_never_paid_is_waived_or_lowered(event: Event) -> None:
    withdraw(event, "Bruno")
    assert set_fee(event, "Bruno", 10_00) == (10_00, 10_00, 0)
    assert set_fee(event, "Bruno", 0) == (0, 0, 0)


def test_a_player_in_no_draw_has_no_fee_to_change(event: Event) -> None:
    with pytest.raises(Refusal, match="plays_no_more"):
        charges.set_own_fee(
            event=event,
            player=fee_factories.account(fee_factories.a_paying_night(), "Carla").player,
            amount=0,
            note="",
            by=director(event),
            key=key(),
        )
