"""The pages of the cash desk: who has access, what each action does, what a refusal keeps."""

import csv
import json
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.page_forms import PageForm, read_forms
from tests.tournaments import club_evenings
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import account, director, payment_context, player
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances.models import Cashier, FundKind, FundTerms, Receipt, Sale
from tournaments.finances.queries import prizes
from tournaments.finances.queries.funds import get_terms
from tournaments.finances.services import auctions, cashiers, funds, payments, pools
from tournaments.finances.services.funds import FundOptions
from tournaments.formats.graph import CONSOLATION, MAIN
from tournaments.models import Event, Role
from tournaments.people.services import club_roles, office_offers
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db

FEES = {"returned": 90, "template": "columbus", "sharing": "place", "fee": "50", "registration": "10,00"}
PAGES = ("", "prizes/", "auction/", "cash/", "ledger/", "terms/")


@pytest.fixture
def event() -> Event:
    return fee_factories.a_paying_night()


def send(client: Client, event: Event, action: str, **fields: Any) -> HttpResponse:
    return client.post(path_of(event, f"desk/money/act/{action}/"), fields)


def get_page(client: Client, event: Event, page: str = "") -> str:
    return client.get(path_of(event, f"desk/money/{page}")).content.decode()


def refusal_reason(answer: HttpResponse) -> str:
    """The reason of a refusal on a page."""
    re_match = re.search(r'class="refusal".*?<strong>(.*?)</strong>', answer.content.decode(), re.DOTALL)
    return re_match[1] if re_match else ""


def items_of_receipt(client: Client, event: Event, number: int) -> list[str]:
    """What a receipt is for, line by line."""
    page = get_page(client, event, f"receipts/{number}/")
    return [text.strip() for text in re.findall(r'<th scope="row">(.*?)</th>', page, re.DOTALL)]


def code_of(event: Event, name: str) -> str:
    return player(event, name).code


def test_a_refused_form_of_the_cash_desk_keeps_what_was_entered(desk: Client, event: Event) -> None:
    fee_factories.a_pool(event, name="Calcutta", kind=FundKind.AUCTION)
    anna = code_of(event, "Anna")

    def refused(action: str, **fields: Any) -> PageForm:
        """The form of the same player, lot or auction, as shown after the refusal."""
        answer = send(desk, event, action, **fields)
        assert answer.status_code in {400, 409}
        about = {(name, str(fields.pop(name))) for name in ("player", "lot", "fund") if name in fields}
        forms = read_forms(answer.content.decode())
        address = path_of(event, f"desk/money/act/{action}/")
        return next(
            form
            for form in forms
            if form.action == address and about <= set(form.fields) and set(fields) <= form.visible
        )

    part = refused("take", player=anna, amount="900", method="card")
    own_fee = refused("own-fee", player=anna, amount="a lot", note="A friend")
    lots = refused("lots", fund=1, lots="none")
    send(desk, event, "lots", fund=1, lots="1\n2")
    sale = refused("sell", fund=1, lot=2, buyer="Zeno", price="a lot")

    assert (part.data()["amount"], part.data()["method"]) == ("900", "card")
    assert (own_fee.data()["amount"], own_fee.data()["note"]) == ("a lot", "A friend")
    assert lots.data()["lots"] == "none"
    assert (sale.data()["buyer"], sale.data()["price"]) == ("Zeno", "a lot")


def test_fees_are_turned_on_with_one_form(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    client.force_login(director(event))
    assert "This event has no fees" in get_page(client, event)
    assert client.get(path_of(event, "desk/money/prizes/")).status_code == 404

    answer = send(client, event, "on", currency="EUR", **FEES)

    assert (answer.status_code, answer["Location"]) == (303, path_of(event, "desk/money/"))
    terms = get_terms(event)[0]
    assert (terms.fee, terms.registration, terms.returned, terms.template) == (50_00, 10_00, 90, "columbus")
    assert "4 players owe €240.00" in get_page(client, event)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            {"fee": "ten"},
            "Invalid input: Fee per player (“ten” is not an amount. Enter it like 60 or 60.50).",
        ),
        (
            {"template": ""},
            "Invalid input: Prizes (No place would be paid. Choose or enter a payout table).",
        ),
        ({"template": "twelfths"}, None),
        ({"returned": 101}, None),
        ({"currency": "BTC"}, None),
    ],
)
def test_invalid_terms_are_rejected(client: Client, change: dict[str, Any], reason: str) -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    client.force_login(director(event))
    answer = send(client, event, "on", **{"currency": "EUR", **FEES, **change})

    assert (answer.status_code, get_terms(event)) == (400, {})
    if reason:
        assert refusal_reason(answer) == reason


def test_a_manual_payout_table_is_entered_by_flight(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    client.force_login(director(event))
    table = {"template": "", "parts_main": "50 25", "parts_consolation": "25"}
    send(client, event, "on", currency="CHF", **{**FEES, **table})

    assert get_terms(event)[0].parts == {"main": [50, 25], "consolation": [25]}
    assert 'value="50 25"' in get_page(client, event, "terms/")


def test_typing_a_custom_payout_table_chooses_it(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    client.force_login(director(event))
    fees = {**FEES, "template": "columbus"}
    send(client, event, "on", currency="CHF", **{**fees, "parts_main": "50 25", "parts_consolation": "25"})
    assert get_terms(event)[0].parts == {"main": [50, 25], "consolation": [25]}

    send(
        client,
        event,
        "terms",
        currency="CHF",
        fund=0,
        **{**fees, "parts_main": "50 25", "parts_consolation": "25"},
    )
    assert (get_terms(event)[0].template, get_terms(event)[0].parts) == ("columbus", {})
    send(client, event, "terms", currency="CHF", fund=0, **{**fees, "parts_main": "60 40"})
    assert get_terms(event)[0].parts == {"main": [60, 40]}


def test_a_custom_payout_table_beside_a_published_one_is_refused(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    client.force_login(director(event))
    send(client, event, "on", currency="CHF", **{**FEES, "template": "columbus"})
    other = {**FEES, "template": "doubling", "parts_main": "50 30 20"}
    answer = send(client, event, "terms", currency="CHF", fund=0, **other)
    assert (answer.status_code, get_terms(event)[0].template) == (400, "columbus")
    page = answer.content.decode()
    assert "Choose the custom table under Prizes, or leave this empty" in page
    assert 'value="50 30 20"' in page


def test_a_payment_is_taken_once_per_key(desk: Client, event: Event) -> None:
    fields = {"player": code_of(event, "Anna"), "amount": "60.00", "method": "cash", "key": "tap"}
    answer = send(desk, event, "take", **fields)
    send(desk, event, "take", **fields)

    assert (answer.status_code, account(event, "Anna").owes, Receipt.objects.count()) == (303, 0, 1)
    page = desk.get(path_of(event, "desk/money/")).content.decode()
    link = path_of(event, "desk/money/receipts/1/")
    assert f'Received: €60.00 from Anna. <a href="{link}">Receipt 1</a>' in page


def test_a_payment_already_taken_is_refused_with_a_reason(desk: Client, event: Event) -> None:
    payments.take_payment(
        event=event, player=player(event, "Anna"), amount=60_00, context=payment_context(event)
    )
    answer = send(desk, event, "take", player=code_of(event, "Anna"), amount="60", method="cash")

    assert (answer.status_code, refusal_reason(answer)) == (
        409,
        "Anna owes nothing here. The payment may already have been recorded.",
    )


def test_all_payments_are_taken_with_one_form(desk: Client, event: Event) -> None:
    page = get_page(desk, event)
    assert ("Mark all as paid…" in page, "All have paid" in page) == (True, False)
    send(desk, event, "everybody", method="card", key="all")

    page = get_page(desk, event)
    assert ("Mark all as paid…" in page, "All have paid" in page) == (False, True)
    assert set(Receipt.objects.values_list("method", flat=True)) == {"card"}


def test_pools_own_fees_and_refunds_are_entered_by_their_forms(desk: Client, event: Event) -> None:
    send(
        desk,
        event,
        "pool",
        name="Super",
        fee="20",
        returned=100,
        template="winner",
        sharing="place",
        is_open="on",
    )
    anna = code_of(event, "Anna")
    send(desk, event, "join", player=anna, fund=1)
    assert account(event, "Anna").owes == 80_00
    send(desk, event, "own-fee", player=anna, amount="30", note="Junior")
    send(desk, event, "take", player=anna, amount="50", method="cash")
    send(desk, event, "leave", player=anna, fund=1)
    send(desk, event, "refund", player=anna, fund=1, amount="20", method="cash")

    anna_account = account(event, "Anna")
    assert (anna_account.owes, anna_account.surplus, anna_account.paid) == (0, 0, 30_00)
    assert "Individual fee of Anna: €30.00 (Junior)" in get_page(desk, event, "ledger/")
    assert items_of_receipt(desk, event, 1) == ["Entry fee", "Super"]
    assert items_of_receipt(desk, event, 2) == ["Super: refund"]


def test_the_drawers_of_a_tournament_with_several_events_say_that_they_are_of_all(
    desk: Client, event: Event
) -> None:
    sentence = "The drawers hold the money of all events of this tournament."
    assert sentence not in get_page(desk, event, "cash/")
    tournaments.add_event(
        tournament=event.tournament,
        name="Doubles",
        length=5,
        consolation_length=3,
        by=fee_factories.director(event),
    )
    assert sentence in get_page(desk, event, "cash/")


def test_a_receipt_is_shown_and_reversed(desk: Client, event: Event) -> None:
    payments.take_payment(
        event=event, player=player(event, "Anna"), amount=60_00, context=payment_context(event)
    )
    page = get_page(desk, event, "receipts/1/")
    assert [text in page for text in ("Receipt 1", "Anna", "€60.00", "Entry fee\n")] == [True] * 4

    send(desk, event, "take-back", number=1, note="Wrong person", key="back")

    assert "Voided by receipt 2." in get_page(desk, event, "receipts/1/")
    assert "Voids receipt 1." in get_page(desk, event, "receipts/2/")
    assert desk.get(path_of(event, "desk/money/receipts/3/")).status_code == 404


def test_prizes_are_paid_from_the_prize_sheet(desk: Client, event: Event) -> None:
    fee_factories.everybody_pays(event)
    club_evenings.play_out(event)
    winner = event.entries.get(place_from=1, place_to=1).player
    page = get_page(desk, event, "prizes/")
    assert "40 of 100 parts of €360.00: €144.00." in page

    send(desk, event, "pay", fund=0, player=winner.pk, coins=144_00, method="cash", key="prize")
    again = send(desk, event, "pay", fund=0, player=winner.pk, coins=144_00, method="cash", key="other")

    assert (again.status_code, Receipt.objects.last().number) == (409, 9)
    assert items_of_receipt(desk, event, 9) == ["Prize, 1st"]
    receipt = get_page(desk, event, "receipts/9/")
    assert ("Paid to" in receipt, receipt.count("€144.00"), "−" in receipt) == (True, 2, False)
    assert ">Transfer</button>" in page
    assert (
        refusal_reason(again)
        == f"The prize of {winner} has already been paid (€144.00). Nothing more is due."
    )


def test_prizes_are_public_when_the_terms_say_so(client: Client, event: Event) -> None:
    assert client.get(path_of(event, "prizes/")).status_code == 404
    assert "/prizes/" not in client.get(path_of(event, "")).content.decode()
    FundTerms.objects.filter(event=event).update(is_shown=True)
    fee_factories.everybody_pays(event)
    club_evenings.play_out(event)

    page = client.get(path_of(event, "prizes/")).content.decode()
    assert "€144.00" in page
    assert "desk/money" not in page
    assert path_of(event, "prizes/") in client.get(path_of(event, "")).content.decode()


def test_an_auction_is_run_from_its_lots_to_its_refunds(desk: Client, event: Event) -> None:
    send(desk, event, "auction", name="Calcutta", returned=90, template="winner", sharing="place")
    send(desk, event, "lots", fund=1, lots="1\n2, 3\n4 5 6 7 8")
    send(desk, event, "sell", fund=1, lot=1, buyer="Zeno", price="80")
    assert (
        refusal_reason(send(desk, event, "sell", fund=1, lot=1, buyer="Yves", price="90"))
        == "Lot 1 was sold to Zeno. Put it back up for auction first."
    )
    send(desk, event, "buy-back", fund=1, lot=1)
    send(desk, event, "lot-paid", fund=1, lot=1, method="cash")
    send(desk, event, "sell", fund=1, lot=2, buyer="Yves", price="15")
    page = get_page(desk, event, "auction/")
    assert [text in page for text in ("2 / 3", "€95.00", "half-share bought back", "owes €15.00")] == [
        True
    ] * 4
    send(desk, event, "put-up", fund=1, lot=1)
    send(desk, event, "lot-refund", fund=1, lot=1, method="cash")

    assert (Sale.objects.count(), [one.person for one in Receipt.objects.all()]) == (4, ["Zeno", "Zeno"])
    assert "Anna buys back half of lot 1 from Zeno." in get_page(desk, event, "ledger/")


def test_a_cash_count_is_compared_with_the_expected_amount(desk: Client, event: Event) -> None:
    me = director(event).username
    send(desk, event, "count", operator=me, kind="float", amount="100")
    payments.take_payment(
        event=event, player=player(event, "Anna"), amount=60_00, context=payment_context(event)
    )
    payments.take_payment(
        event=event,
        player=player(event, "Bruno"),
        amount=60_00,
        context=payment_context(event, method="card"),
    )
    send(desk, event, "count", operator=me, kind="counted", amount="155")

    page = get_page(desk, event, "cash/")
    figures = ("€100.00", "€60.00", "€160.00", "€155.00", "−€5.00", "card €60.00")
    assert [text in page for text in figures] == [True] * 6


def test_a_count_does_not_tell_which_user_names_exist(desk: Client, event: Event) -> None:
    factories.a_user("stranger")
    answers = []
    for name in ("stranger", "nobody-of-that-name"):
        answer = send(desk, event, "count", operator=name, kind="float", amount="100", key=f"count-{name}")
        answers.append((answer.status_code, refusal_reason(answer)))

    assert answers[0] == answers[1]
    assert answers[0][0] == 403


def test_a_cashier_takes_payments_but_changes_no_terms(client: Client, event: Event) -> None:
    cashier = factories.a_user("till")
    client.force_login(cashier)
    assert client.get(path_of(event, "desk/money/")).status_code == 404
    cashiers.appoint_cashier(tournament=event.tournament, username="till", by=director(event))

    statuses = [client.get(path_of(event, f"desk/money/{page}")).status_code for page in PAGES]
    assert statuses == [200, 200, 200, 200, 200, 404]
    response = send(client, event, "take", player=code_of(event, "Anna"), amount="60", method="cash")
    assert (response.status_code, client.get(path_of(event, "desk/")).status_code) == (303, 404)
    for action, fields in (
        ("terms", {**FEES, "fund": 0}),
        ("own-fee", {"player": code_of(event, "Bruno"), "amount": "0"}),
        ("right", {"username": "cash_desk"}),
        ("end-right", {"username": "cash_desk"}),
    ):
        assert send(client, event, action, **fields).status_code in (403, 404), action
    assert FundTerms.objects.count() == 1


def test_the_secretary_of_the_club_has_access_to_every_tournament(client: Client, event: Event) -> None:
    secretary, club = factories.a_user("secretary"), event.tournament.club
    club_roles.appoint(club=club, user=secretary, role=Role.SECRETARY, by=director(event))
    client.force_login(secretary)

    assert client.get(path_of(event, "desk/money/")).status_code == 200


def test_an_official_pays_prizes_as_the_officials_page_and_the_cash_desk_say(
    client: Client, event: Event
) -> None:
    tournament = event.tournament
    client.force_login(director(event))
    address = reverse("officials", args=[tournament.club.slug, tournament.slug])
    sentence = "Directors, the officials of this tournament and the secretary take and make payments."
    assert sentence in client.get(address).content.decode()
    official = factories.a_user()
    tournament.desk.officials.add(official)
    client.force_login(official)
    fee_factories.everybody_pays(event)
    club_evenings.play_out(event)
    page = get_page(client, event, "prizes/")
    assert "Pay €" in page
    assert "Directors, the officials of this tournament and the club secretary" in get_page(
        client, event, "cash/"
    )


def test_cashiers_are_appointed_and_dismissed_on_the_page(desk: Client, event: Event) -> None:
    cashier = factories.a_user("till")
    send(desk, event, "right", username="till")
    assert "Revoke the authorisation of till" not in get_page(desk, event, "cash/")
    office_offers.accept_offer(offer=event.tournament.office_offers.get(), by=cashier)
    assert "Revoke the authorisation of till" in get_page(desk, event, "cash/")
    send(desk, event, "end-right", username="till")

    assert Cashier.objects.filter(ended_at=None).count() == 0
    assert "till can no longer take and make payments." in get_page(desk, event, "ledger/")


@pytest.mark.parametrize("action", ["nothing", "on-and-on"])
def test_an_unknown_action_is_not_found(desk: Client, event: Event, action: str) -> None:
    assert send(desk, event, action).status_code == 404


def test_exported_files_have_all_rows(desk: Client, event: Event) -> None:
    fee_factories.everybody_pays(event)
    club_evenings.play_out(event)

    def file(name: str) -> HttpResponse:
        return desk.get(path_of(event, f"desk/money/files/{name}"))

    lines = file("receipts.csv").content.decode("utf-8-sig").splitlines()
    assert (len(lines), lines[1].split(",")[0], lines[1].split(",")[6:8]) == (9, "1", ["60.00", "EUR"])
    assert len(file("accounts.csv").content.decode().splitlines()) == 9
    assert len(file("prizes.csv").content.decode().splitlines()) == 5
    assert len(file("cash.csv").content.decode().splitlines()) == 2
    assert file("money.xlsx").content[:2] == b"PK"
    whole = json.loads(file("money.json").content)
    assert (whole["schema"], whole["currency"], len(whole["receipts"])) == ("crawford-money/1", "EUR", 8)
    assert file("other.csv").status_code == 404


def test_the_file_of_prizes_has_a_row_for_each_share_of_a_prize(desk: Client, event: Event) -> None:
    parts = {MAIN: [50, 20, 10, 10, 5, 5, 5, 5], CONSOLATION: [20]}
    options = FundOptions(fee=50_00, parts=parts)
    funds.set_fees(event=event, options=options, by=director(event), key="parts")
    fee_factories.everybody_pays(event)
    club_evenings.play_out(event)
    claims = prizes.list_prizes(event)[0].claims
    assert sorted(len(claim.shares) for claim in claims) == [1] * 7 + [2]
    answer = desk.get(path_of(event, "desk/money/files/prizes.csv"))
    rows = list(csv.DictReader(answer.content.decode("utf-8-sig").splitlines()))
    flights = {MAIN: event.name, CONSOLATION: "Consolation"}
    columns = ("Name", "Flight", "Place")
    assert [(*(row[name] for name in columns), round(float(row["Prize"]) * 100)) for row in rows] == [
        (claim.name, flights[share.flight], str(share.first), share.amount)
        for claim in claims
        for share in claim.shares
    ]


def test_exported_files_have_the_words_and_the_time_of_the_pages(desk: Client, event: Event) -> None:
    fee_factories.everybody_pays(event)
    club_evenings.play_out(event)

    def read(name: str) -> list[dict[str, str]]:
        answer = desk.get(path_of(event, f"desk/money/files/{name}"), headers={"accept-language": "it"})
        return list(csv.DictReader(answer.content.decode("utf-8-sig").splitlines(), delimiter=";"))

    receipt = Receipt.objects.get(number=1)
    first = read("receipts.csv")[0]
    assert first["Data"] == timezone.localtime(receipt.at).isoformat(timespec="seconds")
    assert first["Modo"] == "contanti"
    assert {row["Tabellone"] for row in read("prizes.csv")} == {event.name, "Consolazione"}


def test_amounts_are_formatted_for_the_readers_language(desk: Client, event: Event) -> None:
    page = desk.get(path_of(event, "desk/money/"), headers={"accept-language": "it"}).content.decode()

    assert "60,00\u00a0€" in page


@pytest.mark.second_stage
@pytest.mark.parametrize("page", [*PAGES, "receipts/1/"])
def test_every_page_is_translated_to_italian(desk: Client, event: Event, page: str) -> None:
    pool, by = fee_factories.a_pool(event), director(event)
    pools.join_pool(event=event, fund=pool.fund, player=player(event, "Anna"), by=by, key="in")
    auction = fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION)
    auctions.make_lots(event=event, fund=auction.fund, lots=[[1], [2, 3]], by=by)
    auctions.sell_lot(event=event, fund=auction.fund, lot=1, buyer="Zeno", price=5_00, by=by, key="sold")
    auctions.buy_back_half(event=event, fund=auction.fund, lot=1, by=by, key="half")
    fee_factories.everybody_pays(event)
    payments.reverse_receipt(event=event, number=1, note="Misread", by=by, key="back")
    club_evenings.play_out(event)

    answer = desk.get(path_of(event, f"desk/money/{page}"), headers={"accept-language": "it"})

    assert (answer.status_code, "Cassa" in answer.content.decode()) == (200, True)


def test_cashiers_find_the_link_to_the_cash_desk_on_the_event_page(client: Client, event: Event) -> None:
    address = path_of(event, "desk/money/")
    assert address not in client.get(path_of(event, "")).content.decode()
    factories.a_user("till")
    cashiers.appoint_cashier(tournament=event.tournament, username="till", by=director(event))
    client.force_login(fee_factories.User.objects.get(username="till"))

    assert address in client.get(path_of(event, "")).content.decode()


def test_the_entries_page_of_the_desk_marks_unpaid_entries(desk: Client, event: Event) -> None:
    before = desk.get(path_of(event, "desk/entries/")).content.decode()
    fields = {"player": code_of(event, "Anna"), "amount": "60.00", "method": "cash", "key": "tap"}
    send(desk, event, "take", **fields)
    after = desk.get(path_of(event, "desk/entries/")).content.decode()

    assert (before.count("€60.00 to pay"), before.count("not paid")) == (8, 0)
    assert (after.count("€60.00 to pay"), len(re.findall(r">\s*paid\s*<", after))) == (7, 1)


def test_unpaid_pairs_are_counted_as_pairs(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), ["Anna / Bruno", "Carla / Dario", "Elena / Fabio"])
    client.force_login(director(event))
    send(client, event, "on", currency="EUR", **FEES)
    pair = event.entries.get(number=1).player
    send(client, event, "take", player=pair.code, amount="60", method="cash")
    page = " ".join(get_page(client, event).split())

    assert "2 pairs owe €120.00" in page
    assert "Collect €120.00 from 2 pairs:" in page
    assert "1 pair owes nothing" in page


def test_of_many_players_the_settled_ones_are_listed_on_request(client: Client) -> None:
    names = [f"Player {number:02}" for number in range(1, 21)]
    event = club_evenings.a_night(club_evenings.a_club(), names)
    client.force_login(director(event))
    send(client, event, "on", currency="EUR", **FEES)
    owing = get_page(client, event)
    send(client, event, "everybody", method="cash")
    paid, found, first, second = (
        get_page(client, event, query) for query in ("", "?find=07", "?settled=1", "?settled=2")
    )

    assert ("20 players owe €1,200.00" in owing, "20 players owe nothing" in paid) == (True, True)
    assert [page.count('<details class="payer"') for page in (owing, paid, found, first, second)] == [
        *(16, 0, 1, 16, 4)
    ]
    assert 'href="?settled=1#paid"' in paid
