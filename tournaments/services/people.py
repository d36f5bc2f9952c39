"""What follows when players turn out to be one person, or two: entries stay, ratings are folded again."""

from collections import Counter
from typing import Any

from django.db import transaction

from matches.services import outbox
from rules.errors import Refusal
from tournaments.models import RatingList
from tournaments.queries import entries, ratings
from tournaments.services import rating

RATE = "rate_people"


def must_be_entered_once(players: frozenset[int]) -> None:
    """Refuse a person who stands in one event under two numbers."""
    entered = entries.of_people(players)
    met = Counter((entry.event_id, entry.player.person_id) for entry in entered)
    for entry in entered:
        if entry.player.person_id and met[entry.event_id, entry.player.person_id] > 1:
            raise Refusal("entered_together", event=entry.event.name)


def owe_ratings(players: frozenset[int]) -> None:
    """Ask for every list that counts these players to be folded again, in which they may be one now."""
    lists = list(ratings.lists_of_people(players).values_list("pk", flat=True))
    if lists:
        outbox.post(kind=RATE, payload={"lists": lists})


@transaction.atomic
def deliver(payload: dict[str, Any]) -> None:
    """Do the outbox work "rate_people": the payload names the lists."""
    for rating_list in RatingList.objects.filter(pk__in=payload["lists"]).order_by("pk"):
        rating.rebuild(rating_list=rating_list)
