"""Who is shown in the table of performance ratings of a club: members who agree."""

from django.db import transaction
from django.utils import timezone

from matches.models import User
from matches.queries.people import make_person_q
from rules.errors import Refusal
from tournaments import club_log
from tournaments.locks import lock_club
from tournaments.models import Membership
from tournaments.people.queries.members import is_own
from tournaments.permissions import must_manage


@transaction.atomic
def show_performance(*, membership: Membership, by: User) -> Membership:
    """Show a member in the PR table: the member agrees, or a manager records that they do.

    Doing it again changes nothing. Raises `club_officers_only`, `not_a_member` for a former member and
    `member_without_player` for an account without a player.
    """
    membership = _lock(membership, by)
    if membership.left_at is not None:
        raise Refusal("not_a_member", player=str(membership.player or membership.user))
    if membership.player is None:
        raise Refusal("member_without_player")
    if membership.performance_shown_since is None:
        _write(membership, is_shown=True, by=by)
    return membership


@transaction.atomic
def hide_performance(*, membership: Membership, by: User) -> Membership:
    """Take a member out of the PR table, if they are in it. Raises `club_officers_only`."""
    membership = _lock(membership, by)
    if membership.performance_shown_since is not None:
        _write(membership, is_shown=False, by=by)
    return membership


def _lock(membership: Membership, by: User) -> Membership:
    lock_club(membership.club)
    row = Membership.objects.select_related("club__desk", "user", "player").get(pk=membership.pk)
    if not is_own(row, by):
        must_manage(by, row.club)
    return row


def _write(membership: Membership, *, is_shown: bool, by: User) -> None:
    shown_since = timezone.now() if is_shown else None
    rows = membership.club.memberships.filter(pk=membership.pk)
    if membership.player is not None:
        # Under another spelling the person has another membership.
        rows = membership.club.memberships.filter(make_person_q("player", membership.player))
    rows.update(performance_shown_since=shown_since)
    membership.performance_shown_since = shown_since
    kind = "performance_shown" if is_shown else "performance_hidden"
    club_log.log_action(
        club=membership.club, kind=kind, by=by, user=membership.user, player=membership.player
    )
