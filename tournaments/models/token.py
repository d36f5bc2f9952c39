"""API tokens of accounts, each for one club or event."""

from typing import cast

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournaments.models.club import Club
from tournaments.models.event import Event

LONGEST_NAME = 60


class Token(models.Model):
    """An API token, stored as a hash, valid until it expires or is revoked.

    It never has more permissions than its user.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=LONGEST_NAME)
    token_hash = models.CharField(max_length=64, unique=True)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="tokens")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE, related_name="tokens")
    may_write = models.BooleanField(default=False)
    # For another site that publishes its tournaments here; such a token may do nothing else.
    may_publish = models.BooleanField(default=False, db_default=False)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(club__isnull=False, event__isnull=True)
                | Q(club__isnull=True, event__isnull=False),
                name="token_of_a_club_or_an_event",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="token_has_a_name"),
            models.CheckConstraint(condition=~Q(token_hash=""), name="token_has_a_hash"),
            models.CheckConstraint(condition=Q(expires_at__gt=F("made_at")), name="token_runs_out_later"),
            models.CheckConstraint(
                condition=Q(may_publish=False) | Q(may_write=False, club__isnull=False),
                name="token_publishes_only",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.user})"

    @property
    def scope(self) -> Club | Event:
        """Return its club or event."""
        if self.event is not None:
            return self.event
        return cast(Club, self.club)
