"""Concurrent requests on one club: invitations, nights, roles, slugs. Run by `tests/site/test_races.py`."""

import os
from datetime import UTC, datetime, time
from typing import Any

import pytest

from tests.concurrent_clients import ON_POSTGRES, at_once
from tests.factories import a_user
from tests.tournaments.club_evenings import a_club, director_of
from tournaments.models import Club, Invitation, InvitationUse, Membership, Tournament
from tournaments.people.queries.invitations import get_invitation_secret
from tournaments.people.services import club_roles, clubs, invitations, members
from tournaments.people.services.invitations import InvitationOptions
from tournaments.play.tournaments.services import weekly_nights

pytestmark = ON_POSTGRES

TIMES = 12 if os.environ.get("PROVE") == "1" else 3
MONDAY = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize("turn", range(TIMES))
def test_invitations_are_accepted_no_more_often_than_allowed(turn: int) -> None:
    club = a_club()
    invitation = invitations.invite(club=club, options=InvitationOptions(most=2), by=director_of(club))
    token, guests = get_invitation_secret(invitation), [a_user() for _ in range(4)]

    def accepting(guest: Any) -> Any:
        return lambda: invitations.accept(token=token, user=guest, name=f"Guest {guest.pk}").role

    assert sorted(at_once([accepting(guest) for guest in guests])) == [
        *["invitation_used_up"] * 2,
        *["member"] * 2,
    ]
    assert (Invitation.objects.get().used, InvitationUse.objects.count()) == (2, 2)
    assert Membership.objects.filter(club=club, user__in=guests).count() == 2


@pytest.mark.parametrize("turn", range(TIMES))
def test_the_same_user_accepts_an_invitation_once(turn: int) -> None:
    club, guest = a_club(), a_user()
    invitation = invitations.invite(club=club, options=InvitationOptions(most=5), by=director_of(club))
    token = get_invitation_secret(invitation)
    acceptances = [lambda: invitations.accept(token=token, user=guest, name="Anna").pk] * 3
    assert len(set(at_once(acceptances))) == 1
    assert Invitation.objects.get().used == 1


@pytest.mark.parametrize("turn", range(TIMES))
def test_a_club_night_is_saved_and_started_once(turn: int) -> None:
    club = a_club()
    by = director_of(club)
    event = {"name": "", "lengths": [5, 3], "plan": None, "formed": None, "features": {}}
    night_template = weekly_nights.NightTemplate(
        name="Club night", weekday=0, begins=time(20, 30), events=[event]
    )
    night_keys = at_once([lambda: weekly_nights.save_night(club=club, template=night_template, by=by).pk] * 2)
    night = club.nights.get()
    starts = [lambda: weekly_nights.start_night(night=night, by=by, now=MONDAY).pk] * 3
    assert (set(night_keys), set(at_once(starts))) == ({night.pk}, {Tournament.objects.get().pk})
    assert Tournament.objects.get().events.count() == 1


@pytest.mark.parametrize("turn", range(TIMES))
def test_the_last_two_directors_cannot_both_leave(turn: int) -> None:
    club = a_club()
    by, other = director_of(club), a_user()
    club_roles.appoint(club=club, user=other, role="director", by=by)
    rows = list(club.memberships.order_by("pk"))
    departures = [lambda row=row: members.leave(membership=row, by=row.user).role for row in rows]
    assert sorted(at_once(departures)) == ["last_director", "member"]
    assert club.memberships.filter(role="director", left_at=None).count() == 1


@pytest.mark.parametrize("turn", range(TIMES))
def test_two_clubs_cannot_get_the_same_slug(turn: int) -> None:
    creations = [lambda by=by: clubs.create_club(name="Bar Point", by=by).slug for by in (a_user(), a_user())]
    assert sorted(at_once(creations)) == ["bar-point", "slug_taken"]
    assert Club.objects.count() == 1
