"""Game: one line of the live score sheet. A wrong line is struck, never erased."""

from django.db import models
from django.db.models import F, Q

from matches.models.match import SIDES, Match

# The value of the cube can pass any length a match may have here.
CUBES = [2**turn for turn in range(8)]
KINDS = [(kind, kind) for kind in ("single", "gammon", "backgammon", "drop")]


class Game(models.Model):
    """Who won it, how, at which cube, and the score after it (never above the match length)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    winner = models.CharField(max_length=5, choices=SIDES)
    kind = models.CharField(max_length=10, choices=KINDS)
    cube = models.PositiveSmallIntegerField(default=1)
    points = models.PositiveSmallIntegerField()
    is_crawford = models.BooleanField(default=False)
    white_after = models.PositiveSmallIntegerField()
    black_after = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=64)
    device = models.CharField(max_length=64, blank=True, default="")
    scored_at = models.DateTimeField(auto_now_add=True)
    struck_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], condition=Q(struck_at__isnull=True), name="game_number_once"
            ),
            models.UniqueConstraint(fields=["match", "key"], name="game_key_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="game_number_from_one"),
            models.CheckConstraint(condition=Q(winner__in=["white", "black"]), name="game_winner_is_a_side"),
            models.CheckConstraint(condition=Q(cube__in=CUBES), name="game_cube_is_a_power_of_two"),
            models.CheckConstraint(
                condition=Q(kind__in=["single", "drop"], points=F("cube"))
                | Q(kind="gammon", points=F("cube") * 2)
                | Q(kind="backgammon", points=F("cube") * 3),
                name="game_points_follow_cube_and_kind",
            ),
            models.CheckConstraint(
                condition=Q(is_crawford=False) | (Q(cube=1) & ~Q(kind="drop")),
                name="game_no_cube_in_crawford",
            ),
            models.CheckConstraint(
                condition=Q(winner="white", white_after__gte=1) | Q(winner="black", black_after__gte=1),
                name="game_winner_scored",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.number}"
