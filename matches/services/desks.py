"""Create and change desks: tables, officials, settings."""

from collections.abc import Iterable
from zoneinfo import available_timezones

from django.db import transaction

from matches.actors import SYSTEM, Actor
from matches.clocks import CLOCKS
from matches.lateness import PenaltyScale
from matches.models import Desk, Table, User
from matches.models.desk import (
    CONDUCT_KEY,
    MAX_MINUTES,
)
from matches.services.guards import require_official
from matches.services.players import normalise_name
from matches.states import Policy
from rules.errors import Refusal
from rules.options import ConductLaws, MatchLaws


@transaction.atomic
def create_desk(
    *,
    name: str,
    tables: int = 0,
    officials: Iterable[User] = (),
    confirm_policy: str = Policy.BOTH.value,
    laws: MatchLaws | None = None,
) -> Desk:
    """Create a desk with tables numbered from 1."""
    _check_policy(confirm_policy)
    stored_laws = (laws or MatchLaws()).to_json()
    desk = Desk.objects.create(name=normalise_name(name), confirm_policy=confirm_policy, laws=stored_laws)
    desk.officials.set(officials)
    add_tables(desk=desk, count=tables, by=SYSTEM)
    return desk


@transaction.atomic
def rename_desk(*, desk: Desk, name: str, by: Actor) -> None:
    """Rename a desk. Raises `name_missing` and `name_too_long`."""
    require_official(by, desk)
    Desk.objects.filter(pk=desk.pk).update(name=normalise_name(name))


@transaction.atomic
def delete_desk(*, desk: Desk, by: Actor) -> None:
    """Delete a desk without matches, with its tables, badges and announcements."""
    require_official(by, desk)
    desk.announcements.all().delete()
    desk.delete()


@transaction.atomic
def add_tables(*, desk: Desk, count: int, by: Actor) -> list[Table]:
    """Add `count` tables to a desk, numbered after the highest.

    Raises `table_name_taken` if another table is named like one of these numbers.
    """
    require_official(by, desk)
    Desk.objects.select_for_update().get(pk=desk.pk)
    last = desk.tables.order_by("-number").first()
    first = last.number + 1 if last else 1
    named = list(desk.tables.exclude(label=""))
    for number in range(first, first + count):
        _check_table_name(str(number), named)
    return [Table.objects.create(desk=desk, number=number) for number in range(first, first + count)]


@transaction.atomic
def label_table(*, table: Table, label: str, by: Actor) -> Table:
    """Label a table ("Stream"); an empty label shows its number again.

    Raises `table_name_taken`, with the number of the other table, and `table_name_is_number`.
    """
    require_official(by, table.desk)
    Desk.objects.select_for_update().get(pk=table.desk_id)
    new_label = normalise_name(label)[:40] if label.strip() else ""
    others = list(table.desk.tables.exclude(pk=table.pk).order_by("number"))
    _check_table_name(new_label or str(table.number), others)
    table.label = new_label
    table.save(update_fields=["label"])
    return table


@transaction.atomic
def set_out_of_use(*, table: Table, is_out_of_use: bool, by: Actor) -> Table:
    """Take a table out of use, or put it back; a match that is there stays until it is moved."""
    require_official(by, table.desk)
    table.is_out_of_use = is_out_of_use
    table.save(update_fields=["is_out_of_use"])
    return table


@transaction.atomic
def add_official(*, desk: Desk, user: User, by: Actor) -> None:
    """Make a user an official of this desk."""
    require_official(by, desk)
    desk.officials.add(user)


@transaction.atomic
def remove_official(*, desk: Desk, user: User, by: Actor) -> None:
    """Remove an official of this desk."""
    require_official(by, desk)
    desk.officials.remove(user)


@transaction.atomic
def set_policy(*, desk: Desk, policy: str, by: Actor) -> Desk:
    """Set the confirmation policy for reported scores: trust, both or desk."""
    require_official(by, desk)
    _check_policy(policy)
    Desk.objects.filter(pk=desk.pk).update(confirm_policy=policy)
    desk.refresh_from_db()
    return desk


@transaction.atomic
def set_time_zone(*, desk: Desk, time_zone: str, by: Actor) -> Desk:
    """Set the time zone of the hall; that of the site applies for "" and for one that is not known here."""
    require_official(by, desk)
    known_zone = time_zone if time_zone in available_timezones() else ""
    Desk.objects.filter(pk=desk.pk).update(time_zone=known_zone)
    desk.refresh_from_db()
    return desk


@transaction.atomic
def set_times(
    *,
    desk: Desk,
    scale: PenaltyScale | None = None,
    final_after: int | None = None,
    clock: str = "",
    by: Actor,
) -> Desk:
    """Set the penalties for late players, the minutes until an open report becomes final, and the clock.

    A setting that is left out is switched off. Raises `time_impossible`, `clock_unknown`.
    """
    require_official(by, desk)
    minutes = [final_after, scale.grace if scale else None, scale.step if scale else None]
    if any(value is not None and not 1 <= value <= MAX_MINUTES for value in minutes):
        raise Refusal("time_impossible", most=MAX_MINUTES)
    if clock not in {"", *CLOCKS}:
        raise Refusal("clock_unknown", clock=clock)
    Desk.objects.filter(pk=desk.pk).update(
        late_grace=scale.grace if scale else None,
        late_step=scale.step if scale else None,
        late_loses=scale is not None and scale.loses,
        final_after=final_after,
        clock=clock,
    )
    desk.refresh_from_db()
    return desk


@transaction.atomic
def set_laws(*, desk: Desk, laws: MatchLaws, by: Actor, conduct: ConductLaws | None = None) -> Desk:
    """Set the optional rules of matches seated from now on; existing matches retain theirs.

    `conduct` are the rules on irregularities; None leaves them unchanged.
    """
    require_official(by, desk)
    stored_laws = Desk.objects.select_for_update().values_list("laws", flat=True).get(pk=desk.pk)
    stored_conduct = stored_laws.get(CONDUCT_KEY) if conduct is None else conduct.to_json()
    Desk.objects.filter(pk=desk.pk).update(
        laws=laws.to_json() | ({CONDUCT_KEY: stored_conduct} if stored_conduct else {})
    )
    desk.refresh_from_db()
    return desk


def _check_table_name(name: str, others: Iterable[Table]) -> None:
    """Refuse a name that is the name or the number of another table of the desk."""
    for other in others:
        if other.label.casefold() == name.casefold():
            raise Refusal("table_name_taken", table=other.number, label=other.label)
        if str(other.number) == name:
            raise Refusal("table_name_is_number", table=other.number, label=name)


def _check_policy(policy: str) -> None:
    if policy not in {each.value for each in Policy}:
        raise Refusal("policy_unknown", policy=policy)
