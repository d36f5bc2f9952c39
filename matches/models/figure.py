"""Figure: what an engine said of how one side played a record, as somebody handed it in."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q

from matches.models.analysis import Analysis
from matches.models.transcript import Transcript
from matches.performance import Tally

MOST_DECISIONS = 10_000
MOST_LOST = 10_000


class Figure(models.Model):
    """Rows are only ever added; the latest of a side, engine and settings counts.

    `lost` is the equity lost, in points, over all `decisions`; `cube_lost` and `cube_decisions` are the
    part of the cube in both, where it is known; `luck` is in points too and may be unknown. `source` is who
    said, `analysis` the look at each decision that these are the sums of, if there was one.
    """

    transcript = models.ForeignKey(Transcript, on_delete=models.PROTECT, related_name="figures")
    side = models.CharField(max_length=5, choices=[("white", "white"), ("black", "black")])
    engine = models.CharField(max_length=60)
    settings = models.CharField(max_length=120, blank=True, default="")
    lost = models.FloatField(validators=[MinValueValidator(0)])
    decisions = models.PositiveIntegerField()
    cube_lost = models.FloatField(null=True, blank=True)
    cube_decisions = models.PositiveIntegerField(null=True, blank=True)
    luck = models.FloatField(null=True, blank=True)
    source = models.CharField(max_length=150)
    user = models.ForeignKey(
        "matches.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    analysis = models.ForeignKey(
        Analysis, null=True, blank=True, on_delete=models.PROTECT, related_name="figures"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(side__in=["white", "black"]), name="figure_side_is_known"),
            models.CheckConstraint(condition=~Q(engine=""), name="figure_has_an_engine"),
            models.CheckConstraint(
                condition=Q(lost__gte=0, lost__lte=MOST_LOST), name="figure_lost_is_possible"
            ),
            models.CheckConstraint(
                condition=Q(decisions__gte=1, decisions__lte=MOST_DECISIONS), name="figure_decisions_possible"
            ),
            models.CheckConstraint(
                condition=Q(cube_lost=None, cube_decisions=None)
                | Q(cube_lost__gte=0, cube_lost__lte=F("lost"), cube_decisions__lte=F("decisions")),
                name="figure_cube_is_a_part",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.engine} {self.side}"

    @property
    def tally(self) -> Tally:
        """The sums."""
        return Tally(self.lost, self.decisions)

    @property
    def cube(self) -> Tally | None:
        """The part of the cube, where it is known."""
        if self.cube_lost is None or self.cube_decisions is None:
            return None
        return Tally(self.cube_lost, self.cube_decisions)

    @property
    def checkers(self) -> Tally | None:
        """The part of the checkers, where it is known."""
        cube = self.cube
        return cube and Tally(max(self.lost - cube.lost, 0.0), self.decisions - cube.decisions)
