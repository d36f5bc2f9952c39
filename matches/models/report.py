"""Report: one claim about the final score. Claims are kept for ever; only their state moves on."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from matches.models.match import SIDES, Match
from matches.states import Channel, ReportState

CHANNELS = [(channel.value, channel.value) for channel in Channel if channel is not Channel.SILENCE]
CONFIRMING = [(channel.value, channel.value) for channel in Channel]
STATES = [(state.value, state.value) for state in ReportState]


class Report(models.Model):
    """Who claimed which final score, with which proof; `answers` is the claim it contradicts."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reports")
    number = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=5, choices=SIDES, blank=True, default="")
    channel = models.CharField(max_length=8, choices=CHANNELS)
    device = models.CharField(max_length=64, blank=True, default="")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    white_score = models.PositiveSmallIntegerField()
    black_score = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=STATES, default=ReportState.OPEN.value)
    contradicts_sheet = models.BooleanField(default=False)
    answers = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="answered_by"
    )
    key = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_channel = models.CharField(max_length=8, choices=CONFIRMING, blank=True, default="")
    confirmed_side = models.CharField(max_length=5, choices=SIDES, blank=True, default="")
    confirmed_device = models.CharField(max_length=64, blank=True, default="")
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="confirmations",
    )

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="report_number_once"),
            models.UniqueConstraint(fields=["match", "key"], name="report_key_once"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(state=ReportState.CONFIRMED.value), name="report_one_confirmed"
            ),
            models.UniqueConstraint(
                fields=["match"], condition=Q(state=ReportState.OPEN.value), name="report_one_open"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="report_number_from_one"),
            models.CheckConstraint(
                condition=Q(side__in=["", "white", "black"]), name="report_side_is_a_side"
            ),
            models.CheckConstraint(
                condition=Q(channel__in=[value for value, _ in CHANNELS]), name="report_channel_is_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=[value for value, _ in STATES]), name="report_state_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(white_score=F("black_score")), name="report_somebody_is_ahead"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.white_score}–{self.black_score}"
