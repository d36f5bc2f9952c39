"""People belong to a club: they come in, take offices, are known for who they are, and leave."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.actors import SYSTEM, Actor, require_actor
from matches.models import Desk, Player, User
from matches.queries.people import face_of, is_one
from matches.services import desks, players
from rules.errors import Refusal
from tournaments.models import Club, InvitationUse, Joining, Membership, Role
from tournaments.permissions import AT_THE_DESK, is_director, must_be_open, must_manage
from tournaments.queries.members import called, is_own, of_name
from tournaments.services import deeds


@transaction.atomic
def enrol(*, club: Club, player: Player, by: User) -> Membership:
    """Make a player a member; one who is a member already stays what he is, one who has left is back."""
    must_manage(by, club)
    _lock(club)
    held = club.memberships.filter(is_one("player", player)).order_by("pk").first()
    if held is not None:
        return _back(held, by)
    deeds.note(club=club, kind="enrolled", by=by, player=player)
    return Membership.objects.create(club=club, player=player)


@transaction.atomic
def enrol_by_name(*, club: Club, name: str, by: User) -> Membership:
    """The same by name: who belongs or has belonged under it, else a new player. Raises what names refuse."""
    must_manage(by, club)
    _lock(club)
    player = of_name(club, name) or players.register(name=name)
    return enrol(club=club, player=player, by=by)


@transaction.atomic
def appoint(*, club: Club, user: User, role: str, by: User) -> Membership:
    """Give a user an office in the club, or take it back with the role "member".

    Directors and recorders rule at the club's desk, directors also at those of all its evenings. Offices are
    given by directors alone (`directors_only`). Raises `role_unknown`, and `last_director` rather than leave
    a club without one.
    """
    must_manage(by, club)
    if not is_director(by, club):
        raise Refusal("directors_only", name=club.name)
    if role not in Role.values:
        raise Refusal("role_unknown", role=role)
    return put_into_office(club=club, user=user, role=Role(role), by=by)


@transaction.atomic
def put_into_office(*, club: Club, user: User, role: Role, by: Actor) -> Membership:
    """The deed of `appoint`, whose permission the caller has asked for."""
    _lock(club)
    _must_keep_a_director(club, user, role)
    membership = _held_by(club, user) or Membership(club=club)
    was = Role(membership.role)
    if membership.user_id == user.pk and was == role and membership.left_at is None:
        return membership
    membership.user, membership.role, membership.left_at = user, role, None
    membership.save()
    _seat(user, [club.desk], role in AT_THE_DESK)
    if Role.DIRECTOR in (role, was):
        of_club = Q(tournament__club=club) | Q(past_import__club=club)
        _seat(user, Desk.objects.filter(of_club), role == Role.DIRECTOR)
    about = {"role": role.value, "was": was.value}
    deeds.note(club=club, kind="appointed", by=by, user=user, player=membership.player, about=about)
    return membership


@transaction.atomic
def come_in(*, club: Club, user: User, name: str = "") -> Membership:
    """Let an account be a member, the caller having asked whether it may; it is one already: nothing happens.

    An account without a player gets one of this `name`. Where a member of that name has no account, an
    officer of the club says whether they are one; until then the account belongs without a player. Without
    a name it has no player either. Raises `name_too_long`, `club_archived`.
    """
    must_be_open(club)
    _lock(club)
    own = Membership.objects.filter(club=club, user=user).first()
    player = Player.objects.filter(user=user).first()
    known = called(club, name) if player is None and name.strip() else None
    if player is None and known is None and name.strip() and not (own and own.says_player):
        player = players.give(player=players.register(name=name), user=user)
    if player is not None:
        return _joined(club, user, player, user)
    if own is None:
        own = Membership.objects.create(club=club, user=user, says_player=known)
        deeds.note(club=club, kind="joined", by=user, user=user, player=known)
        return own
    if known is not None and own.player is None:
        Membership.objects.filter(pk=own.pk).update(says_player=known)
    return _back(own, user)


@transaction.atomic
def join(*, club: Club, user: User, name: str = "") -> Membership:
    """Become a member of a club that is open to everybody. Raises `joining_by_invitation`."""
    if club.joining != Joining.OPEN:
        raise Refusal("joining_by_invitation", club=club.name)
    return come_in(club=club, user=user, name=name)


@transaction.atomic
def vouch(*, membership: Membership, by: User) -> Membership:
    """An account is who it says it is: player and account are one from now on.

    Raises `nobody_said`, and what `players.give` refuses.
    """
    club = membership.club
    must_manage(by, club)
    _lock(club)
    own, user, said = _saying(membership)
    player = players.give(player=face_of(said), user=user)
    Membership.objects.filter(pk=own.pk).update(says_player=None)
    return _joined(club, user, player, by, told="vouched")


@transaction.atomic
def decline(*, membership: Membership, by: User) -> Membership:
    """An account is somebody else of that name, and gets a player of its own. Raises `nobody_said`."""
    must_manage(by, membership.club)
    _lock(membership.club)
    own, user, said = _saying(membership)
    other = players.give(player=players.register(name=said.full_name), user=user)
    Membership.objects.filter(pk=own.pk).update(says_player=None, player=other)
    deeds.note(club=membership.club, kind="declined", by=by, user=user, player=said)
    own.refresh_from_db()
    return own


@transaction.atomic
def become(*, player: Player, user: User) -> Player:
    """Join a player to the account he was invited with. Raises what `players.give` does."""
    own = Player.objects.filter(user=user).first()
    if own is not None and own.is_one_with(player):
        return own
    return players.give(player=face_of(player), user=user)


@transaction.atomic
def leave(*, membership: Membership, by: User) -> Membership:
    """A member leaves, by himself or by the word of an officer; what he has played stays.

    An office is laid down with it. Raises `last_director`, `directors_only` for the office of another.
    """
    require_actor(by)
    club = membership.club
    _lock(club)
    membership = Membership.objects.select_related("club__desk", "user", "player").get(pk=membership.pk)
    if not is_own(membership, by):
        must_manage(by, club)
        if membership.role != Role.MEMBER and not is_director(by, club):
            raise Refusal("directors_only", name=club.name)
    if membership.role != Role.MEMBER and membership.user is not None:
        put_into_office(club=club, user=membership.user, role=Role.MEMBER, by=by)
    gone = Membership.objects.filter(pk=membership.pk, left_at=None)
    if gone.update(left_at=timezone.now(), says_player=None):
        deeds.note(club=club, kind="left", by=by, user=membership.user, player=membership.player)
    membership.refresh_from_db()
    return membership


@transaction.atomic
def bring_back(*, membership: Membership, by: User) -> Membership:
    """Somebody who has left is a member again."""
    must_manage(by, membership.club)
    _lock(membership.club)
    membership.refresh_from_db()
    return _back(membership, by)


def _lock(club: Club) -> None:
    """Who belongs to a club changes in one place at a time."""
    Club.objects.select_for_update().get(pk=club.pk)


def _held_by(club: Club, user: User) -> Membership | None:
    """The membership of an account, else that of its player where no account holds it yet."""
    own = Membership.objects.filter(club=club, user=user).first()
    player = Player.objects.filter(user=user).first() if own is None else None
    if player is None:
        return own
    return club.memberships.filter(is_one("player", player), user=None).order_by("pk").first()


def _joined(club: Club, user: User, player: Player, by: User, told: str = "joined") -> Membership:
    """The one membership of an account and its player, made of the two there may have been."""
    own = Membership.objects.filter(club=club, user=user).first()
    theirs = Membership.objects.filter(is_one("player", player), club=club).order_by("pk").first()
    if theirs is not None and theirs.user_id not in (None, user.pk):
        raise Refusal("player_claimed", player=player.name)
    kept = theirs or own or Membership(club=club)
    was_in = kept.pk is not None and kept.left_at is None and kept.user_id == user.pk
    if own is not None and theirs is not None and own.pk != theirs.pk:
        InvitationUse.objects.filter(membership=own).update(membership=theirs)
        kept.role = own.role
        own.delete()
    kept.user, kept.player, kept.left_at = user, kept.player or player, None
    kept.save()
    if not was_in or told != "joined":
        deeds.note(club=club, kind=told, by=by, user=user, player=kept.player)
    return kept


def _back(membership: Membership, by: User) -> Membership:
    if membership.left_at is not None:
        Membership.objects.filter(pk=membership.pk).update(left_at=None)
        deeds.note(
            club=membership.club, kind="returned", by=by, user=membership.user, player=membership.player
        )
    membership.refresh_from_db()
    return membership


def _saying(membership: Membership) -> tuple[Membership, User, Player]:
    """The membership as it is now, its account, and who that says it is."""
    own = Membership.objects.get(pk=membership.pk)
    if own.user is None or own.says_player is None:
        raise Refusal("nobody_said")
    return own, own.user, own.says_player


def _seat(user: User, at: Iterable[Desk], rules_there: bool) -> None:
    for desk in at:
        if rules_there:
            desks.add_official(desk=desk, user=user, by=SYSTEM)
        else:
            desks.remove_official(desk=desk, user=user, by=SYSTEM)


def _must_keep_a_director(club: Club, user: User, role: Role) -> None:
    others = club.memberships.filter(role=Role.DIRECTOR).exclude(user=user)
    if role != Role.DIRECTOR and not others.exists():
        raise Refusal("last_director", club=club.name)
