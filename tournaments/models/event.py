"""Event: one competition of a tournament; where its journal stands, as last folded."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.formats.presets import PRESETS
from tournaments.journal import formations
from tournaments.models.tournament import Tournament

# What an event is called that follows a plan of its own.
PLANNED = "planned"
FORMAT_NAMES = [(name, name) for name in (*PRESETS, PLANNED)]
LONGEST = 99
A_LENGTH = Q(main_length__gte=1, main_length__lte=LONGEST) & Q(
    consolation_length__gte=1, consolation_length__lte=LONGEST
)


class Takes(models.TextChoices):
    """What an entry of an event is."""

    ANYBODY = formations.ANYBODY, _("players and pairs")
    PLAYERS = formations.PLAYERS, _("single players")
    PAIRS = formations.PAIRS, _("pairs")
    TEAMS = formations.TEAMS, _("teams")


class EventStatus(models.TextChoices):
    """How far an event is."""

    DRAFT = "draft", _("open for entries")
    DRAWN = "drawn", _("drawn, not yet published")
    PUBLISHED = "published", _("in play")
    FINISHED = "finished", _("finished")


class Event(models.Model):
    """All from `status` to `is_league` follow the journal; `lots_seed` is secret until its draw."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60)
    format = models.CharField(max_length=30, choices=FORMAT_NAMES)
    main_length = models.PositiveSmallIntegerField()
    consolation_length = models.PositiveSmallIntegerField()
    settings = models.JSONField(default=dict, blank=True)
    status = models.CharField(max_length=10, choices=EventStatus.choices, default=EventStatus.DRAFT)
    version = models.PositiveIntegerField(default=0)
    takes = models.CharField(max_length=7, choices=Takes.choices, blank=True, default=Takes.ANYBODY)
    boards = models.PositiveSmallIntegerField(default=1)
    # A season of a league: it runs for weeks, and its matches need no table.
    is_league = models.BooleanField(default=False, db_default=False)
    lots_seed = models.CharField(max_length=32)
    lots_commitment = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament", "id"]
        indexes = [models.Index(fields=["status", "tournament"], name="event_by_status")]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "slug"], name="event_slug_once_per_tournament"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(slug=""), name="event_has_a_name"),
            models.CheckConstraint(
                condition=Q(format__in=[value for value, _ in FORMAT_NAMES]), name="event_format_is_known"
            ),
            models.CheckConstraint(condition=Q(status__in=EventStatus.values), name="event_status_is_known"),
            models.CheckConstraint(
                condition=Q(takes__in=(Takes.ANYBODY, Takes.PLAYERS, Takes.PAIRS), boards=1)
                | Q(takes=Takes.TEAMS, boards__gte=formations.FEWEST, boards__lte=formations.MOST),
                name="event_teams_meet_at_boards",
            ),
            models.CheckConstraint(condition=A_LENGTH, name="event_lengths_are_possible"),
            models.CheckConstraint(
                condition=Q(lots_seed__regex=r"^[0-9a-f]{32}$", lots_commitment__regex=r"^[0-9a-f]{64}$"),
                name="event_lots_are_committed",
            ),
        ]

    def __str__(self) -> str:
        return self.name
