"""Every flight of an event has a prize by the table that is proposed; the desk reads where one has none."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.page_forms import form_with
from tests.tournaments.checker import forged_money
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import FundOptions
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances.messages import describe_template
from tournaments.finances.queries import prizes
from tournaments.finances.queries.funds import get_terms
from tournaments.finances.queries.unpaid_flights import find_unpaid_flights
from tournaments.formats.graph import CONSOLATION, LAST_CHANCE, MAIN
from tournaments.models import Event

pytestmark = pytest.mark.django_db
WARNING = "No prize for: Last chance."
FEES = {"returned": 100, "sharing": "place", "fee": "10", "currency": "EUR"}


@pytest.fixture
def event(client: Client) -> Event:
    """An event of eight with progressive consolation and last chance."""
    chair = Chair(client, "progressive")
    chair.begin(list(fee_factories.EIGHT))
    return chair.event


def get_page(client: Client, event: Event, page: str = "", query: str = "") -> str:
    return " ".join(client.get(path_of(event, f"desk/money/{page}{query}")).text.split())


def send(client: Client, event: Event, action: str, **fields: Any) -> str:
    """Send a form about the fees, and return the page after it."""
    answer = client.post(path_of(event, f"desk/money/act/{action}/"), {**FEES, **fields}, follow=True)
    assert answer.status_code == 200
    return " ".join(answer.text.split())


def list_options(page: str) -> list[str]:
    """The published tables that the first form of a page offers."""
    select = re.search(r'<select name="template".*?</select>', page, re.DOTALL)
    return re.findall(r"<option[^>]*>(.*?)</option>", select[0]) if select else []


def test_the_proposed_table_pays_the_last_chance(client: Client, event: Event) -> None:
    form = form_with(client.get(path_of(event, "desk/money/")).text, "Turn on fees")
    page = send(client, event, "on", **{**dict(form.data()), "fee": "10"})
    assert get_terms(event)[0].template == "tenths"
    assert "No prize for" not in page + get_page(client, event, "prizes/") + get_page(client, event, "terms/")

    fee_factories.everybody_pays(event)
    (sheet,) = prizes.list_prizes(event)
    assert [(share.flight, share.first, share.amount) for share in sheet.open] == [
        (MAIN, 1, 32_00),
        (MAIN, 2, 16_00),
        (CONSOLATION, 1, 16_00),
        (CONSOLATION, 2, 8_00),
        (LAST_CHANCE, 1, 8_00),
    ]
    assert forged_money.find_codes(event) == set()


def test_the_form_says_for_which_flights_a_table_has_no_prize(client: Client, event: Event) -> None:
    assert list_options(get_page(client, event)) == [
        "By field size, each round worth double (no prize for: Consolation, Last chance)",
        "Winner takes all (no prize for: Consolation, Last chance)",
        "2 : 1 (no prize for: Consolation, Last chance)",
        "4 : 2 : 1 : 1 (no prize for: Consolation, Last chance)",
        "5 : 3 : 2 (no prize for: Consolation, Last chance)",
        "3 : 2 : 1 (no prize for: Consolation, Last chance)",
        "Main 40, 25; consolation 25, 10 (no prize for: Last chance)",
        "Main 50, 30; consolation 20 (no prize for: Last chance)",
        "Main 45, 22; consolation 22, 11 (no prize for: Last chance)",
        "Main 40, 20; consolation 20, 10; last chance 10",
        "Twelfths: main 4 : 2 : 1 : 1, consolation 2 : 1, last chance 1 (up to 16 entries: main 50, 25, "
        "consolation 25)",
        "custom table, as below",
    ]
    with translation.override("it"):
        assert describe_template("columbus", [LAST_CHANCE]) == (
            "Principale 40, 25; consolazione 25, 10 (nessun premio per: Ultima chance)"
        )


def test_the_desk_reads_which_flight_has_no_prize(client: Client, event: Event) -> None:
    assert WARNING in send(client, event, "on", template="columbus")
    assert WARNING in get_page(client, event, "terms/")
    assert WARNING in get_page(client, event, "prizes/")
    assert "No prize for" not in send(client, event, "terms", fund=0, template="tenths")
    table = {"parts_main": "50 30", "parts_consolation": "20 0", "parts_last_chance": "0"}
    assert WARNING in send(client, event, "terms", fund=0, template="", **table)
    fee_factories.a_pool(event)
    assert get_page(client, event, "terms/").count("No prize for: Last chance.") == 1


@pytest.mark.parametrize(("count", "unpaid"), [(16, (LAST_CHANCE,)), (17, ())])
def test_a_table_that_pays_fewer_flights_of_a_small_field(
    client: Client, count: int, unpaid: tuple[str, ...]
) -> None:
    chair = Chair(client, "progressive")
    chair.begin([f"Player {number}" for number in range(1, count + 1)])
    terms = fee_factories.with_money(chair.event, FundOptions(fee=1, template="twelfths"))
    assert find_unpaid_flights(chair.event, terms) == unpaid


def test_stages_that_only_lead_to_places_of_the_event_need_no_prize(client: Client) -> None:
    event = Chair(client, "double").event
    terms = fee_factories.with_money(event, FundOptions(fee=1, template="doubling"))
    assert find_unpaid_flights(event, terms) == ()


def test_the_api_says_which_flights_have_no_prize(client: Client, event: Event) -> None:
    terms = {"returned": 100, "sharing": "place", "fee": "10", "currency": "EUR", "template": "columbus"}
    answer = client.post(f"/api/v1/events/{event.pk}/fees/", terms, "application/json")
    assert (answer.status_code, answer.json()["unpaid_flights"]) == (201, [LAST_CHANCE])
