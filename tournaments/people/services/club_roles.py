"""Roles in a club: who gives them, and that a club keeps a director."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q

from matches.actors import SYSTEM, Actor
from matches.models import Desk, Player, User
from matches.queries.people import make_person_q
from matches.services import desks
from rules.errors import Refusal
from tournaments import club_log
from tournaments.locks import lock_club
from tournaments.models import Club, Membership, Role
from tournaments.permissions import AT_THE_DESK, is_director, must_manage


@transaction.atomic
def appoint(*, club: Club, user: User, role: str, by: User) -> Membership:
    """Appoint a user to an office of the club, or remove it with the role "member".

    Directors and scorekeepers are officials of the club's desk, directors also of all its tournaments. Only
    directors appoint (`directors_only`). Raises `role_unknown`, and `last_director` rather than leave a club
    without one.
    """
    must_manage(by, club)
    if not is_director(by, club):
        raise Refusal("directors_only", name=club.name)
    if role not in Role.values:
        raise Refusal("role_unknown", role=role)
    return set_role(club=club, user=user, role=Role(role), by=by)


@transaction.atomic
def set_role(*, club: Club, user: User, role: Role, by: Actor) -> Membership:
    """Give a user a role in the club, as a member if need be; the caller checks permissions."""
    lock_club(club)
    _check_last_director(club, user, role)
    membership = _find_membership(club, user) or Membership(club=club)
    previous_role = Role(membership.role)
    if membership.user_id == user.pk and previous_role == role and membership.left_at is None:
        return membership
    membership.user, membership.role, membership.left_at = user, role, None
    membership.save()
    _set_desk_official(user, [club.desk], role in AT_THE_DESK)
    if Role.DIRECTOR in (role, previous_role):
        is_of_club = Q(tournament__club=club) | Q(past_import__club=club)
        _set_desk_official(user, Desk.objects.filter(is_of_club), role == Role.DIRECTOR)
    about = {"role": role.value, "was": previous_role.value}
    club_log.log_action(club=club, kind="appointed", by=by, user=user, player=membership.player, about=about)
    return membership


def _find_membership(club: Club, user: User) -> Membership | None:
    """Return the membership of an account, else that of its player if not linked to an account."""
    membership = Membership.objects.filter(club=club, user=user).first()
    player = Player.objects.filter(user=user).first() if membership is None else None
    if player is None:
        return membership
    return club.memberships.filter(make_person_q("player", player), user=None).order_by("pk").first()


def _set_desk_official(user: User, desks_of_club: Iterable[Desk], is_official: bool) -> None:
    for desk in desks_of_club:
        if is_official:
            desks.add_official(desk=desk, user=user, by=SYSTEM)
        else:
            desks.remove_official(desk=desk, user=user, by=SYSTEM)


def _check_last_director(club: Club, user: User, role: Role) -> None:
    others = club.memberships.filter(role=Role.DIRECTOR).exclude(user=user)
    if role != Role.DIRECTOR and not others.exists():
        raise Refusal("last_director", club=club.name)
