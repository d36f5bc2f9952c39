"""What follows when players turn out to be one person, or two: entries stay, ratings are folded again."""

from collections import Counter
from typing import Any

from django.db import transaction

from matches.queries.people import persons_in
from matches.services import outbox
from rules.errors import Refusal
from tournaments.models import Event, RatingList
from tournaments.queries import entries, ratings
from tournaments.services import rating

RATE = "rate_people"


def must_be_entered_once(players: frozenset[int]) -> None:
    """Refuse a person who stands in one event under two numbers, alone or in pairs."""
    entered = entries.of_people(players)
    persons = [(entry.event, person) for entry in entered for person in persons_in(entry.player)]
    met = Counter(persons)
    for event, person in persons:
        if met[event, person] > 1:
            raise Refusal("entered_together", event=event.name)


def must_sit_once(event: Event) -> None:
    """Refuse an event in which somebody sits in two entries, alone or in pairs."""
    person = entries.twice(event)
    if person is not None:
        raise Refusal("sits_already", player=person.name, event=event.name)


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
