"""Analysis and AnalysedGame: what an engine said of a record, game by game, and what is still to be done."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q

from matches.models.transcript import Transcript

OPEN, DONE, FAILED, CANCELLED = "open", "done", "failed", "cancelled"
STATES = (OPEN, DONE, FAILED, CANCELLED)
HOUSE, FILE = "house", "file"
DEEPEST = 4


class Analysis(models.Model):
    """One look of an engine at a record: by the program of this house, or read from an analysed file.

    `source` is who asked for it or handed the file in; `problem` holds code and facts of why it failed.
    """

    transcript = models.ForeignKey(Transcript, on_delete=models.PROTECT, related_name="analyses")
    origin = models.CharField(max_length=5, choices=[(HOUSE, HOUSE), (FILE, FILE)])
    state = models.CharField(max_length=9, choices=[(state, state) for state in STATES], default=OPEN)
    engine = models.CharField(max_length=60, blank=True, default="")
    settings = models.CharField(max_length=120, blank=True, default="")
    plies = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(DEEPEST)])
    source = models.CharField(max_length=150)
    user = models.ForeignKey(
        "matches.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    problem = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "analyses"
        indexes = [models.Index(fields=["id"], condition=Q(state=OPEN), name="analysis_open")]
        constraints = [
            models.UniqueConstraint(
                fields=["transcript"], condition=Q(state=OPEN), name="analysis_one_at_a_time"
            ),
            models.CheckConstraint(condition=Q(state__in=STATES), name="analysis_state_is_known"),
            models.CheckConstraint(condition=Q(origin__in=[HOUSE, FILE]), name="analysis_origin_is_known"),
            models.CheckConstraint(condition=Q(plies__lte=DEEPEST), name="analysis_plies_possible"),
            models.CheckConstraint(
                condition=Q(state=OPEN, ended_at=None) | (~Q(state=OPEN) & Q(ended_at__isnull=False)),
                name="analysis_ended_when_not_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.transcript_id} {self.state}"


class AnalysedGame(models.Model):
    """One game of an analysis: `said` once it is done, by frames of the record's verdict.

    While a worker is at it, `token` is his until `until`; `tries` counts how often one began.
    """

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    said = models.JSONField(null=True, blank=True)
    token = models.CharField(max_length=32, blank=True, default="")
    until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["analysis", "number"], name="analysed_game_once"),
            models.CheckConstraint(
                condition=Q(token="", until=None)
                | (~Q(token="") & Q(until__isnull=False, said__isnull=True)),
                name="analysed_game_held_while_worked_on",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.analysis_id}:{self.number}"
