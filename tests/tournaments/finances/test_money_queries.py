"""Pages of finances: their queries do not depend on the field, and their forms work."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import director, player
from tests.tournaments.play.event_pages.test_views_public import names, path_of
from tournaments.finances.models import FundKind
from tournaments.finances.services import auctions
from tournaments.models import Event

pytestmark = pytest.mark.django_db

PAGES = (
    *("desk/money/", "desk/money/prizes/", "desk/money/auction/", "desk/money/cash/", "desk/money/ledger/"),
    *("desk/money/terms/", "desk/money/receipts/1/", "prizes/"),
)
MOST = 34


def a_paid_event(size: int) -> Event:
    """An event whose fees are all paid, with an auction of a lot for each player."""
    options = fee_factories.FundOptions(fee=50_00, template="columbus", is_shown=True)
    event = fee_factories.a_paying_night(options, tuple(names(size)))
    fee_factories.everybody_pays(event)
    auction = fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION)
    lots = [[number] for number in range(1, size + 1)]
    auctions.make_lots(event=event, fund=auction.fund, lots=lots, by=director(event))
    return event


def queries_of(event: Event) -> dict[str, int]:
    """The number of queries by page."""
    client, counts = Client(), {}
    client.force_login(director(event))
    for page in PAGES:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path_of(event, page)).status_code == 200
            counts[page] = len(queries)
    return counts


def test_the_number_of_queries_does_not_depend_on_the_field() -> None:
    small, large = (queries_of(a_paid_event(size)) for size in (8, 32))

    assert large == small
    assert max(large.values()) <= MOST


def test_the_payment_form_of_the_page_takes_a_payment() -> None:
    event = fee_factories.a_paying_night(
        fee_factories.FundOptions(fee=50_00, template="columbus", is_shown=True)
    )
    client = Client(enforce_csrf_checks=True)
    client.force_login(director(event))
    hugo = player(event, "Hugo")
    page = client.get(path_of(event, "desk/money/")).content.decode()
    form = page[page.index(f'id="payer-{hugo.code}"') :]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]))
    answer = client.post(path_of(event, "desk/money/act/take/"), {**fields, "method": "cash"})

    assert (answer.status_code, fee_factories.account(event, "Hugo").owes) == (303, 0)
