"""OfficeOffer: an office a director offers to a user name; it begins when the person accepts it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club, Role
from tournaments.models.tournament import Tournament


class OfficeKind(models.TextChoices):
    """What is offered: an office of the club, to run one tournament, or one that a feature app has there."""

    CLUB = "club", _("Role in the club")
    OFFICIAL = "official", _("official")
    CASHIER = "cashier", _("cashier")


class OfferState(models.TextChoices):
    """How an offer stands."""

    OPEN = "open", _("open")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")


class OfficeOffer(models.Model):
    """An offer is the same whether or not the user name exists.

    `user` is the account that bore the name when the offer was made, shown to nobody before that account has
    answered; None where there was none, so that nobody can take the name later and with it the office.
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
        """What is offered, in words."""
        return str(self.get_role_display() if self.kind == OfficeKind.CLUB else self.get_kind_display())

    @property
    def place(self) -> str:
        """Where: the club, or the tournament."""
        return self.tournament.name if self.tournament is not None else self.club.name
