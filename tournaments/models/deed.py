"""ClubDeed: what was done about a club and its people, by whom and when; rows are only ever added."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.models import Player
from tournaments.models.club import Club

KINDS = (
    "founded",
    "presented",
    "joined",
    "enrolled",
    "listed",
    "left",
    "returned",
    "appointed",
    "vouched",
    "declined",
    "invited",
    "withdrawn",
    "night_kept",
    "night_changed",
    "night_ended",
    "night_skipped",
    "night_restored",
    "night_started",
    "office_offered",
    "office_declined",
    "office_withdrawn",
    "official_named",
    "official_dismissed",
    "casual_opened",
    "archived",
    "reopened",
)


class ClubDeed(models.Model):
    """One line of a club's trail. `user` and `player` are whom it is about, `payload` the rest."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="deeds")
    kind = models.CharField(max_length=20, choices=[(kind, kind) for kind in KINDS])
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    payload = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "-id"]
        indexes = [models.Index(fields=["club", "-id"], name="deeds_of_a_club")]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="club_deed_kind_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.club} {self.kind}"
