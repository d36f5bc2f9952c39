"""Players merged into one person, or separated: the check that they met in no event, and their ratings."""

from collections import Counter
from typing import Any

from django.db import transaction

from matches.queries.people import get_canonical_player, get_persons
from matches.services import outbox
from rules.errors import Refusal
from tournaments.models import RatingList
from tournaments.play.entrants.queries import entries
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


def check_entered_once(players: frozenset[int]) -> None:
    """Raise if a person is in one event twice, alone or in pairs."""
    player_entries = entries.entries_of_players(players)
    persons = [(entry.event, person) for entry in player_entries for person in get_persons(entry.player)]
    persons += [
        (member.event, get_canonical_player(member.player))
        for member in entries.memberships_of_players(players)
    ]
    person_counts = Counter(persons)
    for event, person in persons:
        if person_counts[event, person] > 1:
            raise Refusal("entered_together", event=event.name)
