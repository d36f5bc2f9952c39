"""Ruling: one decision of the desk about a match, with its law or reason. Rows are only ever added."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.models.match import SIDES, Match
from matches.states import Decision

DECISIONS = [(decision.value, decision.value) for decision in Decision]

# A walk-over, a change of names or taking a match up again needs no further reason.
SPEAKS_FOR_ITSELF = [Decision.AWARD.value, Decision.RESEATING.value, Decision.RESUMING.value]


class Ruling(models.Model):
    """What was decided and the score that stood after it; `by` is null when the house itself acted.

    `key` is that of the act which came with one: the same key again changes nothing.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=DECISIONS)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    law = models.CharField(max_length=60, blank=True, default="")
    reason = models.TextField(blank=True, default="")
    white_score = models.PositiveSmallIntegerField()
    black_score = models.PositiveSmallIntegerField()
    winner = models.CharField(max_length=5, choices=SIDES, blank=True, default="")
    key = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="ruling_number_once"),
            models.UniqueConstraint(fields=["match", "key"], condition=~Q(key=""), name="ruling_key_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="ruling_number_from_one"),
            models.CheckConstraint(
                condition=Q(kind__in=[value for value, _ in DECISIONS]), name="ruling_kind_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(kind=Decision.RULING.value) | ~Q(law=""), name="ruling_cites_a_law"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=SPEAKS_FOR_ITSELF) | ~Q(law="", reason=""), name="ruling_says_why"
            ),
            models.CheckConstraint(
                condition=Q(winner__in=["", "white", "black"]), name="ruling_winner_is_a_side"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.kind}"
