"""Members of a club: joining, offices and officials, offers of offices, accounts."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.actors import SYSTEM, Actor, require_actor
from matches.models import Desk, Player, User
from matches.queries.people import get_canonical_player, make_person_q
from matches.services import desks, players
from rules.errors import Refusal
from tournaments.models import (
    Club,
    InvitationUse,
    Joining,
    Membership,
    OfficeOffer,
    PastImport,
    RatingListChange,
    Role,
    SeasonChange,
    Tournament,
)
from tournaments.models.invitation import OfferState, OfficeKind
from tournaments.permissions import AT_THE_DESK, is_director, must_be_open, must_direct, must_manage
from tournaments.queries.members import find_member_by_name, find_unclaimed_member, is_own, open_offers
from tournaments.services import clubs
from tournaments.signals import office_accepted


@transaction.atomic
def enrol(*, club: Club, player: Player, by: User) -> Membership:
    """Make a player a member; a current one is unchanged, a former one reactivated."""
    must_manage(by, club)
    _lock(club)
    existing_membership = club.memberships.filter(make_person_q("player", player)).order_by("pk").first()
    if existing_membership is not None:
        return _reactivate(existing_membership, by)
    clubs.log_action(club=club, kind="enrolled", by=by, player=player)
    return Membership.objects.create(club=club, player=player)


@transaction.atomic
def enrol_by_name(*, club: Club, name: str, by: User) -> Membership:
    """Enrol a player by name: a current or former member, else a new player. Raises errors of names."""
    must_manage(by, club)
    _lock(club)
    player = find_member_by_name(club, name) or players.register_player(name=name)
    return enrol(club=club, player=player, by=by)


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
    _lock(club)
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
    clubs.log_action(club=club, kind="appointed", by=by, user=user, player=membership.player, about=about)
    return membership


@transaction.atomic
def add_account(*, club: Club, user: User, name: str = "") -> Membership:
    """Add an account as a member, if it is not one yet; the caller checks permissions.

    An account without a player gets one of this `name`. If a member of that name has no account, an officer
    decides whether they are the same; until then, and without a name, the account has no player. Raises
    `name_too_long`, `club_archived`.
    """
    must_be_open(club)
    _lock(club)
    membership = Membership.objects.filter(club=club, user=user).first()
    player = Player.objects.filter(user=user).first()
    namesake = find_unclaimed_member(club, name) if player is None and name.strip() else None
    if player is None and namesake is None and name.strip() and not (membership and membership.says_player):
        player = players.link_account(player=players.register_player(name=name), user=user)
    if player is not None:
        return _merge_memberships(club, user, player, user)
    if membership is None:
        membership = Membership.objects.create(club=club, user=user, says_player=namesake)
        clubs.log_action(club=club, kind="joined", by=user, user=user, player=namesake)
        return membership
    if namesake is not None and membership.player is None:
        Membership.objects.filter(pk=membership.pk).update(says_player=namesake)
    return _reactivate(membership, user)


@transaction.atomic
def join(*, club: Club, user: User, name: str = "") -> Membership:
    """Join a club that is open to all. Raises `joining_by_invitation`."""
    if club.joining != Joining.OPEN:
        raise Refusal("joining_by_invitation", club=club.name)
    return add_account(club=club, user=user, name=name)


@transaction.atomic
def confirm_claim(*, membership: Membership, by: User) -> Membership:
    """Link the player whose name an account gave when it joined to the account, as an officer.

    Raises `account_without_player`, and what `players.link_account` raises.
    """
    club = membership.club
    must_manage(by, club)
    _lock(club)
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
    _lock(membership.club)
    locked_membership, user, claimed_player = _get_claim(membership)
    new_player = players.link_account(
        player=players.register_player(name=claimed_player.full_name), user=user
    )
    Membership.objects.filter(pk=locked_membership.pk).update(says_player=None, player=new_player)
    clubs.log_action(club=membership.club, kind="declined", by=by, user=user, player=claimed_player)
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
    _lock(club)
    membership = Membership.objects.select_related("club__desk", "user", "player").get(pk=membership.pk)
    if not is_own(membership, by):
        must_manage(by, club)
        if membership.role != Role.MEMBER and not is_director(by, club):
            raise Refusal("directors_only", name=club.name)
    if membership.role != Role.MEMBER and membership.user is not None:
        set_role(club=club, user=membership.user, role=Role.MEMBER, by=by)
    active_memberships = Membership.objects.filter(pk=membership.pk, left_at=None)
    if active_memberships.update(left_at=timezone.now(), says_player=None):
        clubs.log_action(club=club, kind="left", by=by, user=membership.user, player=membership.player)
    membership.refresh_from_db()
    return membership


@transaction.atomic
def reactivate_member(*, membership: Membership, by: User) -> Membership:
    """Reactivate a former member."""
    must_manage(by, membership.club)
    _lock(membership.club)
    membership.refresh_from_db()
    return _reactivate(membership, by)


def _lock(club: Club) -> None:
    """Lock the club, so that its memberships change one at a time."""
    Club.objects.select_for_update().get(pk=club.pk)


def _find_membership(club: Club, user: User) -> Membership | None:
    """Return the membership of an account, else that of its player if not linked to an account."""
    membership = Membership.objects.filter(club=club, user=user).first()
    player = Player.objects.filter(user=user).first() if membership is None else None
    if player is None:
        return membership
    return club.memberships.filter(make_person_q("player", player), user=None).order_by("pk").first()


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
        membership.role = account_membership.role
        account_membership.delete()
    membership.user, membership.player, membership.left_at = user, membership.player or player, None
    membership.save()
    if not was_active or kind != "joined":
        clubs.log_action(club=club, kind=kind, by=by, user=user, player=membership.player)
    return membership


def _reactivate(membership: Membership, by: User) -> Membership:
    if membership.left_at is not None:
        Membership.objects.filter(pk=membership.pk).update(left_at=None)
        clubs.log_action(
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
        Membership.objects.create(club=membership.club, player=membership.player, left_at=membership.left_at)


@transaction.atomic
def rename_signatures(*, user: User, was: str, name: str) -> None:
    """Replace an account's former name `was` in the signatures of changes and imports."""
    for rows in (SeasonChange, RatingListChange, PastImport):
        rows.objects.filter(by=user).update(signed=name)
    PastImport.objects.filter(undone_by=was).update(undone_by=name)


@transaction.atomic
def appoint_official(*, tournament: Tournament, user: User, by: User) -> None:
    """Make a user an official of this tournament, as a club director.

    Raises `directors_only`, `official_already`.
    """
    _check_may_appoint(by, tournament)
    if tournament.desk.officials.filter(pk=user.pk).exists():
        raise Refusal("official_already", name=user.get_username())
    desks.add_official(desk=tournament.desk, user=user, by=SYSTEM)
    about = {"evening": tournament.slug, "name": tournament.name}
    clubs.log_action(club=tournament.club, kind="official_named", by=by, user=user, about=about)


@transaction.atomic
def dismiss_official(*, tournament: Tournament, user: User, by: User) -> None:
    """Remove an official of this tournament. Raises `official_by_office` for a club director."""
    _check_may_appoint(by, tournament)
    if is_director(user, tournament.club) and not user.is_superuser:
        raise Refusal("official_by_office", name=user.get_username())
    if tournament.desk.officials.filter(pk=user.pk).exists():
        desks.remove_official(desk=tournament.desk, user=user, by=SYSTEM)
        about = {"evening": tournament.slug, "name": tournament.name}
        clubs.log_action(club=tournament.club, kind="official_dismissed", by=by, user=user, about=about)


def _check_may_appoint(by: User, tournament: Tournament) -> None:
    must_direct(by, tournament)
    if not is_director(by, tournament.club):
        raise Refusal("directors_only", name=tournament.club.name)


LONGEST_USERNAME = 150
MOST_OPEN_OFFERS = 100


@transaction.atomic
def offer_office(*, club: Club, username: str, role: str, by: User) -> OfficeOffer | None:
    """Offer an office of the club, as a director; return None if it takes effect at once.

    That is the case for a member who loses an office or gets none above the present one. Raises
    `directors_only`, `role_unknown`, `username_missing`, `offers_many`, and what `members.appoint` raises.
    """
    must_direct(by, club)
    if role not in Role.values:
        raise Refusal("role_unknown", role=role)
    active_memberships = Membership.objects.filter(club=club, user__username=username.strip(), left_at=None)
    membership = active_memberships.select_related("user").first()
    if membership is not None and membership.user is not None and not _is_above(role, membership.role):
        appoint(club=club, user=membership.user, role=role, by=by)
        return None
    if role == Role.MEMBER:
        raise Refusal("not_a_member", player=username.strip())
    return _create_offer(club, OfficeKind.CLUB, username, by, role=role)


@transaction.atomic
def offer_desk(*, tournament: Tournament, username: str, by: User) -> OfficeOffer:
    """Offer to run a tournament's desk, as a club director.

    Raises as `offer_office` does, and `official_already`.
    """
    must_direct(by, tournament)
    if not is_director(by, tournament.club):
        raise Refusal("directors_only", name=tournament.club.name)
    if tournament.desk.officials.filter(username=username.strip()).exists():
        raise Refusal("official_already", name=username.strip())
    return _create_offer(tournament.club, OfficeKind.OFFICIAL, username, by, tournament=tournament)


@transaction.atomic
def offer_at_tournament(*, tournament: Tournament, kind: OfficeKind, username: str, by: User) -> OfficeOffer:
    """Offer a tournament office defined by a feature app. Raises as `offer_office` does.

    On acceptance `office_accepted` is sent.
    """
    must_direct(by, tournament)
    return _create_offer(tournament.club, kind, username, by, tournament=tournament)


@transaction.atomic
def accept_offer(*, offer: OfficeOffer, by: User) -> OfficeOffer:
    """Accept an offered office, which starts now.

    Raises `offer_ended`, also if the director who offered it may no longer grant it.
    """
    require_actor(by)
    offer = _get_open_offer(offer, by)
    try:
        _grant_office(offer, by)
    except Refusal as refusal:
        if refusal.code not in {"directors_only", "club_officers_only"}:
            raise
        raise Refusal("offer_ended", place=offer.place) from refusal
    return _close_offer(offer, OfferState.ACCEPTED)


@transaction.atomic
def decline_offer(*, offer: OfficeOffer, by: User) -> OfficeOffer:
    """Decline an offered office. Raises `offer_ended`."""
    require_actor(by)
    offer = _get_open_offer(offer, by)
    clubs.log_action(club=offer.club, kind="office_declined", by=by, about=_log_details(offer))
    return _close_offer(offer, OfferState.DECLINED)


@transaction.atomic
def withdraw_offer(*, offer: OfficeOffer, by: User) -> OfficeOffer:
    """Withdraw an open offer, as a director; idempotent."""
    must_direct(by, offer.tournament or offer.club)
    open_offer = open_offers().select_for_update(of=("self",)).filter(pk=offer.pk).first()
    if open_offer is None:
        return offer
    clubs.log_action(club=open_offer.club, kind="office_withdrawn", by=by, about=_log_details(open_offer))
    return _close_offer(open_offer, OfferState.WITHDRAWN)


def _create_offer(
    club: Club,
    kind: OfficeKind,
    username: str,
    by: User,
    *,
    role: str = "",
    tournament: Tournament | None = None,
) -> OfficeOffer:
    name = username.strip()
    if not name or len(name) > LONGEST_USERNAME:
        raise Refusal("username_missing")
    Club.objects.select_for_update().get(pk=club.pk)
    # A new offer of the same office replaces the one before.
    now, others = timezone.now(), open_offers().filter(club=club)
    same = others.filter(kind=kind, tournament=tournament, username=name)
    OfficeOffer.objects.filter(pk__in=same.values("pk")).update(state=OfferState.WITHDRAWN, ended_at=now)
    if others.count() >= MOST_OPEN_OFFERS:
        raise Refusal("offers_many", most=MOST_OPEN_OFFERS)
    offer = OfficeOffer.objects.create(
        club=club,
        kind=kind,
        role=role,
        tournament=tournament,
        username=name,
        user=User.objects.filter(username=name, is_active=True).first(),
        by=by,
    )
    clubs.log_action(club=club, kind="office_offered", by=by, about=_log_details(offer))
    return offer


def _log_details(offer: OfficeOffer) -> dict[str, object]:
    """Return the logged data: the name as entered, not whether the account exists."""
    return {"name": offer.username, "role": offer.role, "kind": offer.kind, "place": offer.place}


def _get_open_offer(offer: OfficeOffer, user: User) -> OfficeOffer:
    rows = open_offers().select_for_update(of=("self",))
    open_offer = rows.filter(pk=offer.pk, user=user.pk).first()
    if open_offer is None:
        raise Refusal("offer_ended", place=offer.place)
    return open_offer


def _grant_office(offer: OfficeOffer, user: User) -> None:
    """Appoint the user to the office on behalf of the director who offered it."""
    if offer.kind == OfficeKind.CLUB:
        appoint(club=offer.club, user=user, role=offer.role, by=offer.by)
    elif offer.tournament is not None and offer.kind == OfficeKind.OFFICIAL:
        appoint_official(tournament=offer.tournament, user=user, by=offer.by)
    else:
        office_accepted.send(sender=OfficeOffer, offer=offer, user=user)


def _close_offer(offer: OfficeOffer, state: OfferState) -> OfficeOffer:
    OfficeOffer.objects.filter(pk=offer.pk).update(state=state, ended_at=timezone.now())
    offer.refresh_from_db()
    return offer


def _is_above(role: str, other: str) -> bool:
    return Role.values.index(role) < Role.values.index(other)
