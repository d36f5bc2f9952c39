"""CasualMatch: a match two members of a club play outside every event, and what it counts for."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.models import Match
from tournaments.models.club import Club


class CasualMatch(models.Model):
    """It counts for what the club said when it was opened. `by` None: a player opened it by his badge."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="casual_matches")
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="casual")
    is_rated = models.BooleanField(default=False)
    is_counted = models.BooleanField(default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    key = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "-id"]
        verbose_name_plural = "casual matches"
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="casual_key_once_per_club"),
            models.CheckConstraint(condition=~Q(key=""), name="casual_has_a_key"),
            models.CheckConstraint(
                condition=Q(is_counted=False) | Q(is_rated=True), name="casual_counted_is_rated"
            ),
        ]

    def __str__(self) -> str:
        return str(self.match)
