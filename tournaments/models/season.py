"""Seasons of a club, their divisions, and the log of their changes."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from matches.models import Match, Player
from tournaments.models.club import Club


class Season(models.Model):
    """A season from `starts_on` to `ends_on`; `rules` is `standings.season_settings.SeasonRules` as data."""

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


class SeasonPlayer(models.Model):
    """The division of a player, from 1, the highest; players without a row are in the lowest."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    division = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["season", "division", "id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="season_player_once"),
            models.CheckConstraint(condition=Q(division__gte=1), name="season_division_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.division} {self.player}"


class SeasonChange(models.Model):
    """A change of the table of a season by new rules or by the correction of a result. Append-only.

    `before` and `after` are name, days and rules, or the result; `moves` are values of
    `standings.season_changes.SeasonRowChange` as data. `signed` is the user name of the author.
    """

    class Kind(models.TextChoices):
        """Kind of change."""

        RULES = "rules", _("rules")
        RESULT = "result", _("result")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=6, choices=Kind)
    key = models.CharField(max_length=80)
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    before = models.JSONField()
    after = models.JSONField()
    moves = models.JSONField(default=list)
    reason = models.CharField(max_length=300, blank=True, default="")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    signed = models.CharField(max_length=150, blank=True, default="")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["season", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="season_change_once"),
            models.CheckConstraint(condition=~Q(key=""), name="season_change_has_a_key"),
            models.CheckConstraint(
                condition=Q(kind="rules", match__isnull=True) | Q(kind="result", match__isnull=False),
                name="season_change_names_its_match",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.kind} {self.pk}"
