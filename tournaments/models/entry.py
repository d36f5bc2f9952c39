"""Entry: a player in an event under his number, and the places he reached."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from matches.models import Player
from tournaments.journal.entrants import (
    AWAY,
    HERE,
    HIGHEST_RATING,
    LONGEST_CLUB,
    LONGEST_FAMILY,
    UNSAID,
    WAITING,
)
from tournaments.models.event import Event


class EntryStatus(models.TextChoices):
    """Whether an entry still plays."""

    ENTERED = "entered", _("entered")
    WITHDRAWN = "withdrawn", _("withdrawn")


class Presence(models.TextChoices):
    """Whether an entry is in the room, or waits for a place in the draw."""

    UNSAID = UNSAID, _("not stated")
    HERE = HERE, _("checked in")
    AWAY = AWAY, _("absent")
    WAITING = WAITING, _("on the waiting list")


NO_PLACE = Q(place_from__isnull=True, place_to__isnull=True)
# A comparison with NULL passes a CHECK, so absence is said apart.
A_PLACE = Q(
    place_from__isnull=False, place_to__isnull=False, place_from__gte=1, place_to__gte=F("place_from")
)


class Entry(models.Model):
    """Follows the journal. The places are those of the main bracket, shared from first to last.

    `country` is a code of two or three capitals, `family` the mark that relatives share, `rating` 0 for none.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=EntryStatus.choices, default=EntryStatus.ENTERED)
    presence = models.CharField(max_length=7, choices=Presence, blank=True, default=Presence.UNSAID)
    club = models.CharField(max_length=LONGEST_CLUB, blank=True, default="")
    country = models.CharField(max_length=3, blank=True, default="")
    family = models.CharField(max_length=LONGEST_FAMILY, blank=True, default="")
    rating = models.PositiveSmallIntegerField(default=0)
    place_from = models.PositiveSmallIntegerField(null=True, blank=True)
    place_to = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["event_id", "number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_once_per_player"),
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["event", "seed"], name="entry_seed_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_number_from_one"),
            models.CheckConstraint(
                condition=Q(seed__isnull=True) | Q(seed__gte=1), name="entry_seed_from_one"
            ),
            models.CheckConstraint(condition=Q(status__in=EntryStatus.values), name="entry_status_is_known"),
            models.CheckConstraint(condition=Q(presence__in=Presence.values), name="entry_presence_is_known"),
            models.CheckConstraint(
                condition=Q(country="") | Q(country__regex=r"^[A-Z]{2,3}$"), name="entry_country_is_a_code"
            ),
            models.CheckConstraint(condition=Q(rating__lte=HIGHEST_RATING), name="entry_rating_is_a_rating"),
            models.CheckConstraint(condition=NO_PLACE | A_PLACE, name="entry_places_run_upwards"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"
