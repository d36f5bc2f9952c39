"""The photograph of the winner of an event."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.models import Player
from tournaments.models.event import Event

PHOTO_BYTES = 300_000


class WinnerPhoto(models.Model):
    """A photograph of the winning player, pair or team of an event, re-encoded as JPEG by the site.

    It is shown only while they are in first place. `by` is None if a player added it with a badge.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="winner_photos")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="winner_photos")
    data = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["event", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="winner_photo_once_per_event"),
            models.CheckConstraint(condition=Q(width__gte=1, height__gte=1), name="winner_photo_has_a_size"),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.player}"
