"""Check-in by the players: the page for a tablet at the entrance, and who can check in."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.crypto import constant_time_compare, salted_hmac

from matches.models import Player
from matches.names import get_sort_key
from matches.queries.people import get_canonical_player
from tournaments.journal.facts import HERE, WAITING
from tournaments.models import CheckInPage, Entry, EntryStatus, Event, EventStatus, Tournament
from tournaments.permissions import find_inactivity, may_direct

TOKEN_BYTES = 16


@dataclass(frozen=True, slots=True)
class CheckInPerson:
    """A player, pair or team on the page, with their entries in the events that are not drawn yet."""

    player: Player
    entries: tuple[Entry, ...]

    @property
    def is_here(self) -> bool:
        """Whether all of their entries are checked in."""
        return all(entry.presence == HERE for entry in self.entries)

    @property
    def persons(self) -> tuple[Player, ...]:
        """The people: both players of a pair; a team counts as one."""
        first, second = self.player.first, self.player.second
        if first is None or second is None:
            return (self.player,)
        return get_canonical_player(first), get_canonical_player(second)

    @property
    def person_keys(self) -> tuple[int, ...]:
        """The keys of the people."""
        return tuple(person.pk for person in self.persons)


def derive_token(nonce: str) -> str:
    """Return the token of a page, derived from its nonce and the site's secret key."""
    digest = salted_hmac("crawford.check-in", nonce, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")


def hash_token(token: str) -> str:
    """Return the stored hash of a token."""
    return hashlib.sha256(f"check-in:{token}".encode()).hexdigest()


def get_page_of_tournament(tournament: Tournament) -> CheckInPage | None:
    """Return the open page of a tournament, None if there is none."""
    return CheckInPage.objects.filter(tournament=tournament, closed_at=None).first()


def get_token(page: CheckInPage) -> str:
    """Return the token of a page; "" if the site's secret key has changed since."""
    token = derive_token(page.nonce)
    return token if constant_time_compare(hash_token(token), page.token_hash) else ""


def get_open_page(token: str) -> CheckInPage | None:
    """Return the open page of a token; None if it is closed, or who opened it no longer directs it."""
    pages = CheckInPage.objects.select_related("tournament__club", "tournament__desk", "by")
    page = pages.filter(token_hash=hash_token(token), closed_at=None).first()
    return page if page is not None and may_direct(page.by, page.tournament) else None


def list_events_to_check_in(tournament: Tournament) -> list[Event]:
    """Return the events of a tournament that are not drawn yet. One query."""
    if find_inactivity(tournament) is not None:
        return []
    events = Event.objects.filter(tournament=tournament, status=EventStatus.DRAFT, cancelled_at=None)
    return list(events.select_related("tournament__club", "tournament__desk").order_by("pk"))


def list_people_to_check_in(events: Iterable[Event]) -> list[CheckInPerson]:
    """Return who can check in, each once, by public name; the waiting list is left out. One query."""
    rows = Entry.objects.filter(event__in=list(events), status=EntryStatus.ENTERED)
    entries = rows.exclude(presence=WAITING).select_related(
        "player__person__face",
        "player__first__person__face",
        "player__second__person__face",
        "event",
    )
    entries_by_player: dict[Player, list[Entry]] = {}
    for entry in entries.order_by("event", "number"):
        entries_by_player.setdefault(get_canonical_player(entry.player), []).append(entry)
    people = [CheckInPerson(player, tuple(own)) for player, own in entries_by_player.items()]
    return sorted(people, key=lambda person: (get_sort_key(person.player.name), person.player.pk))


def split_people(people: Iterable[CheckInPerson]) -> tuple[list[Player], list[Player]]:
    """Return who is checked in and who is not, by public name: each person once, those of pairs too.

    Somebody with entries of their own is here if these are checked in, others if a pair of theirs is.
    """
    is_here: dict[Player, bool] = {}
    singles_first = sorted(people, key=lambda one: len(one.persons))
    with_own_entries = {one.player for one in singles_first}
    for one in singles_first:
        for person in one.persons:
            if person == one.player or person not in with_own_entries:
                is_here[person] = is_here.get(person, False) or one.is_here
    persons = sorted(is_here, key=lambda person: (get_sort_key(person.name), person.pk))
    return [person for person in persons if is_here[person]], [one for one in persons if not is_here[one]]


def list_players_of_pair(people: Iterable[CheckInPerson], pair: CheckInPerson) -> list[CheckInPerson]:
    """Return the players of a pair who have entries of their own; empty for anybody else."""
    return [one for one in people if one.player.pk in pair.person_keys and one is not pair]


def find_pairs_now_here(people: Iterable[CheckInPerson], arrived: CheckInPerson) -> list[CheckInPerson]:
    """Return the pairs of a player who checks in whose other player is checked in by name already."""
    by_player = {person.player.pk: person for person in people}
    pairs = []
    for pair in by_player.values():
        partners = set(pair.person_keys)
        if pair.is_here or pair.player.pk in partners:
            continue
        others = [by_player.get(player) for player in partners - {arrived.player.pk}]
        if arrived.player.pk in partners and all(other is not None and other.is_here for other in others):
            pairs.append(pair)
    return pairs
