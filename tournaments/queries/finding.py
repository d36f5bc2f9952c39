"""Finds who and what a few letters mean at a desk: entries with where they are now, matches at tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from matches.models import Desk, Match
from matches.queries.desks import open_at
from matches.queries.written import Written
from matches.states import AT_A_TABLE, Status
from rules.errors import Refusal
from tournaments.entries_text import folded
from tournaments.models import Entry, Event, Tournament

SHOWN = 24
STILL_ON = frozenset(
    {*(status.value for status in AT_A_TABLE), Status.SCHEDULED.value, Status.POSTPONED.value}
)


WITH = ("event", "player__first", "player__second")
NAMES = Written(
    lambda night: (
        Entry.objects.filter(event__tournament=night)
        .order_by("event", "number")
        .values_list("pk", "player__full_name")
    ),
    int,
)


@dataclass(frozen=True, slots=True)
class Found:
    """An entry somebody looks for, the match it is to play or plays now, and its matches that are settled."""

    entry: Entry
    now: tuple[Match, ...]
    settled: tuple[Match, ...]


def is_meant(letters: str, name: str) -> bool:
    """Whether each of these beginnings begins a word of a name, whatever its accents."""
    return _begins(folded(letters).split(), name)


def _begins(asked: Sequence[str], name: str) -> bool:
    words = folded(name).split()
    return bool(asked) and all(any(word.startswith(part) for word in words) for part in asked)


def match_meant(desk: Desk, letters: str) -> tuple[Match, str]:
    """The open match at a table a name leads to, and the side of who is meant.

    Raises `name_not_playing` when nobody at a table is meant, `name_not_clear` with all who could be.
    """
    meant = [
        (match, side)
        for match in open_at(desk)
        for side, player in (("white", match.white), ("black", match.black))
        if is_meant(letters, player.full_name)
    ]
    if not meant:
        raise Refusal("name_not_playing", letters=letters)
    if len(meant) > 1:
        names = sorted(str(getattr(match, side).full_name) for match, side in meant)
        raise Refusal("name_not_clear", letters=letters, names=", ".join(names))
    return meant[0]


def entries_meant(tournament: Tournament, letters: str) -> list[Found]:
    """The entries of all events of a tournament somebody may mean, at most a page of them; three queries."""
    asked = folded(letters).split()
    known = [pk for pk, name in NAMES.rows(tournament.pk) if _begins(asked, name)][:SHOWN]
    rows = Entry.objects.filter(pk__in=known).order_by().select_related(*WITH)
    meant = sorted(rows, key=lambda entry: known.index(entry.pk)) if known else []
    for entry in meant:
        entry.event.tournament = tournament
    players = {entry.player_id for entry in meant}
    matches = (
        Match.objects.filter(Q(white__in=players) | Q(black__in=players), desk=tournament.desk_id)
        .exclude(status=Status.VOID.value)
        .select_related("white", "black", "table", "pairing")
        .order_by("pk")
    )
    found = list(matches) if players else []
    return [_found(entry, found) for entry in meant]


def table_of(event: Event, number: int) -> Match | None:
    """The match at a table of the desk."""
    return open_at(event.tournament.desk).filter(table__number=number).first()


def _found(entry: Entry, matches: Iterable[Match]) -> Found:
    own = [
        match
        for match in matches
        if entry.player_id in (match.white_id, match.black_id)
        and match.pairing is not None
        and match.pairing.event_id == entry.event_id
    ]
    return Found(
        entry,
        now=tuple(match for match in own if match.status in STILL_ON),
        settled=tuple(match for match in own if match.status == Status.SETTLED.value),
    )
