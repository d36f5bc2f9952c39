"""Sign-ups of people whom the desk enters itself: they count as in, and an undo restores their place."""

from collections import Counter, defaultdict
from collections.abc import Collection

from django.db import transaction

from matches.models import Player, User
from matches.names import PAIR_SEPARATOR, NameKind, fold_name
from matches.queries.people import get_canonical_player, get_persons
from rules.errors import Refusal
from tournaments.models import Entry, Event
from tournaments.permissions import may_read_records, must_direct
from tournaments.play.entrants.queries.entries import event_entries
from tournaments.play.entrants.queries.namesakes import are_details_of_one
from tournaments.registration.models import (
    ACTIVE,
    EventSignUp,
    FeeOutcome,
    Registration,
    SignUpStatus,
)
from tournaments.registration.queries.sign_up_lists import get_desk_name
from tournaments.registration.queries.unclear_names import match_sign_ups
from tournaments.registration.services.mail import CHANGED, queue_mail
from tournaments.registration.services.sign_up_status import (
    announce_status,
    clear_paid_mark,
    is_entered,
    load_places,
    publish_change,
)
from tournaments.signals import paid_sign_ups_entered


@transaction.atomic
def link_entries(*, event: Event, reader: User | None) -> int:
    """Link the entries of a locked event to sign-ups of the same name; return how many.

    Who waited for a place or for approval is confirmed by it. A name that two sign-ups, two entries or two
    members have is left to the desk, unless club and country tell which is which; so is that of a member
    whose record has another e-mail address, if the `reader` may read the records of members.
    """
    registration = Registration.objects.filter(events__event=event).first()
    if registration is None:
        return 0
    places = load_places(EventSignUp.objects.filter(event__event=event, status__in=ACTIVE))
    linked_players = {place.player_id for place in places}
    free_places = [place for place in places if place.player_id is None]
    if not free_places:
        return 0
    free_entries = [entry for entry in event_entries(event) if entry.player_id not in linked_players]
    entries_by_names = defaultdict(list)
    for entry in free_entries:
        entries_by_names[_get_names_of_player(entry.player)].append(entry)
    matches = match_sign_ups(free_places, with_records=may_read_records(reader, event.tournament.club))
    candidates = {
        place: [
            entry
            for entry in entries_by_names[_get_names_of_place(place)]
            if _may_be(place, entry) and _has_members(entry, matches.members.get(place.pk, ()))
        ]
        for place in free_places
        if place.pk not in matches.unclear
    }
    uses = Counter(entry.pk for entries in candidates.values() for entry in entries)
    linked = 0
    for place, entries in candidates.items():
        if len(entries) == 1 and uses[entries[0].pk] == 1:
            _link(place, entries[0].player)
            linked += 1
    if linked:
        publish_change(registration)
    return linked


@transaction.atomic
def link_withdrawn(*, place: EventSignUp, by: User) -> None:
    """Link a withdrawn sign-up of a locked event to the entry of its name, as the desk has decided.

    Its price and payment count for the entry; an undo of the entry withdraws it again. Raises
    `sign_up_without_entry` unless there is exactly one entry that can be this person and has no sign-up.
    """
    event = place.event.event
    must_direct(by, event)
    linked = EventSignUp.objects.filter(event=place.event_id, player__isnull=False)
    linked_players = set(linked.values_list("player", flat=True))
    entries = [
        entry
        for entry in event_entries(event)
        if entry.player_id not in linked_players
        and _get_names_of_player(entry.player) == _get_names_of_place(place)
        and _may_be(place, entry)
    ]
    if len(entries) != 1:
        raise Refusal("sign_up_without_entry", name=place.team or get_desk_name(place))
    if place.fee_outcome == FeeOutcome.REFUNDED:
        clear_paid_mark(place)
    if place.fee_outcome:
        place.fee_outcome = ""
        place.save(update_fields=["fee_outcome"])
    _link(place, entries[0].player)
    if place.paid_at is not None:
        paid_sign_ups_entered.send(sender=Event, event=event, by=by)


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


def _may_be(place: EventSignUp, entry: Entry) -> bool:
    """Return whether a sign-up can be that of an entry of its names.

    An account is its own player; of others, club and country are the same where both state them, and what
    the desk has typed to tell a person apart is that of the player.
    """
    own_player, player = place.sign_up.player, entry.player
    is_person = player.kind == NameKind.PERSON.value
    if own_player is not None and is_person:
        return own_player.is_one_with(player)
    distinction = place.sign_up.distinction.casefold()
    if distinction and is_person and player.distinction.casefold() != distinction:
        return False
    return are_details_of_one(place.sign_up, entry)


def _has_members(entry: Entry, members: Collection[int]) -> bool:
    """Return whether the members whom the names of a sign-up mean are those of an entry."""
    persons = {person.pk for person in get_persons(entry.player)}
    players = Player.objects.filter(pk__in=members).select_related("person__face")
    return all(get_canonical_player(player).pk in persons for player in players)


def _get_names_of_place(place: EventSignUp) -> frozenset[str]:
    if place.team:
        return frozenset([fold_name(place.team)])
    return frozenset(map(fold_name, filter(None, (place.sign_up.name, place.partner))))


def _get_names_of_player(player: Player) -> frozenset[str]:
    if player.kind == NameKind.PAIR.value:
        return frozenset(map(fold_name, player.full_name.split(PAIR_SEPARATOR)))
    return frozenset([fold_name(player.full_name)])
