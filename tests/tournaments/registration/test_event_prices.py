"""The price announced to somebody is the one they pay: of members, juniors and others, and early ones."""

import json
from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.core.mail import EmailMessage
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from time_machine import TimeMachineFixture

from matches.models import User
from matches.services.players import register_player
from rules.errors import Refusal
from tests.factories import a_player, a_user
from tests.factory_recordings import replayed
from tests.page_forms import form_with, read_forms
from tests.tournaments.checker.forged_money import find_codes, read_money
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import account, key, payment_context, with_money
from tests.tournaments.registration.registrations import (
    START,
    an_open_event,
    keys_of,
    open_registration,
    sign_up,
)
from tournaments.finances.models import Receipt
from tournaments.finances.queries import ledger, prepaid_fees
from tournaments.finances.services import charges, payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event, MemberRecord, Membership
from tournaments.name_lists.details import EntryDetails
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.registration.forms import DeskDetailsForm
from tournaments.registration.models import JUNIOR, MEMBER, USUAL, EventPrice, Registration, SignUp
from tournaments.registration.queries import places_left, sign_up_lists
from tournaments.registration.queries.event_fees import PriceOffer
from tournaments.registration.queries.fee_categories import describe_offer
from tournaments.registration.queries.payment_notices import get_payment_notice
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.services import (
    entering,
    event_prices,
    paid_marks,
    registration_settings,
)
from tournaments.registration.services.event_prices import PriceOptions
from tournaments.registration.services.mail import send_sign_up_mail
from tournaments.registration.services.registration_settings import EventOptions, RegistrationOptions
from tournaments.registration.views.pages import make_detail_forms

pytestmark = pytest.mark.django_db
NOVEMBER_30, DECEMBER = date(2026, 11, 30), date(2026, 12, 1)


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """The event, on 20 November."""
    time_machine.move_to("2026-11-20T10:00Z", tick=False)
    return make_event()


@replayed
def make_event() -> Event:
    """On 20 November, an event with a fee of 50 at the cash desk: members 40, juniors free, early 45."""
    event = an_open_event()
    with_money(event, FundOptions(fee=45_00, registration=5_00, template="winner"))
    open_registration(event)
    set_prices(event)
    return event


@pytest.fixture
def by(event: Event) -> User:
    """The director of the event."""
    return director_of(event.tournament.club)


def set_prices(event: Event, *more: PriceOptions, member: int = 40) -> None:
    """Set the prices of the event."""
    prices = [
        PriceOptions(amount=Decimal(45), until=NOVEMBER_30),
        PriceOptions(category=MEMBER, amount=Decimal(member)),
        PriceOptions(category=JUNIOR, amount=Decimal(0), born_from=2008),
        PriceOptions(category="Students", amount=Decimal(30)),
        *more,
    ]
    event_prices.save_prices(event=event, prices=prices, by=director_of(event.tournament.club))


def due_of(row: SignUp) -> Decimal | None:
    """What a sign-up has to pay, as the list of registrations says."""
    return sign_up_lists.list_places_of(row)[0].fee_due


def enter(by: User, *rows: SignUp) -> None:
    """Enter sign-ups."""
    entering.enter_sign_ups(registration=Registration.objects.get(), places=keys_of(*rows), by=by)


def test_everybody_pays_what_was_announced_here_and_at_the_cash_desk(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    early = sign_up(event, "Anna Bianchi")
    member = sign_up(event, "Bruno Conti", choice={"category": MEMBER})
    junior = sign_up(event, "Carla Dini", choice={"category": JUNIOR})
    student = sign_up(event, "Dario Elia", choice={"category": "Students"})
    time_machine.move_to("2026-12-01T10:00Z", tick=False)
    usual = sign_up(event, "Elena Fabbri")
    rows = (early, member, junior, student, usual)

    assert [due_of(row) for row in rows] == [45, 40, None, 30, 50]
    enter(by, *rows)
    names = ["Anna Bianchi", "Bruno Conti", "Carla Dini", "Dario Elia", "Elena Fabbri"]
    assert [account(event, name).owes for name in names] == [45_00, 40_00, 0, 30_00, 50_00]
    assert [due_of(row) for row in rows] == [45, 40, None, 30, 50]


def test_a_change_of_the_prices_is_for_those_who_sign_up_afterwards(event: Event) -> None:
    row = sign_up(event, "Bruno Conti", choice={"category": MEMBER})
    set_prices(event, member=42)
    other = sign_up(event, "Carla Dini", choice={"category": MEMBER})

    assert (due_of(row), due_of(other)) == (40, 42)


def test_the_late_fee_is_added_to_every_price_but_nothing(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    open_registration(event, late_fee=Decimal(10), late_from=DECEMBER)
    member = sign_up(event, "Bruno Conti", choice={"category": MEMBER})
    junior = sign_up(event, "Carla Dini", choice={"category": JUNIOR})
    time_machine.move_to("2026-12-02T10:00Z", tick=False)

    assert (due_of(member), due_of(junior)) == (50, None)
    enter(by, member, junior)
    assert [account(event, name).owes for name in ("Bruno Conti", "Carla Dini")] == [50_00, 0]
    assert find_codes(event) == set()
    payments.take_payment(
        event=event, player=account(event, "Bruno Conti").player, amount=50_00, context=payment_context(event)
    )
    assert account(event, "Bruno Conti").owes == 0
    assert find_codes(event) == set()


def test_a_mark_takes_the_price_and_nothing_more_is_due_after_the_entry(event: Event, by: User) -> None:
    row = sign_up(event, "Bruno Conti", choice={"category": MEMBER})
    paid_marks.set_paid(registration=Registration.objects.get(), places=keys_of(row), method="cash", by=by)

    assert [ledger.sum_receipt(receipt) for receipt in Receipt.objects.all()] == [40_00]
    assert [fee.payer.owes for fee in prepaid_fees.list_prepaid_fees(event)] == [0]
    enter(by, row)
    assert (account(event, "Bruno Conti").owes, account(event, "Bruno Conti").surplus) == (0, 0)
    assert due_of(row) == 0


def test_the_money_file_names_the_prices_and_the_checker_agrees(event: Event, by: User) -> None:
    enter(by, sign_up(event, "Anna Bianchi"), sign_up(event, "Bruno Conti", choice={"category": MEMBER}))

    amounts = [price["amount"] for price in read_money(event)["prices"]]
    assert amounts == [45_00, 40_00]
    assert find_codes(event) == set()


def test_without_a_cash_desk_the_prices_go_with_the_announced_fee() -> None:
    event = an_open_event()
    director = director_of(event.tournament.club)
    member_price = PriceOptions(category=MEMBER, amount=Decimal(8))
    event_prices.save_prices(event=event, prices=[member_price], by=director)
    assert places_left.summarise_events(Registration.objects.get(), timezone.now())[0].offers == []
    registration_settings.save_settings(
        tournament=event.tournament,
        options=RegistrationOptions(),
        events={event.pk: EventOptions(fee=Decimal(10))},
        by=director,
    )
    member, guest = sign_up(event, "Bruno Conti", choice={"category": MEMBER}), sign_up(event, "Carla Dini")

    assert (due_of(member), due_of(guest)) == (8, 10)
    with_money(event, FundOptions(fee=10_00, template="winner"))
    assert (due_of(member), due_of(guest)) == (8, 10)


def test_a_category_without_a_price_is_refused(event: Event, time_machine: TimeMachineFixture) -> None:
    set_prices(event, PriceOptions(category="Ladies", amount=Decimal(20), until=NOVEMBER_30))
    assert due_of(sign_up(event, "Anna Bianchi", choice={"category": "Ladies"})) == 20
    time_machine.move_to("2026-12-01T10:00Z", tick=False)
    with pytest.raises(Refusal, match="price_not_offered"):
        sign_up(event, "Carla Dini", choice={"category": "Ladies"})
    with pytest.raises(Refusal, match="price_not_offered"):
        sign_up(event, "Carla Dini", choice={"category": "Guests"})


def test_of_two_early_prices_the_next_day_counts(event: Event, time_machine: TimeMachineFixture) -> None:
    set_prices(event, PriceOptions(amount=Decimal(35), until=date(2026, 11, 25)))
    first = sign_up(event, "Anna Bianchi")
    time_machine.move_to("2026-11-26T10:00Z", tick=False)
    second = sign_up(event, "Bruno Conti")

    assert (due_of(first), due_of(second)) == (35, 45)


def test_the_desk_changes_the_category_to_the_price_of_the_day_of_the_sign_up(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    row = sign_up(event, "Bruno Conti", choice={"category": MEMBER})
    time_machine.move_to("2026-12-01T10:00Z", tick=False)
    enter(by, row)
    page = reverse(
        "registration-sign-up", args=[event.tournament.club.slug, event.tournament.slug, row.reference]
    )
    client = signed_in(by)
    assert "Club member: €40.00" in client.get(page).text
    answer = client.post(page, {"name": "Bruno Conti", f"event-{event.pk}-category": USUAL})

    assert answer.status_code == 303
    assert account(event, "Bruno Conti").owes == 45_00
    assert due_of(row) == 45


def test_a_person_cannot_change_the_own_category(event: Event, client: Client) -> None:
    row = sign_up(event, "Bruno Conti")
    answer = client.patch(
        f"/api/v1/sign-ups/{get_token(row)}/",
        json.dumps({"events": [{"event": event.pk, "category": MEMBER}]}),
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "category_of_desk")
    assert due_of(row) == 45


def test_the_pages_and_the_mail_name_the_same_price(
    event: Event, by: User, client: Client, mailoutbox: list[EmailMessage]
) -> None:
    tournament = event.tournament
    form = client.get(reverse("sign-up", args=[tournament.club.slug, tournament.slug])).text
    for text in (
        "Early price: €45.00 until 30 November, then €50.00",
        "Club member: €40.00",
        "Junior, born in 2008 or later: €0.00",
        "Students: €30.00",
    ):
        assert text in form
    row = sign_up(event, "Bruno Conti", email="bruno@example.org", choice={"category": MEMBER})
    own = client.get(reverse("own-sign-up", args=[get_token(row)])).text
    assert "Club member: €40.00" in own
    assert get_payment_notice(row, sign_up_lists.list_places_of(row)).fee == 40  # type: ignore[union-attr]
    send_sign_up_mail({"sign_up": row.pk, "what": "received"})
    assert f"{event.name}: confirmed (Club member: €40.00)" in mailoutbox[0].body
    assert "Fee: €40.00" in mailoutbox[0].body
    desk = signed_in(by).get(reverse("registration", args=[tournament.club.slug, tournament.slug])).text
    assert "Club member: €40.00" in desk
    assert "(not found in the records)" in desk


def test_a_member_with_an_account_is_offered_the_member_price_first(event: Event) -> None:
    account_of_member, account_of_guest = a_user("bruno"), a_user("dario")
    club = event.tournament.club
    page = reverse("sign-up", args=[club.slug, event.tournament.slug])
    for name, user, is_member in (
        ("Bruno Conti", account_of_member, True),
        ("Dario Elia", account_of_guest, False),
    ):
        player = a_player(name, user)
        membership = Membership.objects.create(club=club, player=player)
        if is_member:
            MemberRecord.objects.create(membership=membership, club=club)
    name = f"event-{event.pk}-category"
    chosen = [
        dict(form_with(signed_in(user).get(page).text, "Sign up").data())[name]
        for user in (account_of_member, account_of_guest)
    ]
    assert chosen == [MEMBER, USUAL]


def test_the_desk_sees_who_is_a_member_and_a_junior_by_the_records(event: Event) -> None:
    club = event.tournament.club
    rows = [
        sign_up(event, name, choice={"category": category})
        for name, category in (("Bruno Conti", MEMBER), ("Carla Dini", JUNIOR), ("Dario Elia", JUNIOR))
    ]
    for row, year in zip(rows, (1980, 2010, 1990), strict=True):
        row.player = register_player(name=row.name)
        row.save()
        membership = Membership.objects.create(club=club, player=row.player)
        MemberRecord.objects.create(membership=membership, club=club, birth_year=year)

    places = sign_up_lists.list_places(Registration.objects.get(), hints=True)
    assert [
        (one.category_check.text, one.category_check.contradicts) for one in places if one.category_check
    ] == [
        ("member", False),
        ("junior by the records", False),
        ("no junior by the records", True),
    ]


def test_a_desk_entry_pays_the_usual_fee_until_the_desk_chooses_a_category(event: Event, by: User) -> None:
    persons = entries.get_or_create_persons(event=event, people=[("Elena Fabbri", EntryDetails())], by=by)
    entries.enter_players(event=event, players=persons, by=by, key=key())
    assert account(event, "Elena Fabbri").owes == 50_00
    tournament = event.tournament
    page = reverse("money", args=[tournament.club.slug, tournament.slug, event.slug])
    text = signed_in(by).get(page).text
    assert "Club member: €40.00" in text
    player = account(event, "Elena Fabbri").player
    charges.set_own_fee(event=event, player=player, amount=40_00, note="Club member", by=by, key="a-key")
    assert account(event, "Elena Fabbri").owes == 40_00


def test_the_director_sets_and_removes_prices_on_the_page(event: Event, by: User) -> None:
    tournament = event.tournament
    page = reverse("event-prices", args=[tournament.club.slug, tournament.slug, event.pk])
    client = signed_in(by)
    assert client.get(page).status_code == 200
    answer = client.post(page, {"price-0-kind": "other", "price-0-name": "Ladies", "price-0-amount": "35"})
    assert answer.status_code == 303
    assert list(EventPrice.objects.values_list("category", "amount")) == [("Ladies", 35)]
    answer = client.post(page, {"price-0-kind": "junior", "price-0-amount": "35"})
    assert answer.status_code == 400
    assert client.post(page, {"price-0-kind": ""}).status_code == 303
    assert not EventPrice.objects.exists()


def test_the_page_of_the_prices_shows_only_the_fields_of_each_kind(event: Event, by: User) -> None:
    tournament = event.tournament
    page = reverse("event-prices", args=[tournament.club.slug, tournament.slug, event.pk])
    client = signed_in(by)
    EventPrice.objects.all().delete()

    def list_fields(query: str = "") -> list[str]:
        controls = [
            control for form in read_forms(client.get(page + query).text) for control in form.controls
        ]
        names = [control.name for control in controls if control.name.startswith("price-")]
        return [name for name in names if not name.endswith("-seen")]

    assert list_fields() == []
    assert list_fields("?kind=junior") == [
        "price-0-kind",
        "price-0-born_from",
        "price-0-amount",
        "price-0-until",
    ]
    form = next(form for form in read_forms(client.get(f"{page}?kind=member").text) if form.action == page)
    assert client.post(page, {**form.data("Save"), "price-0-amount": "30"}).status_code == 303
    assert list_fields() == ["price-0-kind", "price-0-amount", "price-0-until"]

    form = next(form for form in read_forms(client.get(page).text) if form.action == page)
    assert client.post(page, {**form.data("Save"), "price-0-kind": ""}).status_code == 303
    assert not EventPrice.objects.exists()
    assert client.get(f"{page}?kind=nonsense").status_code == 400


@pytest.mark.parametrize(
    ("prices", "code"),
    [
        ([PriceOptions(amount=Decimal(5))], "price_day_missing"),
        ([PriceOptions(category=JUNIOR, amount=Decimal(5))], "price_year_missing"),
        ([PriceOptions(category=name, amount=Decimal(5)) for name in ("A", "a")], "price_twice"),
        ([PriceOptions(category=str(n), amount=Decimal(5)) for n in range(9)], "prices_many"),
    ],
)
def test_impossible_prices_are_refused(event: Event, by: User, prices: list[PriceOptions], code: str) -> None:
    with pytest.raises(Refusal, match=code):
        event_prices.save_prices(event=event, prices=prices, by=by)
    assert EventPrice.objects.count() == 4


def test_a_copied_tournament_has_the_prices_with_moved_days(event: Event, by: User) -> None:
    other = tournaments.create_knockout_tournament(
        club=event.tournament.club,
        name="Spring Open",
        starts_at=START + timedelta(days=70),
        length=7,
        consolation_length=5,
        tables=8,
        by=by,
    )
    registration_settings.copy_registration(
        original=event.tournament,
        tournament=other.tournament,
        events={event.pk: other},
        days=timedelta(days=70),
        by=by,
    )

    prices = EventPrice.objects.filter(event__event=other).order_by("pk")
    assert list(prices.values_list("category", "amount", "until", "born_from")) == [
        (USUAL, 45, NOVEMBER_30 + timedelta(days=70), None),
        (MEMBER, 40, None, None),
        (JUNIOR, 0, None, 2008),
        ("Students", 30, None, None),
    ]


def test_a_currency_without_decimals_rounds_prices_and_leaves_a_price_of_0() -> None:
    event = an_open_event()
    prices = [
        PriceOptions(category=MEMBER, amount=Decimal("7.60")),
        PriceOptions(category=JUNIOR, amount=Decimal(0), born_from=2008),
    ]
    event_prices.save_prices(event=event, prices=prices, by=director_of(event.tournament.club))
    open_registration(event, currency="JPY")

    assert list(EventPrice.objects.order_by("pk").values_list("amount", flat=True)) == [8, 0]


def test_each_price_is_shown_with_the_late_fee_that_is_due(
    event: Event, time_machine: TimeMachineFixture
) -> None:
    open_registration(event, late_fee=Decimal(10), late_from=DECEMBER)
    place = [event.tournament.club.slug, event.tournament.slug]
    pages = [reverse("sign-up", args=place), reverse("tournament", args=place)]
    before = [Client().get(page).text for page in pages]
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    after = [Client().get(page).text for page in pages]

    assert [("Club member: €50.00 (late fee" in page) for page in (*before, *after)] == [False] * 2 + [
        True
    ] * 2
    assert [page.count("Club member: €50.00 (late fee of €10.00 included)") > 0 for page in after] == [
        True,
        True,
    ]
    assert ["€0.00 (late" in page for page in after] == [False, False]


def test_the_desk_offers_the_prices_of_the_day_on_which_an_event_was_added(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    row = sign_up(event, "Anna Bianchi", choice={"category": MEMBER})
    assert row.places.get().added_at.date() == date(2026, 11, 20)
    # The event itself was added later than the person first signed up.
    time_machine.move_to("2026-12-01T10:00Z", tick=False)
    row.places.update(added_at=timezone.now())
    request = RequestFactory().get("/")
    _form, (entrant,), _answers = make_detail_forms(request, row, form_class=DeskDetailsForm)
    assert "€50.00" in dict(entrant.fields["category"].choices)[USUAL]


def test_an_early_price_with_a_late_fee_names_what_is_to_be_paid() -> None:
    offer = PriceOffer("", Decimal("26.5"), until=DECEMBER, late=Decimal(5), then=Decimal(30))
    assert describe_offer(offer, "EUR") == (
        "Early price: €31.50 until 1 December, then €35.00 (late fee of €5.00 included)"
    )


def test_the_page_of_a_sign_up_tells_the_price_with_the_late_fee(
    event: Event, time_machine: TimeMachineFixture
) -> None:
    open_registration(event, late_fee=Decimal(10), late_from=DECEMBER)
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    row = sign_up(event, "Anna", choice={"category": MEMBER})
    page = Client().get(reverse("own-sign-up", args=[get_token(row)])).text
    assert ("Club member: €50.00" in page, "Fee: €50.00" in page, "€40.00" in page) == (True, True, False)
