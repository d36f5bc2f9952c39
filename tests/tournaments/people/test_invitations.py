"""Invitations to a club: permissions, limits, expiry and withdrawal, roles, and the email."""

import re
from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.utils import timezone

from matches.models import Outbox, Player
from matches.permissions import may_rule
from matches.services import outbox
from rules.errors import Refusal
from tests.factories import a_player, a_user
from tests.tournaments.club_evenings import a_club, director_of
from tournaments import tasks
from tournaments.models import Club, Invitation, Membership
from tournaments.people.queries import invitations as invitation_queries
from tournaments.people.services import club_roles, invitations, members
from tournaments.people.services.invitations import InvitationEmail, InvitationOptions

pytestmark = pytest.mark.django_db
INVITATION_EMAIL = InvitationEmail("https://club.example/join/", "en")


def refused(code: str):
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


def invite(club: Club, **options) -> str:
    """Create an invitation and return its secret."""
    invitation = invitations.invite(club=club, options=InvitationOptions(**options), by=director_of(club))
    return invitation_queries.get_invitation_secret(invitation)


def test_a_link_is_accepted_up_to_its_maximum() -> None:
    club = a_club()
    token = invite(club, most=2)

    for name in ("Anna", "Bruno"):
        invitations.accept(token=token, user=a_user(name), name=name)
    with refused("invitation_used_up"):
        invitations.accept(token=token, user=a_user("carla"), name="Carla")

    guests = invitation_queries.invitations_of(club, timezone.now())[0]
    assert (guests.status, guests.guests) == ("used_up", ("Anna", "Bruno"))
    assert Player.objects.count() == 2


def test_accepting_twice_uses_a_link_once() -> None:
    club, user = a_club(), a_user()
    token = invite(club, most=5)
    first = invitations.accept(token=token, user=user, name="Anna")
    assert invitations.accept(token=token, user=user, name="Anna").pk == first.pk
    assert Invitation.objects.get().used == 1


def test_a_member_does_not_use_up_a_link_and_is_never_demoted() -> None:
    club = a_club()
    by = director_of(club)
    membership_of_director = club.memberships.get()
    for options in ({}, {"role": "helper"}, {"role": "director"}):
        assert invitations.accept(token=invite(club, **options), user=by) == membership_of_director
    assert list(Invitation.objects.values_list("used", flat=True)) == [0, 0, 0]
    assert (director_of(club), may_rule(by, club.desk)) == (by, True)

    user = a_user()
    invitations.accept(token=invite(club, role="helper"), user=user)
    promoted = invitations.accept(token=invite(club, role="secretary"), user=user)
    membership = invitations.accept(token=invite(club, role="recorder"), user=user)
    assert (promoted.role, membership.role) == ("secretary", "secretary")


def test_a_former_member_cannot_return_by_the_same_link() -> None:
    club, user = a_club(), a_user()
    token = invite(club, most=9)
    membership = invitations.accept(token=token, user=user, name="Anna")
    members.leave(membership=membership, by=director_of(club))
    with refused("invitation_once"):
        invitations.accept(token=token, user=user, name="Anna")
    assert Invitation.objects.get().used == 1
    members.reactivate_member(membership=membership, by=director_of(club))
    assert invitations.accept(token=token, user=user) == membership


def test_open_links_are_listed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitation_queries, "INVITATIONS_SHOWN", 2)
    club = a_club()
    for _ in range(3):
        invite(club)
    first, second, third = Invitation.objects.order_by("pk")
    for invitation in (second, third):
        invitations.withdraw(invitation=invitation, by=director_of(club))
    statuses = [
        (row.invitation, row.status) for row in invitation_queries.invitations_of(club, timezone.now())
    ]
    assert statuses == [(first, "good"), (third, "withdrawn")]


def test_the_address_is_deleted_when_an_invitation_ends() -> None:
    club = a_club()
    by, options = director_of(club), {"email": "anna@club.example"}
    used, *_more = [invite(club, **options) for _ in range(4)]
    rows = list(Invitation.objects.order_by("pk"))
    Invitation.objects.update(mailed_at=timezone.now())

    invitations.accept(token=used, user=a_user(), name="Anna")
    invitations.withdraw(invitation=rows[1], by=by)
    now = timezone.now()
    Invitation.objects.filter(pk=rows[2].pk).update(at=now - timedelta(days=9), expires_at=now)
    addresses_before = list(Invitation.objects.order_by("pk").values_list("email", flat=True))
    tasks.forget_addresses()

    assert addresses_before == ["", "", "anna@club.example", "anna@club.example"]
    addresses_after = [(row.email, row.mailed_at is None) for row in Invitation.objects.order_by("pk")]
    assert addresses_after == [("", True), ("", True), ("", True), ("anna@club.example", False)]


def test_only_a_hash_of_the_link_is_stored() -> None:
    token = invite(a_club())
    stored = Invitation.objects.values().get()
    assert len(token) == 27
    assert token not in map(str, stored.values())


def test_after_a_change_of_the_secret_key_links_are_valid_but_not_shown(settings) -> None:
    token = invite(a_club())
    settings.SECRET_KEY = "another" * 8
    assert invitation_queries.get_invitation_secret(Invitation.objects.get()) == ""
    assert invitations.accept(token=token, user=a_user(), name="Anna").role == "member"


def test_a_link_ends_by_expiry_withdrawal_or_demotion_of_its_creator() -> None:
    club, secretary = a_club(), a_user()
    by = director_of(club)
    club_roles.appoint(club=club, user=secretary, role="secretary", by=by)
    expired, withdrawn = invite(club), invite(club)
    lapsed = invitations.invite(club=club, options=InvitationOptions(), by=secretary)
    now = timezone.now()
    first, second = Invitation.objects.order_by("pk")[:2]
    Invitation.objects.filter(pk=first.pk).update(at=now - timedelta(days=9), expires_at=now)
    invitations.withdraw(invitation=second, by=by)
    invitations.withdraw(invitation=second, by=by)
    club_roles.appoint(club=club, user=secretary, role="member", by=by)

    for token, code in (
        (expired, "invitation_expired"),
        (withdrawn, "invitation_withdrawn"),
        (invitation_queries.get_invitation_secret(lapsed), "invitation_withdrawn"),
        ("nonsense", "invitation_unknown"),
    ):
        with refused(code):
            invitations.accept(token=token, user=a_user(), name="Anna")
    assert Membership.objects.filter(club=club).count() == 2


def test_a_link_can_give_a_role() -> None:
    club, user = a_club(), a_user()
    membership = invitations.accept(token=invite(club, role="recorder"), user=user)
    assert (membership.role, membership.player, may_rule(user, club.desk)) == ("recorder", None, True)


def test_a_link_can_join_an_account_to_a_player() -> None:
    club, player, user = a_club(), a_player("Anna"), a_user()
    members.enrol(club=club, player=player, by=director_of(club))

    membership = invitations.accept(token=invite(club, player=player), user=user)

    player.refresh_from_db()
    assert (membership.player, membership.user, player.user) == (player, user, user)


def test_an_account_with_another_player_is_refused() -> None:
    club, player, user = a_club(), a_player("Anna"), a_user()
    members.enrol(club=club, player=player, by=director_of(club))
    Player.objects.filter(pk=a_player("Bruno").pk).update(user=user)
    with refused("account_has_player"):
        invitations.accept(token=invite(club, player=player), user=user)
    assert Invitation.objects.get().used == 0


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"role": "king"}, "role_unknown"),
        ({"role": "helper", "most": 2}, "invitation_impossible"),
        ({"email": "a@b.example", "most": 2}, "invitation_impossible"),
        ({"most": 501}, "invitation_impossible"),
        ({"days": 0}, "invitation_impossible"),
        ({"days": 91}, "invitation_impossible"),
    ],
)
def test_invalid_options_are_refused(options: dict, code: str) -> None:
    with refused(code):
        invite(a_club(), **options)


def test_outsiders_and_claimed_players_are_not_invited_as_players() -> None:
    club, player = a_club(), a_player()
    with refused("not_a_member"):
        invite(club, player=player)
    members.enrol(club=club, player=player, by=director_of(club))
    Player.objects.filter(pk=player.pk).update(user=a_user())
    with refused("player_claimed"):
        invite(club, player=Player.objects.get())


def test_a_secretary_invites_members_without_a_role() -> None:
    club, secretary = a_club(), a_user()
    club_roles.appoint(club=club, user=secretary, role="secretary", by=director_of(club))
    assert invitations.invite(club=club, options=InvitationOptions(), by=secretary).role == "member"
    with refused("directors_only"):
        invitations.invite(club=club, options=InvitationOptions(role="helper"), by=secretary)
    with refused("club_officers_only"):
        invitations.invite(club=club, options=InvitationOptions(), by=a_user())


class TestEmail:
    """The email is sent by the outbox after the commit, once, with a link to join."""

    def enqueue(self, club: Club) -> Outbox:
        """Create an invitation with an email and return its outbox message."""
        options = InvitationOptions(email="anna@club.example")
        invitations.invite(
            club=club, options=options, by=director_of(club), invitation_email=INVITATION_EMAIL
        )
        return Outbox.objects.get(kind="mail_invitation")

    def test_it_is_sent_once_with_the_link(self) -> None:
        club = a_club("Bar Point")
        row = self.enqueue(club)
        assert "join" not in str({**row.payload, "before": ""})

        assert outbox.deliver_message(outbox_id=row.pk)
        outbox.EXTERNAL_HANDLERS["mail_invitation"](row.payload)

        assert [(letter.to, letter.subject) for letter in mail.outbox] == [
            (["anna@club.example"], "Invitation to Bar Point")
        ]
        re_match = re.search(r"https://club\.example/join/(\S+)/", mail.outbox[0].body)
        assert re_match is not None
        assert invitations.accept(token=re_match[1], user=a_user(), name="Anna").role == "member"

    def test_it_is_not_sent_for_a_withdrawn_invitation(self) -> None:
        club = a_club()
        row = self.enqueue(club)
        invitations.withdraw(invitation=Invitation.objects.get(), by=director_of(club))
        assert outbox.deliver_message(outbox_id=row.pk)
        assert mail.outbox == []

    def test_it_is_sent_again_after_a_connection_error(self, settings) -> None:
        club = a_club()
        row = self.enqueue(club)
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
        with pytest.raises(OSError, match=r"refused|111"):
            outbox.deliver_message(outbox_id=row.pk)
        row.refresh_from_db()
        assert (row.sent_at, row.attempts, row.due_at > timezone.now() + timedelta(seconds=30)) == (
            None,
            1,
            True,
        )
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        assert not outbox.deliver_message(outbox_id=row.pk)
        type(row).objects.update(due_at=timezone.now())
        assert outbox.deliver_message(outbox_id=row.pk)
        assert len(mail.outbox) == 1

    def test_a_refused_address_is_not_stored_in_the_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        row = self.enqueue(a_club())

        def refusing(*_: object) -> None:
            raise SMTPRecipientsRefused({"anna@club.example": (550, b"<anna@club.example> unknown")})

        monkeypatch.setattr(invitations, "send_mail", refusing)
        with pytest.raises(OSError, match=r"rejects the address: \[550\]") as excinfo:
            outbox.deliver_message(outbox_id=row.pk)
        row.refresh_from_db()
        assert "anna" not in f"{row.last_error}{excinfo.value}"
        assert excinfo.value.__suppress_context__
