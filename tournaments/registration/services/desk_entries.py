"""Sign-ups of people whom the desk enters itself: they count as in, and an undo restores their place."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import TypeVar

from django.db import transaction

from matches.models import Player
from matches.names import PAIR_SEPARATOR, NameKind, fold_name
from tournaments.models import Event
from tournaments.queries.entries import event_entries
from tournaments.registration.models import (
    ACTIVE,
    EventSignUp,
    Registration,
    SignUpStatus,
)
from tournaments.registration.services.mail import CHANGED, queue_mail
from tournaments.registration.services.sign_up_status import (
    announce_status,
    is_entered,
    load_places,
    publish_change,
)

Item = TypeVar("Item")


@transaction.atomic
def link_entries(*, event: Event) -> int:
    """Link the entries of a locked event to sign-ups of the same name; return how many.

    Who waited for a place or for approval is confirmed by it. A name that two sign-ups or two entries have
    is left to the desk.
    """
    registration = Registration.objects.filter(events__event=event).first()
    if registration is None:
        return 0
    places = load_places(EventSignUp.objects.filter(event__event=event, status__in=ACTIVE))
    linked_players = {place.player_id for place in places}
    free_places = [place for place in places if place.player_id is None]
    if not free_places:
        return 0
    free_players = [entry.player for entry in event_entries(event) if entry.player_id not in linked_players]
    places_by_names = _index_unique((_get_names_of_place(place), place) for place in free_places)
    players_by_names = _index_unique((_get_names_of_player(player), player) for player in free_players)
    linked = 0
    for names, place in places_by_names.items():
        player = players_by_names.get(names)
        if player is not None and _may_be(place, player):
            _link(place, player)
            linked += 1
    if linked:
        publish_change(registration)
    return linked


@transaction.atomic
def restore_places(*, event: Event) -> None:
    """Give sign-ups back the status they had before the desk entered their people, where that was undone."""
    places = EventSignUp.objects.filter(event__event=event).exclude(status_before_entry="")
    for place in load_places(places):
        if not is_entered(place):
            place.status, place.status_before_entry, place.player = place.status_before_entry, "", None
            place.save(update_fields=["status", "status_before_entry", "player", "changed_at"])


def _link(place: EventSignUp, player: Player) -> None:
    place.player = player
    is_promoted = place.status != SignUpStatus.CONFIRMED
    if is_promoted:
        place.status_before_entry, place.status, place.is_deferred = (
            place.status,
            SignUpStatus.CONFIRMED,
            False,
        )
    place.save(update_fields=["player", "status", "status_before_entry", "is_deferred", "changed_at"])
    if is_promoted:
        announce_status(place)
        queue_mail(place.sign_up, CHANGED)


def _may_be(place: EventSignUp, player: Player) -> bool:
    """Return whether a sign-up can be that of a player of its name: an account is its own player."""
    own_player = place.sign_up.player
    is_person = player.kind == NameKind.PERSON.value
    return own_player is None or not is_person or own_player.is_one_with(player)


def _get_names_of_place(place: EventSignUp) -> frozenset[str]:
    if place.team:
        return frozenset([fold_name(place.team)])
    return frozenset(map(fold_name, filter(None, (place.sign_up.name, place.partner))))


def _get_names_of_player(player: Player) -> frozenset[str]:
    if player.kind == NameKind.PAIR.value:
        return frozenset(map(fold_name, player.full_name.split(PAIR_SEPARATOR)))
    return frozenset([fold_name(player.full_name)])


def _index_unique(items: Iterable[tuple[Hashable, Item]]) -> dict[Hashable, Item]:
    """Return the items by their key, without those whose key another one has too."""
    by_key: defaultdict[Hashable, list[Item]] = defaultdict(list)
    for key, item in items:
        by_key[key].append(item)
    return {key: group[0] for key, group in by_key.items() if len(group) == 1}
