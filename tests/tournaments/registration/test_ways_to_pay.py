"""Ways to pay of clubs and tournaments: who changes them, and where payers see them."""

from decimal import Decimal
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client, override_settings
from django.urls import reverse

from matches.models import User
from rules.errors import Refusal
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in, text_of
from tests.tournaments.registration.registrations import add_way, an_open_event, keys_of, sign_up
from tournaments.models import Event, Membership, Role
from tournaments.payment_codes.way_kinds import WayDetails
from tournaments.play.tournaments.services.currency import change_currency
from tournaments.registration.models import Registration, RegistrationEvent, SignUp, WayToPay
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.queries.ways_to_pay import draw_code, list_ways
from tournaments.registration.services import paid_marks, ways_to_pay
from tournaments.registration.services.mail import CHANGED, send_sign_up_mail

pytestmark = pytest.mark.django_db
IBAN, SWISS_IBAN = "IT60X0542811101000000123456", "CH9300762011623852957"


@pytest.fixture
def event() -> Event:
    """An event of a tournament named Winter Open with a fee of 40 euros, whose registration is open."""
    event = an_open_event()
    RegistrationEvent.objects.update(fee=Decimal(40))
    return event


def own_page(row: SignUp) -> str:
    """Return the page of the personal link of somebody who is not signed in."""
    return text_of(Client(), reverse("own-sign-up", args=[get_token(row)]))


def own_payment(row: SignUp) -> Any:
    """Return what the API says about the payment of a sign-up."""
    return Client().get(f"/api/v1/sign-ups/{get_token(row)}/").json()["payment"]


def public_page(event: Event) -> str:
    """Return the page to sign up."""
    tournament = event.tournament
    return text_of(Client(), reverse("sign-up", args=[tournament.club.slug, tournament.slug]))


def texts(event: Event) -> list[str]:
    """Return the texts of the ways of the club, in their order."""
    return [way_to_pay.text for way_to_pay in list_ways(event.tournament.club)]


def test_amount_and_reference_are_filled_in_in_every_way(event: Event) -> None:
    club = event.tournament.club
    add_way(club, "sepa", holder="BG Club", account=IBAN, label="To our bank")
    add_way(club, "paypal", account="BGClub")
    add_way(club, "uk", holder="BG Club", account="31926819", bank_code="601613")
    row = sign_up(event, "Anna")
    page = own_page(row)
    assert "Fee: €40.00" in page
    assert page.index("To our bank") < page.index("PayPal") < page.index("Bank transfer (UK)")
    for text in ("IT60 X054 2811 1010 0000 0123 456", "60-16-13", "Scan with a banking app", row.reference):
        assert text in page
    assert page.count('class="qr-code"') == 2
    link = 'href="https://paypal.me/BGClub/40EUR"'
    assert link in page
    payment = own_payment(row)
    assert (payment["amount"], payment["currency"]) == ("40.00", "EUR")
    code = f"BCD\n002\n1\nSCT\n\nBG Club\n{IBAN}\nEUR40\n\n\n{event.tournament.name} {row.reference}"
    assert payment["ways"][0] == {
        "kind": "sepa",
        "name": "To our bank",
        "text": "",
        "facts": [
            {"kind": "holder", "value": "BG Club"},
            {"kind": "iban", "value": "IT60 X054 2811 1010 0000 0123 456"},
            {"kind": "reference", "value": row.reference},
        ],
        "link": "",
        "code": code,
    }


def test_no_payment_is_due_once_paid_or_without_a_place(event: Event) -> None:
    add_way(event.tournament.club, "text", text="Cash to Bruno.")
    RegistrationEvent.objects.update(capacity=1)
    anna, carla = sign_up(event, "Anna"), sign_up(event, "Carla")
    assert ("Cash to Bruno." in own_page(anna), "Cash to Bruno." in own_page(carla)) == (True, False)
    registration, by = Registration.objects.get(), director_of(event.tournament.club)
    paid_marks.set_paid(registration=registration, places=keys_of(anna), method="transfer", by=by)
    assert ("Cash to Bruno." in own_page(anna), own_payment(anna)) == (False, None)


def test_everybody_reads_the_ways_without_an_amount_before_signing_up(event: Event) -> None:
    add_way(event.tournament.club, "sepa", holder="BG Club", account=IBAN)
    add_way(event.tournament.club, "link", label="TWINT", link="https://pay.example/?sum={amount}")
    page = public_page(event)
    assert ("IT60 X054 2811 1010 0000 0123 456" in page, 'class="qr-code"' in page) == (True, False)
    assert "The link with the amount is on the page of your registration." in page
    tournament = event.tournament
    api = f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/registration/"
    ways = Client().get(api).json()["ways_to_pay"]
    assert [(way_to_pay["name"], way_to_pay["link"], way_to_pay["code"]) for way_to_pay in ways] == [
        ("Bank transfer (SEPA)", "", ""),
        ("TWINT", "", ""),
    ]
    poster = reverse("registration-poster", args=[tournament.club.slug, tournament.slug])
    assert "IT60 X054 2811 1010 0000 0123 456" in text_of(signed_in(director_of(tournament.club)), poster)


def test_the_ways_of_a_club_are_not_shown_where_nothing_costs_a_fee(event: Event) -> None:
    add_way(event.tournament.club, "text", text="Cash to Bruno.")
    RegistrationEvent.objects.update(fee=None)
    row = sign_up(event, "Anna")
    assert "Cash to Bruno." not in public_page(event) + own_page(row)
    add_way(event.tournament, "text", text="5 euros for the room.")
    assert "5 euros for the room." in public_page(event)
    assert "5 euros for the room." in own_page(row)


def test_a_tournament_with_ways_of_its_own_has_those_alone(event: Event) -> None:
    add_way(event.tournament.club, "text", text="To the club.")
    own_way = add_way(event.tournament, "text", text="To the organiser.")
    row, by = sign_up(event, "Anna"), director_of(event.tournament.club)
    assert ("To the club." in own_page(row), "To the organiser." in own_page(row)) == (False, True)
    ways_to_pay.remove_way(way_to_pay=own_way, by=by)
    assert ("To the club." in own_page(row), "To the organiser." in own_page(row)) == (True, False)


def test_a_swiss_code_has_the_cross_in_its_middle(event: Event) -> None:
    change_currency(tournament=event.tournament, currency="CHF", by=director_of(event.tournament.club))
    way_to_pay = {
        "holder": "BG Bern",
        "account": SWISS_IBAN,
        "postal_code": "3000",
        "town": "Bern",
        "country": "CH",
    }
    add_way(event.tournament.club, "swiss", **way_to_pay)
    add_way(event.tournament.club, "sepa", holder="BG Club", account=IBAN)
    page = own_page(sign_up(event, "Anna"))
    assert "Scan with a Swiss banking app (QR-bill)" in page
    # The SEPA transfer of francs has no code.
    assert page.count('class="qr-code"') == 1
    plain, crossed = draw_code("x" * 300, has_cross=False), draw_code("x" * 300, has_cross=True)
    assert crossed.startswith(plain.removesuffix("</svg>"))
    assert crossed.count("<rect") == 4


@override_settings(HAS_MAIL=True)
def test_the_mail_of_a_sign_up_says_how_to_pay(event: Event) -> None:
    add_way(event.tournament.club, "swish", account="123 456 78 90", label="Swish to the club")
    add_way(event.tournament.club, "text", text="Or cash.")
    row = sign_up(event, "Anna", email="anna@club.example")
    send_sign_up_mail({"sign_up": row.pk, "what": CHANGED})
    assert (
        "Fee: €40.00\n\nSwish to the club:\nSwish number: 1234567890\n"
        f"Reference: {row.reference}\nhttps://app.swish.nu/1/p/sw/?sw=1234567890&msg="
    ) in mail.outbox[-1].body
    assert "\n\nText:\nOr cash.\n" in mail.outbox[-1].body


def test_ways_are_added_changed_moved_and_removed_on_the_page(event: Event) -> None:
    club = event.tournament.club
    director, page = signed_in(director_of(club)), reverse("club-ways-to-pay", args=[club.slug])
    assert "Ways to pay" in text_of(director, f"/clubs/{club.slug}/")
    assert "Bank transfer (Swiss QR-bill)" in text_of(director, page)
    assert 'name="text"' in text_of(director, f"{page}?kind=text")
    for text in ("one", "two", "three"):
        assert director.post(page, {"kind": "text", "text": text}).status_code == 303
    first, _second, third = list_ways(club)
    assert director.post(f"{page}{third.pk}/move/", {"place": 1}).status_code == 303
    assert texts(event) == ["three", "one", "two"]
    assert director.post(f"{page}{first.pk}/", {"label": "Cash", "text": "ONE"}).status_code == 303
    assert director.post(f"{page}{third.pk}/remove/").status_code == 303
    assert [(way_to_pay.place, way_to_pay.label, way_to_pay.text) for way_to_pay in list_ways(club)] == [
        (1, "Cash", "ONE"),
        (2, "", "two"),
    ]
    wrong = director.post(page, {"kind": "sepa", "holder": "Club", "account": "IT60X0542811101000000123457"})
    assert (wrong.status_code, "This is not a valid IBAN." in wrong.text) == (400, True)
    assert 'value="IT60X0542811101000000123457"' in wrong.text
    assert director.post(page, {"kind": "barter"}).status_code == 400
    assert director.get(f"{page}99999999999999999999/").status_code == 404


def test_programs_keep_the_ways_of_a_tournament(event: Event) -> None:
    tournament = event.tournament
    director = signed_in(director_of(tournament.club))
    api = f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/ways-to-pay/"
    created = director.post(
        api, {"kind": "mobilepay", "name": "MobilePay", "account": "12345"}, content_type="application/json"
    )
    number = created.json()["number"]
    assert (created.status_code, created.json()["place"], created.json()["account"]) == (201, 1, "12345")
    director.post(api, {"kind": "text", "text": "Cash"}, content_type="application/json")
    changed = director.put(f"{api}{number}/", {"account": "54321"}, content_type="application/json")
    assert (changed.status_code, changed.json()["account"], changed.json()["name"]) == (200, "54321", "")
    moved = director.post(f"{api}{number}/move/", {"place": 2}, content_type="application/json")
    assert [way_to_pay["kind"] for way_to_pay in moved.json()] == ["text", "mobilepay"]
    wrong = director.put(f"{api}{number}/", {"account": "1"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["context"]["fields"]) == (
        400,
        {"account": ["A MobilePay number has five or six digits."]},
    )
    assert director.delete(f"{api}{number}/").status_code == 204
    assert [way_to_pay["kind"] for way_to_pay in director.get(api).json()] == ["text"]
    assert director.delete(f"{api}{number}/").status_code == 404


def test_officers_change_the_ways_of_a_club_and_directors_those_of_a_tournament(event: Event) -> None:
    club = event.tournament.club
    secretary, visitor = User.objects.create(username="sec"), User.objects.create(username="visitor")
    Membership.objects.create(club=club, user=secretary, role=Role.SECRETARY)
    details = WayDetails(text="Cash")
    assert ways_to_pay.add_way(owner=club, kind="text", label="", details=details, by=secretary).place == 1
    for owner, by, code in (
        (club, visitor, "club_officers_only"),
        (event.tournament, secretary, "directors_only"),
        (event.tournament, visitor, "directors_only"),
    ):
        with pytest.raises(Refusal, match=code):
            ways_to_pay.add_way(owner=owner, kind="text", label="", details=details, by=by)
    with pytest.raises(Refusal, match="club_officers_only"):
        ways_to_pay.remove_way(way_to_pay=list_ways(club)[0], by=visitor)


def test_the_audit_log_says_where_the_money_goes(event: Event) -> None:
    club = event.tournament.club
    way_to_pay = add_way(club, "sepa", holder="BG Club", account=IBAN)
    by = director_of(club)
    details = WayDetails(holder="BG Club", account="DE89370400440532013000")
    ways_to_pay.change_way(way_to_pay=way_to_pay, label="Bank", details=details, by=by)
    page = text_of(signed_in(by), f"/clubs/{club.slug}/audit-log/")
    changed = f"Bank transfer (SEPA), Account holder BG Club, IBAN {IBAN}"
    assert f"Ways to pay of “{club.name}” were changed: {changed}." in page
    changed = "Bank, Bank transfer (SEPA), Account holder BG Club, IBAN DE89370400440532013000"
    assert f"Ways to pay of “{club.name}” were changed: {changed}." in page


def test_the_audit_log_has_a_sort_code_as_banks_write_it(event: Event) -> None:
    club = event.tournament.club
    add_way(club, "uk", holder="BG Club", account="12345678", bank_code="200000")
    page = text_of(signed_in(director_of(club)), f"/clubs/{club.slug}/audit-log/")
    changed = "Bank transfer (UK), Account holder BG Club, Account number 12345678, Sort code 20-00-00"
    assert f"Ways to pay of “{club.name}” were changed: {changed}." in page


def test_a_way_that_is_sent_twice_is_added_once(event: Event) -> None:
    tournament = event.tournament
    first = add_way(tournament, "paypal", label="Online", account="BGClub")
    assert add_way(tournament, "paypal", label="Online ", account="BGClub") == first
    add_way(tournament, "paypal", label="Online", account="BGClub2")
    assert [way.account for way in list_ways(tournament)] == ["BGClub", "BGClub2"]
    assert tournament.club.log_entries.filter(kind="ways_to_pay_changed").count() == 2


def test_a_list_has_an_end_and_a_removed_way_stays_removed(event: Event) -> None:
    club, by = event.tournament.club, director_of(event.tournament.club)
    ways = [add_way(club, "text", text=str(number)) for number in range(ways_to_pay.MOST_WAYS)]
    with pytest.raises(Refusal, match="ways_full"):
        add_way(club, "text", text="more")
    assert "The list is full." in text_of(signed_in(by), reverse("club-ways-to-pay", args=[club.slug]))
    ways_to_pay.remove_way(way_to_pay=ways[0], by=by)
    with pytest.raises(Refusal, match="way_removed"):
        ways_to_pay.move_way(way_to_pay=ways[0], place=1, by=by)
    ways_to_pay.move_way(way_to_pay=ways[1], place=99, by=by)
    assert texts(event) == [*(str(number) for number in range(2, ways_to_pay.MOST_WAYS)), "1"]


@pytest.mark.second_stage
@pytest.mark.django_db(transaction=True)
def test_the_payment_settings_of_a_registration_become_its_first_ways() -> None:
    event = an_open_event()
    before = [("registration", "0005_fees_of_events")]
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    executor.migrate(before)
    try:
        old_apps = MigrationExecutor(connection).loader.project_state(before).apps
        old_apps.get_model("registration", "Registration").objects.update(
            payment="Before the start.", account_name="BG Club", iban=IBAN
        )
    finally:
        MigrationExecutor(connection).migrate(newest)
    rows = WayToPay.objects.filter(tournament=event.tournament)
    assert list(rows.values_list("place", "kind", "text", "holder", "account")) == [
        (1, "text", "Before the start.", "", ""),
        (2, "sepa", "", "BG Club", IBAN),
    ]
