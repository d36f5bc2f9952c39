"""Players are entered by name and withdrawn; new names become players and members of the club."""

from collections.abc import Sequence
from uuid import uuid4

from django.db import transaction

from matches.models import Player, User
from matches.queries.people import face_of
from matches.services import players
from rules.errors import Refusal
from tournaments import entries_text
from tournaments.journal.kinds import entered_payload
from tournaments.models import Entry, Event, JournalEntry, Membership, Tournament
from tournaments.permissions import must_direct
from tournaments.queries.entries import read_names
from tournaments.services import progress
from tournaments.services.locks import locked


@transaction.atomic
def enter_names(*, event: Event, names: str, by: User, key: str, version: int | None = None) -> JournalEntry:
    """Enter a pasted list, one name per line, in its order; numbers count on from the last entry.

    Members of the club are recognised but for case and accents; other names become new players and
    members. Lines that repeat a name or name somebody entered already are passed over.
    Raises `names_missing` when no line is left and `name_too_long`.
    """
    must_direct(by, event)
    event = locked(event)
    told = JournalEntry.objects.filter(event=event, key=key).first()
    if told is not None:
        return told
    lines = read_names(event=event, text=names)
    if any(line.standing is entries_text.Standing.TOO_LONG for line in lines):
        raise Refusal("name_too_long", longest=entries_text.LONGEST)
    taken = [line for line in lines if line.is_taken]
    if not taken:
        raise Refusal("names_missing")
    found = _players(event.tournament, taken)
    return enter_players(event=event, players=found, by=by, key=key, version=version)


@transaction.atomic
def enter_players(
    *, event: Event, players: Sequence[Player], by: User, key: str, version: int | None = None
) -> JournalEntry:
    """Enter players who are known already, in this order."""
    must_direct(by, event)
    event = locked(event)
    last = event.entries.order_by("-number").values_list("number", flat=True).first() or 0
    numbered = {last + place: player.code for place, player in enumerate(players, start=1)}
    payload = entered_payload(numbered)
    return progress.append(event=event, kind="entered", payload=payload, by=by, key=key, version=version)


@transaction.atomic
def withdraw(
    *, entry: Entry, by: User, key: str = "", reason: str = "", version: int | None = None
) -> JournalEntry:
    """Take an entry out: what it still had to play goes to its opponents, what it has played stays.

    Refused while a match of the entry is being played: that one is settled first, as retired or lost.
    """
    must_direct(by, entry.event)
    return progress.append(
        event=entry.event,
        kind="withdrawn",
        payload={"entry": entry.number},
        by=by,
        key=key or uuid4().hex,
        reason=reason,
        version=version,
    )


def _players(tournament: Tournament, lines: Sequence[entries_text.Line]) -> list[Player]:
    named = Player.objects.select_related("person__face").filter(
        pk__in=[line.player for line in lines if line.player is not None]
    )
    known = {player.pk: face_of(player) for player in named}
    found: list[Player] = []
    for line in lines:
        if line.player is not None:
            found.append(known[line.player])
        else:
            found.append(_new_member(tournament, line.name))
    return found


def _new_member(tournament: Tournament, name: str) -> Player:
    player = players.register(name=name)
    Membership.objects.create(club=tournament.club, player=player)
    return player
