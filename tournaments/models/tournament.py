"""Tournaments of a club, and the weekly nights from which some are created."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from matches.models import Desk, Player
from matches.models.desk import POLICIES
from matches.names import LONGEST_NAME
from matches.states import Policy
from tournaments.currencies import CODES, DEFAULT_CURRENCY
from tournaments.models.club import Club

MOST_TABLES = 256
MOST_PLAYERS = 512


class WeeklyNight(models.Model):
    """A template for a tournament that is played every week.

    `weekday` counts from Monday, 0; `begins` is local time. `events` are the events of the tournament as data
    (see `make_event_data` of `tournaments.play.tournaments.queries.weekly_nights`), `times` and `laws` the
    settings of its desk. `currency` is that of the tournaments, and of the amounts in `events`. `capacity` is
    the number of places, None for any number: those who come later are on the waiting list.
    Tournaments created from a night do not change with it. A night that has ended (`ended_at`) keeps its row.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="nights")
    name = models.CharField(max_length=120)
    weekday = models.PositiveSmallIntegerField()
    begins = models.TimeField()
    tables = models.PositiveSmallIntegerField(default=8)
    policy = models.CharField(max_length=8, choices=POLICIES, default=Policy.BOTH.value)
    currency = models.CharField(max_length=3, default=DEFAULT_CURRENCY)
    times = models.JSONField(default=dict, blank=True)
    laws = models.JSONField(default=dict, blank=True)
    events = models.JSONField()
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["club", "weekday", "begins", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="night_has_a_name"),
            models.CheckConstraint(condition=Q(weekday__lte=6), name="night_on_a_day_of_the_week"),
            models.CheckConstraint(condition=Q(tables__lte=MOST_TABLES), name="night_tables_fit"),
            models.CheckConstraint(
                condition=Q(policy__in=[value for value, _ in POLICIES]), name="night_policy_is_known"
            ),
            models.CheckConstraint(condition=Q(currency__in=CODES), name="night_currency_is_known"),
            models.CheckConstraint(
                condition=Q(capacity__isnull=True) | Q(capacity__gte=1, capacity__lte=MOST_PLAYERS),
                name="night_capacity_fits",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SkippedNight(models.Model):
    """A day on which a weekly night does not take place."""

    night = models.ForeignKey(WeeklyNight, on_delete=models.CASCADE, related_name="skipped")
    day = models.DateField()
    reason = models.CharField(max_length=120, blank=True, default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["night", "day"]
        constraints = [
            models.UniqueConstraint(fields=["night", "day"], name="night_skipped_once_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.night} {self.day}"


class ExpectedPlayer(models.Model):
    """A person on the list of a weekly night for a day, who is expected to come.

    With an account or a badge that proves who they are, `player` is that person and `name` is empty. Else
    `name` is as it was typed, and `player` the only player of the club whom it means, if there is one. `by`
    and `device` (hashed) are of the one who made the row and may delete it. The list is in order of the rows.
    """

    night = models.ForeignKey(WeeklyNight, on_delete=models.CASCADE, related_name="expected")
    day = models.DateField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="expected"
    )
    name = models.CharField(max_length=LONGEST_NAME, blank=True, default="")
    device = models.CharField(max_length=64, blank=True, default="")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["night", "day", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["night", "day", "player"], condition=Q(name=""), name="expected_once_a_day"
            ),
            models.CheckConstraint(
                condition=~Q(name="") | Q(player__isnull=False), name="expected_is_somebody"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name or self.player} {self.day}"


class Tournament(models.Model):
    """A tournament of one or more events; `weekly` is the weekly night it was created from, if any.

    `ends_on` is its last day, None for one day. A cancelled tournament is not played. An archived one is
    read-only and only in the list of archived ones. A draft is visible to its officials only. `currency` is
    that of all its fees and of its cash desk.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    desk = models.OneToOneField(Desk, on_delete=models.PROTECT, related_name="tournament")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60)
    starts_at = models.DateTimeField()
    ends_on = models.DateField(null=True, blank=True)
    is_draft = models.BooleanField(default=False, db_default=False)
    currency = models.CharField(max_length=3, default=DEFAULT_CURRENCY)
    weekly = models.ForeignKey(
        WeeklyNight, null=True, blank=True, on_delete=models.PROTECT, related_name="evenings"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancel_reason = models.CharField(max_length=200, blank=True, default="")
    archived_at = models.DateTimeField(null=True, blank=True)
    # A copy of a tournament that another site directs: read-only here until a director takes it over.
    is_directed_elsewhere = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["-starts_at", "-id"]
        indexes = [models.Index(fields=["-starts_at", "-id"], name="tournament_newest")]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="tournament_slug_once_per_club"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(slug=""), name="tournament_has_a_name"),
            models.CheckConstraint(condition=Q(currency__in=CODES), name="tournament_currency_is_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_nights(self) -> bool:
        """Return whether it is played on several days, in local time."""
        return self.ends_on is not None and self.ends_on > timezone.localdate(self.starts_at)
