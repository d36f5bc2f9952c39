"""Who plays at a club is no member by that: fees and numbers count those with a record."""

import re
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Player, User
from rules.errors import Refusal
from tests.factories import a_user
from tests.tournaments import club_evenings
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.importing.services import member_enrolment
from tournaments.models import Club, ClubLogEntry, MemberRecord, Membership
from tournaments.people.queries import member_records
from tournaments.people.queries.invitations import get_invitation_token
from tournaments.people.services import invitations, member_fees, members
from tournaments.people.services import member_records as record_services
from tournaments.people.services.invitations import InvitationOptions
from tournaments.people.services.member_fees import FeePayment

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """A club with the members Anna and Bruno, in which Carla and Dario have only played."""
    club = club_evenings.a_club()
    club_evenings.a_night(club, ["Carla", "Dario"])
    for name in ("Anna Bianchi", "Bruno Conti"):
        members.enrol_by_name(club=club, name=name, by=club_evenings.director_of(club))
    return club


@pytest.fixture
def director(club: Club) -> User:
    return club_evenings.director_of(club)


def list_names(club: Club) -> list[str]:
    return [row.name for row in member_records.get_member_rows(club)]


def membership_of(club: Club, name: str) -> Membership:
    return Membership.objects.get(club=club, player__name=name)


def read_text(client: Client, address: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", client.get(address).text).split())


def test_fees_are_counted_of_members_and_not_of_guests(client: Client, club: Club, director: User) -> None:
    payment = FeePayment(year=timezone.localdate().year, amount=Decimal(30), method="cash")
    member_fees.record_fee(
        membership=membership_of(club, "Anna Bianchi"), payment=payment, by=director, key="a"
    )
    assert list_names(club) == ["Anna Bianchi", "Bruno Conti"]
    client.force_login(director)
    records = read_text(client, f"/clubs/{club.slug}/members/records/")
    assert "1 of 2 members have paid. 3 others are not members." in records
    client.logout()
    assert "2 members · 2 others, not members" in read_text(client, f"/clubs/{club.slug}/members/")


def test_a_guest_becomes_a_member_and_a_guest_again(client: Client, club: Club, director: User) -> None:
    client.force_login(director)
    carla = membership_of(club, "Carla")
    address = f"/clubs/{club.slug}/members/{carla.pk}"
    for _time in range(2):
        assert client.post(f"{address}/make-member/", {"from": "records"}).status_code == 303
    assert list_names(club) == ["Anna Bianchi", "Bruno Conti", "Carla"]
    for _time in range(2):
        assert client.post(f"{address}/make-guest/").status_code == 303
    assert list_names(club) == ["Anna Bianchi", "Bruno Conti"]
    kinds = ClubLogEntry.objects.filter(player=carla.player, kind__startswith="member_")
    assert list(kinds.order_by("pk").values_list("kind", flat=True)) == [
        "member_recorded",
        "member_unrecorded",
    ]


def test_who_has_paid_a_fee_stays_a_member(club: Club, director: User) -> None:
    carla = membership_of(club, "Carla")
    payment = FeePayment(year=2026, amount=Decimal(30), method="cash")
    fee = member_fees.record_fee(membership=carla, payment=payment, by=director, key="a")
    assert "Carla" in list_names(club)
    with pytest.raises(Refusal) as refused:
        record_services.make_guest(membership=carla, by=director)
    assert refused.value.code == "member_has_fee"
    member_fees.withdraw_fee(fee=fee, by=director)
    assert "Carla" not in list_names(club)


def test_a_list_of_members_makes_members_of_guests(club: Club, director: User) -> None:
    people = [ListedPerson("Carla"), ListedPerson("Elena Fabbri"), ListedPerson("Anna Bianchi")]
    assert member_enrolment.enrol_people(club=club, people=people, choices={}, by=director).members == 2
    assert list_names(club) == ["Anna Bianchi", "Bruno Conti", "Carla", "Elena Fabbri"]


def test_who_joins_by_a_link_is_a_member_and_an_official_is_not(club: Club, director: User) -> None:
    for role, name in (("member", "Franca"), ("secretary", "Gino")):
        invited = invitations.invite(club=club, options=InvitationOptions(role=role), by=director)
        invitations.accept(token=get_invitation_token(invited.nonce), user=a_user(name), name=name)
    assert list_names(club) == ["Anna Bianchi", "Bruno Conti", "Franca"]
    assert not MemberRecord.objects.filter(membership__player__name="Gino").exists()
    assert Player.objects.filter(name="Gino").exists()
