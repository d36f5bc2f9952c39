"""What somebody has paid whom the desk withdraws is listed at the cash desk, to be refunded or retained."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from rules.errors import Refusal
from tests.site.bodies import PAYS
from tests.site.command_call import CommandCall
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import account, director, key, payment_context
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tournaments import registry
from tournaments.finances import commands
from tournaments.finances.models import Charge
from tournaments.finances.services import charges, payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.play.entries.services import entries
from tournaments.registration.services import entering, paid_marks

pytestmark = pytest.mark.django_db
CALLS = (CommandCall(commands.KeepPayment, {**PAYS, "fund": 0}, 409, 409),)


@pytest.fixture
def event() -> Event:
    """An event that is not drawn, with a fee of 28, that Anna has paid at its cash desk."""
    event = an_open_event()
    fee_factories.with_money(event, FundOptions(fee=28_00, template="winner"))
    entries.enter_names(event=event, names="Anna\nBruno", by=director(event), key="names")
    take(event, "Anna", 28_00)
    return event


def take(event: Event, name: str, amount: int) -> None:
    """Take a payment."""
    payer = account(event, name).player
    payments.take_payment(event=event, player=payer, amount=amount, context=payment_context(event))


def withdraw(event: Event, name: str) -> None:
    """Withdraw a player."""
    event.refresh_from_db()
    entries.withdraw(entry=event.entries.get(player__name=name), by=director(event))


def keep(event: Event, name: str, *, key_: str = "") -> Charge | None:
    """Keep the entry fee of a player."""
    player = account(event, name).player
    return charges.keep_payment(event=event, player=player, fund=0, by=director(event), key=key_ or key())


def section(desk: Client, event: Event) -> str:
    """The text of the list of those who have withdrawn and paid something, empty if there is none."""
    page = desk.get(path_of(event, "desk/money/")).text
    html = page.partition('id="withdrawn-payers"')[2].partition("</section>")[0].partition(">")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def post(desk: Client, event: Event, name: str, **data: object) -> str:
    """Send a command of the cash desk; return what the page says then."""
    answer = desk.post(path_of(event, f"desk/money/act/{name}/"), data, follow=True)
    return " / ".join(re.sub(r"<[^>]*>", "", str(message)) for message in answer.context["messages"])


@pytest.mark.parametrize("decision", ["keep", "refund"])
def test_a_withdrawn_payer_is_listed_until_the_fee_is_refunded_or_retained(
    desk: Client, event: Event, decision: str
) -> None:
    assert section(desk, event) == ""
    withdraw(event, "Anna")
    withdraw(event, "Bruno")
    assert section(desk, event).startswith("Withdrawn, with payments · €28.00 to refund or keep Anna")
    assert "Bruno" not in section(desk, event)
    steps = [step.text for steps in registry.finish_steps(event, director(event)) for step in steps]
    assert "Refund or keep what players who have withdrawn had paid: €28.00" in steps

    code = account(event, "Anna").player.code
    if decision == "keep":
        assert post(desk, event, "keep", player=code, fund=0) == "€28.00 of Anna is kept."
        assert post(desk, event, "keep", player=code, fund=0) == "The fee of Anna is kept already."
    else:
        message = post(desk, event, "refund", player=code, fund=0, amount="28", method="cash")
        assert message.startswith("Paid out: €28.00 to Anna.")
    assert section(desk, event) == ""


def test_a_retained_fee_can_still_be_refunded(event: Event) -> None:
    withdraw(event, "Anna")
    keep(event, "Anna")
    assert [account(event, "Anna").retained, account(event, "Anna").undecided_sum] == [28_00, 0]
    player = account(event, "Anna").player
    payments.refund_player(event=event, player=player, fund=0, amount=28_00, context=payment_context(event))
    assert [account(event, "Anna").retained, account(event, "Anna").paid] == [0, 0]


def test_only_what_somebody_who_has_withdrawn_has_paid_can_be_retained(event: Event) -> None:
    withdraw(event, "Bruno")
    for name in ("Anna", "Bruno"):
        with pytest.raises(Refusal) as refusal:
            keep(event, name)
        assert refusal.value.code == "nothing_to_keep"


def test_the_ledger_says_what_is_retained_and_what_part_of_a_fee_goes_into_prizes(
    desk: Client, event: Event
) -> None:
    withdraw(event, "Anna")
    keep(event, "Anna")
    page = desk.get(path_of(event, "desk/money/ledger/")).text
    assert "€28.00 of Anna, who has withdrawn, is kept." in page
    assert "fee €28.00, of which 100% goes into the prizes." in page


def test_the_registrations_list_a_withdrawn_entry_among_those_to_refund(desk: Client, event: Event) -> None:
    row = sign_up(event, "Carla")
    by = director(event)
    paid_marks.set_paid(registration=row.registration, places=keys_of(row), method="cash", by=by)
    entering.enter_sign_ups(registration=row.registration, places=keys_of(row), by=by)
    withdraw(event, "Carla")
    place = [event.tournament.club.slug, event.tournament.slug]

    def read(status: str) -> str:
        page = desk.get(reverse("registration", args=place), {"status": status}).text
        return " ".join(re.sub(r"<[^>]*>", " ", page).split())

    assert "To refund or keep: €28.00" in read("refund")
    assert "€28.00 to refund or keep under Finances" in read("refund")
    keep(event, "Carla")
    assert "To refund or keep" not in read("refund")
    assert "withdrawn · fee kept ( €28.00 )" in read("retained")
