"""What the records of the club say about the price of a sign-up, and what desk entries pay by them."""

import re
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from time_machine import TimeMachineFixture

from matches.models import Player, User
from rules.errors import Refusal
from tests.tournaments.checker.forged_money import read_money
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import account, key, payment_context, with_money
from tests.tournaments.registration.registrations import START, an_open_event, open_registration, sign_up
from tournaments.finances.models import Charge
from tournaments.finances.services import charges, payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event, MemberRecord, Membership, MembershipFee, Tournament
from tournaments.name_lists.details import EntryDetails
from tournaments.people.services import member_fees, members
from tournaments.people.services.member_fees import FeePayment
from tournaments.play.entries.services import entries
from tournaments.registration.models import JUNIOR, MEMBER, Registration
from tournaments.registration.queries import sign_up_lists
from tournaments.registration.services import event_prices
from tournaments.registration.services.event_prices import PriceOptions

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """On 20 November 2026, an event with a fee of 12 at the cash desk: members 8, juniors 5."""
    time_machine.move_to("2026-11-20T10:00Z", tick=False)
    event = an_open_event()
    with_money(event, FundOptions(fee=12_00, template="winner"))
    open_registration(event)
    prices = [
        PriceOptions(category=MEMBER, amount=Decimal(8)),
        PriceOptions(category=JUNIOR, amount=Decimal(5), born_from=2008),
    ]
    event_prices.save_prices(event=event, prices=prices, by=director_of(event.tournament.club))
    return event


@pytest.fixture
def by(event: Event) -> User:
    return director_of(event.tournament.club)


def add_member(event: Event, name: str, *, is_paid: bool = False, **values: Any) -> Membership:
    """Add a member with a record to the club of the event."""
    club = event.tournament.club
    membership = members.enrol_by_name(club=club, name=name, by=director_of(club))
    MemberRecord.objects.filter(membership=membership).update(**values)
    if is_paid:
        payment = FeePayment(year=2026, amount=Decimal(40), method="cash")
        member_fees.record_fee(membership=membership, payment=payment, by=director_of(club), key="fee")
    return membership


def enter_at_desk(event: Event, *names: str) -> None:
    """Enter players by name at the desk."""
    by = director_of(event.tournament.club)
    people = [(name, EntryDetails()) for name in names]
    persons = entries.get_or_create_persons(event=event, people=people, by=by)
    entries.enter_players(event=event, players=persons, by=by, key=key())


def check(*, shows_records: bool = True) -> list[tuple[str, bool]]:
    """What the list of registrations says about the categories, and whether it contradicts."""
    places = sign_up_lists.list_places(Registration.objects.get(), hints=True, shows_records=shows_records)
    return [(one.category_check.text, one.category_check.contradicts) for one in places if one.category_check]


def test_a_sign_up_without_account_is_compared_with_the_record_of_its_name_and_email(event: Event) -> None:
    add_member(event, "Anna Bianchi", is_paid=True, email="anna@mailbox.example")
    add_member(event, "Bruno Conti")
    add_member(event, "Carla Dini", birth_year=2010)
    add_member(event, "Dario Elia", birth_year=1990)
    enter_at_desk(event, "Elena Fabbri")
    sign_up(event, "anna bianchi", email="anna@mailbox.example", choice={"category": MEMBER})
    sign_up(event, "Bruno Conti", email="bruno@mailbox.example", choice={"category": MEMBER})
    sign_up(event, "Carla Dini", choice={"category": JUNIOR})
    sign_up(event, "Dario Elia", choice={"category": JUNIOR})
    sign_up(event, "Elena Fabbri", choice={"category": MEMBER})
    sign_up(event, "Zeno Zorzi", choice={"category": MEMBER})
    sign_up(event, "A. Bianchi", email="anna@mailbox.example", choice={"category": MEMBER})
    sign_up(event, "Fulvio Gatti")
    assert check() == [
        ("member: fee 2026 paid", False),
        ("member: fee 2026 not paid", False),
        ("born 2010", False),
        ("born 1990", True),
        ("plays here, not a member", True),
        ("not found in the records", True),
        ("Anna Bianchi in the records: member: fee 2026 paid", False),
    ]


def test_of_several_members_of_a_name_the_email_tells_which_one_it_is(event: Event) -> None:
    add_member(event, "Anna Bianchi", is_paid=True, email="anna@mailbox.example")
    add_member(event, "Anna Bianchi; person: other")
    for email in ("anna@mailbox.example", "else@mailbox.example"):
        sign_up(event, "Anna Bianchi", email=email, choice={"category": MEMBER})
    assert check() == [("member: fee 2026 paid", False), ("several of this name in the records", False)]


def test_the_public_page_and_officials_read_nothing_of_the_records(event: Event, by: User) -> None:
    add_member(event, "Anna Bianchi", is_paid=True, birth_year=2010, email="anna@mailbox.example")
    sign_up(event, "Anna Bianchi", email="other@mailbox.example", choice={"category": MEMBER}, is_public=True)
    tournament = event.tournament
    address = (tournament.club.slug, tournament.slug)
    assert check() == [("member: fee 2026 paid (another e-mail in the records)", False)]
    assert check(shows_records=False) == [("member", False)]
    assert "member: fee 2026 paid" in signed_in(by).get(reverse("registration", args=address)).text
    assert "fee 2026" not in Client().get(reverse("sign-up", args=address)).text


def test_somebody_entered_at_the_desk_pays_what_the_records_entitle_them_to(event: Event, by: User) -> None:
    add_member(event, "Anna Bianchi")
    add_member(event, "Bruno Conti", birth_year=2010)
    add_member(event, "Carla Dini", birth_year=2010)
    members.leave(membership=Membership.objects.get(player__name="Carla Dini"), by=by)
    sign_up(event, "Dario Elia")
    enter_at_desk(event, "Anna Bianchi", "Bruno Conti", "Carla Dini", "Zeno Zorzi")
    names = ("Anna Bianchi", "Bruno Conti", "Carla Dini", "Zeno Zorzi")
    assert [account(event, name).owes for name in names[:2]] == [8_00, 5_00]
    assert account(event, "Zeno Zorzi").owes == 12_00
    assert [one.price_name for one in account(event, "Anna Bianchi").dues] == ["Club member price"]
    assert [one.price_name for one in account(event, "Bruno Conti").dues] == ["Junior price"]
    tournament = event.tournament
    page = signed_in(by).get(reverse("money", args=[tournament.club.slug, tournament.slug, event.slug])).text
    text = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    assert "Collect €8.00 in cash" in text
    assert "Other prices: Usual fee: €12.00 Junior: €5.00" in text
    assert "Other prices: Club member: €8.00 Junior: €5.00" in text


def test_who_has_paid_by_the_records_keeps_the_price_when_they_change(event: Event, by: User) -> None:
    membership = add_member(event, "Anna Bianchi")
    add_member(event, "Bruno Conti")
    enter_at_desk(event, "Anna Bianchi", "Bruno Conti", "Zeno Zorzi")
    for name, amount in (("Anna Bianchi", 8_00), ("Zeno Zorzi", 12_00)):
        payments.take_payment(
            event=event, player=account(event, name).player, amount=amount, context=payment_context(event)
        )
    MemberRecord.objects.filter(membership=membership).delete()
    player = Player.objects.get(name="Zeno Zorzi")
    members.enrol(club=event.tournament.club, player=player, by=by)
    rows = [account(event, name) for name in ("Anna Bianchi", "Zeno Zorzi", "Bruno Conti")]
    assert [(row.owes, row.surplus) for row in rows] == [(0, 0), (0, 0), (8_00, 0)]
    assert rows[0].dues[0].price_name == "Club member price"
    assert list(Charge.objects.values_list("note", flat=True)) == ["member_price"]
    with override("it"):
        assert rows[0].dues[0].price_name == "Prezzo per i soci"
    assert not MembershipFee.objects.exists()
    assert read_money(event)["prices"] == [{"player": rows[2].player.code, "amount": 8_00}]
    charges.set_own_fee(
        event=event, player=rows[2].player, amount=12_00, note="Usual fee", by=by, key="a-key"
    )
    assert account(event, "Bruno Conti").owes == 12_00


def test_a_price_above_the_fee_it_takes_the_place_of_is_refused(event: Event, by: User) -> None:
    early = {"until": date(2026, 12, 1)}
    for price in (
        PriceOptions(amount=Decimal("12.01"), **early),
        PriceOptions(category=MEMBER, amount=Decimal(13)),
        PriceOptions(category="Students", amount=Decimal(13), **early),
    ):
        with pytest.raises(Refusal) as refused:
            event_prices.save_prices(event=event, prices=[price], by=by)
        assert refused.value.code == "price_above_usual"
    dinner = PriceOptions(category="With dinner", amount=Decimal(30))
    allowed = [dinner, PriceOptions(amount=Decimal(12), **early)]
    assert len(event_prices.save_prices(event=event, prices=allowed, by=by)) == 2


def test_a_late_fee_from_a_day_after_the_tournament_is_refused(event: Event) -> None:
    last = START.date()
    with pytest.raises(Refusal) as refused:
        open_registration(event, late_fee=Decimal(5), late_from=last + timedelta(days=1))
    assert refused.value.code == "late_fee_after_end"
    assert open_registration(event, late_fee=Decimal(5), late_from=last).late_from == last
    Tournament.objects.update(ends_on=last + timedelta(days=1))
    open_registration(event, late_fee=Decimal(5), late_from=last + timedelta(days=1))


def test_the_audit_log_has_amounts_as_pages_show_them(event: Event, by: User) -> None:
    add_member(event, "Anna Bianchi", is_paid=True)
    text = signed_in(by).get(reverse("audit-log", args=[event.tournament.club.slug])).text
    assert "Anna Bianchi paid the fee of 2026: €40.00." in text
