"""Season: the evenings of a club that count together, and the rules by which they count."""

from django.db import models
from django.db.models import F, Q

from tournaments.models.club import Club


class Season(models.Model):
    """From its first to its last day, both included. `rules` is `standings.rules.SeasonRules` as data."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=60)
    starts_on = models.DateField()
    ends_on = models.DateField()
    rules = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["club", "-starts_on", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="season_slug_once_per_club"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(slug=""), name="season_has_a_name"),
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="season_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return self.name
