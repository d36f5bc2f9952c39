"""The people of a club for programs: members and offices, invitations, seasons and rating lists."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from matches.models import Player
from matches.services import badges, players
from matches.services.badges import Issued
from rules.errors import Refusal
from tournaments.api import shapes_clubs as shapes
from tournaments.api.club_doors import count_names, manager_of
from tournaments.api.deeds import Asked, Deed, Look, anybody, club_path
from tournaments.api.loading import found, who_manages
from tournaments.api.shapes_leagues import LadderBadgeOut
from tournaments.forms import clubs as club_forms
from tournaments.models import Club, Invitation, Membership, OfficeOffer
from tournaments.permissions import may_manage
from tournaments.queries import invitations as known
from tournaments.queries import members as belonging
from tournaments.queries.office_offers import offers_of_club, offers_to
from tournaments.services import invitations, members, office_offers
from tournaments.services.invitations import Wish

At = Asked[Club]


def _members(at: At) -> dict[str, Any]:
    rows = belonging.members(at.of)
    if not may_manage(at.account, at.of):
        for row in rows:
            row.user = None
    return {"members": rows}


def _row(at: At) -> Membership:
    rows = Membership.objects.select_related("club__desk", "user", "player", "says_player")
    return found(rows.filter(club=at.of, pk=at.at["number"]).first())


def _enrol(at: At) -> Membership:
    return members.enrol_by_name(club=at.of, name=at.said["name"], by=at.by)


def _offers(at: At) -> dict[str, Any]:
    return {"offers": offers_of_club(at.of)}


def _appoint(at: At) -> dict[str, Any]:
    count_names(at)
    said = at.said
    office_offers.offer_office(club=at.of, username=said["username"], role=said["role"], by=at.by)
    return _offers(at)


def _withdraw_offer(at: At) -> dict[str, Any]:
    row = found(offers_of_club(at.of).filter(pk=at.at["number"]).first())
    office_offers.withdraw(offer=row, by=at.by)
    return _offers(at)


def _own_offer(at: At) -> OfficeOffer:
    user = at.account
    if user is None:
        raise Refusal("not_signed_in")
    return found(offers_to(user).filter(club=at.of, pk=at.at["number"]).first())


def _accept_offer(at: At) -> OfficeOffer:
    return office_offers.accept(offer=_own_offer(at), by=at.by)


def _decline_offer(at: At) -> OfficeOffer:
    return office_offers.decline(offer=_own_offer(at), by=at.by)


def _upon(verb: Callable[..., Membership]) -> Callable[[At], Membership]:
    return lambda at: verb(membership=_row(at), by=at.by)


def _badge(at: At) -> Issued:
    row = _row(at)
    player: Player = found(row.player if row.left_at is None else None)
    return badges.issue(desk=at.of.desk, player=player, by=at.by)


def _own(at: At) -> Membership:
    if at.account is None:
        raise Refusal("not_signed_in")
    return found(belonging.membership_of(at.of, at.account))


def _join(at: At) -> Membership:
    if at.account is None:
        raise Refusal("not_signed_in")
    name = at.said["name"]
    if not Player.objects.filter(user=at.account).exists():
        players.tidy_name(name)
    return members.join(club=at.of, user=at.account, name=name)


def _leave(at: At) -> Membership:
    own = _own(at)
    return members.leave(membership=own, by=at.by)


def _invitations(at: At) -> dict[str, Any]:
    held = known.of_club(at.of, timezone.now())
    return {
        "invitations": [
            {"number": one.invitation.pk, "role": one.invitation.role, "stands": one.stands} for one in held
        ]
    }


def _invite(at: At) -> dict[str, Any]:
    said = at.said
    chosen = [one for one in belonging.without_account(at.of) if one.code == said["player"]]
    if said["player"] and not chosen:
        raise Refusal("not_a_member", name=said["player"])
    player = chosen[0] if said["player"] else None
    wish = Wish(role=said["role"], player=player, most=said["most"], days=said["days"])
    made = invitations.invite(club=at.of, wish=wish, by=at.by)
    return {"pk": made.pk, "role": made.role, "player": made.player, "token": known.secret_of(made)}


def _withdraw(at: At) -> dict[str, Any]:
    held = found(Invitation.objects.select_related("club").filter(club=at.of, pk=at.at["number"]).first())
    invitations.withdraw(invitation=held, by=at.by)
    return _invitations(at)


OFFER, OFFERED = "offers/<int:number>/", shapes.OfficeOfferOut
ROW, ONE = "members/<int:number>/", shapes.MembershipOut


def _deed(name: str, verb: Callable[..., Membership], about: str) -> Deed[Club]:
    return Deed(name=name, act=_upon(verb), answer=ONE, status=200, right=manager_of, about=about)


urlpatterns = [
    club_path("members/",
        Look(name="club_members", find=_members, answer=shapes.MembersOut, right=anybody,
            about="Who belongs to the club."),
        Deed(name="club_enrol", form=club_forms.Enrolling, act=_enrol, answer=ONE, right=manager_of,
            about="A new member by name, who needs no account.")),
    club_path("members/appoint/", Deed(name="club_appoint", form=club_forms.Appointing, act=_appoint,
        answer=shapes.OfficeOffersOut, right=manager_of,
        about="Offer an office to a user name; it begins when the person accepts. `member` lays it down.")),
    club_path("offers/", Look(name="club_offers", find=_offers, answer=shapes.OfficeOffersOut,
        about="Offices that are offered and not accepted yet.")),
    club_path(f"{OFFER}withdraw/", Deed(name="club_withdraw_offer", act=_withdraw_offer,
        answer=shapes.OfficeOffersOut, status=200, about="Take an offer back.")),
    club_path(f"{OFFER}accept/", Deed(name="club_accept_offer", act=_accept_offer, answer=OFFERED,
        status=200, right=anybody, about="Take an office the account was offered.")),
    club_path(f"{OFFER}decline/", Deed(name="club_decline_offer", act=_decline_offer, answer=OFFERED,
        status=200, right=anybody, about="Turn down an office the account was offered.")),
    club_path(f"{ROW}leave/", _deed("club_member_leaves", members.leave, "A member leaves; results stay.")),
    club_path(f"{ROW}bring-back/", _deed("club_bring_back", members.bring_back, "A member comes back.")),
    club_path(f"{ROW}vouch/", _deed("club_vouch", members.vouch, "The account is this member.")),
    club_path(f"{ROW}decline/", _deed("club_decline", members.decline, "The account is somebody else.")),
    club_path(f"{ROW}badge/", Deed(name="club_issue_badge", act=_badge, answer=LadderBadgeOut,
        about="A badge of the club's desk for a member."), secrets=("token",)),
    club_path("join/", Deed(name="club_join", form=club_forms.Joiner, act=_join, answer=ONE, right=anybody,
        about="Become a member of a club that is open to everybody.")),
    club_path("leave/", Deed(name="club_leave", act=_leave, answer=ONE, status=200, right=anybody,
        about="Leave a club; what was played there stays.")),
    club_path("invitations/",
        Look(name="club_invitations", find=_invitations, answer=shapes.InvitationsOut, right=who_manages,
            about="The invitations of a club and whether they are good."),
        Deed(name="club_invite", shape=shapes.InviteIn, act=_invite, answer=shapes.ClubInvitationOut,
            right=manager_of, about="A link by which one or many become members."), secrets=("token",)),
    club_path("invitations/<int:number>/withdraw/", Deed(name="club_withdraw_invitation", act=_withdraw,
        answer=shapes.InvitationsOut, status=200, right=who_manages, about="Make a link worthless.")),
]  # fmt: skip
