"""Invitations: a club creates, emails and withdraws links; users join by them."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, override

from matches.models import Player, User
from matches.services import outbox
from rules.errors import Refusal
from tournaments import club_log
from tournaments.models import Club, Invitation, InvitationUse, Membership, Role
from tournaments.models.invitation import MOST_USES
from tournaments.people.queries import invitations
from tournaments.people.queries.members import membership_of
from tournaments.people.services import club_roles, members
from tournaments.people.services.member_records import add_record
from tournaments.permissions import is_director, may_invite, may_manage, must_manage

# Kind of the outbox message.
MAIL = "mail_invitation"
LONGEST_DAYS = 90
MOST_OPEN_INVITATIONS = 100
# The address is stored only while its email may have to be sent.
CLEARED_ADDRESS: dict[str, Any] = {"email": "", "mailed_at": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationOptions:
    """Options of an invitation: `most` is the number of uses, `days` how long it is valid.

    An invitation to an office, for a player without an account, or by email is for one person.
    """

    role: str = Role.MEMBER.value
    player: Player | None = None
    email: str = ""
    most: int = 1
    days: int = 14


@dataclass(frozen=True, slots=True)
class InvitationEmail:
    """How to email an invitation: link prefix ("https://…/join/") and language."""

    link_prefix: str
    language: str


@transaction.atomic
def invite(
    *, club: Club, options: InvitationOptions, by: User, invitation_email: InvitationEmail | None = None
) -> Invitation:
    """Create an invitation; email it if the options have an address and `invitation_email` is given.

    Only directors may offer an office (`directors_only`). Raises `role_unknown`, `not_a_member`,
    `player_claimed`, `invitation_impossible`, `invitations_many`.
    """
    must_manage(by, club)
    _check_options(club, options, by)
    now = timezone.now()
    nonce = secrets.token_hex(16)
    invitation = Invitation.objects.create(
        club=club,
        nonce=nonce,
        token_hash=invitations.hash_secret(invitations.get_invitation_token(nonce)),
        role=options.role,
        player=options.player,
        email=options.email,
        most=options.most,
        by=by,
        expires_at=now + timedelta(days=options.days),
    )
    about = {"role": options.role, "most": options.most, "email": bool(options.email)}
    club_log.log_action(club=club, kind="invited", by=by, player=options.player, about=about)
    if options.email and invitation_email is not None:
        mail_payload = {
            "invitation": invitation.pk,
            "before": invitation_email.link_prefix,
            "language": invitation_email.language,
        }
        outbox.post_message(kind=MAIL, payload=mail_payload)
    return invitation


@transaction.atomic
def withdraw(*, invitation: Invitation, by: User) -> Invitation:
    """Withdraw an invitation, also in an archived club; idempotent."""
    if not may_manage(by, invitation.club):
        raise Refusal("club_officers_only", club=invitation.club.name)
    open_ones = Invitation.objects.filter(pk=invitation.pk, withdrawn_at=None)
    if open_ones.update(withdrawn_at=timezone.now(), withdrawn_by=by, **CLEARED_ADDRESS):
        club_log.log_action(club=invitation.club, kind="withdrawn", by=by, player=invitation.player)
    invitation.refresh_from_db()
    return invitation


@transaction.atomic
def accept(*, token: str, user: User, name: str = "") -> Membership:
    """Accept an invitation: make the account a member, with its office and player.

    No use is counted if it grants nothing new, and a higher office is not replaced. An account can use a link
    only once: former members are reactivated by an officer. Raises `invitation_unknown`,
    `invitation_expired`, `invitation_withdrawn`, `invitation_used_up`, `invitation_once`, and what
    `members.add_account` and `players.link_account` raise.
    """
    token_invitation = invitations.invitation_by_token(token)
    if token_invitation is None:
        raise Refusal("invitation_unknown")
    invitation = Invitation.objects.select_for_update().get(pk=token_invitation.pk)
    previous_uses = InvitationUse.objects.filter(invitation=invitation, membership__user=user)
    previous_use = previous_uses.select_related("membership").first()
    if previous_use is not None:
        return _require_active(previous_use.membership)
    _check_usable(invitation)
    own_membership = membership_of(invitation.club, user)
    if own_membership is not None and not _grants_anything(invitation, own_membership, user, name):
        return own_membership
    membership = _join_club(invitation, user, name)
    InvitationUse.objects.create(invitation=invitation, membership=membership)
    cleared_fields = CLEARED_ADDRESS if invitation.email else {}
    Invitation.objects.filter(pk=invitation.pk).update(used=F("used") + 1, **cleared_fields)
    return membership


def forget_addresses(*, now: datetime) -> int:
    """Delete the email addresses of closed invitations; return their number."""
    is_closed = Q(withdrawn_at__isnull=False) | Q(used__gte=F("most")) | Q(expires_at__lte=now)
    return Invitation.objects.filter(is_closed).exclude(email="").update(**CLEARED_ADDRESS)


def deliver(payload: dict[str, Any]) -> None:
    """Email an invitation, unless already sent or closed.

    Outbox handler of "mail_invitation", outside any transaction.
    """
    rows = Invitation.objects.select_related("club", "by")
    invitation = rows.filter(pk=payload["invitation"], mailed_at=None).first()
    token = invitations.get_invitation_secret(invitation) if invitation is not None else ""
    if (
        invitation is None
        or not token
        or invitations.get_invitation_status(invitation, timezone.now()) != invitations.VALID
    ):
        return
    with override(str(payload["language"])):
        about = {
            "club": invitation.club.name,
            "by": invitation.by.get_full_name() or invitation.by.get_username(),
            "link": f"{payload['before']}{token}/",
            "day": date_format(timezone.localtime(invitation.expires_at), "j F Y"),
        }
        text = gettext(
            "%(by)s invites you to %(club)s.\n\nOpen this link to join; it is valid until %(day)s:\n"
            "%(link)s\n"
        )
        title = gettext("Invitation to %(club)s") % about
        _send_email(title, text % about, invitation.email)
    # It may have been used or withdrawn while the email was being sent.
    Invitation.objects.filter(pk=invitation.pk).exclude(email="").update(mailed_at=timezone.now())


def _send_email(title: str, text: str, to: str) -> None:
    """Send an email. Raises OSError, without the address, if the mail server rejects it."""
    try:
        send_mail(title, text, settings.DEFAULT_FROM_EMAIL, [to])
    except SMTPRecipientsRefused as refused:
        codes = sorted({code for code, _ in refused.recipients.values()})
        raise OSError(f"The mail server rejects the address: {codes}") from None


def _require_active(membership: Membership) -> Membership:
    """Return the membership that an account already has by the invitation, unless the member has left."""
    if membership.left_at is not None:
        raise Refusal("invitation_once", club=membership.club.name)
    return membership


def _grants_anything(invitation: Invitation, own_membership: Membership, user: User, name: str) -> bool:
    """Return whether an invitation grants a member something new: a higher office or a player."""
    if invitation.player is not None or own_membership.user_id != user.pk:
        return True
    return _is_above(invitation.role, own_membership.role) or (
        own_membership.player is None and bool(name.strip())
    )


def _is_above(role: str, other: str) -> bool:
    return Role.values.index(role) < Role.values.index(other)


def _join_club(invitation: Invitation, user: User, name: str) -> Membership:
    club, player = invitation.club, invitation.player
    if player is not None:
        members.link_player_to_account(player=player, user=user)
    membership = members.add_account(club=club, user=user, name=name)
    if _is_above(invitation.role, membership.role):
        club_roles.set_role(club=club, user=user, role=Role(invitation.role), by=invitation.by)
    if invitation.role == Role.MEMBER.value:
        # Who is invited to an office need not be a member who pays fees.
        add_record(membership=membership)
    membership.refresh_from_db()
    return membership


def _check_usable(invitation: Invitation) -> None:
    invitation_state, club = (
        invitations.get_invitation_status(invitation, timezone.now()),
        invitation.club.name,
    )
    if invitation_state == invitations.EXPIRED:
        raise Refusal("invitation_expired", club=club)
    if invitation_state == invitations.USED_UP:
        raise Refusal("invitation_used_up", club=club)
    # An invitation is valid only as far as its author may still grant it.
    if invitation_state == invitations.WITHDRAWN or not may_invite(
        invitation.by, invitation.club, invitation.role
    ):
        raise Refusal("invitation_withdrawn", club=club)


def _check_options(club: Club, options: InvitationOptions, by: User) -> None:
    if options.role not in Role.values:
        raise Refusal("role_unknown", role=options.role)
    if options.role != Role.MEMBER and not is_director(by, club):
        raise Refusal("directors_only", name=club.name)
    is_for_one = options.role != Role.MEMBER or options.player is not None or bool(options.email)
    if not 1 <= options.most <= (1 if is_for_one else MOST_USES) or not 1 <= options.days <= LONGEST_DAYS:
        raise Refusal("invitation_impossible", most=MOST_USES, days=LONGEST_DAYS)
    if options.player is not None:
        if not club.memberships.filter(player=options.player).exists():
            raise Refusal("not_a_member", player=options.player.name)
        if options.player.user_id is not None:
            raise Refusal("player_claimed", player=options.player.name)
    now = timezone.now()
    rows = Invitation.objects.filter(club=club, withdrawn_at=None, expires_at__gt=now, used__lt=F("most"))
    if rows.count() >= MOST_OPEN_INVITATIONS:
        raise Refusal("invitations_many", most=MOST_OPEN_INVITATIONS)
