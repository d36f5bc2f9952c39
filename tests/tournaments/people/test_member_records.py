"""The records of members: who reads them, what is refused, what is logged, exported and erased."""

import csv
import io
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from matches.accounts.data_export import get_own_data
from matches.actors import Identity
from matches.models import Player, User
from matches.models.operations import Outbox
from matches.services import anonymising, players
from rules.errors import Refusal
from tests.factories import a_user
from tests.tournaments import club_evenings
from tests.tournaments.printing.reading import read_leaves
from tournaments.models import Club, ClubLogEntry, MemberRecord, Membership, MembershipFee
from tournaments.people.queries import member_records
from tournaments.people.services import member_fees, member_mails, members
from tournaments.people.services import member_records as record_services
from tournaments.people.services.member_fees import FeePayment
from tournaments.people.services.member_records import MemberData

pytestmark = pytest.mark.django_db

CONTACT: dict[str, Any] = {"number": "A 7", "email": "anna@mailbox.example", "phone": "+39 055 123"}


@pytest.fixture
def club() -> Club:
    return club_evenings.a_club()


@pytest.fixture
def director(club: Club) -> User:
    return club_evenings.director_of(club)


@pytest.fixture
def anna(club: Club, director: User) -> Membership:
    return members.enrol_by_name(club=club, name="Anna Bianchi", by=director)


def describe(membership: Membership, by: User, **values: Any) -> Membership:
    return record_services.describe_member(membership=membership, data=MemberData(**values), by=by)


def pay(membership: Membership, by: User, year: int = 2026, key: str = "paid") -> MembershipFee:
    payment = FeePayment(year=year, amount=Decimal("45.50"), method="transfer", paid_on=date(2026, 2, 3))
    return member_fees.record_fee(membership=membership, payment=payment, by=by, key=key)


def refusal_of(call: Any, **arguments: Any) -> str:
    with pytest.raises(Refusal) as refused:
        call(**arguments)
    return refused.value.code


def address_of(membership: Membership) -> str:
    return f"/clubs/{membership.club.slug}/members/{membership.pk}/"


def test_a_record_is_stored_and_its_changes_are_logged_without_the_values(
    anna: Membership, director: User
) -> None:
    describe(anna, director, **CONTACT)
    describe(anna, director, **CONTACT, birth_year=1970)
    record = MemberRecord.objects.get(membership=anna)
    assert (record.number, record.email, record.phone, record.birth_year) == (
        "A 7",
        "anna@mailbox.example",
        "+39 055 123",
        1970,
    )
    entries = ClubLogEntry.objects.filter(kind="member_described").order_by("pk")
    assert [(entry.by, entry.player, entry.payload) for entry in entries] == [
        (director, anna.player, {"fields": ["email", "number", "phone"]}),
        (director, anna.player, {"fields": ["birth_year"]}),
    ]


def test_saving_an_unchanged_record_is_not_logged(anna: Membership, director: User) -> None:
    describe(anna, director, **CONTACT)
    describe(anna, director, **CONTACT)
    assert ClubLogEntry.objects.filter(kind="member_described").count() == 1


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"email": "nobody"}, "member_email_wrong"),
        ({"birth_year": 1815}, "member_birth_year_wrong"),
        ({"birth_year": 2999}, "member_birth_year_wrong"),
        ({"joined_on": date(2020, 1, 2), "left_on": date(2020, 1, 1)}, "member_dates_wrong"),
        ({"note": "x" * 1001}, "member_data_long"),
        ({"number": "A 7"}, "member_number_taken"),
    ],
)
def test_an_impossible_record_is_refused(
    club: Club, anna: Membership, director: User, values: dict[str, Any], code: str
) -> None:
    bruno = members.enrol_by_name(club=club, name="Bruno", by=director)
    describe(bruno, director, number="A 7")
    data = MemberData(**values)
    assert refusal_of(record_services.describe_member, membership=anna, data=data, by=director) == code


def test_managers_and_the_member_read_a_record_and_nobody_else(
    client: Client, club: Club, anna: Membership, director: User
) -> None:
    describe(anna, director, **CONTACT)
    own_account, other_member = a_user(), a_user()
    players.link_account(player=Player.objects.get(pk=anna.player_id), user=own_account)
    members.enrol_by_name(club=club, name="Bruno", by=director)
    members.join(club=open_to_all(club), user=other_member, name="Carla")
    api = f"/api/v1/clubs/{club.slug}/member-records/{anna.pk}/"
    answers = {}
    for name, user in (("director", director), ("own", own_account), ("member", other_member)):
        client.force_login(user)
        page = client.get(address_of(anna))
        answers[name] = (
            page.status_code,
            client.get(api).status_code,
            CONTACT["email"] in page.content.decode(),
        )
    assert answers == {
        "director": (200, 200, True),
        "own": (200, 200, True),
        "member": (404, 404, False),
    }
    client.logout()
    assert (client.get(address_of(anna)).status_code, client.get(api).status_code) == (302, 403)


def open_to_all(club: Club) -> Club:
    club.joining = "open"
    club.save()
    return club


def test_a_member_reads_but_does_not_change_the_own_record(
    client: Client, anna: Membership, director: User
) -> None:
    own_account = a_user()
    players.link_account(player=Player.objects.get(pk=anna.player_id), user=own_account)
    client.force_login(own_account)
    assert 'name="phone"' not in client.get(address_of(anna)).content.decode()
    assert client.post(f"{address_of(anna)}describe/", {"phone": "1"}).status_code == 404
    data = MemberData(phone="1")
    assert (
        refusal_of(record_services.describe_member, membership=anna, data=data, by=own_account)
        == "club_officers_only"
    )


def test_the_page_saves_the_record_with_the_fields_of_the_club(
    client: Client, club: Club, anna: Membership, director: User
) -> None:
    field = record_services.add_field(club=club, name="Address", by=director)
    client.force_login(director)
    posted = {**CONTACT, "joined_on": "2019-09-01", f"field-{field.pk}": "Via Roma 1"}
    assert client.post(f"{address_of(anna)}describe/", posted).status_code == 303
    row = member_records.get_member_row(anna)
    assert (row.record.email, row.joined_on, [(one.field.name, one.text) for one in row.texts]) == (
        "anna@mailbox.example",
        date(2019, 9, 1),
        [("Address", "Via Roma 1")],
    )
    assert 'value="Via Roma 1"' in client.get(address_of(anna)).content.decode()


def test_a_refused_record_is_shown_again_as_it_was_typed(
    client: Client, club: Club, anna: Membership, director: User
) -> None:
    describe(members.enrol_by_name(club=club, name="Bruno", by=director), director, number="9")
    client.force_login(director)
    answer = client.post(f"{address_of(anna)}describe/", {"number": "9", "phone": "0123"})
    page = answer.content.decode()
    assert (answer.status_code, "Bruno already has the member number 9." in page, 'value="0123"' in page) == (
        409,
        True,
        True,
    )


def test_a_change_that_was_not_seen_is_not_overwritten(
    client: Client, anna: Membership, director: User
) -> None:
    client.force_login(director)
    page = client.get(address_of(anna)).content.decode()
    seen = page.split('name="key-seen" value="')[1].split('"')[0].replace("&quot;", '"')
    describe(anna, director, phone="1")
    answer = client.post(f"{address_of(anna)}describe/", {"phone": "2", "key-seen": seen})
    assert (answer.status_code, member_records.get_member_row(anna).record.phone) == (409, "1")


def test_a_removed_field_takes_its_texts_along(club: Club, anna: Membership, director: User) -> None:
    field = record_services.add_field(club=club, name="Address", by=director)
    record_services.set_field_text(membership=anna, field=field, text="Via Roma 1", by=director)
    record_services.rename_field(field=field, name="Street", by=director)
    assert [one.field.name for one in member_records.get_member_row(anna).texts] == ["Street"]
    record_services.remove_field(field=field, by=director)
    assert member_records.get_member_row(anna).texts == ()


def test_a_club_has_a_small_number_of_fields_with_different_names(club: Club, director: User) -> None:
    for number in range(record_services.MOST_MEMBER_FIELDS - 1):
        record_services.add_field(club=club, name=f"Field {number}", by=director)
    add = record_services.add_field
    assert refusal_of(add, club=club, name="field 0", by=director) == "member_field_taken"
    add(club=club, name="Last", by=director)
    assert refusal_of(add, club=club, name="One more", by=director) == "member_fields_many"


def test_a_fee_is_recorded_once_a_year_and_can_be_taken_back(anna: Membership, director: User) -> None:
    fee = pay(anna, director)
    assert pay(anna, director) == fee
    payment = FeePayment(year=2026, amount=Decimal(1), method="cash")
    arguments = {"membership": anna, "payment": payment, "by": director, "key": "again"}
    assert refusal_of(member_fees.record_fee, **arguments) == "member_fee_paid"
    member_fees.withdraw_fee(fee=fee, by=director)
    member_fees.record_fee(**arguments)
    row = member_records.get_member_row(anna)
    (paid,) = (one for one in row.fees if one.withdrawn_at is None)
    assert (paid.amount, paid.currency, paid.method, len(row.fees)) == (Decimal(1), "EUR", "cash", 2)
    assert row.get_balance(2026).is_paid
    kinds = ClubLogEntry.objects.filter(kind__startswith="member_fee").order_by("pk")
    assert [(entry.kind, entry.payload) for entry in kinds] == [
        ("member_fee_paid", {"year": 2026, "amount": "45.50 EUR"}),
        ("member_fee_withdrawn", {"year": 2026, "amount": "45.50 EUR"}),
        ("member_fee_paid", {"year": 2026, "amount": "1 EUR"}),
    ]


def test_a_fee_is_recorded_and_taken_back_on_the_page(
    client: Client, anna: Membership, director: User
) -> None:
    client.force_login(director)
    posted = {"year": "2026", "amount": "50", "method": "cash", "paid_on": "2026-01-31", "key": "k"}
    assert client.post(f"{address_of(anna)}pay-fee/", posted).status_code == 303
    assert "€50.00" in client.get(address_of(anna)).content.decode()
    fee = MembershipFee.objects.get()
    assert client.post(f"{address_of(anna)}withdraw-fee/", {"fee": fee.pk}).status_code == 303
    assert not member_records.get_member_row(anna).get_balance(2026).is_paid


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_program_sends_an_amount_with_a_point_in_any_language(
    client: Client, anna: Membership, director: User, language: str
) -> None:
    client.force_login(director)
    address = f"/api/v1/clubs/{anna.club.slug}/member-records/{anna.pk}/fees/"
    body = {"year": 2026, "amount": "45.50", "method": "cash"}
    headers = {"accept-language": language}
    answer = client.post(address, body, content_type="application/json", headers=headers)
    assert (answer.status_code, MembershipFee.objects.get().amount) == (201, Decimal("45.50"))


def test_a_member_added_by_mistake_is_deleted_without_a_trace_of_the_name(
    client: Client, club: Club, anna: Membership, director: User
) -> None:
    describe(anna, director, **CONTACT)
    client.force_login(director)
    assert client.post(f"{address_of(anna)}delete/").status_code == 303
    assert "Anna Bianchi was deleted." in client.get(f"/clubs/{club.slug}/members/").content.decode()
    assert not Player.objects.filter(full_name="Anna Bianchi").exists()
    assert not MemberRecord.objects.exists()
    log = client.get(f"/clubs/{club.slug}/audit-log/").content.decode()
    assert ("Anna" in log, "A deleted member became a member." in log) == (False, True)


@pytest.mark.parametrize("reason", ["account", "entry", "fee"])
def test_a_member_on_whom_something_hangs_is_not_deleted(
    club: Club, anna: Membership, director: User, reason: str
) -> None:
    if reason == "account":
        players.link_account(player=Player.objects.get(pk=anna.player_id), user=a_user())
    elif reason == "entry":
        club_evenings.a_night(club, ("Anna Bianchi", "Bruno", "Carla", "Dario"))
    else:
        pay(anna, director)
    assert refusal_of(record_services.delete_member, membership=anna, by=director) == "member_in_use"
    assert Membership.objects.filter(pk=anna.pk).exists()


def test_leaving_writes_the_day_and_returning_clears_it(anna: Membership, director: User) -> None:
    describe(anna, director, **CONTACT)
    members.leave(membership=anna, by=director)
    left_on = MemberRecord.objects.get().left_on
    assert left_on is not None
    members.reactivate_member(membership=Membership.objects.get(pk=anna.pk), by=director)
    assert MemberRecord.objects.get().left_on is None


def test_an_erased_member_leaves_no_record(anna: Membership, director: User) -> None:
    describe(anna, director, **CONTACT)
    pay(anna, director)
    host = a_user(is_superuser=True)
    player = Player.objects.get(pk=anna.player_id)
    anonymising.anonymise(player=player, confirmation="Anna Bianchi", identity=Identity(user=host))
    assert (MemberRecord.objects.count(), MembershipFee.objects.count()) == (0, 1)


def test_a_person_gets_what_clubs_have_recorded_with_their_data(anna: Membership, director: User) -> None:
    describe(anna, director, **CONTACT, note="Plays on Tuesdays")
    pay(anna, director)
    (record,) = get_own_data(Player.objects.get(pk=anna.player_id))["member_records"]
    assert (record["email"], record["note"], record["fees"]) == (
        "anna@mailbox.example",
        "Plays on Tuesdays",
        [{"year": 2026, "amount": "45.50", "currency": "EUR", "paid_on": "2026-02-03"}],
    )


def test_members_get_an_e_mail_each(
    club: Club,
    anna: Membership,
    director: User,
    settings: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    settings.HAS_MAIL = True
    bruno = members.enrol_by_name(club=club, name="Bruno", by=director)
    carla = members.enrol_by_name(club=club, name="Carla", by=director)
    members.enrol_by_name(club=club, name="Dario", by=director)
    describe(anna, director, email="anna@mailbox.example")
    describe(bruno, director, email="bruno@mailbox.example")
    describe(carla, director, email="carla@mailbox.example", wants_no_email=True)
    keys = list(club.memberships.values_list("pk", flat=True))
    arguments = {"club": club, "subject": "Summer", "text": "We play on.", "by": director, "key": "k"}
    sent = member_mails.mail_members(memberships=keys, **arguments)
    assert member_mails.mail_members(memberships=keys, **arguments) == sent
    for row in Outbox.objects.filter(kind=member_mails.MAIL_MEMBER):
        member_mails.deliver(row.payload)
    received = {(message.to[0], message.subject) for message in mail.outbox}
    assert (sent.count, received) == (
        2,
        {("anna@mailbox.example", "Summer"), ("bruno@mailbox.example", "Summer")},
    )
    assert all(len(message.to) == 1 and not message.cc and not message.bcc for message in mail.outbox)


def test_e_mails_are_limited_and_need_a_recipient(
    club: Club, anna: Membership, director: User, settings: Any
) -> None:
    arguments = {"club": club, "memberships": [anna.pk], "subject": "S", "text": "T", "by": director}
    settings.HAS_MAIL = False
    assert refusal_of(member_mails.mail_members, **arguments, key="0") == "mail_not_set_up"
    settings.HAS_MAIL = True
    assert refusal_of(member_mails.mail_members, **arguments, key="0") == "member_mail_nobody"
    describe(anna, director, **CONTACT)
    for number in range(member_mails.MOST_MAILS_PER_DAY):
        member_mails.mail_members(**arguments, key=str(number))
    assert refusal_of(member_mails.mail_members, **arguments, key="more") == "member_mails_many"


def test_the_list_is_downloaded_and_printed(
    client: Client, club: Club, anna: Membership, director: User
) -> None:
    describe(anna, director, **CONTACT, joined_on=date(2019, 9, 1))
    pay(anna, director)
    client.force_login(director)
    address = f"/clubs/{club.slug}/members/records"
    text = client.get(f"{address}.csv?year=2026").content.decode("utf-8-sig")
    rows = {row["Name"]: row for row in csv.DictReader(io.StringIO(text))}
    assert {key: value for key, value in rows["Anna Bianchi"].items() if value} == {
        "Member number": "A 7",
        "Name": "Anna Bianchi",
        "E-mail": "anna@mailbox.example",
        "Phone": "'+39 055 123",
        "Joined": "2019-09-01",
        "Fee paid (2026)": "€45.50",
    }
    assert client.get(f"{address}.xlsx").content.startswith(b"PK")
    printed = client.get(f"/clubs/{club.slug}/members/list.pdf").content
    assert "anna@mailbox.example" in " ".join(leaf.text for leaf in read_leaves(printed))
    labels = client.get(f"/clubs/{club.slug}/members/labels.pdf").content
    assert "AnnaBianchi" in "".join(leaf.text for leaf in read_leaves(labels))


def test_the_record_stays_with_the_player_when_an_account_turns_out_to_be_another_person(
    anna: Membership, director: User
) -> None:
    describe(anna, director, **CONTACT)
    account = a_user()
    player = players.link_account(player=Player.objects.get(pk=anna.player_id), user=account)
    members.add_account(club=anna.club, user=account)
    members.separate_player(user=account, player=player)
    record = MemberRecord.objects.select_related("membership").get()
    assert (record.membership.player, record.membership.user) == (player, None)


@pytest.mark.parametrize("has_mail", [False, True])
def test_the_addresses_of_members_can_be_copied_with_or_without_a_mail_server(
    client: Client, club: Club, anna: Membership, director: User, settings: Any, has_mail: bool
) -> None:
    settings.HAS_MAIL = has_mail
    bruno, carla = (members.enrol_by_name(club=club, name=name, by=director) for name in ("Bruno", "Carla"))
    describe(anna, director, **CONTACT)
    describe(bruno, director, email="bruno@mailbox.example")
    describe(carla, director, email="carla@mailbox.example", wants_no_email=True)
    pay(anna, director)
    client.force_login(director)
    page = f"/clubs/{club.slug}/members/mail/"
    some = f"?to=some&members={anna.pk}&members={carla.pk}"
    queries = ("", "?to=unpaid&year=2026", some, "?to=x&year=y")
    addresses = [client.get(page + query).context["addresses"] for query in queries]
    both = ["anna@mailbox.example", "bruno@mailbox.example"]
    assert addresses == [both, ["bruno@mailbox.example"], ["anna@mailbox.example"], both]
    assert ", ".join(both) in client.get(page).text
