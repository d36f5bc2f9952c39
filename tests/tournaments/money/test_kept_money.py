"""Pages about money are drawn from kept parts: what is kept is what would be drawn, after every change."""

import re
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from time_machine import TimeMachineFixture

from matches.actors import SYSTEM
from matches.services import announcing, spelling
from tests import factories
from tests.tournaments import nights
from tests.tournaments.money import purses
from tests.tournaments.money.purses import director, hand, player
from tests.tournaments.test_views_public import a_draft, names, path_of
from tournaments.models import Event, FundKind
from tournaments.services import changes, entries
from tournaments.services.money import auctions, drawers, funds, payments, payouts, pools, receipts, tills
from tournaments.templatetags import kept

pytestmark = pytest.mark.django_db

PAGES = (
    *("desk/money/", "desk/money/prizes/", "desk/money/auction/", "desk/money/cash/", "desk/money/ledger/"),
    *("desk/money/terms/", "desk/money/receipts/1/", "prizes/"),
)
# What the first look at a page asks, and every other.
ASKED = {
    "desk/money/": (23, 11),
    "desk/money/prizes/": (24, 11),
    "desk/money/auction/": (19, 11),
    "desk/money/cash/": (18, 11),
    "desk/money/ledger/": (23, 11),
    "desk/money/terms/": (17, 11),
    "desk/money/receipts/1/": (13, 9),
    "prizes/": (27, 13),
}
FRESH = re.compile(r'(name="(?:csrfmiddlewaretoken|key)" value=")([^"]*)')


@pytest.fixture(autouse=True)
def _the_hour_stands_still(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(timezone.now(), tick=False)


@pytest.fixture(scope="module")
def scene(lasting: None) -> Event:
    """Half of eight have paid, lots 1 and 2 of three are sold, one player sits in the pool."""
    event = purses.a_paying_night(purses.Wish(fee=50_00, template="columbus", is_shown=True))
    by, pool = director(event), purses.a_pool(event)
    pools.join(event=event, fund=pool.fund, player=player(event, "Anna"), by=by, key="in")
    auction = purses.a_pool(event, "Calcutta", FundKind.AUCTION, is_shown=True)
    auctions.make_lots(event=event, fund=auction.fund, lots=[[1], [2], [3, 4]], by=by)
    for lot in (1, 2):
        auctions.sell(
            event=event, fund=auction.fund, lot=lot, buyer="Zeno", price=5_00, by=by, key=f"sold-{lot}"
        )
    for name in purses.EIGHT[:4]:
        payments.take(event=event, player=player(event, name), amount=50_00, hand=hand(event))
    return event


@pytest.fixture
def event(scene: Event) -> Event:
    return Event.objects.get(pk=scene.pk)


def seen(client: Client, event: Event) -> dict[str, str]:
    """Every page without what each answer has anew."""
    found = {}
    for page in PAGES:
        text = client.get(path_of(event, page)).content.decode()
        found[page] = FRESH.sub(r"\1", text[text.index("<main") : text.index("</main>")])
    return found


def signed(event: Event) -> dict[str, object]:
    return {"event": event, "by": director(event), "key": purses.key()}


def _a_payment(event: Event) -> None:
    payments.take(event=event, player=player(event, "Hugo"), amount=50_00, hand=hand(event, method="card"))


def _a_receipt_taken_back(event: Event) -> None:
    receipts.take_back(number=1, note="Misread", **signed(event))  # type: ignore[arg-type]


def _into_the_pool(event: Event) -> None:
    pools.join(fund=1, player=player(event, "Bruno"), **signed(event))  # type: ignore[arg-type]


def _out_of_the_pool(event: Event) -> None:
    pools.leave(fund=1, player=player(event, "Anna"), **signed(event))  # type: ignore[arg-type]


def _another_fee(event: Event) -> None:
    pools.set_fee(player=player(event, "Hugo"), amount=10_00, note="Junior", **signed(event))  # type: ignore[arg-type]


def _other_terms(event: Event) -> None:
    funds.set_fees(wish=purses.Wish(fee=60_00, template="columbus", is_shown=True), **signed(event))  # type: ignore[arg-type]


def _another_pool(event: Event) -> None:
    purses.a_pool(event, "Jackpot")


def _a_sale(event: Event) -> None:
    auctions.sell(fund=2, lot=3, buyer="Yves", price=8_00, **signed(event))  # type: ignore[arg-type]


def _put_up_again(event: Event) -> None:
    auctions.put_up_again(fund=2, lot=1, **signed(event))  # type: ignore[arg-type]


def _half_bought_back(event: Event) -> None:
    auctions.buy_back(fund=2, lot=1, **signed(event))  # type: ignore[arg-type]


def _a_lot_paid(event: Event) -> None:
    payments.take_for_lot(event=event, fund=2, lot=2, hand=hand(event))


def _a_drawer_counted(event: Event) -> None:
    name = director(event).username
    drawers.count(operator=name, kind="counted", amount=200_00, note="", **signed(event))  # type: ignore[arg-type]


def _a_right_given(event: Event) -> None:
    factories.a_user("till")
    tills.give_right(tournament=event.tournament, username="till", by=director(event))


def _a_result(event: Event) -> None:
    nights.settle(nights.match_at(event, "M1-1"))


def _a_withdrawal(event: Event) -> None:
    entries.withdraw(entry=event.entries.get(number=8), by=director(event), key="w")


def _another_name(event: Event) -> None:
    spelling.correct(player=player(event, "Anna"), name="Anna <b>Maria</b>", by=SYSTEM)


def _another_signature(event: Event) -> None:
    by = director(event)
    by.username = "somebody-new"
    by.save()


def _another_club(event: Event) -> None:
    club = event.tournament.club
    club.name = "Club of another name"
    club.save()


def _an_announcement(event: Event) -> None:
    announcing.announce(desk=event.tournament.desk, by=director(event), english="Pizza")


# A change, and the pages that show it.
MONEY, PRIZES, AUCTION, CASH, LEDGER, TERMS, RECEIPT, PUBLIC = PAGES
CHANGES: tuple[tuple[Callable[[Event], None], set[str]], ...] = (
    (_a_payment, {MONEY, PRIZES, CASH, LEDGER, PUBLIC}),
    (_a_receipt_taken_back, {MONEY, PRIZES, CASH, LEDGER, RECEIPT, PUBLIC}),
    (_into_the_pool, {MONEY, PRIZES, LEDGER}),
    (_out_of_the_pool, {MONEY, PRIZES, LEDGER}),
    (_another_fee, {MONEY, PRIZES, LEDGER}),
    (_other_terms, {MONEY, PRIZES, LEDGER, TERMS}),
    (_another_pool, {MONEY, PRIZES, LEDGER, TERMS}),
    (_a_sale, {MONEY, PRIZES, AUCTION, LEDGER}),
    (_put_up_again, {MONEY, PRIZES, AUCTION, LEDGER, PUBLIC}),
    (_half_bought_back, {MONEY, AUCTION, LEDGER}),
    (_a_lot_paid, {MONEY, PRIZES, AUCTION, CASH, LEDGER, PUBLIC}),
    (_a_drawer_counted, {CASH, LEDGER}),
    (_a_right_given, {CASH, LEDGER}),
    (_a_result, set()),
    (_a_withdrawal, {MONEY, PRIZES}),
    (_another_name, {MONEY, PRIZES, AUCTION, LEDGER, RECEIPT}),
    (_another_signature, {MONEY, CASH, LEDGER, TERMS, RECEIPT}),
    (_another_club, set(PAGES)),
    (_an_announcement, set(PAGES) - {RECEIPT}),
)


def _forgotten() -> None:
    for held in (cache, kept._drawn, kept._held):
        held.clear()


def _kept_is_drawn(event: Event, change: Callable[[Event], None]) -> set[str]:
    """The pages that look otherwise after a change; what is kept of all of them is what would be drawn."""
    client = Client()
    client.force_login(director(event))
    before = seen(client, event)
    change(event)
    shown = [seen(client, event) for _ in range(2)]
    _forgotten()

    anew = seen(client, event)
    assert shown == [anew] * 2
    return {page for page in PAGES if anew[page] != before[page]}


@pytest.mark.parametrize(("change", "pages"), CHANGES)
def test_a_page_seen_before_a_change_is_after_it_what_is_drawn_anew(
    event: Event, change: Callable[[Event], None], pages: set[str]
) -> None:
    assert _kept_is_drawn(event, change) == pages


def _a_right_ended(event: Event) -> None:
    factories.a_user("till")
    tills.give_right(tournament=event.tournament, username="till", by=director(event))
    assert _kept_is_drawn(
        event, lambda event: tills.end_right(tournament=event.tournament, username="till", by=director(event))
    ) == {CASH, LEDGER}


def _a_prize_paid(event: Event) -> None:
    nights.play_out(event)
    winner = event.entries.get(place_from=1, place_to=1).player
    sheet = purses.prizes.sheets(event)[0]
    due = next(claim.due for claim in sheet.claims if claim.player == winner)
    assert _kept_is_drawn(
        event,
        lambda event: payouts.pay(event=event, fund=0, whose=(winner.pk, None), amount=due, hand=hand(event)),
    ) == {MONEY, PRIZES, CASH, LEDGER}


@pytest.mark.parametrize("story", [_a_right_ended, _a_prize_paid])
def test_so_it_is_where_something_came_before(event: Event, story: Callable[[Event], None]) -> None:
    story(event)


def test_who_has_paid_and_is_entered_no_more_is_shown_by_the_name_he_has() -> None:
    event = a_draft(4)
    entries.enter_names(event=event, names="Zeno", by=director(event), key="zeno")
    zeno = player(event, "Zeno")
    entry = event.entries.get(player=zeno).number
    purses.with_money(event, purses.Wish(fee=50_00, template="winner", is_shown=True))
    payments.take(event=event, player=zeno, amount=50_00, hand=hand(event))
    substitute = entries.player_named(event=event, name="Yves", by=director(event))
    changes.substitute(event=event, entry=entry, player=substitute, by=director(event))
    event.refresh_from_db()

    assert not event.entries.filter(player=zeno).exists()
    assert _kept_is_drawn(event, lambda _: spelling.correct(player=zeno, name="Xenia", by=SYSTEM)) == {
        MONEY,
        LEDGER,
        RECEIPT,
    }


def test_forms_of_kept_parts_carry_what_is_fresh_and_are_taken(event: Event) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(director(event))
    hugo = player(event, "Hugo")
    for _ in range(2):
        page = client.get(path_of(event, MONEY)).content.decode()
    form = page[page.index(f'id="payer-{hugo.code}"') :]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]))
    answer = client.post(path_of(event, "desk/money/act/take/"), {**fields, "method": "cash"})

    assert (answer.status_code, purses.account(event, "Hugo").owes) == (303, 0)


@pytest.mark.parametrize("size", [8, 32])
def test_pages_ask_as_often_for_any_field(size: int) -> None:
    event = purses.a_paying_night(
        purses.Wish(fee=50_00, template="columbus", is_shown=True), tuple(names(size))
    )
    purses.everybody_pays(event)
    auction = purses.a_pool(event, "Calcutta", FundKind.AUCTION)
    lots = [[number] for number in range(1, size + 1)]
    auctions.make_lots(event=event, fund=auction.fund, lots=lots, by=director(event))
    client, found = Client(), {}
    client.force_login(director(event))
    for page in PAGES:
        _forgotten()
        counts = []
        for _ in range(2):
            with CaptureQueriesContext(connection) as asked:
                assert client.get(path_of(event, page)).status_code == 200
            counts.append(len(asked))
        found[page] = tuple(counts)

    assert found == ASKED
