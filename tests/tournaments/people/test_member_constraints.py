"""The database constraints of member records, fees, fields and e-mails: each is violated once."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from tests.matches.constraints import names_in, refuses
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.people.test_club_constraints import a_copy, changed
from tournaments.models import (
    MemberField,
    MemberFieldText,
    MemberMail,
    MemberRecord,
    MembershipFee,
    OwnYearFee,
    YearFee,
)
from tournaments.people.services import member_fees, member_records, members, year_fees
from tournaments.people.services.member_fees import FeePayment
from tournaments.people.services.member_records import MemberData

pytestmark = pytest.mark.django_db

MODELS = (MemberRecord, MemberField, MemberFieldText, MembershipFee, YearFee, OwnYearFee, MemberMail)
ONE_ROW: list[tuple[type, dict[str, Any], str]] = [
    (MemberRecord, {"birth_year": 1815}, "member_birth_year_is_a_year"),
    (
        MemberRecord,
        {"joined_on": date(2020, 1, 2), "left_on": date(2020, 1, 1)},
        "member_joined_before_leaving",
    ),
    (MemberField, {"name": ""}, "member_field_has_a_name"),
    (MemberFieldText, {"text": ""}, "member_field_text_is_not_empty"),
    (MembershipFee, {"amount": -1}, "membership_fee_is_not_negative"),
    (MembershipFee, {"year": 1815}, "membership_fee_of_a_year"),
    (MembershipFee, {"method": "salt"}, "membership_fee_method_is_known"),
    (MembershipFee, {"withdrawn_at": timezone.now()}, "membership_fee_withdrawn_by_somebody"),
    (YearFee, {"amount": 0}, "year_fee_is_positive"),
    (YearFee, {"year": 1815}, "year_fee_of_a_year"),
    (OwnYearFee, {"amount": -1}, "own_year_fee_is_not_negative"),
    (OwnYearFee, {"year": 1815}, "own_year_fee_of_a_year"),
    (MemberMail, {"subject": ""}, "member_mail_has_subject_and_text"),
]
COPIES: list[tuple[type, dict[str, Any], str]] = [
    (MemberField, {}, "member_field_once_per_club"),
    (MemberFieldText, {}, "member_field_text_once"),
    (YearFee, {}, "year_fee_once_per_club"),
    (OwnYearFee, {}, "own_year_fee_once_per_member"),
    (MembershipFee, {"year": 2027}, "membership_fee_key_once"),
    (MemberMail, {}, "member_mail_key_once"),
]
DIRECT_WRITES = {"member_number_once_per_club"}


@pytest.fixture
def rows() -> dict[type, Any]:
    """One row of each model."""
    club = a_club()
    by = director_of(club)
    membership = members.enrol_by_name(club=club, name="Anna Bianchi", by=by)
    field = member_records.add_field(club=club, name="Address", by=by)
    member_records.describe_member(
        membership=membership, data=MemberData(number="1"), texts={field.pk: "Via Roma 1"}, by=by
    )
    payment = FeePayment(year=2026, amount=Decimal(5), method="cash")
    fee = member_fees.record_fee(membership=membership, payment=payment, by=by, key="fee")
    amount = {"year": 2026, "amount": Decimal(30), "by": by}
    return {
        YearFee: year_fees.set_year_fee(club=club, **amount),
        OwnYearFee: year_fees.set_own_fee(membership=membership, **amount),
        MemberRecord: MemberRecord.objects.get(),
        MemberField: field,
        MemberFieldText: MemberFieldText.objects.get(),
        MembershipFee: fee,
        MemberMail: MemberMail.objects.create(
            club=club, subject="Summer", text="We play on.", count=1, by=by, key="mail"
        ),
    }


@pytest.mark.parametrize(("model", "changes", "name"), ONE_ROW)
def test_an_update_that_violates_a_constraint_is_refused(
    rows: dict[type, Any], model: type, changes: Any, name: str
) -> None:
    refuses(name, changed(rows[model], **changes), MODELS)


@pytest.mark.parametrize(("model", "changes", "name"), COPIES)
def test_a_copy_of_a_row_is_refused(rows: dict[type, Any], model: type, changes: Any, name: str) -> None:
    refuses(name, a_copy(rows[model], **changes), MODELS)


def test_a_number_belongs_to_one_member_of_a_club(rows: dict[type, Any]) -> None:
    record = rows[MemberRecord]
    other = members.enrol_by_name(club=record.club, name="Bruno", by=director_of(record.club))
    refuses("member_number_once_per_club", a_copy(record, membership=other), MODELS)


def test_every_constraint_is_tested() -> None:
    tested = {name for _, _, name in (*ONE_ROW, *COPIES)} | DIRECT_WRITES
    assert set(names_in(MODELS)) == tested
