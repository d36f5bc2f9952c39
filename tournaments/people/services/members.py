"""Members of a club: joining and leaving, and their accounts."""

from django.db import transaction
from django.utils import timezone

from matches.actors import require_actor
from matches.models import Player, User
from matches.names import LONGEST_DISTINCTION
from matches.queries.people import get_canonical_player, make_person_q, select_canonical_players
from matches.services import merging, players
from rules.errors import Refusal
from tournaments import club_log
from tournaments.locks import lock_club
from tournaments.models import (
    Club,
    InvitationUse,
    Joining,
    MemberRecord,
    Membership,
    PastImport,
    RatingListChange,
    Role,
    SeasonChange,
)
from tournaments.people.queries.members import (
    find_unclaimed_member,
    has_namesake_with,
    is_own,
    read_member_line,
)
from tournaments.people.services.club_roles import set_role
from tournaments.people.services.member_records import add_record, move_member_data, record_leaving
from tournaments.permissions import is_director, must_be_open, must_manage
from tournaments.play.entrants.services import distinctions


@transaction.atomic
def enrol(*, club: Club, player: Player, by: User) -> Membership:
    """Make a player a member with a record; a current one is unchanged, a former one reactivated."""
    must_manage(by, club)
    lock_club(club)
    existing_membership = club.memberships.filter(make_person_q("player", player)).order_by("pk").first()
    if existing_membership is not None:
        add_record(membership=existing_membership)
        return _reactivate(existing_membership, by)
    club_log.log_action(club=club, kind="enrolled", by=by, player=player)
    membership = Membership.objects.create(club=club, player=player)
    add_record(membership=membership)
    distinctions.update_distinctions_of_members(club=club)
    player.refresh_from_db()
    return membership


@transaction.atomic
def enrol_by_name(*, club: Club, name: str, by: User, distinction: str = "") -> Membership:
    """Enrol the player of a line of the entry box: a former member of that name, else a new player.

    "Anna Bianchi; person: other" is another person than the member of that name. `distinction`, else the club
    or country of the line, is what tells the member from others of the name. Raises `already_member` for
    a current member, `namesakes_unclear` for the name of several former ones, `member_is_pair`,
    `name_missing`, `name_too_long`, and what `distinguish_member` raises.
    """
    must_manage(by, club)
    lock_club(club)
    line, player = read_member_line(club, name)
    if player is None:
        others = select_canonical_players(Player.objects.filter(memberships__club=club, anonymised_at=None))
        player = players.register_player(name=line.name)
        merging.record_namesakes(new_players=[player], others=others)
    membership = enrol(club=club, player=player, by=by)
    text = distinction or line.about.club[:LONGEST_DISTINCTION] or line.about.country
    if text:
        membership = distinguish_member(membership=membership, distinction=text, by=by)
    return membership


@transaction.atomic
def distinguish_member(*, membership: Membership, distinction: str, by: User) -> Membership:
    """Set what tells a member from others of the name, such as "jun."; "" leaves it to club, country or code.

    It is shown behind the name while another member, or a player of the same event, has that name. Raises
    `account_without_player`, `distinction_too_long`, and `distinction_taken` by a member of the same name.
    """
    must_manage(by, membership.club)
    lock_club(membership.club)
    membership.refresh_from_db()
    if membership.player is None:
        raise Refusal("account_without_player")
    text = " ".join(distinction.split()).strip("() ")
    if len(text) > LONGEST_DISTINCTION:
        raise Refusal("distinction_too_long", longest=LONGEST_DISTINCTION)
    person = get_canonical_player(membership.player)
    if text and has_namesake_with(membership, text):
        raise Refusal("distinction_taken", name=person.full_name, distinction=text)
    Membership.objects.filter(pk=membership.pk).update(distinction=text)
    players.set_distinctions(distinctions={person.pk: ""})
    distinctions.update_distinctions_of_person(person=person)
    membership.refresh_from_db()
    return membership


@transaction.atomic
def add_account(*, club: Club, user: User, name: str = "") -> Membership:
    """Add an account as a member, if it is not one yet; the caller checks permissions.

    An account without a player gets one of this `name`. If one member of that name has no account, an officer
    decides whether they are the same; until then, and without a name, the account has no player. Of several,
    an officer can merge the one it is with the new player. Raises `name_too_long`, `club_archived`.
    """
    must_be_open(club)
    lock_club(club)
    membership = Membership.objects.filter(club=club, user=user).first()
    player = Player.objects.filter(user=user).first()
    namesake = find_unclaimed_member(club, name) if player is None and name.strip() else None
    if player is None and namesake is None and name.strip() and not (membership and membership.says_player):
        player = players.link_account(player=players.register_player(name=name), user=user)
    if player is not None:
        membership = _merge_memberships(club, user, player, user)
        distinctions.update_distinctions_of_members(club=club)
        membership.refresh_from_db()
        return membership
    if membership is None:
        membership = Membership.objects.create(club=club, user=user, says_player=namesake)
        club_log.log_action(club=club, kind="joined", by=user, user=user, player=namesake)
        return membership
    if namesake is not None and membership.player is None:
        Membership.objects.filter(pk=membership.pk).update(says_player=namesake)
    return _reactivate(membership, user)


@transaction.atomic
def join(*, club: Club, user: User, name: str = "") -> Membership:
    """Join a club that is open to all, with a record. Raises `joining_by_invitation`."""
    if club.joining != Joining.OPEN:
        raise Refusal("joining_by_invitation", club=club.name)
    membership = add_account(club=club, user=user, name=name)
    add_record(membership=membership)
    return membership


@transaction.atomic
def confirm_claim(*, membership: Membership, by: User) -> Membership:
    """Link the player whose name an account gave when it joined to the account, as an officer.

    Raises `account_without_player`, and what `players.link_account` raises.
    """
    club = membership.club
    must_manage(by, club)
    lock_club(club)
    locked_membership, user, claimed_player = _get_claim(membership)
    player = players.link_account(player=get_canonical_player(claimed_player), user=user)
    Membership.objects.filter(pk=locked_membership.pk).update(says_player=None)
    return _merge_memberships(club, user, player, by, kind="vouched")


@transaction.atomic
def reject_claim(*, membership: Membership, by: User) -> Membership:
    """Give an account that joined under the name of another member a player of its own, as an officer.

    Raises `account_without_player`.
    """
    must_manage(by, membership.club)
    lock_club(membership.club)
    locked_membership, user, claimed_player = _get_claim(membership)
    new_player = players.link_account(
        player=players.register_player(name=claimed_player.full_name), user=user
    )
    Membership.objects.filter(pk=locked_membership.pk).update(says_player=None, player=new_player)
    club_log.log_action(club=membership.club, kind="declined", by=by, user=user, player=claimed_player)
    distinctions.update_distinctions_of_members(club=membership.club)
    locked_membership.refresh_from_db()
    return locked_membership


@transaction.atomic
def link_player_to_account(*, player: Player, user: User) -> Player:
    """Link a player to the invited account. Raises what `players.link_account` does."""
    own_player = Player.objects.filter(user=user).first()
    if own_player is not None and own_player.is_one_with(player):
        return own_player
    return players.link_account(player=get_canonical_player(player), user=user)


@transaction.atomic
def leave(*, membership: Membership, by: User) -> Membership:
    """End a membership, by the member or by an officer; results stay.

    The member's office ends too. Raises `last_director`, and `directors_only` for another officer.
    """
    require_actor(by)
    club = membership.club
    lock_club(club)
    membership = Membership.objects.select_related("club__desk", "user", "player").get(pk=membership.pk)
    if not is_own(membership, by):
        must_manage(by, club)
        if membership.role != Role.MEMBER and not is_director(by, club):
            raise Refusal("directors_only", name=club.name)
    if membership.role != Role.MEMBER and membership.user is not None:
        set_role(club=club, user=membership.user, role=Role.MEMBER, by=by)
    active_memberships = Membership.objects.filter(pk=membership.pk, left_at=None)
    if active_memberships.update(left_at=timezone.now(), says_player=None, performance_shown_since=None):
        record_leaving(membership=membership)
        club_log.log_action(club=club, kind="left", by=by, user=membership.user, player=membership.player)
    membership.refresh_from_db()
    return membership


@transaction.atomic
def reactivate_member(*, membership: Membership, by: User) -> Membership:
    """Reactivate a former member."""
    must_manage(by, membership.club)
    lock_club(membership.club)
    membership.refresh_from_db()
    return _reactivate(membership, by)


def _merge_memberships(club: Club, user: User, player: Player, by: User, kind: str = "joined") -> Membership:
    """Return the single membership of an account and its player, merging two if needed."""
    account_membership = Membership.objects.filter(club=club, user=user).first()
    player_membership = (
        Membership.objects.filter(make_person_q("player", player), club=club).order_by("pk").first()
    )
    if player_membership is not None and player_membership.user_id not in (None, user.pk):
        raise Refusal("player_claimed", player=player.name)
    membership = player_membership or account_membership or Membership(club=club)
    was_active = membership.pk is not None and membership.left_at is None and membership.user_id == user.pk
    if (
        account_membership is not None
        and player_membership is not None
        and account_membership.pk != player_membership.pk
    ):
        InvitationUse.objects.filter(membership=account_membership).update(membership=player_membership)
        move_member_data(source=account_membership, target=player_membership)
        membership.role = account_membership.role
        account_membership.delete()
    membership.user, membership.player, membership.left_at = user, membership.player or player, None
    membership.save()
    if not was_active or kind != "joined":
        club_log.log_action(club=club, kind=kind, by=by, user=user, player=membership.player)
    return membership


def _reactivate(membership: Membership, by: User) -> Membership:
    if membership.left_at is not None:
        Membership.objects.filter(pk=membership.pk).update(left_at=None)
        MemberRecord.objects.filter(membership=membership).update(left_on=None)
        club_log.log_action(
            club=membership.club, kind="returned", by=by, user=membership.user, player=membership.player
        )
    membership.refresh_from_db()
    return membership


def _get_claim(membership: Membership) -> tuple[Membership, User, Player]:
    """Return the current membership, its account and the claimed player."""
    current_membership = Membership.objects.get(pk=membership.pk)
    if current_membership.user is None or current_membership.says_player is None:
        raise Refusal("account_without_player")
    return current_membership, current_membership.user, current_membership.says_player


@transaction.atomic
def leave_all_clubs(*, user: User) -> None:
    """Give up every office and membership of an account.

    Raises `last_director` rather than leave a club without one.
    """
    memberships = Membership.objects.filter(user=user, left_at=None).select_related("club", "user")
    for membership in memberships.order_by("club_id"):
        leave(membership=membership, by=user)


@transaction.atomic
def separate_player(*, user: User, player: Player) -> None:
    """Make two members of an account and its player in every club, when they turn out to be two people."""
    memberships = Membership.objects.select_for_update(of=("self",)).filter(
        make_person_q("player", player), user=user
    )
    for membership in memberships:
        Membership.objects.filter(pk=membership.pk).update(player=None)
        player_membership = Membership.objects.create(
            club=membership.club, player=membership.player, left_at=membership.left_at
        )
        # What the club has recorded is about the player, not about the account that was linked to it.
        move_member_data(source=membership, target=player_membership)


@transaction.atomic
def rename_signatures(*, user: User, was: str, name: str) -> None:
    """Replace an account's former name `was` in the signatures of changes and imports."""
    for rows in (SeasonChange, RatingListChange, PastImport):
        rows.objects.filter(by=user).update(signed=name)
    PastImport.objects.filter(undone_by=was).update(undone_by=name)
