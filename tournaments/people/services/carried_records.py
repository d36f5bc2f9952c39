"""Data of members that follow their person from one spelling to another, and back when they are separated."""

from collections import defaultdict
from collections.abc import Collection

from django.db import transaction
from django.db.models import Q

from matches.queries.people import get_canonical_player
from tournaments.models import MemberFieldText, MemberRecord, Membership, MembershipFee, OwnYearFee
from tournaments.people.queries.carried_records import CarriedData, order_spellings, plan_carrying


@transaction.atomic
def carry_records(*, player_keys: Collection[int]) -> None:
    """Give the shown membership of each of these persons what those of their other spellings know.

    It keeps what it has. What earlier merges have carried between the players is given back first, so that
    separated persons have their own data again. For the signal of merges, which has checked the permission.
    """
    rows = Membership.objects.filter(player__in=player_keys)
    give_back(memberships=list(rows.filter(carried__isnull=False).values_list("pk", flat=True)))
    groups: defaultdict[tuple[int, int], list[Membership]] = defaultdict(list)
    for row in rows.select_related("player__person__face", "record").order_by("pk"):
        if row.player is not None:
            groups[row.club_id, get_canonical_player(row.player).pk].append(row)
    for memberships in groups.values():
        if len(memberships) > 1 and memberships[0].player is not None:
            target, *sources = order_spellings(memberships, get_canonical_player(memberships[0].player))
            for source in sources:
                _carry(plan_carrying(source, target))


@transaction.atomic
def give_back(*, memberships: Collection[int]) -> None:
    """Give back what was carried from or to these memberships (keys), where it is still the same."""
    rows = Membership.objects.filter(
        Q(pk__in=memberships) | Q(carried__to__in=list(memberships)), carried__isnull=False
    )
    for source in rows.order_by("-pk"):
        _give_back(source)


def _carry(carried: CarriedData) -> None:
    """Write what one membership takes over from another. A number moves; other values stay in both."""
    if carried.is_empty:
        return
    source, target = carried.source, carried.target
    if "number" in carried.values:
        MemberRecord.objects.filter(membership=source).update(number="")
    if carried.values or carried.texts:
        record, _is_new = MemberRecord.objects.get_or_create(
            membership=target, defaults={"club_id": target.club_id}
        )
        for name, value in carried.values.items():
            setattr(record, name, value)
        record.save()
        MemberFieldText.objects.bulk_create(
            MemberFieldText(record=record, field=text.field, text=text.text) for text in carried.texts
        )
    fees = [fee.pk for fee in carried.fees]
    own_fees = [fee.pk for fee in carried.own_fees]
    MembershipFee.objects.filter(pk__in=fees).update(membership=target)
    OwnYearFee.objects.filter(pk__in=own_fees).update(membership=target)
    Membership.objects.filter(pk=source.pk).update(
        carried={
            "to": target.pk,
            "fields": list(carried.values),
            "texts": [text.field_id for text in carried.texts],
            "fees": fees,
            "own_fees": own_fees,
        }
    )


def _give_back(source: Membership) -> None:
    carried = source.carried or {}
    Membership.objects.filter(pk=source.pk).update(carried=None)
    MembershipFee.objects.filter(pk__in=carried["fees"], membership=carried["to"]).update(membership=source)
    OwnYearFee.objects.filter(pk__in=carried["own_fees"], membership=carried["to"]).update(membership=source)
    record = MemberRecord.objects.filter(membership=source).first()
    target_record = MemberRecord.objects.filter(membership=carried["to"]).first()
    if record is None or target_record is None:
        return
    number = ""
    for name in carried["fields"]:
        if name == "number":
            number = number or ("" if record.number else target_record.number)
            target_record.number = "" if number else target_record.number
        elif getattr(record, name) == getattr(target_record, name):
            setattr(target_record, name, getattr(MemberRecord(), name))
    target_record.save()
    if number:
        record.number = number
        record.save(update_fields=["number", "changed_at"])
    texts = dict(record.field_texts.filter(field__in=carried["texts"]).values_list("field", "text"))
    for field, text in texts.items():
        target_record.field_texts.filter(field=field, text=text).delete()
