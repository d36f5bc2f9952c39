"""Stored rulings on irregularities at the table."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.conduct.cases import CASES
from matches.models import Match

CASE_NAMES = [(name, name) for name in CASES]
MAX_POSITION, MAX_TEXT, MAX_KEY = 200, 1000, 64


class ConductRuling(models.Model):
    """A ruling of the desk on an irregularity in a match; rows are append-only.

    `data` are the fields of the case as entered; `code` and `facts` the ruling derived from them ("" without
    one); `continuation` how play goes on, chosen from those of the ruling; `decision` the director's own
    decision. Only officials see `happened` and `note`; the players of the match see `law`, `code`,
    `continuation` and `decision`.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="conduct_rulings")
    number = models.PositiveSmallIntegerField()
    case = models.CharField(max_length=20, choices=CASE_NAMES)
    data = models.JSONField(default=dict, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    position = models.CharField(max_length=MAX_POSITION, blank=True, default="")
    code = models.CharField(max_length=40, blank=True, default="")
    law = models.CharField(max_length=60)
    continuation = models.CharField(max_length=40, blank=True, default="")
    decision = models.CharField(max_length=MAX_TEXT, blank=True, default="")
    happened = models.CharField(max_length=MAX_TEXT, blank=True, default="")
    note = models.CharField(max_length=MAX_TEXT, blank=True, default="")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="conduct_rulings",
    )
    key = models.CharField(max_length=MAX_KEY, blank=True, default="")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="conduct_ruling_number_once"),
            models.UniqueConstraint(
                fields=["match", "key"], condition=~Q(key=""), name="conduct_ruling_key_once"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="conduct_ruling_number_from_one"),
            models.CheckConstraint(
                condition=Q(case__in=[name for name, _ in CASE_NAMES]), name="conduct_ruling_case_is_known"
            ),
            models.CheckConstraint(condition=~Q(law=""), name="conduct_ruling_cites_a_law"),
            models.CheckConstraint(condition=~Q(continuation="", decision=""), name="conduct_ruling_decides"),
            models.CheckConstraint(
                condition=Q(continuation="") | ~Q(code=""), name="conduct_ruling_continues_a_ruling"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.case}"
