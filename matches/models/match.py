"""Match: two players, a length, the laws it began under, and the result once it stands."""

from django.db import models
from django.db.models import F, Q

from matches.clocks import CLOCKS
from matches.models.codes import new_code
from matches.models.desk import PRESETS, Desk, Table
from matches.models.player import Player
from matches.states import AT_A_TABLE, Ending, Status

STATUSES = [(status.value, status.value) for status in Status]
ENDINGS = [(ending.value, ending.value) for ending in Ending]
SIDES = [("white", "white"), ("black", "black")]
LONGEST = 99

SETTLED = Q(status=Status.SETTLED.value)
BOTH_ABSENT = Q(ending=Ending.DOUBLE_WALKOVER.value)
WON_BY_PLAY = Q(winner="white", white_score=F("length"), black_score__lt=F("length")) | Q(
    winner="black", black_score=F("length"), white_score__lt=F("length")
)
OVER = Q(status__in=[Status.SETTLED.value, Status.VOID.value])
STILL_HAS_ITS_START = Q(white_score__gte=F("white_start"), black_score__gte=F("black_start"))


class Match(models.Model):
    """One row per match. Written by `matches.services` only, always under its lock.

    Its score is the final one once the match is settled, the reported one while a report waits for
    confirmation, and until then, and in a dispute, that of the score sheet.

    One side may begin with points (`white_start`, `black_start`), as the undefeated in some finals does.
    `earlier_states` are those that undoing goes back to: see `services.restoring`.
    The ratings are those both players brought when they were seated, by the scale of FIBS; whoever seats
    them tells, and the match changes nothing about them.
    """

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    desk = models.ForeignKey(Desk, on_delete=models.PROTECT, related_name="matches")
    title = models.CharField(max_length=120, blank=True, default="")
    white = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="matches_as_white")
    black = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="matches_as_black")
    length = models.PositiveSmallIntegerField()
    laws = models.JSONField(default=dict, blank=True)
    clock = models.CharField(max_length=8, choices=PRESETS, blank=True, default="")
    white_start = models.PositiveSmallIntegerField(default=0)
    black_start = models.PositiveSmallIntegerField(default=0)
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="matches")
    status = models.CharField(max_length=10, choices=STATUSES, default=Status.SCHEDULED.value)
    white_score = models.PositiveSmallIntegerField(default=0)
    black_score = models.PositiveSmallIntegerField(default=0)
    winner = models.CharField(max_length=5, choices=SIDES, blank=True, default="")
    ending = models.CharField(max_length=15, choices=ENDINGS, blank=True, default="")
    white_rating = models.FloatField(null=True, blank=True)
    black_rating = models.FloatField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    called_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now_add=True)
    changed_by = models.CharField(max_length=150, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    earlier_states = models.JSONField(default=dict, blank=True, editable=False)

    # The status the row had when it was locked: `services.rows.locked` sets it.
    locked_status: str = ""

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["desk", "status"], name="match_by_desk_and_status"),
            models.Index(fields=["settled_at", "id"], name="match_by_settling"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(white=F("black")), name="match_nobody_plays_himself"),
            models.CheckConstraint(
                condition=Q(length__gte=1, length__lte=LONGEST), name="match_length_is_possible"
            ),
            models.CheckConstraint(condition=Q(clock__in=["", *CLOCKS]), name="match_clock_is_known"),
            models.CheckConstraint(
                condition=Q(status__in=[value for value, _ in STATUSES]), name="match_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(ending__in=["", *(value for value, _ in ENDINGS)]), name="match_ending_is_known"
            ),
            models.CheckConstraint(
                condition=Q(winner__in=["", "white", "black"]), name="match_winner_is_a_side"
            ),
            models.CheckConstraint(
                condition=(SETTLED & ~Q(ending="") & Q(settled_at__isnull=False))
                | (~SETTLED & Q(ending="", settled_at__isnull=True)),
                name="match_ending_exactly_when_settled",
            ),
            models.CheckConstraint(
                condition=(SETTLED & ~BOTH_ABSENT & ~Q(winner=""))
                | ((~SETTLED | BOTH_ABSENT) & Q(winner="")),
                name="match_winner_exactly_when_won",
            ),
            models.CheckConstraint(
                condition=Q(white_score__lte=F("length"), black_score__lte=F("length"))
                & (Q(white_score__lt=F("length")) | Q(black_score__lt=F("length"))),
                name="match_score_within_length",
            ),
            models.CheckConstraint(
                condition=Q(white_start__lt=F("length"), black_start__lt=F("length"))
                & (Q(white_start=0) | Q(black_start=0)),
                name="match_one_side_may_begin_ahead",
            ),
            models.CheckConstraint(
                condition=(OVER & ~Q(ending=Ending.PLAYED.value)) | STILL_HAS_ITS_START,
                name="match_score_from_its_start",
            ),
            models.CheckConstraint(
                condition=~Q(ending=Ending.PLAYED.value) | WON_BY_PLAY, name="match_won_at_its_length"
            ),
            models.CheckConstraint(
                condition=Q(white_rating__isnull=True, black_rating__isnull=True)
                | Q(white_rating__isnull=False, black_rating__isnull=False),
                name="match_ratings_of_both_or_none",
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(status__in=[status.value for status in AT_A_TABLE]),
                name="match_one_at_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.white} – {self.black}"

    @property
    def score_is_unconfirmed(self) -> bool:
        """Whether the score is a reported one that waits for confirmation."""
        return self.status == Status.REPORTED.value
