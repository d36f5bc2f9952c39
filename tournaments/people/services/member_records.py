"""Records of members: contacts, dates, notes, and the fields that a club defines for them."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from matches.models import Player, User
from matches.services import players
from rules.errors import Refusal
from tournaments import club_log
from tournaments.locks import lock_club
from tournaments.models import (
    Club,
    ClubLogEntry,
    MemberField,
    MemberFieldText,
    MemberRecord,
    Membership,
    MembershipFee,
    OwnYearFee,
)
from tournaments.models.member import (
    FIRST_YEAR,
    LONGEST_FIELD_NAME,
    LONGEST_FIELD_TEXT,
    LONGEST_HOME_CLUB,
    LONGEST_MEMBER_NOTE,
    LONGEST_NUMBER,
    LONGEST_PHONE,
)
from tournaments.name_lists.own_fields import name_own_field
from tournaments.people.queries.member_activities import find_activities
from tournaments.people.services.carried_records import give_back
from tournaments.permissions import must_manage
from tournaments.play.entrants.services import distinctions
from tournaments.play.entrants.services.answered_names import forget_players

MOST_MEMBER_FIELDS = 8
LONGEST_EMAIL = 254
LONGEST_TEXTS = {
    "number": LONGEST_NUMBER,
    "email": LONGEST_EMAIL,
    "phone": LONGEST_PHONE,
    "home_club": LONGEST_HOME_CLUB,
    "note": LONGEST_MEMBER_NOTE,
}
# How the log names the fields that the club has defined: their own names may be private.
OWN_FIELDS = "own_fields"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberData:
    """What the record of a member says; empty or None where nothing is known."""

    number: str = ""
    email: str = ""
    phone: str = ""
    birth_year: int | None = None
    home_club: str = ""
    joined_on: date | None = None
    left_on: date | None = None
    note: str = ""
    wants_no_email: bool = False


DATA_FIELDS = tuple(field.name for field in fields(MemberData))


@transaction.atomic
def describe_member(
    *, membership: Membership, data: MemberData, by: User, texts: Mapping[int, str] | None = None
) -> Membership:
    """Write the whole record of a member; `texts` are those of the club's own fields, by their key.

    Own fields that `texts` does not name stay as they are. Raises `member_data_long`, `member_email_wrong`,
    `member_birth_year_wrong`, `member_dates_wrong`, `member_number_taken` and `member_field_unknown`.
    """
    must_manage(by, membership.club)
    lock_club(membership.club)
    values = _clean_data(data)
    record = MemberRecord.objects.filter(membership=membership).first()
    _require_free_number(membership, values["number"])
    former = {name: getattr(record, name) for name in DATA_FIELDS} if record else asdict(MemberData())
    changed = sorted(name for name in DATA_FIELDS if former[name] != values[name])
    if changed or record is None:
        record, _ = MemberRecord.objects.update_or_create(
            membership=membership, defaults={**values, "club_id": membership.club_id}
        )
    if _write_texts(record, texts or {}):
        changed.append(OWN_FIELDS)
    if changed:
        club_log.log_action(
            club=membership.club,
            kind="member_described",
            by=by,
            user=membership.user,
            player=membership.player,
            about={"fields": changed},
        )
    membership.refresh_from_db()
    return membership


@transaction.atomic
def make_member(*, membership: Membership, by: User) -> Membership:
    """Give somebody who plays at the club a record, which makes them a member; members stay as they are."""
    must_manage(by, membership.club)
    lock_club(membership.club)
    if add_record(membership=membership):
        club_log.log_action(
            club=membership.club,
            kind="member_recorded",
            by=by,
            user=membership.user,
            player=membership.player,
        )
    membership.refresh_from_db()
    return membership


@transaction.atomic
def make_guest(*, membership: Membership, by: User) -> Membership:
    """Delete the record and the own fees of a member, who still plays at the club; others stay as they are.

    Raises `member_has_fee` if a fee of the member is recorded.
    """
    must_manage(by, membership.club)
    lock_club(membership.club)
    if MembershipFee.objects.filter(membership=membership, withdrawn_at=None).exists():
        raise Refusal("member_has_fee", name=str(membership.player or membership.user))
    OwnYearFee.objects.filter(membership=membership).delete()
    deleted, _rows = MemberRecord.objects.filter(membership=membership).delete()
    if deleted:
        club_log.log_action(
            club=membership.club,
            kind="member_unrecorded",
            by=by,
            user=membership.user,
            player=membership.player,
        )
    membership.refresh_from_db()
    return membership


def add_record(*, membership: Membership) -> bool:
    """Give a membership an empty record if it has none; return whether it had none.

    For services that have checked the permission and hold the lock of the club.
    """
    _record, is_new = MemberRecord.objects.get_or_create(
        membership=membership, defaults={"club_id": membership.club_id}
    )
    return is_new


@transaction.atomic
def set_field_text(*, membership: Membership, field: MemberField, text: str, by: User) -> Membership:
    """Write the text of one of the club's own fields; "" deletes it. Raises as `describe_member`."""
    record = MemberRecord.objects.filter(membership=membership).first()
    values = {name: getattr(record, name) for name in DATA_FIELDS} if record else {}
    return describe_member(membership=membership, data=MemberData(**values), texts={field.pk: text}, by=by)


@transaction.atomic
def fill_records(
    *,
    club: Club,
    data_by_membership: Mapping[int, MemberData],
    by: User,
    own_texts: Mapping[int, Mapping[int, str]] | None = None,
) -> dict[int, dict[str, Any]]:
    """Write what an imported list knows into the empty fields of these members' records.

    `own_texts` are those of the fields of the club, by membership and field.

    Return what was written into the records that were there before, by membership and field; the fields of
    the club have the names of `name_own_field`. Who has no record gets one. What a record has already stays,
    and a number that another member has is left out, as is a text that is too long. The caller logs the
    import.
    """
    must_manage(by, club)
    lock_club(club)
    records = {
        record.membership_id: record
        for record in MemberRecord.objects.filter(club=club, membership__in=data_by_membership)
    }
    numbers = set(MemberRecord.objects.filter(club=club).values_list("number", flat=True))
    filled: dict[int, dict[str, Any]] = {}
    for key, data in data_by_membership.items():
        record = records.get(key) or MemberRecord(membership_id=key, club=club)
        values = _select_missing(record, data, numbers)
        if values or record.pk is None:
            numbers.add(values.get("number", ""))
            if values and record.pk is not None:
                filled[key] = values
            for name, value in values.items():
                setattr(record, name, value)
            record.save()
    for key, values in _fill_own_texts(club, own_texts or {}).items():
        if key in records:
            filled[key] = filled.get(key, {}) | values
    return filled


def _select_missing(record: MemberRecord, data: MemberData, numbers: Collection[str]) -> dict[str, Any]:
    """Return the values that a record lacks; `numbers` are those of members, who keep theirs."""
    values = {
        name: value for name, value in select_possible(data).items() if value and not getattr(record, name)
    }
    if values.get("number") in numbers:
        del values["number"]
    if record.left_on and values.get("joined_on") and values["joined_on"] > record.left_on:
        del values["joined_on"]
    return values


def _fill_own_texts(
    club: Club, texts_by_membership: Mapping[int, Mapping[int, str]]
) -> dict[int, dict[str, str]]:
    """Write the texts of fields of the club that the records lack, and return them by membership and name.

    Raises `member_field_unknown`. Four queries at most.
    """
    texts_by_membership = {key: texts for key, texts in texts_by_membership.items() if texts}
    if not texts_by_membership:
        return {}
    own_keys = set(club.member_fields.values_list("pk", flat=True))
    if not own_keys.issuperset(key for texts in texts_by_membership.values() for key in texts):
        raise Refusal("member_field_unknown")
    records = MemberRecord.objects.filter(club=club, membership__in=texts_by_membership)
    record_keys = dict(records.values_list("membership", "pk"))
    stored = set(MemberFieldText.objects.filter(record__in=records).values_list("record", "field"))
    new_texts = {
        membership: {
            field: cleaned_text
            for field, text in texts.items()
            if (cleaned_text := clean_own_text(text)) and (record_keys[membership], field) not in stored
        }
        for membership, texts in texts_by_membership.items()
    }
    MemberFieldText.objects.bulk_create(
        MemberFieldText(record_id=record_keys[membership], field_id=field, text=text)
        for membership, texts in new_texts.items()
        for field, text in texts.items()
    )
    return {
        membership: {name_own_field(field): text for field, text in texts.items()}
        for membership, texts in new_texts.items()
        if texts
    }


def clean_own_text(text: str) -> str:
    """Return the text of a field of the club as it is stored; "" if it is too long."""
    cleaned_text = " ".join(text.split())
    return cleaned_text if len(cleaned_text) <= LONGEST_FIELD_TEXT else ""


@transaction.atomic
def delete_member(*, membership: Membership, by: User) -> None:
    """Delete a member who was added by mistake, with the player if nothing else refers to them.

    The audit log keeps its lines, without the name. Raises `member_in_use` if the member has an account, a
    result, an entry or a fee that was paid, and `member_has_role`.
    """
    club = membership.club
    must_manage(by, club)
    lock_club(club)
    membership = Membership.objects.select_related("player").get(pk=membership.pk)
    activities = find_activities([membership])
    if membership.pk in activities:
        raise Refusal("member_in_use", reason=activities[membership.pk].reason)
    player = membership.player
    give_back(memberships=[membership.pk])
    membership.delete()
    if player is not None:
        _delete_unused_player(club, player)
    club_log.log_action(club=club, kind="member_deleted", by=by)
    distinctions.update_distinctions_of_members(club=club)


@transaction.atomic
def add_field(*, club: Club, name: str, by: User) -> MemberField:
    """Add a field to the records of a club's members.

    Raises `member_fields_many`, `member_field_taken`, `name_missing` and `name_too_long`.
    """
    must_manage(by, club)
    lock_club(club)
    if club.member_fields.count() >= MOST_MEMBER_FIELDS:
        raise Refusal("member_fields_many", most=MOST_MEMBER_FIELDS)
    field = MemberField.objects.create(club=club, name=_clean_field_name(club, name))
    club_log.log_action(club=club, kind="member_field_added", by=by, about={"name": field.name})
    return field


@transaction.atomic
def rename_field(*, field: MemberField, name: str, by: User) -> MemberField:
    """Give a field of the club another name. Raises as `add_field`."""
    club = field.club
    must_manage(by, club)
    lock_club(club)
    former = MemberField.objects.get(pk=field.pk).name
    cleaned_name = _clean_field_name(club, name, ignored=field.pk)
    if cleaned_name != former:
        MemberField.objects.filter(pk=field.pk).update(name=cleaned_name)
        about = {"name": cleaned_name, "was": former}
        club_log.log_action(club=club, kind="member_field_renamed", by=by, about=about)
    field.refresh_from_db()
    return field


@transaction.atomic
def remove_field(*, field: MemberField, by: User) -> None:
    """Remove a field of the club with its texts in all records."""
    club = field.club
    must_manage(by, club)
    lock_club(club)
    field.delete()
    club_log.log_action(club=club, kind="member_field_removed", by=by, about={"name": field.name})


def erase_records(*, player_keys: Collection[int]) -> None:
    """Delete the records and own fees of players who are anonymised.

    The fees they have paid stay, without a name.
    """
    OwnYearFee.objects.filter(membership__player__in=player_keys).delete()
    MemberRecord.objects.filter(membership__player__in=player_keys).delete()


def record_leaving(*, membership: Membership) -> None:
    """Write today as the day of leaving of a member whose record has none; one in the future stays."""
    today = timezone.localdate()
    records = MemberRecord.objects.filter(membership=membership, left_on=None)
    records.exclude(joined_on__gt=today).update(left_on=today)


def move_member_data(*, source: Membership, target: Membership) -> None:
    """Give the record and the fees of a membership to another one, where that has none of its own."""
    if not MemberRecord.objects.filter(membership=target).exists():
        MemberRecord.objects.filter(membership=source).update(membership=target)
    target_fees = MembershipFee.objects.filter(membership=target, withdrawn_at=None)
    paid_years = list(target_fees.values_list("year", flat=True))
    source_fees = MembershipFee.objects.filter(membership=source).exclude(year__in=paid_years)
    source_fees.update(membership=target)
    own_years = list(OwnYearFee.objects.filter(membership=target).values_list("year", flat=True))
    OwnYearFee.objects.filter(membership=source).exclude(year__in=own_years).update(membership=target)


def _clean_data(data: MemberData) -> dict[str, Any]:
    """Return the values as they are stored. Raises what `describe_member` raises about them."""
    values = asdict(data)
    for name, longest in LONGEST_TEXTS.items():
        text = str(values[name]).replace("\r\n", "\n").strip()
        values[name] = text if name == "note" else " ".join(text.split())
        if len(values[name]) > longest:
            raise Refusal("member_data_long", longest=longest)
    if values["email"] and not is_email(values["email"]):
        raise Refusal("member_email_wrong", email=values["email"])
    if data.birth_year is not None and not FIRST_YEAR <= data.birth_year <= timezone.localdate().year:
        raise Refusal("member_birth_year_wrong", year=data.birth_year)
    if data.joined_on and data.left_on and data.left_on < data.joined_on:
        raise Refusal("member_dates_wrong")
    return values


def select_possible(data: MemberData) -> dict[str, Any]:
    """Return the values of an imported row that a record can have."""
    values = asdict(data)
    for name, longest in LONGEST_TEXTS.items():
        text = values[name] if name == "note" else " ".join(str(values[name]).split())
        values[name] = text if len(text) <= longest else ""
    if values["email"] and not is_email(values["email"]):
        values["email"] = ""
    if data.birth_year is not None and not FIRST_YEAR <= data.birth_year <= timezone.localdate().year:
        values["birth_year"] = None
    if data.joined_on is not None and data.joined_on.year < FIRST_YEAR:
        values["joined_on"] = None
    return values


def is_email(text: str) -> bool:
    """Return whether a text is an e-mail address."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def _require_free_number(membership: Membership, number: str) -> None:
    others = MemberRecord.objects.filter(club=membership.club_id, number=number)
    other = (
        others.exclude(membership=membership).select_related("membership__player", "membership__user").first()
    )
    if number and other is not None:
        name = str(other.membership.player or other.membership.user)
        raise Refusal("member_number_taken", number=number, name=name)


def _write_texts(record: MemberRecord, texts: Mapping[int, str]) -> bool:
    """Write the texts of own fields; return whether one has changed."""
    own_fields = set(MemberField.objects.filter(club=record.club_id).values_list("pk", flat=True))
    if not own_fields.issuperset(texts):
        raise Refusal("member_field_unknown")
    stored = dict(record.field_texts.values_list("field", "text"))
    has_changed = False
    for key, text in texts.items():
        cleaned_text = " ".join(text.split())
        if len(cleaned_text) > LONGEST_FIELD_TEXT:
            raise Refusal("member_data_long", longest=LONGEST_FIELD_TEXT)
        if cleaned_text == stored.get(key, ""):
            continue
        has_changed = True
        if cleaned_text:
            MemberFieldText.objects.update_or_create(
                record=record, field_id=key, defaults={"text": cleaned_text}
            )
        else:
            record.field_texts.filter(field=key).delete()
    return has_changed


def _delete_unused_player(club: Club, player: Player) -> None:
    """Delete a player whom nothing but the log of this club names, which then names nobody."""
    forget_players(keys=[player.pk], club=club)
    elsewhere = ClubLogEntry.objects.filter(player=player).exclude(club=club)
    is_unused = players.find_unused_players(keys=[player.pk], ignored=(ClubLogEntry,))
    if is_unused and not elsewhere.exists():
        ClubLogEntry.objects.filter(club=club, player=player).update(player=None)
        players.delete_unused_players(keys=[player.pk])


def _clean_field_name(club: Club, name: str, ignored: int = 0) -> str:
    cleaned_name = players.normalise_name(name)
    if len(cleaned_name) > LONGEST_FIELD_NAME:
        raise Refusal("name_too_long", longest=LONGEST_FIELD_NAME)
    if club.member_fields.filter(name__iexact=cleaned_name).exclude(pk=ignored).exists():
        raise Refusal("member_field_taken", name=cleaned_name)
    return cleaned_name
