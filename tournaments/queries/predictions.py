"""What a rating list had predicted of the matches it counted, and what became of it."""

from django.db.models.fields.json import KT

from tournaments.models import RatingList
from tournaments.queries import ratings
from tournaments.ratings.calibration import Calibration, calibrate


def calibration(rating_list: RatingList) -> Calibration:
    """All its predictions beside what happened. One query."""
    winners = ratings.current_changes(rating_list).filter(won=True).order_by()
    return calibrate(map(float, winners.values_list(KT("explanation__chance"), flat=True)))
