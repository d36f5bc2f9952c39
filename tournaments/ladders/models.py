"""Models of ladders: a journal of lines and the challenges projected from it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from matches.models import Match, Player
from tournaments.ladders.journal.journal_lines import KINDS
from tournaments.ladders.journal.state import AGREED, CHALLENGE_STATUSES, DONE, WAITING
from tournaments.models.club import Club

LINE_KINDS = [(kind, kind) for kind in KINDS]
STATUS_CHOICES = [(status, status) for status in CHALLENGE_STATUSES]
UNDONE = Q(kind="undone")


class Ladder(models.Model):
    """A ladder; its matches belong to the club's desk. `version` counts its lines."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="ladders")
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=60)
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="ladder_slug_once_per_club"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(slug=""), name="ladder_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class LadderLine(models.Model):
    """One line of a ladder's journal. Rows are added and never changed; `seq` counts from 1 without a gap."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="lines")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=LINE_KINDS)
    payload = models.JSONField()
    undoes = models.PositiveIntegerField(null=True, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(max_length=300, blank=True, default="")
    key = models.CharField(max_length=80)

    class Meta:
        ordering = ["ladder", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "seq"], name="ladder_seq_once"),
            models.UniqueConstraint(fields=["ladder", "key"], name="ladder_key_once"),
            models.CheckConstraint(condition=Q(seq__gte=1) & ~Q(key=""), name="ladder_seq_and_key_given"),
            models.CheckConstraint(
                condition=Q(kind__in=[value for value, _ in LINE_KINDS]), name="ladder_kind_is_known"
            ),
            models.CheckConstraint(
                condition=(UNDONE & Q(undoes__isnull=False, undoes__gte=1, undoes__lt=F("seq")))
                | (~UNDONE & Q(undoes__isnull=True)),
                name="ladder_undoes_an_earlier_line",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ladder} {self.seq} {self.kind}"


class LadderChallenge(models.Model):
    """The status of a challenge and its match; written by the projection only."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="challenges")
    number = models.PositiveIntegerField()
    challenger = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    holder = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    status = models.CharField(max_length=12, choices=STATUS_CHOICES, default=WAITING)
    due = models.DateField(null=True, blank=True)
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="challenge"
    )

    class Meta:
        ordering = ["ladder", "number"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "number"], name="challenge_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="challenge_number_from_one"),
            models.CheckConstraint(condition=~Q(challenger=F("holder")), name="challenge_of_somebody_else"),
            models.CheckConstraint(
                condition=Q(status__in=CHALLENGE_STATUSES), name="challenge_status_is_known"
            ),
            models.CheckConstraint(
                condition=(Q(status__in=[WAITING, AGREED]) & Q(due__isnull=False))
                | (~Q(status__in=[WAITING, AGREED]) & Q(due__isnull=True)),
                name="challenge_due_while_open",
            ),
            models.CheckConstraint(
                condition=Q(match__isnull=True) | Q(status__in=[AGREED, DONE]),
                name="challenge_match_when_agreed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.challenger} → {self.holder}"
