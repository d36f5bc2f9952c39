"""The model of a declaration: the performance rating of a match was to count before the match began."""

from django.conf import settings
from django.db import models

from matches.models import Match, Player


class PerformanceDeclaration(models.Model):
    """A player's match was declared to count for performance ratings before it began.

    `player` is the side of the match it is about, as it is named there: a declaration counts only while that
    player is in the match. `is_by_desk`: an official made it, not the player; `user` is their account.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="performance_declarations")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="performance_declarations")
    is_by_desk = models.BooleanField(default=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="declaration_once_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.player}"
