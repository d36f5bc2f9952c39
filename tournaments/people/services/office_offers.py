"""Offers of offices: a director offers one to a user, who accepts or declines it."""

from django.db import transaction
from django.utils import timezone

from matches.actors import require_actor
from matches.models import User
from rules.errors import Refusal
from tournaments import club_log
from tournaments.models import Club, Membership, OfficeOffer, Role, Tournament
from tournaments.models.invitation import OfferState, OfficeKind
from tournaments.people.queries.office_offers import is_offer_token, open_offers
from tournaments.people.services.club_roles import appoint
from tournaments.people.services.officials import appoint_official, check_may_appoint
from tournaments.permissions import must_direct
from tournaments.signals import office_accepted

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
    check_may_appoint(by, tournament)
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
def accept_offer(*, offer: OfficeOffer, by: User, token: str = "") -> OfficeOffer:
    """Accept an offered office, which starts now, as the account it is for, or with the token of its link.

    Raises `offer_ended`, also if the director who offered it may no longer grant it.
    """
    require_actor(by)
    offer = _get_open_offer(offer, by, token)
    try:
        _grant_office(offer, by)
    except Refusal as refusal:
        if refusal.code not in {"directors_only", "club_officers_only"}:
            raise
        raise Refusal("offer_ended", place=offer.place) from refusal
    OfficeOffer.objects.filter(pk=offer.pk).update(user=by)
    return _close_offer(offer, OfferState.ACCEPTED)


@transaction.atomic
def decline_offer(*, offer: OfficeOffer, by: User) -> OfficeOffer:
    """Decline an offered office. Raises `offer_ended`."""
    require_actor(by)
    offer = _get_open_offer(offer, by)
    club_log.log_action(club=offer.club, kind="office_declined", by=by, about=_log_details(offer))
    return _close_offer(offer, OfferState.DECLINED)


@transaction.atomic
def withdraw_offer(*, offer: OfficeOffer, by: User) -> OfficeOffer:
    """Withdraw an open offer, as a director; idempotent."""
    must_direct(by, offer.tournament or offer.club)
    open_offer = open_offers().select_for_update(of=("self",)).filter(pk=offer.pk).first()
    if open_offer is None:
        return offer
    club_log.log_action(club=open_offer.club, kind="office_withdrawn", by=by, about=_log_details(open_offer))
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
    club_log.log_action(club=club, kind="office_offered", by=by, about=_log_details(offer))
    return offer


def _log_details(offer: OfficeOffer) -> dict[str, object]:
    """Return the logged data: the name as entered, not whether the account exists."""
    return {"name": offer.username, "role": offer.role, "kind": offer.kind, "place": offer.place}


def _get_open_offer(offer: OfficeOffer, user: User, token: str = "") -> OfficeOffer:
    open_offer = open_offers().select_for_update(of=("self",)).filter(pk=offer.pk).first()
    if open_offer is None or not (open_offer.user_id == user.pk or is_offer_token(open_offer, token)):
        raise Refusal("offer_ended", place=offer.place)
    return open_offer


def _grant_office(offer: OfficeOffer, user: User) -> None:
    """Appoint the user to the office on behalf of the director who offered it; a higher one stays."""
    if offer.kind == OfficeKind.CLUB:
        own = Membership.objects.filter(club=offer.club, user=user, left_at=None).first()
        if own is None or _is_above(offer.role, own.role):
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
