"""Transcript: the recorded moves of a match as they came in, and the verdict of their replay."""

from typing import get_args

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.models.match import Match
from rules.verdict import Status

VERDICTS = [(status, status) for status in get_args(Status)]


class Transcript(models.Model):
    """The text is kept untouched. Scores are told from the match's own sides, also when the record
    names the players the other way round (`swapped`; `names_fit` is false when only the order of the
    columns or the score told so); both are null while the record does not end or points in it were awarded.
    `covers_match` is false when the record begins at another score than the match did. `games` is the
    fingerprint of what happened, equal for two writings of one match; `played_on` is the date its header
    names."""

    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="transcripts"
    )
    name = models.CharField(max_length=200)
    text = models.TextField()
    format = models.CharField(max_length=16)
    digest = models.CharField(max_length=64)
    games = models.CharField(max_length=64, blank=True, default="")
    played_on = models.DateField(null=True, blank=True)
    verdict = models.JSONField()
    status = models.CharField(max_length=20, choices=VERDICTS)
    swapped = models.BooleanField(default=False)
    names_fit = models.BooleanField(default=True)
    white_score = models.PositiveSmallIntegerField(null=True, blank=True)
    black_score = models.PositiveSmallIntegerField(null=True, blank=True)
    covers_match = models.BooleanField(default=True)
    fault = models.JSONField(default=dict, blank=True)
    agrees = models.BooleanField(null=True, blank=True)
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="transcripts"
    )
    device = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["games"], name="transcript_by_games")]
        constraints = [
            models.UniqueConstraint(fields=["match", "digest"], name="transcript_once_per_match"),
            models.UniqueConstraint(
                fields=["digest", "uploaded_by"],
                condition=Q(match__isnull=True, uploaded_by__isnull=False),
                name="transcript_once_by_account",
            ),
            models.UniqueConstraint(
                fields=["digest", "device"],
                condition=Q(match__isnull=True, uploaded_by__isnull=True),
                name="transcript_once_by_device",
            ),
            models.CheckConstraint(
                condition=Q(status__in=[value for value, _ in VERDICTS]), name="transcript_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(white_score__isnull=True, black_score__isnull=True)
                | Q(white_score__isnull=False, black_score__isnull=False),
                name="transcript_score_whole_or_absent",
            ),
        ]

    def __str__(self) -> str:
        return self.name
