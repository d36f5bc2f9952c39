"""What a match is told from above so that its chances can be estimated: the ratings both players bring."""

from collections.abc import Mapping

from django.db import transaction

from matches.models import Match


@transaction.atomic
def store_ratings(*, ratings: Mapping[int, tuple[float, float] | None]) -> None:
    """Keep what White and Black of these matches (by key) are rated by the scale of FIBS; None takes it away.

    For the house itself, when it seats. Nothing of the match changes by it, so its version stays.
    """
    rows = list(Match.objects.select_for_update(of=("self",)).filter(pk__in=ratings).order_by("pk"))
    for match in rows:
        match.white_rating, match.black_rating = ratings[match.pk] or (None, None)
    Match.objects.bulk_update(rows, ["white_rating", "black_rating"])
