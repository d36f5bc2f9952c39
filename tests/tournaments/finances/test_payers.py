"""The form of the fees says who pays them and how the sum is divided."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import club_evenings
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import EIGHT, director, with_money
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.registration.registrations import an_open_event
from tournaments.finances.queries.payers import get_payers
from tournaments.finances.services.funds import FundOptions
from tournaments.journal.team_facts import PAIRS, TEAMS
from tournaments.models import Event

pytestmark = pytest.mark.django_db
SIXTY = FundOptions(fee=50_00, registration=10_00, returned=100, template="winner")


def show_terms(event: Event) -> str:
    client: Client = signed_in(director(event))
    address = reverse("money-terms", args=[event.tournament.club.slug, event.tournament.slug, event.slug])
    return " ".join(client.get(address).content.decode().split())


def test_a_player_pays_the_fee_and_the_retained_part() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT)
    with_money(event, SIXTY)
    page = show_terms(event)
    assert "Fee per player" in page
    assert "Registration fee per player (retained)" in page
    assert "Each player pays €60.00: €50.00 to the prizes and €10.00 retained." in page
    assert "mini bracket" not in page


def test_what_is_not_paid_out_is_retained_too() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT)
    with_money(event, FundOptions(fee=50_00, registration=10_00, returned=80, template="winner"))
    assert "Each player pays €60.00: €40.00 to the prizes and €20.00 retained." in show_terms(event)


@pytest.mark.parametrize(("takes", "name"), [(PAIRS, "pair"), (TEAMS, "team")])
def test_pairs_and_teams_pay_together(takes: str, name: str) -> None:
    event = an_open_event(takes=takes)
    with_money(event, SIXTY)
    page = show_terms(event)
    assert f"Fee per {name}" in page
    assert f"Each {name} pays €60.00: €50.00 to the prizes and €10.00 retained." in page
    assert get_payers(event).takes == takes


def test_in_mini_brackets_the_fee_is_charged_for_each(client: Client) -> None:
    chair = Chair(client, "jackpot", seats=4)
    chair.post("names", enter=1, names="\n".join(EIGHT))
    chair.start_knockout()
    with_money(chair.event, SIXTY)
    assert (
        "Each player pays €60.00: €50.00 to the prizes and €10.00 retained."
        " That is charged again for each other mini bracket."
    ) in show_terms(chair.event)
