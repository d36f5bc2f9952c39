"""Run as a program with its own database: the cost of the pages of a large event."""

import json
import random
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import Any

import django

django.setup()

from django.core.cache import cache  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.shortcuts import render  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import include, path  # noqa: E402

from benchmarks.sites.results import get_next_match, settle_match, start_event  # noqa: E402
from config.garbage_collection import prepare_garbage_collection  # noqa: E402
from matches.models import User  # noqa: E402
from tournaments.finances.models import FundKind  # noqa: E402
from tournaments.finances.queries.accounts import list_accounts  # noqa: E402
from tournaments.finances.services import auctions, cash_desks, funds, payments  # noqa: E402
from tournaments.finances.services.funds import FundOptions  # noqa: E402
from tournaments.finances.services.payments import PaymentContext  # noqa: E402
from tournaments.models import Event  # noqa: E402

PUBLIC_PAGES = ("", "bracket/", "results/", "entries/", "draw-audit/", "journal/", "embed/?part=bracket")
FOLLOWED_PAGES = ("", "bracket/")
DESK_PAGES = (
    *("desk/", "desk/find/?q=17", "desk/entry/1/", "desk/entries/", "desk/change/", "desk/plan/"),
    *("desk/screens/", "desk/paper/", "desk/figures/", "desk/money/"),
)
# The finance pages once fees are on, half of the field has paid, and half of the auction is sold.
FINANCE_PAGES = ("", "prizes/", "auction/", "cash/", "ledger/", "terms/", "receipts/1/")
REQUESTS_PER_PAGE = 9
HEADER = "/header/"


def show_empty(_: HttpRequest) -> HttpResponse:
    """An empty response, through all middleware."""
    return HttpResponse("")


def show_header(request: HttpRequest) -> HttpResponse:
    """An empty page with the header of the site: the base template of every page without content."""
    return render(request, "base.html")


urlpatterns = [path("empty/", show_empty), path("header/", show_header), path("", include("config.urls"))]


def main(players: int, settled: int) -> None:
    """Print the processor time in milliseconds and the queries of every page of an event."""
    call_command("migrate", verbosity=0)
    by = User.objects.create_user(f"director-{players}", password="paper-and-felt")
    event = start_event(players, by)
    rng = random.Random(players)

    def settle_next() -> None:
        match = get_next_match(event)
        if match:
            settle_match(match, by, rng)

    for _ in range(settled):
        settle_next()
    # As a server process does after its start (config/wsgi.py).
    prepare_garbage_collection()
    with override_settings(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"]):
        sys.stdout.write(json.dumps(dict(_measure_pages(event, by, settle_next))))


def _measure_pages(
    event: Event, by: User, settle_next: Callable[[], None]
) -> Iterator[tuple[str, dict[str, Any]]]:
    home = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/"
    matches = event.tournament.desk.matches.order_by("pk")
    settled, called = (matches.filter(status=status)[0].code for status in ("settled", "called"))
    visitor, director = Client(), Client()
    director.force_login(by)
    for reader, name in ((visitor, ""), (director, "signed in ")):
        for page in ("/empty/", HEADER):
            yield f"{name}{page.strip('/')}", _measure_page(reader, page, lambda: None)
    player = event.entries.select_related("player").order_by("number")[0].player.code
    for page in PUBLIC_PAGES:
        yield page or "event", _measure_page(visitor, home + page, settle_next)
    for page in FOLLOWED_PAGES:
        yield (
            f"{page or 'event'} followed",
            _measure_page(visitor, f"{home}{page}?player={player}", settle_next),
        )
    for page in DESK_PAGES:
        yield page, _measure_page(director, home + page, settle_next)
    for page, code in (("desk/match/", called), ("desk/correct/", settled)):
        yield page, _measure_page(director, f"{home}{page}{code}/", settle_next)
    pay = _add_finances(event, by)
    for page in FINANCE_PAGES:
        yield f"desk/money/ on: {page}", _measure_page(director, f"{home}desk/money/{page}", pay)
    yield "prizes/", _measure_page(visitor, f"{home}prizes/", settle_next)


def _add_finances(event: Event, by: User) -> Callable[[], None]:
    """Turn on fees; return a callable that records the next payment."""
    cash_desks.open_cash_desk(tournament=event.tournament, currency="EUR", by=by)
    fees = FundOptions(fee=50_00, registration=10_00, returned=90, template="columbus", is_shown=True)
    funds.set_fees(event=event, options=fees, by=by, key="fees")
    calcutta = FundOptions(name="Calcutta", returned=90, template="winner")
    auction = funds.open_fund(event=event, kind=FundKind.AUCTION, options=calcutta, by=by, key="calcutta")
    numbers = list(event.entries.order_by("number").values_list("number", flat=True))
    auctions.make_lots(event=event, fund=auction.fund, lots=[[number] for number in numbers], by=by)
    for number in numbers[::2]:
        buyer, price = f"Buyer of {number}", 1_00 * number
        auctions.sell_lot(
            event=event, fund=auction.fund, lot=number, buyer=buyer, price=price, by=by, key=f"lot-{number}"
        )
    players_who_owe = [account.player for account in list_accounts(event)]

    def pay() -> None:
        if players_who_owe:
            player = players_who_owe.pop()
            payment_context = PaymentContext(by, "cash", f"fee-{player.pk}")
            payments.take_payment(event=event, player=player, amount=60_00, context=payment_context)

    for _ in numbers[::2]:
        pay()
    return pay


def _measure_page(reader: Client, page: str, change_event: Callable[[], None]) -> dict[str, Any]:
    """Return the cost of a page after each change of its event.

    `times` is its multiple of an empty page that is requested just before, so that a busy machine slows both.
    """
    reader.get(page)
    empty_pages, times = [], []
    for _ in range(REQUESTS_PER_PAGE):
        change_event()
        cache.clear()
        empty_pages.append(_measure_request(reader, HEADER))
        cache.clear()
        times.append(_measure_request(reader, page))
    with CaptureQueriesContext(connection) as queries:
        response = reader.get(page)
        count = len(queries)
    etag = response.get("ETag", "")
    unchanged = [_measure_request(reader, page, etag) for _ in range(REQUESTS_PER_PAGE)] if etag else [0.0]
    return {
        "time": median(times),
        "times": median(time / empty_page for time, empty_page in zip(times, empty_pages, strict=True)),
        "unchanged": median(unchanged),
        "queries": count,
        "bytes": len(response.content),
        "status": response.status_code,
    }


def _measure_request(reader: Client, page: str, etag: str = "") -> float:
    start = process_time()
    reader.get(page, headers={"If-None-Match": etag} if etag else None)
    return 1000 * (process_time() - start)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
