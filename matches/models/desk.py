"""Desk and its tables, officials, settings and announcements."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from matches.clocks import CLOCKS
from matches.lateness import PenaltyScale
from matches.models.codes import new_code
from matches.states import Policy

POLICIES = [(policy.value, policy.value) for policy in Policy]
CLOCK_CHOICES = [(name, name) for name in CLOCKS]
# The longest time of a setting or of an announcement.
MAX_MINUTES = 24 * 60
# The key of `Desk.laws` under which its conduct rules are stored; matches do not copy these.
CONDUCT_KEY = "conduct"


class Desk(models.Model):
    """The authority over a group of matches: its officials, tables and settings.

    Each tournament has a desk, and each club has one for casual matches. `late_grace`, `late_step` and
    `late_loses` are the fields of its `PenaltyScale`; `final_after` are the minutes until an unanswered
    report becomes final; `clock` is a preset of `clocks.CLOCKS`. `laws` are the `MatchLaws` for new matches
    as JSON, with the `ConductLaws` under `CONDUCT_KEY`. `time_zone` is that of its hall, "" for that of the
    site: pages show the times of a copy of a tournament as the clocks of its hall do.
    """

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=120)
    officials = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="desks")
    confirm_policy = models.CharField(max_length=8, choices=POLICIES, default=Policy.BOTH.value)
    laws = models.JSONField(default=dict, blank=True)
    late_grace = models.PositiveSmallIntegerField(null=True, blank=True)
    late_step = models.PositiveSmallIntegerField(null=True, blank=True)
    late_loses = models.BooleanField(default=False)
    final_after = models.PositiveSmallIntegerField(null=True, blank=True)
    clock = models.CharField(max_length=8, choices=CLOCK_CHOICES, blank=True, default="")
    time_zone = models.CharField(max_length=64, blank=True, default="", db_default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="desk_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(confirm_policy__in=[value for value, _ in POLICIES]),
                name="desk_policy_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(late_grace__isnull=True, late_step__isnull=True, late_loses=False)
                | models.Q(
                    late_grace__isnull=False,
                    late_step__isnull=False,
                    late_grace__range=(1, MAX_MINUTES),
                    late_step__range=(1, MAX_MINUTES),
                ),
                name="desk_scale_whole_or_absent",
            ),
            models.CheckConstraint(
                condition=models.Q(final_after__isnull=True) | models.Q(final_after__range=(1, MAX_MINUTES)),
                name="desk_final_after_a_while",
            ),
            models.CheckConstraint(condition=models.Q(clock__in=["", *CLOCKS]), name="desk_clock_is_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scale(self) -> PenaltyScale | None:
        """The penalty scale for late players, None if there are no penalties."""
        if self.late_grace is None or self.late_step is None:
            return None
        return PenaltyScale(self.late_grace, self.late_step, self.late_loses)


class Table(models.Model):
    """A board in the playing area; its code is printed on the table card and is no secret."""

    desk = models.ForeignKey(Desk, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=40, blank=True, default="")
    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    # No match is called there; one that is there already stays.
    is_out_of_use = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["desk", "number"]
        constraints = [
            models.UniqueConstraint(fields=["desk", "number"], name="table_number_once_per_desk"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="table_number_from_one"),
        ]

    def __str__(self) -> str:
        return self.label or str(self.number)


EVERYWHERE, SCREENS = "everywhere", "screens"
REACHES = (EVERYWHERE, SCREENS)
MAX_ANNOUNCEMENT_LENGTH = 300


class Audience(models.TextChoices):
    """The people an announcement is for."""

    ALL = "all"
    EVENT = "event"
    MATCH = "match"


class Announcement(models.Model):
    """An announcement of a desk in English, in Italian or in both, for one audience.

    An announcement to the players of a match names it in `match`; one to the players of an event is linked by
    the app that runs the event. `reach` says whether it is shown everywhere or only on screens. It is shown
    until the time `until`, if set, or until it is withdrawn (`taken_back_at`). With `is_mailed` it is also
    sent by e-mail to the players who chose to get mail. Withdrawn rows stay, as the log of announcements.
    """

    desk = models.ForeignKey(Desk, on_delete=models.PROTECT, related_name="announcements")
    english = models.CharField(max_length=MAX_ANNOUNCEMENT_LENGTH, blank=True, default="")
    italian = models.CharField(max_length=MAX_ANNOUNCEMENT_LENGTH, blank=True, default="")
    reach = models.CharField(max_length=10, choices=[(reach, reach) for reach in REACHES], default=EVERYWHERE)
    audience = models.CharField(
        max_length=5, choices=Audience, default=Audience.ALL, db_default=Audience.ALL.value
    )
    match = models.ForeignKey(
        "matches.Match", null=True, blank=True, on_delete=models.SET_NULL, related_name="announcements"
    )
    is_mailed = models.BooleanField(default=False, db_default=False)
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="announcements"
    )
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(english="") | ~Q(italian=""), name="announcement_says_something"
            ),
            models.CheckConstraint(condition=Q(reach__in=REACHES), name="announcement_reach_is_known"),
            models.CheckConstraint(
                condition=Q(audience__in=Audience.values), name="announcement_audience_is_known"
            ),
            models.CheckConstraint(
                condition=Q(match__isnull=True) | Q(audience=Audience.MATCH),
                name="announcement_match_is_its_audience",
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gt=F("at")),
                name="announcement_ends_after_it_began",
            ),
            models.CheckConstraint(
                condition=Q(taken_back_at__isnull=True) | Q(taken_back_at__gte=F("at")),
                name="announcement_taken_back_later",
            ),
            models.CheckConstraint(
                condition=Q(taken_back_at__isnull=False) | Q(taken_back_by__isnull=True),
                name="announcement_taken_back_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.english or self.italian

    def text_in(self, language: str) -> str:
        """Return the text in this language ("en", "it"), or in the other if there is none."""
        first, second = (self.italian, self.english) if language == "it" else (self.english, self.italian)
        return first or second

    @property
    def is_active(self) -> bool:
        """Whether it is shown now."""
        return self.taken_back_at is None and (self.until is None or self.until > timezone.now())
