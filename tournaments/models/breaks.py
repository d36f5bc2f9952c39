"""Breaks in the play of a tournament."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from matches.breaks import Interval
from matches.messages.stored_reasons import UNTIL_START
from tournaments.models.event import Event
from tournaments.models.tournament import Tournament

LONGEST_BREAK = timedelta(days=14)
MAX_REASON_LENGTH = 80


class Break(models.Model):
    """A break in the play of a tournament, or of one of its events (`event`), such as lunch or a night.

    Until it is over, waiting matches are not called and no time counts: lateness, waiting times and
    estimates stop. Ending a break early moves `ends_at` and sets `ended_by`. A removed break (`removed_at`)
    never was; its row stays, as the log.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="breaks")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE, related_name="breaks")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    reason = models.CharField(max_length=MAX_REASON_LENGTH, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    removed_at = models.DateTimeField(null=True, blank=True)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["tournament", "begins_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__gte=F("begins_at")), name="break_ends_after_it_began"
            ),
            models.CheckConstraint(
                condition=Q(removed_at__isnull=False) | Q(removed_by__isnull=True),
                name="break_removed_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.reason or f"{self.begins_at:%Y-%m-%d %H:%M}"

    @property
    def waits_for_start(self) -> bool:
        """Whether its event was published before the day of its start, and nobody is called until then."""
        return self.reason == UNTIL_START

    @property
    def interval(self) -> Interval:
        """The time without play."""
        return Interval(self.begins_at, self.ends_at)
