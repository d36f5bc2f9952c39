"""Penalty: points one side gets without a game because of the other. A lifted one is struck, never erased."""

from django.db import models
from django.db.models import Q

from matches.models.match import LONGEST, SIDES, Match
from matches.models.ruling import Ruling


class Penalty(models.Model):
    """`side` is who is penalised; the other side scores, after game `after_game` (0: before any)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="penalties")
    ruling = models.OneToOneField(Ruling, on_delete=models.PROTECT, related_name="penalty")
    side = models.CharField(max_length=5, choices=SIDES)
    points = models.PositiveSmallIntegerField()
    after_game = models.PositiveSmallIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    struck_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "id"]
        verbose_name_plural = "penalties"
        constraints = [
            models.CheckConstraint(condition=Q(side__in=["white", "black"]), name="penalty_side_is_a_side"),
            models.CheckConstraint(
                condition=Q(points__gte=1, points__lte=LONGEST), name="penalty_points_are_possible"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.side} -{self.points}"
