"""Figure: what an engine said of how one side played a record, as somebody handed it in."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q

from matches.models.transcript import Transcript
from matches.performance import Tally

MOST_DECISIONS = 10_000
MOST_LOST = 10_000


class Figure(models.Model):
    """Rows are only ever added; the latest of a side, engine and settings counts. `lost` is the equity lost,
    in points, summed over all `decisions`; `luck` is in points too and may be unknown; `source` is who said.
    """

    transcript = models.ForeignKey(Transcript, on_delete=models.PROTECT, related_name="figures")
    side = models.CharField(max_length=5, choices=[("white", "white"), ("black", "black")])
    engine = models.CharField(max_length=60)
    settings = models.CharField(max_length=120, blank=True, default="")
    lost = models.FloatField(validators=[MinValueValidator(0)])
    decisions = models.PositiveIntegerField()
    luck = models.FloatField(null=True, blank=True)
    source = models.CharField(max_length=150)
    user = models.ForeignKey(
        "matches.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
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
        ]

    def __str__(self) -> str:
        return f"{self.engine} {self.side}"

    @property
    def tally(self) -> Tally:
        """The sums."""
        return Tally(self.lost, self.decisions)
