"""Players merged into one person, or separated: the check that they met in no event, and their ratings."""

from typing import Any

from django.db import transaction

from matches.services import outbox
from tournaments.models import RatingList
from tournaments.ratings.queries import ratings
from tournaments.ratings.services import ratings as rating_services

# Kind of the outbox message.
RATE = "rate_people"


def enqueue_ratings(players: frozenset[int]) -> None:
    """Enqueue a recalculation of all lists that count these players, who may have been merged."""
    lists = list(ratings.lists_of_people(players).values_list("pk", flat=True))
    if lists:
        outbox.post_message(kind=RATE, payload={"lists": lists})


@transaction.atomic
def deliver(payload: dict[str, Any]) -> None:
    """Recalculate the lists named in the payload. Outbox handler of "rate_people"."""
    lists = RatingList.objects.select_for_update().filter(pk__in=payload["lists"])
    for rating_list in lists.order_by("pk"):
        rating_services.update_list(rating_list, None)
