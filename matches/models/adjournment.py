"""Adjournment: how an interrupted match stood, so that it can be taken up again as it was."""

from django.db import models
from django.db.models import Q

from matches.models.match import Match
from matches.models.ruling import Ruling

DAY = 24 * 60 * 60


class Adjournment(models.Model):
    """A line of the register of incomplete matches; clocks are what each side had left, in seconds."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="adjournments")
    ruling = models.OneToOneField(Ruling, on_delete=models.PROTECT, related_name="adjournment")
    resumes_at = models.DateTimeField(null=True, blank=True)
    white_clock = models.PositiveIntegerField(null=True, blank=True)
    black_clock = models.PositiveIntegerField(null=True, blank=True)
    position = models.CharField(max_length=120, blank=True, default="")
    at = models.DateTimeField(auto_now_add=True)
    resumed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(resumed_at__isnull=True), name="adjournment_one_open"
            ),
            models.CheckConstraint(
                condition=Q(white_clock__isnull=True, black_clock__isnull=True)
                | Q(
                    white_clock__isnull=False,
                    black_clock__isnull=False,
                    white_clock__lte=DAY,
                    black_clock__lte=DAY,
                ),
                name="adjournment_both_clocks_or_none",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.at:%Y-%m-%d}"
