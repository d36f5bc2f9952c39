"""Tournament: an evening or a weekend of a club, with one desk and its tables."""

from django.db import models
from django.db.models import Q

from matches.models import Desk
from tournaments.models.club import Club
from tournaments.models.night import WeeklyNight


class Tournament(models.Model):
    """When and where; what is played there are its events. `weekly` is the night it was one of, if any."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    desk = models.OneToOneField(Desk, on_delete=models.PROTECT, related_name="tournament")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60)
    starts_at = models.DateTimeField()
    weekly = models.ForeignKey(
        WeeklyNight, null=True, blank=True, on_delete=models.PROTECT, related_name="evenings"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_at", "-id"]
        indexes = [models.Index(fields=["-starts_at", "-id"], name="tournament_newest")]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="tournament_slug_once_per_club"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(slug=""), name="tournament_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
