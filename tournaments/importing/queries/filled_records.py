"""What imported lists have filled in where the records of existing members lacked it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from matches.models import Player
from tournaments.models import ClubLogEntry, MemberFieldText, MemberRecord
from tournaments.name_lists.own_fields import get_own_field_key, name_own_field
from tournaments.people.messages import MEMBER_DATA_LABELS

# A log line says which values a list has filled in without saying them: records can be erased, the log not.
SALT = "tournaments.importing.filled"


@dataclass(frozen=True, slots=True)
class FilledRecord:
    """The values that a list has filled in for a member: those still the same, and those changed since."""

    record: MemberRecord
    player: Player | None
    same: tuple[str, ...]
    changed: tuple[str, ...]


def digest_filled(filled: Mapping[int, Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    """Return what a log line keeps of filled-in values: a digest of each, by membership and field."""
    return {
        str(key): {name: _digest(key, value) for name, value in values.items()}
        for key, values in filled.items()
    }


def find_filled_records(log_entry: ClubLogEntry) -> list[FilledRecord]:
    """Return what a list has filled in for members and is not taken back. Two queries at most."""
    digests: Mapping[str, Mapping[str, str]] = log_entry.payload.get("filled", {})
    if not digests:
        return []
    rows = MemberRecord.objects.filter(club=log_entry.club_id, membership__in=[int(key) for key in digests])
    own_texts = _get_own_texts(rows) if any(map(has_own_fields, digests.values())) else {}
    return [
        _compare_digests(record, digests[str(record.membership_id)], own_texts.get(record.pk, {}))
        for record in rows.select_related("membership__player").order_by("membership")
    ]


def has_own_fields(names: Iterable[str]) -> bool:
    """Return whether one of these names of fields is that of a field of the club."""
    return any(map(get_own_field_key, names))


def _get_own_texts(records: QuerySet[MemberRecord]) -> Mapping[int, Mapping[str, str]]:
    """Return the texts of the fields of the club, by record and name of the field. One query."""
    own_texts: defaultdict[int, dict[str, str]] = defaultdict(dict)
    rows = MemberFieldText.objects.filter(record__in=records).values_list("record", "field", "text")
    for record, field, text in rows:
        own_texts[record][name_own_field(field)] = text
    return own_texts


def count_filled(filled: Mapping[int, Mapping[str, Any]]) -> dict[str, int]:
    """Return how many values were filled in, by field, in the order of the fields."""
    counts = Counter(get_field_label(name) for values in filled.values() for name in values)
    return {name: counts[name] for name in MEMBER_DATA_LABELS if counts[name]}


def get_field_label(name: str) -> str:
    """Return the name of a field in `MEMBER_DATA_LABELS`, which has one for all fields of the club."""
    return "own_fields" if get_own_field_key(name) else name


def _compare_digests(
    record: MemberRecord, digests: Mapping[str, str], own_texts: Mapping[str, str]
) -> FilledRecord:
    same = tuple(
        name
        for name, digest in digests.items()
        if _digest(record.membership_id, own_texts.get(name, getattr(record, name, ""))) == digest
    )
    changed = tuple(name for name in digests if name not in same)
    return FilledRecord(record, record.membership.player, same, changed)


def _digest(key: int, value: object) -> str:
    return salted_hmac(SALT, f"{key}:{value}").hexdigest()[:16]
