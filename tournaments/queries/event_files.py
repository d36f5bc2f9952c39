"""An event as its file, read from the tables: facts, players, the signed journal, and what is shown."""

from collections.abc import Iterable
from typing import Any

from matches.models import Player
from matches.queries.desks import count_tables
from matches.states import AT_A_TABLE
from rules.errors import Refusal
from tournaments.exchange.event_file import EventFile, Guest, Signed, canonical, stamp, write
from tournaments.exchange.telling import told
from tournaments.journal.facts import Row
from tournaments.journal.replay import fold
from tournaments.models import Event, JournalEntry, Pairing
from tournaments.registry import event_file_parts

OPEN = [status.value for status in AT_A_TABLE]


def write_event_file(event: Event) -> bytes:
    """The canonical file. The lots of a draw still to come stay secret: a house that takes the event over
    commits to its own."""
    return write(build_event_file(event))


def build_event_file(event: Event) -> EventFile:
    """The event as a value. An event whose journal cannot be folded is told without what it shows."""
    lines = tuple(_signed_entry(line) for line in _journal(event))
    return EventFile(
        event=_facts(event),
        players=_guest_players({code for line in lines for code in _codes(line.row)}),
        lines=lines,
        told=_projection([line.row for line in lines]),
    )


def write_checker_file(event: Event) -> bytes:
    """For the checker: the event with what is stored of it instead of what the journal folds to, and who sits
    at which table now."""
    file = build_event_file(event)
    numbers = dict(event.entries.values_list("pk", "number"))
    rows = list(Pairing.objects.filter(event=event).select_related("match__table"))
    stored = {
        **file.told,
        "pairings": [_stored_pairing(row, numbers) for row in rows],
        "tables": {
            row.label: row.match.table.number
            for row in rows
            if row.match is not None and row.match.table is not None and row.match.status in OPEN
        },
    }
    journal = [{"seq": row.seq, "kind": row.kind, "payload": row.payload} for row in file.rows]
    facts = {**file.event, "players": {guest.code: {"name": guest.name} for guest in file.players}}
    return canonical({"crawford": "event/1", "event": facts, "journal": journal, "told": stored})


def find_imported_event(key: str) -> Event | None:
    """The event whose journal begins with a line under this key: the same event, in this house."""
    first_entry = (
        JournalEntry.objects.filter(seq=1, key=key).select_related("event__tournament__club").first()
    )
    return first_entry.event if first_entry else None


def _journal(event: Event) -> Iterable[JournalEntry]:
    return JournalEntry.objects.filter(event=event).select_related("by").order_by("seq")


def _signed_entry(line: JournalEntry) -> Signed:
    by = line.by.get_username() if line.by else line.signed
    return Signed(Row(line.seq, line.kind, line.payload, line.command), line.at, by, line.reason, line.key)


def _facts(event: Event) -> dict[str, Any]:
    desk = event.tournament.desk
    return {
        **{name: value for part in event_file_parts(event) for name, value in part.items()},
        "name": event.name,
        "tournament": event.tournament.name,
        "starts_at": stamp(event.tournament.starts_at),
        "format": event.format,
        "length": event.main_length,
        "consolation_length": event.consolation_length,
        "settings": event.settings,
        "tables": count_tables(desk),
        "policy": desk.confirm_policy,
        "laws": desk.laws,
    }


def _codes(row: Row) -> list[str]:
    if row.kind == "substituted":
        return [row.payload["player"]]
    if row.kind == "manned":
        return [code for code in (row.payload["captain"], *row.payload["members"]) if code]
    return [item["player"] for item in row.payload["entries"]] if row.kind == "entered" else []


def _guest_players(codes: set[str]) -> tuple[Guest, ...]:
    players = list(Player.objects.filter(code__in=codes).select_related("first", "second"))
    players_by_code = {
        player.code: player
        for player_or_pair in players
        for player in (player_or_pair, *player_or_pair.members)
    }
    return tuple(
        Guest(
            code,
            players_by_code[code].name,
            tuple(member.code for member in players_by_code[code].members),
            players_by_code[code].is_team,
        )
        for code in sorted(players_by_code)
    )


def _projection(rows: list[Row]) -> dict[str, Any]:
    try:
        return told(fold(rows))
    except Refusal:
        return {"pairings": [], "places": {}, "standings": {}}


def _stored_pairing(row: Pairing, numbers: dict[int, int]) -> dict[str, Any]:
    def seat(entry: int | None, is_vacant: bool) -> int | None:
        return 0 if is_vacant else numbers.get(entry or 0)

    white = seat(row.white_entry_id, row.white_is_vacant)
    black = seat(row.black_entry_id, row.black_is_vacant)
    winner = numbers.get(row.winner_entry_id or 0)
    if winner is None and row.decided:
        winner = 0
    return {"id": row.label, "white": white, "black": black, "winner": winner, "decided": row.decided}
