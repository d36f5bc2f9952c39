"""Models of leagues: seasons, arrangements between players, and reminders."""

from django.db import models
from django.db.models import F, Q

from matches.models import Match, Player
from tournaments.models.event import Event

ROUNDS, WHOLE = "rounds", "whole"
PACES = [(ROUNDS, ROUNDS), (WHOLE, WHOLE)]
SOON, OVERDUE = "soon", "overdue"
OCCASIONS = [(SOON, SOON), (OVERDUE, OVERDUE)]


class LeagueSeason(models.Model):
    """The data of a league season that are not in the journal of its event.

    `pace` says whether each round has its own deadline ("rounds") or all have that of the season ("whole").
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="league")
    previous = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="next_season"
    )
    starts_on = models.DateField()
    ends_on = models.DateField()
    pace = models.CharField(max_length=6, choices=PACES, default=ROUNDS)

    class Meta:
        ordering = ["-starts_on", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="league_ends_after_it_starts"
            ),
            models.CheckConstraint(
                condition=Q(pace__in=[pace for pace, _ in PACES]), name="league_pace_is_known"
            ),
            models.CheckConstraint(
                condition=Q(previous__isnull=True) | ~Q(previous=F("id")), name="league_follows_another"
            ),
        ]

    def __str__(self) -> str:
        return str(self.event)


class Arrangement(models.Model):
    """A message of one player of a match about when to play, with a time, a note or both.

    A time is agreed when the other player accepts it (`agreed_at`).
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="arrangements")
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    play_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True, default="")
    at = models.DateTimeField(auto_now_add=True)
    agreed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(play_at__isnull=False) | ~Q(note=""), name="arrangement_says_something"
            ),
            models.CheckConstraint(
                condition=Q(agreed_at__isnull=True) | Q(play_at__isnull=False),
                name="arrangement_agreed_on_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} {self.play_at or self.note}"


class Reminder(models.Model):
    """A reminder of a near or past deadline, sent to the players of a match once for each `last_day`."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reminders")
    occasion = models.CharField(max_length=7, choices=OCCASIONS)
    last_day = models.DateField()
    notified_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "occasion", "last_day"], name="reminder_once_for_each_day"
            ),
            models.CheckConstraint(
                condition=Q(occasion__in=[occasion for occasion, _ in OCCASIONS]),
                name="reminder_occasion_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} {self.occasion} {self.last_day}"
