"""Badge: a player's own word without an account. Only the hash of its token is stored."""

from django.db import models
from django.db.models import Q

from matches.models.desk import Desk
from matches.models.player import Player


class Badge(models.Model):
    """Valid at one desk for one player until revoked."""

    desk = models.ForeignKey(Desk, on_delete=models.CASCADE, related_name="badges")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="badges")
    token_hash = models.CharField(max_length=64, unique=True)
    issued_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["desk", "player", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["desk", "player"], condition=Q(revoked_at__isnull=True), name="badge_one_valid"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} @ {self.desk}"
