"""FileImport: a file that is taken in as a task, its state and its outcome."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.models.codes import new_code
from tournaments.models.club import Club
from tournaments.models.event import Event
from tournaments.models.past import LONGEST_FILE, PastImport

REPORT, RESULTS = "report", "results"
KINDS = (REPORT, RESULTS)
WAITING, DONE, FAILED = "waiting", "done", "failed"
STATES = (WAITING, DONE, FAILED)
# Results that are taken in within the request; more of them are a task.
REPORT_AT_ONCE, RESULTS_AT_ONCE = 30, 500


class FileImport(models.Model):
    """A long file that becomes an event (a report of a Swiss) or results of earlier years, all or nothing.

    What the task needs of the file (`arguments`) is kept until it is over.
    """

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="file_imports")
    kind = models.CharField(max_length=8, choices=[(kind, kind) for kind in KINDS])
    name = models.CharField(max_length=LONGEST_FILE)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    arguments = models.JSONField(default=dict, blank=True)
    rows = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=[(state, state) for state in STATES], default=WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    problem = models.JSONField(default=dict, blank=True)
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    batch = models.ForeignKey(PastImport, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="file_import_kind_is_known"),
            models.CheckConstraint(condition=Q(state__in=STATES), name="file_import_state_is_known"),
            models.CheckConstraint(
                condition=Q(state=WAITING, over_at__isnull=True)
                | ~Q(state=WAITING) & Q(over_at__isnull=False),
                name="file_import_over_unless_waiting",
            ),
            models.CheckConstraint(
                condition=Q(state=FAILED) | Q(problem={}), name="file_import_problem_when_failed"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Whether there is an outcome."""
        return self.state != WAITING
