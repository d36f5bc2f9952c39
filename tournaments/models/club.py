"""Club: where players belong, with a desk of its own; Membership: who belongs and in which office."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.models import Desk, Player


class Role(models.TextChoices):
    """What a member does for the club, most trusted first."""

    DIRECTOR = "director", _("director")
    SECRETARY = "secretary", _("secretary")
    RECORDER = "recorder", _("recorder")
    HELPER = "helper", _("helper")
    MEMBER = "member", _("member")


class Club(models.Model):
    """A club. Its desk rules over casual matches; each tournament has a desk of its own."""

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    desk = models.OneToOneField(Desk, on_delete=models.PROTECT, related_name="club")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name"),
            models.CheckConstraint(condition=~Q(slug=""), name="club_has_a_slug"),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A player of the club, a person in its service, or both: `user` is who may act, `player` who plays."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="memberships"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="memberships",
    )
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="membership_once_per_player"),
            models.UniqueConstraint(fields=["club", "user"], name="membership_once_per_user"),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | Q(user__isnull=False), name="membership_is_somebodys"
            ),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_is_known"),
            models.CheckConstraint(
                condition=Q(role=Role.MEMBER) | Q(user__isnull=False), name="membership_office_needs_a_login"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player or self.user} ({self.get_role_display()})"
