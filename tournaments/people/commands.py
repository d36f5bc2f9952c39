"""The commands about members of a club and about offered roles."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.views import visitors
from tournaments.models import Club, Membership, OfficeOffer, Role
from tournaments.people.forms.clubs import make_distinction_field
from tournaments.people.services import members, office_offers, performance_tables
from tournaments.web.command import Command

# How many usernames an officer may try, in so many seconds: an offer tells nothing about the account.
USERNAMES_PER_PERIOD, USERNAME_SECONDS = 30, 600
# The pages with forms about one member: the list of all, and the page of the member.
MEMBERS_PAGE, MEMBER_PAGE = "members", "member"


class ClubCommand(Command):
    """A command about one club."""

    about = "club"
    club: Club


class MemberCommand(Command):
    """A command about one member of a club; `page` is where its form is."""

    about, api_status = "membership", 200
    page: ClassVar[str] = MEMBERS_PAGE
    membership: Membership

    @classmethod
    def get_page_options(cls, membership: Membership) -> dict[str, Any]:
        """Return further arguments with which the page makes the command, such as what is stored now."""
        return {}

    @property
    def member_name(self) -> str:
        """The name of the member as managers read it."""
        return str(self.membership.player or self.membership.user)


class OfferMixin(Command):
    """Offers a role; too many usernames in a short time are refused."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices[::-1], initial=Role.HELPER)

    def offer_role(self, club: Club, username: str) -> OfficeOffer | None:
        """Offer the role to the user of this name; return None if it takes effect at once."""
        visitors.throttle_action(
            "user-name", f"user {self.actor.pk}", limit=USERNAMES_PER_PERIOD, seconds=USERNAME_SECONDS
        )
        role = self.cleaned_data["role"]
        return office_offers.offer_office(club=club, username=username, role=role, by=self.actor)

    def describe_offer(self, offer: OfficeOffer | None, username: str) -> str:
        """Return what was offered, or what the user is now."""
        if offer is not None:
            return offer_message(offer)
        role = self.cleaned_data["role"]
        if role == Role.MEMBER.value:
            return gettext("%(name)s no longer has a role.") % {"name": username}
        return gettext("%(name)s is now %(role)s.") % {"name": username, "role": Role(role).label}


class OfferRole(OfferMixin, ClubCommand):
    """A user and the role to offer them in the club."""

    name, api, schema_name = "appoint", "POST ", "OfferCreate"
    username = forms.CharField(label=_("Username"), max_length=150)
    field_order = ("username", "role")

    def run(self) -> OfficeOffer | None:
        """Write the offer."""
        return self.offer_role(self.club, self.cleaned_data["username"])

    def describe(self, result: OfficeOffer | None) -> str:
        """Return what was offered to whom."""
        return self.describe_offer(result, self.cleaned_data["username"].strip())


class OfferRoleToMember(OfferMixin, MemberCommand):
    """Offer a role to a member with an account."""

    name = "appoint"

    def run(self) -> OfficeOffer | None:
        """Write the offer."""
        return self.offer_role(self.membership.club, self._username)

    def describe(self, result: OfficeOffer | None) -> str:
        """Return what was offered to whom."""
        return self.describe_offer(result, self._username)

    @property
    def _username(self) -> str:
        return self.membership.user.get_username() if self.membership.user is not None else ""


class DistinguishMember(MemberCommand):
    """Set what tells a member from others of the name; it is shown while there are others."""

    name, api, schema_name = "distinguish", "POST distinguish", "MemberDistinction"
    service = staticmethod(members.distinguish_member)
    distinction = make_distinction_field()

    def describe(self, result: Membership) -> str:
        """Return the name with the text."""
        return gettext("Saved: %(name)s.") % {"name": str(result.player)}


class RemoveMember(MemberCommand):
    """Remove a member; results stay."""

    name, api, api_status = "leave", "DELETE ", 204
    service = staticmethod(members.leave)

    def describe(self, result: Membership) -> str:
        """Return who has left."""
        return gettext("%(name)s has left the club.") % {"name": self.member_name}


class LeaveClub(RemoveMember):
    """Leave a club; the results played there stay."""

    def describe(self, result: Membership) -> str:
        """Return which club was left."""
        return gettext("You have left %(club)s.") % {"club": self.membership.club.name}


class RestoreMember(MemberCommand):
    """Reactivate a former member."""

    name, api = "bring-back", "POST restore"
    service = staticmethod(members.reactivate_member)

    def describe(self, result: Membership) -> str:
        """Return who is a member again."""
        return gettext("%(name)s is now a member.") % {"name": self.member_name}


class ShowPerformance(MemberCommand):
    """Show a member in the PR table of the club: the member may, and a manager whom the member told so."""

    name, api = "show", "PUT performance"
    service = staticmethod(performance_tables.show_performance)

    def describe(self, result: Membership) -> str:
        """Return who is shown."""
        return gettext("%(name)s is shown in the PR table.") % {"name": str(result.player)}


class HidePerformance(MemberCommand):
    """Take a member out of the PR table of the club: the member may, and managers."""

    name, api, api_status = "hide", "DELETE performance", 204
    service = staticmethod(performance_tables.hide_performance)

    def describe(self, result: Membership) -> str:
        """Return who is not shown any more."""
        return gettext("%(name)s is no longer shown in the PR table.") % {"name": str(result.player)}


class ConfirmClaim(MemberCommand):
    """Confirm that an account belongs to the claimed player."""

    name, api = "vouch", "POST accept"
    service = staticmethod(members.confirm_claim)

    def describe(self, result: Membership) -> str:
        """Return whose account it is."""
        return gettext("%(name)s is now linked to the account.") % {"name": str(result.player)}


class RejectClaim(MemberCommand):
    """Reject an account's claim to be a player."""

    name, api = "decline", "POST decline"
    service = staticmethod(members.reject_claim)

    def describe(self, result: Membership) -> str:
        """Return the player of the account."""
        return gettext("The account already has its own player: %(name)s.") % {"name": str(result.player)}


class OfferCommand(Command):
    """A command about one offered role."""

    about, api_status = "offer", 200
    offer: OfficeOffer


class WithdrawOffer(OfferCommand):
    """Withdraw an offer."""

    name, api, api_status = "withdraw", "DELETE ", 204
    service, sentence = staticmethod(office_offers.withdraw_offer), _("Offer withdrawn.")


class AcceptOffer(OfferCommand):
    """Accept an offered office."""

    name, api = "accept", "POST accept"
    service = staticmethod(office_offers.accept_offer)

    def describe(self, result: OfficeOffer) -> str:
        """Return the role."""
        return describe_accepted_role(result)


class DeclineOffer(OfferCommand):
    """Decline an offered office."""

    name, api = "decline", "POST decline"
    service, sentence = staticmethod(office_offers.decline_offer), _("Offer declined.")


def offer_message(offer: OfficeOffer) -> str:
    """Return the message to a director who has offered an office."""
    text = gettext(
        "Offered to %(name)s: %(role)s. It starts when they accept it on their account page. If they have no "
        "account yet, send them the link."
    )
    return text % {"name": offer.username, "role": offer.office}


def describe_accepted_role(offer: OfficeOffer) -> str:
    """Return the message to a user who has accepted a role."""
    return gettext("Role accepted: %(role)s, %(place)s.") % {"role": offer.office, "place": offer.place}


# Of the API; the page also has `OfferRoleToMember`.
PERFORMANCE_COMMANDS = (ShowPerformance, HidePerformance)
PERFORMANCE_COMMANDS_BY_NAME: Mapping[str, type[MemberCommand]] = {
    command.name: command for command in PERFORMANCE_COMMANDS
}
MEMBER_COMMANDS = (RemoveMember, RestoreMember, DistinguishMember, ConfirmClaim, RejectClaim)
MEMBER_COMMANDS_BY_NAME: Mapping[str, type[MemberCommand]] = {
    command.name: command for command in (OfferRoleToMember, *MEMBER_COMMANDS)
}
OFFER_ANSWERS: Mapping[str, type[OfferCommand]] = {
    command.name: command for command in (AcceptOffer, DeclineOffer)
}
