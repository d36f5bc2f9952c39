"""The database constraints of a club's tables: each is violated once and refuses the write."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from matches.actors import Identity
from tests.factories import a_player, a_user
from tests.matches.constraints import names_in, refuses
from tests.tournaments.club_evenings import a_club, a_night, director_of
from tournaments.models import (
    CasualMatch,
    Club,
    ClubLogEntry,
    Invitation,
    InvitationUse,
    Membership,
    SkippedNight,
    WeeklyNight,
)
from tournaments.people.services import casual_matches, club_roles, invitations
from tournaments.play.tournaments.queries import weekly_nights as weekly_night_queries
from tournaments.play.tournaments.services import weekly_nights

pytestmark = pytest.mark.django_db

MODELS = (Club, Membership, ClubLogEntry, Invitation, InvitationUse, WeeklyNight, SkippedNight, CasualMatch)


@pytest.fixture
def rows() -> dict[type, Any]:
    """One row of each model."""
    club = a_club()
    by = director_of(club)
    event = a_night(club)
    night = weekly_nights.save_night_from_tournament(tournament=event.tournament, by=by)
    day = next(weekly_night_queries.days_from(night.weekday, timezone.localdate()))
    opponents = [entry.player for entry in event.entries.order_by("number")[:2]]
    invitation = invitations.invite(club=club, options=invitations.InvitationOptions(), by=by)
    membership = club_roles.appoint(club=club, user=a_user(), role="helper", by=by)
    return {
        Club: club,
        Membership: membership,
        ClubLogEntry: ClubLogEntry.objects.filter(club=club).latest("pk"),
        Invitation: invitation,
        InvitationUse: InvitationUse.objects.create(invitation=invitation, membership=membership),
        WeeklyNight: night,
        SkippedNight: weekly_nights.skip_night(night=night, day=day, by=by),
        CasualMatch: casual_matches.open_casual_match(
            club=club, white=opponents[0], black=opponents[1], length=3, identity=Identity(user=by), key="one"
        ),
    }


def changed(row: Any, **changes: Any) -> Callable[[], Any]:
    """Return a function that updates a row without its services."""
    return lambda: type(row).objects.filter(pk=row.pk).update(**changes)


def a_copy(row: Any, **changes: Any) -> Callable[[], Any]:
    """Return a function that inserts a copy of a row with other fields."""
    fields = [field.name for field in row._meta.concrete_fields if field.name != "id"]
    attributes = {name: getattr(row, name) for name in fields}
    return lambda: type(row).objects.create(**{**attributes, **changes})


NOW = timezone.now()
ONE_ROW: list[tuple[type, dict[str, Any], str]] = [
    (Club, {"name": ""}, "club_has_a_name"),
    (Club, {"slug": ""}, "club_has_a_slug"),
    (Club, {"joining": "crowd"}, "club_joining_is_known"),
    (Club, {"casual": "money"}, "club_casual_is_known"),
    (Membership, {"user": None, "role": "member"}, "membership_is_somebodys"),
    (Membership, {"role": "king"}, "membership_role_is_known"),
    (Membership, {"left_at": NOW}, "membership_left_without_office"),
    (ClubLogEntry, {"kind": "sung"}, "club_log_kind_is_known"),
    (Invitation, {"role": "king"}, "invitation_role_is_known"),
    (Invitation, {"used": 2}, "invitation_used_at_most_so_often"),
    (Invitation, {"most": 0}, "invitation_used_at_most_so_often"),
    (Invitation, {"most": 2, "role": "helper"}, "invitation_of_one_for_one"),
    (Invitation, {"most": 2, "email": "a@b.example"}, "invitation_of_one_for_one"),
    (Invitation, {"expires_at": NOW - timedelta(days=9)}, "invitation_expires_later"),
    (Invitation, {"withdrawn_at": NOW}, "invitation_withdrawn_by_somebody"),
    (Invitation, {"mailed_at": NOW}, "invitation_mailed_to_somebody"),
    (WeeklyNight, {"name": ""}, "night_has_a_name"),
    (WeeklyNight, {"weekday": 7}, "night_on_a_day_of_the_week"),
    (WeeklyNight, {"tables": 257}, "night_tables_fit"),
    (WeeklyNight, {"policy": "maybe"}, "night_policy_is_known"),
    (WeeklyNight, {"currency": "LIT"}, "night_currency_is_known"),
    (WeeklyNight, {"capacity": 0}, "night_capacity_fits"),
    (CasualMatch, {"key": ""}, "casual_has_a_key"),
    (CasualMatch, {"is_counted": True}, "casual_counted_is_rated"),
]
COPIES = [
    (InvitationUse, "invitation_once_per_member"),
    (SkippedNight, "night_skipped_once_a_day"),
    (Membership, "membership_once_per_user"),
]
DIRECT_WRITES = {
    "membership_once_per_player",
    "membership_office_needs_a_login",
    "membership_only_an_account_says_who",
    "casual_key_once_per_club",
}


@pytest.mark.parametrize(("model", "changes", "name"), ONE_ROW)
def test_an_update_that_violates_a_constraint_is_refused(
    rows: dict[type, Any], model: type, changes: Any, name: str
) -> None:
    refuses(name, changed(rows[model], **changes), MODELS)


@pytest.mark.parametrize(("model", "name"), COPIES)
def test_a_copy_of_a_row_is_refused(rows: dict[type, Any], model: type, name: str) -> None:
    refuses(name, a_copy(rows[model]), MODELS)


def test_constraints_on_players_and_roles_of_members(rows: dict[type, Any]) -> None:
    helper, player = rows[Membership], rows[CasualMatch].match.white
    membership = Membership.objects.get(player=player)
    refuses("membership_once_per_player", a_copy(membership), MODELS)
    refuses("membership_office_needs_a_login", changed(membership, role="helper"), MODELS)
    refuses("membership_only_an_account_says_who", changed(membership, says_player=player), MODELS)
    changed(helper, role="member", says_player=a_player())()


def test_a_key_opens_one_casual_match_in_a_club(rows: dict[type, Any]) -> None:
    row = rows[CasualMatch]
    other = a_night(row.club, week=1).pairings.exclude(match=None)[0].match
    refuses("casual_key_once_per_club", a_copy(row, match=other), MODELS)


def test_every_constraint_is_tested() -> None:
    tested = {name for _, _, name in ONE_ROW} | {name for _, name in COPIES} | DIRECT_WRITES
    assert set(names_in(MODELS)) == tested
