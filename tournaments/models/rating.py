"""Rating lists of a club and their ledger: one current row per player and match; replaced rows are kept."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from matches.models import Match, Player
from tournaments.models.club import Club
from tournaments.rating_systems import elo, fibs, glicko2
from tournaments.rating_systems.fibs import SYSTEM

SYSTEM_CHOICES = [(fibs.SYSTEM, "FIBS"), (elo.SYSTEM, "Elo"), (glicko2.SYSTEM, "Glicko-2")]
# The name of a club's first list.
FIRST_RATING_LIST = "Rating"
IS_CURRENT = Q(replaced_in__isnull=True)


class Counted(models.TextChoices):
    """Which matches a list counts, and how doubles are rated.

    A pair is rated as one player, separately from singles, or both of its players individually, with the mean
    of their ratings as strength.
    """

    SINGLES = "singles", _("singles")
    PAIRS = "pairs", _("doubles, rated as a pair")
    MEMBERS = "members", _("doubles, rated individually")
    ALL = "all", _("singles and doubles, pairs rated individually")


class RatingList(models.Model):
    """A rating list of a club: rating system, parameters and state of its ledger.

    `starting_ratings` are imported ratings by player code; other players start from the base of the system.
    `ladders`: matches of ladders count too.

    The ledger rows of `edition` are valid; a full recalculation writes a new edition with the number
    `claimed`. `generation` grows with every correction of an earlier result. While a recalculation is pending
    (`is_pending`), `pending_from` is the time of the earliest result that has changed.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rating_lists")
    name = models.CharField(max_length=80)
    system = models.CharField(max_length=20, choices=SYSTEM_CHOICES, default=SYSTEM)
    parameters = models.JSONField(default=dict, blank=True)
    counts = models.CharField(max_length=7, choices=Counted, default=Counted.SINGLES)
    ladders = models.BooleanField(default=False, db_default=False)
    starting_ratings = models.JSONField(default=dict, blank=True)
    generation = models.PositiveIntegerField(default=1)
    edition = models.PositiveIntegerField(default=1, db_default=1)
    claimed = models.PositiveIntegerField(default=1, db_default=1)
    is_pending = models.BooleanField(default=False, db_default=False)
    pending_from = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="rating_list_name_once_per_club"),
            models.CheckConstraint(condition=~Q(name=""), name="rating_list_has_a_name"),
            models.CheckConstraint(
                condition=Q(system__in=[value for value, _name in SYSTEM_CHOICES]),
                name="rating_list_system_is_known",
            ),
            models.CheckConstraint(condition=Q(counts__in=Counted.values), name="rating_list_counts_known"),
            models.CheckConstraint(condition=Q(generation__gte=1), name="rating_list_generation_from_one"),
            models.CheckConstraint(
                condition=Q(edition__gte=1, edition__lte=F("claimed")), name="rating_list_edition_was_claimed"
            ),
            models.CheckConstraint(
                condition=Q(pending_from__isnull=True) | Q(is_pending=True),
                name="rating_list_owed_from_when_owed",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class RatingListChange(models.Model):
    """A change of the settings of a rating list, for its log. Append-only.

    `moves` are [player, place before, place after, rating before, rating after], None if not in the list.
    """

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="rulings")
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
        ordering = ["rating_list", "-id"]

    def __str__(self) -> str:
        return f"{self.rating_list} {self.pk}"


class RatingChange(models.Model):
    """A row of the ledger: the effect of one match on the rating of one player.

    When an earlier result is corrected, the row gets `replaced_in`, the generation of its replacement. A full
    recalculation writes the rows of a new edition.
    """

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
    edition = models.PositiveIntegerField(default=1, db_default=1)
    generation = models.PositiveIntegerField(default=1)
    replaced_in = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["rating_list", "at", "match", "-won", "player"]
        constraints = [
            models.UniqueConstraint(
                fields=["rating_list", "edition", "player", "match"],
                condition=IS_CURRENT,
                name="rating_once_per_match",
            ),
            models.UniqueConstraint(
                fields=["rating_list", "edition", "generation", "player", "match"],
                name="rating_once_per_generation",
            ),
            models.CheckConstraint(condition=~Q(player=F("opponent")), name="rating_nobody_plays_himself"),
            models.CheckConstraint(
                condition=IS_CURRENT | Q(replaced_in__gt=F("generation")), name="rating_replaced_later"
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
                fields=["rating_list", "edition", "player", "at", "match"],
                condition=IS_CURRENT,
                name="rating_by_player",
            ),
            models.Index(
                fields=["rating_list", "edition", "at", "match"], condition=IS_CURRENT, name="rating_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.before:.1f} → {self.after:.1f}"

    @property
    def delta(self) -> float:
        """Return the change of the rating."""
        return round(self.after - self.before, 4)
