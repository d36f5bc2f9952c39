"""Draft: a match somebody is writing down by hand, until he hands it in."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.models.match import Match
from matches.models.player import Player
from matches.models.transcript import Transcript


class Draft(models.Model):
    """`lines` is the whole text, one accepted action a line; the keeper is an account, a badge's player or a
    device. `version` goes up with every change; `transcript` is what was last handed in.

    The first line belongs to the game `first_game`, which began at `white_before`-`black_before`.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="drafts")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="drafts"
    )
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="drafts")
    device = models.CharField(max_length=64, blank=True, default="")
    lines = models.JSONField(default=list)
    first_game = models.PositiveSmallIntegerField(default=1)
    white_before = models.PositiveSmallIntegerField(default=0)
    black_before = models.PositiveSmallIntegerField(default=0)
    is_crawford = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    transcript = models.ForeignKey(
        Transcript, null=True, blank=True, on_delete=models.SET_NULL, related_name="drafts"
    )
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "user"], condition=Q(user__isnull=False), name="draft_once_per_user"
            ),
            models.UniqueConstraint(
                fields=["match", "player"], condition=Q(player__isnull=False), name="draft_once_per_player"
            ),
            models.UniqueConstraint(
                fields=["match", "device"], condition=~Q(device=""), name="draft_once_per_device"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False, player__isnull=True, device="")
                | Q(user__isnull=True, player__isnull=False, device="")
                | (Q(user__isnull=True, player__isnull=True) & ~Q(device="")),
                name="draft_has_one_keeper",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {len(self.lines)}"
