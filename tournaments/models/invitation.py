"""Invitations to a club and offers of offices in it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from matches.models import Player
from tournaments.models.club import Club, Membership, Role
from tournaments.models.tournament import Tournament

MOST_USES = 500


class Invitation(models.Model):
    """An invitation to a club, valid until `expires_at` for `most` people, unless withdrawn.

    An invitation with an office, a player or an address is for one person only. The link is derived from
    `nonce` and the site's secret key, so officers can see it again while the database alone does not reveal
    it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    nonce = models.CharField(max_length=32, unique=True)
    token_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="invitations"
    )
    email = models.EmailField(blank=True, default="")
    mailed_at = models.DateTimeField(null=True, blank=True)
    most = models.PositiveSmallIntegerField(default=1)
    used = models.PositiveSmallIntegerField(default=0)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["club", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_role_is_known"),
            models.CheckConstraint(
                condition=Q(most__range=(1, MOST_USES), used__lte=F("most")),
                name="invitation_used_at_most_so_often",
            ),
            models.CheckConstraint(
                condition=Q(most=1) | Q(role=Role.MEMBER, player__isnull=True, email=""),
                name="invitation_of_one_for_one",
            ),
            models.CheckConstraint(condition=Q(expires_at__gt=F("at")), name="invitation_expires_later"),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, withdrawn_by__isnull=True)
                | Q(withdrawn_at__isnull=False, withdrawn_by__isnull=False),
                name="invitation_withdrawn_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(mailed_at__isnull=True) | ~Q(email=""), name="invitation_mailed_to_somebody"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club} ({self.get_role_display()})"


class InvitationUse(models.Model):
    """A use of an invitation."""

    invitation = models.ForeignKey(Invitation, on_delete=models.PROTECT, related_name="uses")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="came_by")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["invitation", "id"]
        constraints = [
            models.UniqueConstraint(fields=["invitation", "membership"], name="invitation_once_per_member"),
        ]

    def __str__(self) -> str:
        return f"{self.membership} ({self.invitation_id})"


class OfficeKind(models.TextChoices):
    """Kind of an offered office: of the club, of one tournament, or of a feature app."""

    CLUB = "club", _("Role in the club")
    OFFICIAL = "official", _("official")
    CASHIER = "cashier", _("cashier")


class OfferState(models.TextChoices):
    """State of an offer."""

    OPEN = "open", _("open")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")


class OfficeOffer(models.Model):
    """An offer of an office to a username, which is the same whether or not that account exists.

    `user` is the account with that username at the time of the offer, not shown before it answers. It is None
    if there was no such account; one created later under that name does not get the office by its name. A
    person without an account gets the link of the offer from the director: who opens it may answer.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="office_offers")
    kind = models.CharField(max_length=10, choices=OfficeKind.choices)
    role = models.CharField(max_length=10, choices=Role.choices, blank=True, default="")
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="office_offers"
    )
    username = models.CharField(max_length=150)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="office_offers",
    )
    state = models.CharField(max_length=10, choices=OfferState.choices, default=OfferState.OPEN)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["club", "-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(username=""), name="office_offer_names_somebody"),
            models.CheckConstraint(
                condition=Q(kind__in=OfficeKind.values), name="office_offer_kind_is_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=OfferState.values), name="office_offer_state_is_known"
            ),
            models.CheckConstraint(
                condition=Q(state=OfferState.OPEN, ended_at__isnull=True)
                | (~Q(state=OfferState.OPEN) & Q(ended_at__isnull=False)),
                name="office_offer_ends_once",
            ),
            models.CheckConstraint(
                condition=Q(kind=OfficeKind.CLUB, tournament__isnull=True, role__in=Role.values)
                | (~Q(kind=OfficeKind.CLUB) & Q(tournament__isnull=False, role="")),
                name="office_offer_of_a_role_or_a_tournament",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.username}: {self.office}"

    @property
    def office(self) -> str:
        """Return the label of the offered office."""
        return str(self.get_role_display() if self.kind == OfficeKind.CLUB else self.get_kind_display())

    @property
    def place(self) -> str:
        """Return the name of the club or tournament."""
        return self.tournament.name if self.tournament is not None else self.club.name
