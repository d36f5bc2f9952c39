"""Announcement: what the desk tells everybody, until when, and who took it back."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from matches.models.desk import Desk

EVERYWHERE, SCREENS = "everywhere", "screens"
REACHES = (EVERYWHERE, SCREENS)
LONGEST = 300


class Announcement(models.Model):
    """Said in English, in Italian or in both. `until` empty: until it is taken back. Rows are never deleted:
    together they are the log of what was announced."""

    desk = models.ForeignKey(Desk, on_delete=models.PROTECT, related_name="announcements")
    english = models.CharField(max_length=LONGEST, blank=True, default="")
    italian = models.CharField(max_length=LONGEST, blank=True, default="")
    reach = models.CharField(max_length=10, choices=[(reach, reach) for reach in REACHES], default=EVERYWHERE)
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="announcements"
    )
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(english="") | ~Q(italian=""), name="announcement_says_something"
            ),
            models.CheckConstraint(condition=Q(reach__in=REACHES), name="announcement_reach_is_known"),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gt=F("at")),
                name="announcement_ends_after_it_began",
            ),
            models.CheckConstraint(
                condition=Q(taken_back_at__isnull=True) | Q(taken_back_at__gte=F("at")),
                name="announcement_taken_back_later",
            ),
            models.CheckConstraint(
                condition=Q(taken_back_at__isnull=False) | Q(taken_back_by__isnull=True),
                name="announcement_taken_back_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.english or self.italian

    @property
    def is_standing(self) -> bool:
        """Whether it is still shown."""
        return self.taken_back_at is None and (self.until is None or self.until > timezone.now())
