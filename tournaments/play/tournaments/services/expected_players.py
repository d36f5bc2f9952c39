"""Players expected at weekly nights: put on the list, taken off, entered, deleted afterwards."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import timezone

from matches.actors import Identity
from matches.models import Player, User
from matches.names import fold_name
from matches.queries.people import get_canonical_player, get_spellings
from matches.services.players import normalise_name
from rules.errors import Refusal
from tournaments import club_log
from tournaments.locks import lock_event
from tournaments.models import Event, ExpectedPlayer, JournalEntry, WeeklyNight
from tournaments.permissions import may_direct, must_direct
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.tournaments.queries import expected_players
from tournaments.play.tournaments.queries.expected_players import ExpectedPerson

MOST_EXPECTED = 600
# Names that one device or account can put on a list; directors can add up to MOST_EXPECTED.
MOST_NAMES = 6
# Longer than a week, so that a device is offered the name that it gave for the last night.
DAYS_STORED = 10


@transaction.atomic
def expect_player(
    *, night: WeeklyNight, day: date, identity: Identity, now: datetime, name: str = ""
) -> ExpectedPlayer:
    """Put a person on the list of a night: the visitor, or whoever is named. Sent again, it does nothing.

    A name that means only one player of the club is that player, so that nobody counts twice. Raises
    `night_list_closed`, `night_list_full`, `names_many`, and for the name what `normalise_name` raises.
    """
    night = _lock_night(night)
    open_list = expected_players.get_open_list(night, now)
    if open_list is None or open_list.day != day:
        raise Refusal("night_list_closed", name=night.name, day=day.isoformat())
    row = _make_row(night, day, identity, name)
    existing_rows = [existing for person in open_list.people for existing in person.rows]
    existing_row = _find_equal(existing_rows, row)
    if existing_row is not None:
        return existing_row
    if len(existing_rows) >= MOST_EXPECTED:
        raise Refusal("night_list_full", most=MOST_EXPECTED)
    if row.name and not may_direct(identity.user, night.club):
        _check_number_of_names(existing_rows, identity)
    row.save()
    return row


@transaction.atomic
def remove_expected_player(*, night: WeeklyNight, number: int, identity: Identity) -> None:
    """Take a person off a list: who put them there or is that person, or a director of the club.

    A director, and the person, delete all rows of the person on that day; others only the row that they
    made. Nothing happens where it is off the list already. Raises `not_your_place`.
    """
    night = _lock_night(night)
    row = ExpectedPlayer.objects.filter(night=night, pk=number).select_related("player").first()
    if row is None:
        return
    is_own = expected_players.is_own_row(row, identity)
    if not is_own and not may_direct(identity.user, night.club):
        raise Refusal("not_your_place")
    if is_own and row.name:
        row.delete()
        return
    person = _get_person_of_row(row)
    ExpectedPlayer.objects.filter(pk__in=[one.pk for one in person.rows]).delete()
    if not is_own:
        about = {"name": night.name, "day": row.day.isoformat()}
        club_log.log_action(
            club=night.club, kind="expected_removed", by=identity, player=row.player, about=about
        )


@transaction.atomic
def identify_expected_player(*, night: WeeklyNight, number: int, player: str, by: User) -> None:
    """Say which member of the club a name on a list means; the place stays. Sent again, it does nothing.

    `player` is the code of the member. Nothing happens where the name is off the list already. Raises
    `directors_only`, `not_a_member`, and `not_your_place` for somebody who joined by account or badge.
    """
    must_direct(by, night.club)
    night = _lock_night(night)
    row = ExpectedPlayer.objects.filter(night=night, pk=number).first()
    if row is None:
        return
    if not row.name:
        raise Refusal("not_your_place")
    found = Player.objects.filter(code=player).select_related("person__face").first()
    member = get_canonical_player(found) if found is not None else None
    if member is None or member.pk not in expected_players.ClubNames(night.club).keys:
        raise Refusal("not_a_member", player=player[:80])
    ExpectedPlayer.objects.filter(pk=row.pk).update(player=member)


@transaction.atomic
def enter_returning_players(
    *, event: Event, players: Sequence[Player], names: Sequence[str], by: User, key: str
) -> JournalEntry:
    """Enter players of the club, and people of these names as new players of it, in this order.

    Raises what `enter_players` raises.
    """
    must_direct(by, event)
    event = lock_event(event)
    existing_line = journal.find_line(event, key)
    if existing_line is not None:
        return existing_line
    new_players = [entries.create_person(event=event, name=name, by=by) for name in names]
    return entries.enter_players(event=event, players=[*players, *new_players], by=by, key=key)


def forget_expected_players(*, today: date) -> int:
    """Delete the lists of nights that are over for some days; return how many rows they had."""
    count, _ = ExpectedPlayer.objects.filter(day__lt=today - timedelta(days=DAYS_STORED)).delete()
    return count


@transaction.atomic
def erase_player(*, former_names: Mapping[int, str]) -> None:
    """Delete an anonymised player from all lists, also where only the name was typed."""
    ExpectedPlayer.objects.filter(player__in=list(former_names)).delete()
    names = {fold_name(name) for name in former_names.values()}
    typed_rows = ExpectedPlayer.objects.exclude(name="").values_list("pk", "name")
    keys = [key for key, name in typed_rows if fold_name(name) in names]
    ExpectedPlayer.objects.filter(pk__in=keys).delete()


@transaction.atomic
def detach_account(*, user: User) -> None:
    """Take a closed account off the lists to come, and from the names that it has put there."""
    player = Player.objects.filter(user=user).first()
    if player is not None:
        rows = ExpectedPlayer.objects.filter(player__in=get_spellings(player), name="", by=user)
        rows.filter(day__gte=timezone.localdate()).delete()
    ExpectedPlayer.objects.filter(by=user).update(by=None)


def _lock_night(night: WeeklyNight) -> WeeklyNight:
    WeeklyNight.objects.select_for_update().get(pk=night.pk)
    return WeeklyNight.objects.select_related("club__desk").get(pk=night.pk)


def _make_row(night: WeeklyNight, day: date, identity: Identity, name: str) -> ExpectedPlayer:
    """Return the row of a name, or without one that of the visitor, unsaved. Raises `name_missing`."""
    player = expected_players.get_own_player(identity)
    if not name.strip() and player is not None:
        return ExpectedPlayer(night=night, day=day, player=player, by=identity.user)
    normalised = normalise_name(name)
    keys = expected_players.ClubNames(night.club).find(normalised)
    return ExpectedPlayer(
        night=night,
        day=day,
        player_id=keys[0] if len(keys) == 1 else None,
        name=normalised,
        device="" if identity.user is not None else identity.device,
        by=identity.user,
    )


def _find_equal(rows: list[ExpectedPlayer], new: ExpectedPlayer) -> ExpectedPlayer | None:
    """Return the equal row of the same device, account or player, if there is one."""
    return next((row for row in rows if _is_equal(row, new)), None)


def _is_equal(row: ExpectedPlayer, new: ExpectedPlayer) -> bool:
    if row.name and new.name:
        origins = ((row.by_id, row.device), (new.by_id, new.device))
        return fold_name(row.name) == fold_name(new.name) and origins[0] == origins[1]
    if row.name or new.name or row.player is None or new.player is None:
        return False
    return row.player.is_one_with(new.player)


def _check_number_of_names(rows: list[ExpectedPlayer], identity: Identity) -> None:
    own_names = [row for row in rows if row.name and expected_players.is_own_row(row, identity)]
    if len(own_names) >= MOST_NAMES:
        raise Refusal("names_many", most=MOST_NAMES)


def _get_person_of_row(row: ExpectedPlayer) -> ExpectedPerson:
    people = expected_players.get_people(row.night, row.day)
    return next(person for person in people if row.pk in {one.pk for one in person.rows})
