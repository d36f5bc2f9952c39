"""Two spellings of a member joined: number, dates, contacts and fees follow the person, and go back."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.actors import SYSTEM
from matches.models import Player, PlayerChange
from matches.services import merging
from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, director_of
from tournaments.models import Club, Membership
from tournaments.people.queries.member_records import get_member_row, get_member_rows
from tournaments.people.services import members
from tournaments.people.services.member_fees import FeePayment, record_fee
from tournaments.people.services.member_records import MemberData, describe_member
from tournaments.people.services.year_fees import set_year_fee

pytestmark = pytest.mark.django_db
SUE = MemberData(number="7", joined_on=date(2011, 1, 1), phone="07700 1", email="sue@example.org")
SUSAN = MemberData(email="susan@example.org", birth_year=1960)


@pytest.fixture
def club() -> Club:
    club = a_club()
    set_year_fee(club=club, year=2026, amount=Decimal(30), by=director_of(club))
    return club


def enrol(club: Club, name: str, data: MemberData) -> Membership:
    membership = members.enrol(club=club, player=a_player(name), by=director_of(club))
    return describe_member(membership=membership, data=data, by=director_of(club))


def pay(membership: Membership) -> None:
    payment = FeePayment(year=2026, amount=Decimal(30), method="cash", paid_on=date(2026, 1, 5))
    record_fee(membership=membership, payment=payment, by=director_of(membership.club), key="a key")


def player_of(membership: Membership) -> Player:
    assert membership.player is not None
    return membership.player


def join(keep: Membership, absorb: Membership) -> PlayerChange:
    players = {"keep": player_of(keep), "absorb": player_of(absorb)}
    return merging.merge_players(**players, by=SYSTEM, reason="Same person")


def tell(membership: Membership) -> tuple[Any, ...]:
    row = get_member_row(membership)
    paid = row.get_balance(2026).paid
    return row.record.number, row.record.email, row.record.phone, row.record.birth_year, int(paid)


def test_joining_carries_what_the_remaining_record_lacks_and_separating_gives_it_back(club: Club) -> None:
    sue, susan = enrol(club, "Sue Hartley", SUE), enrol(club, "Susan Hartley", SUSAN)
    pay(sue)
    before = tell(sue), tell(susan)
    merged = join(susan, sue)
    (row,) = get_member_rows(club)
    assert (row.membership, row.joined_on) == (susan, date(2011, 1, 1))
    assert tell(susan) == ("7", "susan@example.org", "07700 1", 1960, 30)
    merging.undo_merge(merged=merged, by=SYSTEM, reason="Two people")
    assert (tell(sue), tell(susan)) == before
    assert before == (("7", "sue@example.org", "07700 1", None, 30), ("", "susan@example.org", "", 1960, 0))


def test_what_was_changed_after_joining_stays(club: Club) -> None:
    sue, susan = enrol(club, "Sue Hartley", SUE), enrol(club, "Susan Hartley", SUSAN)
    merged = join(susan, sue)
    describe_member(membership=susan, data=MemberData(number="7", phone="07700 2"), by=director_of(club))
    merging.undo_merge(merged=merged, by=SYSTEM, reason="Two people")
    assert (tell(sue)[:3], tell(susan)[:3]) == (("7", "sue@example.org", "07700 1"), ("", "", "07700 2"))


def test_the_numbers_and_fees_of_both_stay(club: Club) -> None:
    sue, susan = enrol(club, "Sue Hartley", SUE), enrol(club, "Susan Hartley", MemberData(number="12"))
    pay(sue)
    pay(susan)
    join(susan, sue)
    assert (tell(susan)[0], tell(susan)[4], tell(sue)[0]) == ("12", 30, "7")


def test_the_page_says_what_is_carried(client: Client, club: Club) -> None:
    sue, susan = enrol(club, "Sue Hartley", SUE), enrol(club, "Susan Hartley", SUSAN)
    pay(sue)
    client.force_login(director_of(club))
    address = reverse("join-spellings", args=[player_of(susan).code, player_of(sue).code])
    assert client.get(address).context["effects"] == [
        f"{club.name}: Susan Hartley takes over from Sue Hartley: Member number 7, Phone 07700 1, "
        f"Joined 1 January 2011, fee paid for 2026: 30.00 {club.year_fees.get().currency}.",
        f"{club.name}: not taken over, because Susan Hartley has another one: E-mail sue@example.org.",
    ]
