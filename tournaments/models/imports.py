"""Imports: the task of a file, and the results of earlier years that came from files."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from matches.models import Desk, Match, Player
from matches.models.codes import new_code
from tournaments.formats.graph import MAIN
from tournaments.models.club import Club
from tournaments.models.event import Event

MAX_FILE_NAME = 120
MAX_KEY_NAME = 120
IS_NOT_UNDONE = Q(undone_at__isnull=True)


class PastImport(models.Model):
    """An imported file of results of earlier years. Its matches belong to `desk`.

    An undone import keeps its row and its matches, which are void; the same file can be imported again.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="past_imports")
    desk = models.OneToOneField(Desk, on_delete=models.PROTECT, related_name="past_import")
    name = models.CharField(max_length=MAX_FILE_NAME)
    digest = models.CharField(max_length=64)
    rows = models.PositiveIntegerField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    signed = models.CharField(max_length=150, blank=True, default="")
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=150, blank=True, default="")

    class Meta:
        ordering = ["club", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "digest"], condition=IS_NOT_UNDONE, name="past_file_once"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="past_file_has_a_name"),
            models.CheckConstraint(condition=Q(rows__gte=1), name="past_file_has_rows"),
            models.CheckConstraint(
                condition=Q(digest__regex=r"^[0-9a-f]{64}$"), name="past_file_has_a_digest"
            ),
            models.CheckConstraint(
                condition=IS_NOT_UNDONE | ~Q(undone_by=""), name="past_undone_by_somebody"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PastEvening(models.Model):
    """A tournament of an imported file, with its day and name."""

    batch = models.ForeignKey(PastImport, on_delete=models.CASCADE, related_name="evenings")
    name = models.CharField(max_length=120)
    played_on = models.DateField()

    class Meta:
        ordering = ["played_on", "id"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "played_on", "name"], name="past_evening_once"),
            models.CheckConstraint(condition=~Q(name=""), name="past_evening_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class PastResult(models.Model):
    """An imported match, and its line in the file."""

    evening = models.ForeignKey(PastEvening, on_delete=models.CASCADE, related_name="results")
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="past")
    line = models.PositiveIntegerField()

    class Meta:
        ordering = ["evening", "line"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "line"], name="past_line_once"),
            models.CheckConstraint(condition=Q(line__gte=1), name="past_line_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.evening} {self.line}"


class PastPlace(models.Model):
    """An imported place in a flight of `field` players, shared from `first` to `last`, and its line."""

    evening = models.ForeignKey(PastEvening, on_delete=models.CASCADE, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="past_places")
    flight = models.CharField(max_length=20, default=MAIN)
    first = models.PositiveSmallIntegerField()
    last = models.PositiveSmallIntegerField()
    field = models.PositiveSmallIntegerField()
    line = models.PositiveIntegerField()

    class Meta:
        ordering = ["evening", "line"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "flight", "player"], name="past_place_once"),
            models.UniqueConstraint(fields=["evening", "line"], name="past_place_line_once"),
            models.CheckConstraint(
                condition=Q(first__gte=1, last__gte=F("first"), field__gte=F("last")),
                name="past_place_in_the_field",
            ),
            models.CheckConstraint(condition=~Q(flight="") & Q(line__gte=1), name="past_place_has_a_flight"),
        ]

    def __str__(self) -> str:
        return f"{self.evening} {self.first}–{self.last} {self.player}"


class PastPoints(models.Model):
    """The imported points of a player on an evening of a season, and their line."""

    evening = models.ForeignKey(PastEvening, on_delete=models.CASCADE, related_name="points")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="past_points")
    points = models.DecimalField(max_digits=8, decimal_places=3)
    line = models.PositiveIntegerField()

    class Meta:
        ordering = ["evening", "line"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "player"], name="past_points_once"),
            models.CheckConstraint(condition=Q(points__gte=0, line__gte=1), name="past_points_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.evening} {self.player} {self.points}"


class EventFileImport(models.Model):
    """An event file that was imported: the lines of the activity log that it brought, and who signed it.

    `key_id` and `public_key` (base64) are those of its signature, which was valid; they are empty for a file
    without one. `checksum` is that of the file, `signed` the name of the account that imported it.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="imported_files")
    first_line = models.PositiveIntegerField()
    last_line = models.PositiveIntegerField()
    key_id = models.CharField(max_length=MAX_KEY_NAME, blank=True, default="")
    public_key = models.CharField(max_length=64, blank=True, default="")
    checksum = models.CharField(max_length=64)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    signed = models.CharField(max_length=150, blank=True, default="")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["event", "first_line"]
        constraints = [
            models.UniqueConstraint(fields=["event", "first_line"], name="event_file_lines_once"),
            models.CheckConstraint(
                condition=Q(first_line__gte=1, last_line__gte=F("first_line")), name="event_file_has_lines"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.first_line}–{self.last_line}"


REPORT, RESULTS = "report", "results"
KINDS = (REPORT, RESULTS)
WAITING, DONE, FAILED = "waiting", "done", "failed"
STATES = (WAITING, DONE, FAILED)
# Larger files are imported by a Celery task: number of results of a Swiss report, and of earlier years.
REPORT_AT_ONCE, RESULTS_AT_ONCE = 30, 500


class FileImport(models.Model):
    """A large file imported by a task, all or nothing: a Swiss report or results of earlier years.

    `arguments` is the content of the file for the task, deleted when it is over. `problem` is the refusal of
    a failed import: {"code", "facts"}.
    """

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="file_imports")
    kind = models.CharField(max_length=8, choices=[(kind, kind) for kind in KINDS])
    name = models.CharField(max_length=MAX_FILE_NAME)
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
        """Return whether it is done or has failed."""
        return self.state != WAITING
