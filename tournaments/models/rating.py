"""Rating lists of a club and their ledger: one current row per player and match, older generations kept."""

from django.db import models
from django.db.models import F, Q

from matches.models import Match, Player
from tournaments.models.club import Club
from tournaments.ratings.fibs import SYSTEM

SYSTEMS = [(SYSTEM, "FIBS")]
CURRENT = Q(replaced_in__isnull=True)


class RatingList(models.Model):
    """How a club rates: the system by its versioned name, its constants, and the generation of the ledger."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rating_lists")
    name = models.CharField(max_length=80)
    system = models.CharField(max_length=20, choices=SYSTEMS, default=SYSTEM)
    parameters = models.JSONField(default=dict, blank=True)
    generation = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="rating_list_name_once_per_club"),
            models.CheckConstraint(condition=~Q(name=""), name="rating_list_has_a_name"),
            models.CheckConstraint(
                condition=Q(system__in=[value for value, _ in SYSTEMS]), name="rating_list_system_is_known"
            ),
            models.CheckConstraint(condition=Q(generation__gte=1), name="rating_list_generation_from_one"),
        ]

    def __str__(self) -> str:
        return self.name


class RatingChange(models.Model):
    """What one match did to one player's rating. A row is never changed: when an earlier result is
    corrected, it is marked as replaced and a row of the next generation takes its place."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="changes")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rating_changes")
    opponent = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rating_changes")
    at = models.DateTimeField(help_text="When the match was settled: the order of the ledger.")
    won = models.BooleanField()
    before = models.FloatField()
    after = models.FloatField()
    experience = models.PositiveIntegerField(help_text="Points of match length played before this match.")
    explanation = models.JSONField()
    generation = models.PositiveIntegerField(default=1)
    replaced_in = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["rating_list", "at", "match", "-won"]
        constraints = [
            models.UniqueConstraint(
                fields=["rating_list", "player", "match"], condition=CURRENT, name="rating_once_per_match"
            ),
            models.UniqueConstraint(
                fields=["rating_list", "generation", "player", "match"], name="rating_once_per_generation"
            ),
            models.CheckConstraint(condition=~Q(player=F("opponent")), name="rating_nobody_plays_himself"),
            models.CheckConstraint(
                condition=CURRENT | Q(replaced_in__gt=F("generation")), name="rating_replaced_later"
            ),
            models.CheckConstraint(condition=Q(generation__gte=1), name="rating_generation_from_one"),
            models.CheckConstraint(condition=Q(experience__gte=0), name="rating_experience_not_negative"),
            models.CheckConstraint(
                condition=Q(won=True, after__gte=F("before")) | Q(won=False, after__lte=F("before")),
                name="rating_follows_the_result",
            ),
        ]
        indexes = [
            models.Index(
                fields=["rating_list", "player", "at", "match"], condition=CURRENT, name="rating_by_player"
            ),
            models.Index(fields=["rating_list", "at", "match"], condition=CURRENT, name="rating_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.before:.1f} → {self.after:.1f}"

    @property
    def delta(self) -> float:
        """What the match moved."""
        return round(self.after - self.before, 4)
