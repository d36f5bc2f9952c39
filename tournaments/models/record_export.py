"""The match files of a tournament as one zip."""

from django.db import models
from django.db.models import Q

from matches.models.codes import new_code
from tournaments.models.imports import DONE, FAILED, STATES, WAITING
from tournaments.models.tournament import Tournament


class RecordExport(models.Model):
    """A zip of the match files of a tournament in one format, with an index in one language.

    `digest` is computed from the files, scores and names: if it has changed, the zip is out of date and is
    not served. The format "original" keeps the files as uploaded. `left_out` is the number of files that
    cannot be written in the format.
    """

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="record_exports")
    format = models.CharField(max_length=8)
    language = models.CharField(max_length=8)
    digest = models.CharField(max_length=32)
    records = models.PositiveIntegerField()
    left_out = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=[(state, state) for state in STATES], default=WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    problem = models.JSONField(default=dict, blank=True)
    data = models.BinaryField(default=b"")
    at = models.DateTimeField(auto_now_add=True)
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "format", "language"], name="record_export_once_per_format"
            ),
            models.CheckConstraint(condition=Q(state__in=STATES), name="record_export_state_is_known"),
            models.CheckConstraint(
                condition=Q(state=WAITING, over_at__isnull=True)
                | ~Q(state=WAITING) & Q(over_at__isnull=False),
                name="record_export_over_unless_waiting",
            ),
            models.CheckConstraint(
                condition=Q(state=FAILED) | Q(problem={}), name="record_export_problem_when_failed"
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def is_over(self) -> bool:
        """Return whether it is done or has failed."""
        return self.state != WAITING

    @property
    def is_done(self) -> bool:
        """Return whether the zip can be downloaded."""
        return self.state == DONE
