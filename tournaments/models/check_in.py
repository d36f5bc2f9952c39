"""Check-in by the players: the page of a tournament for a tablet at the entrance."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.tournament import Tournament


class CheckInPage(models.Model):
    """A page where players check themselves in, opened by a director; closed ones keep their row.

    The token of its address is derived from `nonce` (`play.entries.queries.check_in.derive_token`).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="check_in_pages")
    nonce = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(closed_at__isnull=True), name="check_in_page_open_once"
            ),
            models.CheckConstraint(
                condition=Q(token_hash__regex=r"^[0-9a-f]{64}$"),  # noqa: S106
                name="check_in_page_has_a_token",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.pk}"
