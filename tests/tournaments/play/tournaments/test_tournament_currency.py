"""A tournament has one currency, which its registration, its cash desk and its copies share."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client

from tests.factories import a_user
from tests.matches.refusals import refused
from tests.tournaments.club_evenings import a_club, a_night, director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import a_pool, with_money
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.registration.registrations import START, an_open_event, open_registration
from tournaments.finances.queries.funds import get_terms
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event, Tournament
from tournaments.people.services.site_settings import save_site_settings
from tournaments.play.tournaments.services import tournament_copies, tournaments
from tournaments.play.tournaments.services.currency import change_currency
from tournaments.play.tournaments.services.tournament_copies import CopyOptions
from tournaments.play.tournaments.services.tournaments import TournamentSetup
from tournaments.registration.models import Registration, RegistrationEvent
from tournaments.registration.services.registration_settings import RegistrationOptions, save_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return a_night(a_club())


def currency_of(event: Event) -> str:
    return Tournament.objects.get(pk=event.tournament_id).currency


def test_a_tournament_is_created_in_euros_or_the_currency_of_its_setup(event: Event) -> None:
    club = event.tournament.club
    by = director_of(club)
    setup = TournamentSetup(4, currency="GBP")
    created = tournaments.create_tournament(club=club, name="Open", starts_at=START, setup=setup, by=by)
    assert (event.tournament.currency, created.currency) == ("EUR", "GBP")
    setup = TournamentSetup(4, currency="LIT")
    with refused("currency_unknown"):
        tournaments.create_tournament(club=club, name="Open", starts_at=START, setup=setup, by=by)


def test_a_tournament_is_created_in_the_currency_of_the_site(event: Event) -> None:
    club = event.tournament.club
    host = a_user("host", is_superuser=True)
    save_site_settings(name="", time_zone="Europe/Rome", currency="USD", by=host)

    created = tournaments.create_tournament(
        club=club, name="Open", starts_at=START, setup=TournamentSetup(4), by=director_of(club)
    )

    assert created.currency == "USD"


def test_directors_change_the_currency_to_a_known_one(event: Event) -> None:
    tournament, by = event.tournament, director_of(event.tournament.club)
    with refused("currency_unknown"):
        change_currency(tournament=tournament, currency="LIT", by=by)
    with refused("directors_only"):
        change_currency(tournament=tournament, currency="CHF", by=director_of(a_club("Another")))
    assert currency_of(event) == "EUR"
    change_currency(tournament=tournament, currency="CHF", by=by)
    assert (tournament.currency, currency_of(event)) == ("CHF", "CHF")


def test_fees_keep_their_figures_in_a_currency_without_decimals() -> None:
    event = an_open_event(late_fee=Decimal("7.50"), late_from=START.date() - timedelta(days=7))
    RegistrationEvent.objects.update(fee=Decimal("32.60"))
    with_money(event, FundOptions(fee=40_00, registration=5_00, template="winner"))
    pool = a_pool(event)

    change_currency(tournament=event.tournament, currency="JPY", by=director_of(event.tournament.club))

    terms = get_terms(event)
    assert (terms[0].fee, terms[0].registration, terms[pool.fund].fee) == (40, 5, 20)
    registration = Registration.objects.get()
    assert (registration.late_fee, registration.events.get().fee) == (8, 33)


def test_settings_without_a_currency_leave_it_as_it_is() -> None:
    event = an_open_event(currency="USD")
    stale = Event.objects.get(pk=event.pk).tournament
    stale.currency = "EUR"
    options, by = RegistrationOptions(privacy="None"), director_of(event.tournament.club)
    save_settings(tournament=stale, options=options, events={}, by=by)
    assert currency_of(event) == "USD"


def test_a_copy_has_the_currency_of_its_tournament_though_it_has_no_fees(event: Event) -> None:
    by = director_of(event.tournament.club)
    change_currency(tournament=event.tournament, currency="SEK", by=by)
    options = CopyOptions(name="Again", starts_at=START)
    copy = tournament_copies.copy_tournament(tournament=event.tournament, options=options, by=by)
    assert Tournament.objects.get(pk=copy.pk).currency == "SEK"


def test_programs_read_the_currency_of_a_tournament(client: Client, event: Event) -> None:
    tournament = event.tournament
    address = f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/"
    assert client.get(address).json()["currency"] == "EUR"
    by = director_of(tournament.club)
    change_currency(tournament=tournament, currency="PLN", by=by)
    assert client.get(address).json()["currency"] == "PLN"


def test_fees_of_another_event_are_turned_on_in_the_currency_of_the_first(event: Event) -> None:
    by = director_of(event.tournament.club)
    with_money(event, FundOptions(fee=40_00, template="winner"), currency="CHF")
    second = tournaments.add_event(
        tournament=event.tournament, name="Second", length=5, consolation_length=3, by=by
    )
    director = signed_in(by)
    page = director.get(path_of(second, "desk/money/"), HTTP_ACCEPT_LANGUAGE="en").text
    assert "Fees of this tournament are already in CHF." in page
    terms = {"returned": 90, "template": "winner", "sharing": "place", "fee": "50", "registration": "10"}
    # A browser does not send the disabled field.
    turned_on = director.post(path_of(second, "desk/money/act/on/"), terms)
    assert (turned_on.status_code, currency_of(event), get_terms(second)[0].fee) == (303, "CHF", 50_00)


def test_a_registration_opened_in_another_currency_changes_that_of_the_fees(event: Event) -> None:
    with_money(event, FundOptions(fee=40_00, template="winner"))
    open_registration(event, currency="GBP")
    assert (currency_of(event), get_terms(event)[0].fee) == ("GBP", 40_00)
