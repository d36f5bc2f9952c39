"""Models of the video of a match file."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.models import Player


class TranscriptVideo(models.Model):
    """A video of the match of a transcript, on another site.

    `marks` are lists of game, action and milliseconds, in the order of play, as somebody has set them.
    """

    transcript = models.OneToOneField("records.Transcript", on_delete=models.CASCADE, related_name="video")
    address = models.URLField(max_length=512)
    marks = models.JSONField(default=list, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.address


class VideoChange(models.Model):
    """A change of the video of a transcript by a person: what was set or removed, by whom and when.

    `address` is that of the video, `game`, `action` and `milliseconds` are those of a mark. `player` is the
    player of the match who made it; without one it was the desk, or somebody at the table.
    """

    SET, REMOVED, MARKED, MARK_REMOVED = "set", "removed", "marked", "mark_removed"
    KINDS = (SET, REMOVED, MARKED, MARK_REMOVED)

    transcript = models.ForeignKey(
        "records.Transcript", on_delete=models.CASCADE, related_name="video_changes"
    )
    kind = models.CharField(max_length=12, choices=[(kind, kind) for kind in KINDS])
    address = models.URLField(max_length=512)
    game = models.PositiveSmallIntegerField(null=True, blank=True)
    action = models.PositiveIntegerField(null=True, blank=True)
    milliseconds = models.PositiveIntegerField(null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=("set", "removed", "marked", "mark_removed")),
                name="video_change_kind_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.address}"
