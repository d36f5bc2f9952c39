"""Entry: a player in an event under his number, and the places he reached."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from matches.models import Player
from tournaments.models.event import Event


class EntryStatus(models.TextChoices):
    """Whether an entry still plays."""

    ENTERED = "entered", _("entered")
    WITHDRAWN = "withdrawn", _("withdrawn")


NO_PLACE = Q(place_from__isnull=True, place_to__isnull=True)
# A comparison with NULL passes a CHECK, so absence is said apart.
A_PLACE = Q(
    place_from__isnull=False, place_to__isnull=False, place_from__gte=1, place_to__gte=F("place_from")
)


class Entry(models.Model):
    """Follows the journal. The places are those of the main bracket, shared from first to last."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=EntryStatus.choices, default=EntryStatus.ENTERED)
    place_from = models.PositiveSmallIntegerField(null=True, blank=True)
    place_to = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["event", "number"]
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
            models.CheckConstraint(condition=NO_PLACE | A_PLACE, name="entry_places_run_upwards"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"
