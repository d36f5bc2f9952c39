"""The event file: canonical JSON with a checksum, written and read without loss."""

import hashlib
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any

from rules.errors import Refusal
from tournaments.formats.graph import MAIN
from tournaments.journal.board import places
from tournaments.journal.facts import StoredRow
from tournaments.journal.standings import is_table, table_rows
from tournaments.journal.state import EventState, Placement
from tournaments.journal.team_commands import all_placements
from tournaments.standings.tables import TableRow

FORM = "event/1"
LARGEST = 16 * 1024 * 1024
CODE = re.compile(r"[2-9a-hjkmnp-z]{8}")
LONGEST_TEXT = {"by": 150, "reason": 300, "key": 80, "kind": 20}
MOST_LINES, MOST_PLAYERS = 20_000, 2_000
BIGGEST = 2**31 - 1
# A league season: its dates, their distribution, and the key of the first line of the previous season.
LEAGUE, PACES = "league", frozenset({"rounds", "whole"})
# The public page of the tournament, where there is one, and what its desk has set besides laws and policy.
PAGE, TIMES = "page", "times"
PAGE_TEXTS = {
    "description": 12_000,
    "venue": 120,
    "address": 200,
    "map_link": 400,
    "contact": 200,
    "entry_limits": 300,
}
# Moments and days that may be empty.
PAGE_MOMENTS, PAGE_DAYS = ("entry_deadline", "event_starts_at"), ("ends_on",)
COVER_BYTES, ATTACHMENT_BYTES, MOST_ATTACHMENTS = 1_000_000, 4_000_000, 5
EVENT_TEXTS = {"name": 120, "tournament": 120, "format": 30, "starts_at": 40, "policy": 8}
EVENT_NUMBERS = {"length": (1, 99), "consolation_length": (1, 99), "tables": (0, 256)}


@dataclass(frozen=True, slots=True)
class Signed:
    """A journal line with time, author, reason and idempotency key."""

    row: StoredRow
    at: datetime
    by: str
    reason: str
    key: str


@dataclass(frozen=True, slots=True)
class Guest:
    """A player in a file; a pair has the codes of its two, a team none."""

    code: str
    name: str
    pair: tuple[str, ...] = ()
    is_team: bool = False


@dataclass(frozen=True, slots=True)
class EventFile:
    """The content of an event file. The last field is the exported projection, used to verify the file."""

    event: Mapping[str, Any]
    players: tuple[Guest, ...]
    lines: tuple[Signed, ...]
    projection: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rows(self) -> list[StoredRow]:
        """Return the journal rows for replay."""
        return [line.row for line in self.lines]


def write(file: EventFile) -> bytes:
    """Return the bytes of a file; equal files give equal bytes on every machine."""
    whole = {
        "crawford": FORM,
        "event": {**file.event, "players": {guest.code: _guest(guest) for guest in file.players}},
        "journal": [_line(line) for line in file.lines],
        "projection": dict(file.projection),
    }
    return canonical({**whole, "seal": checksum(whole)})


def canonical(whole: Mapping[str, Any]) -> bytes:
    """Return the canonical bytes of a file: sorted keys, no spaces, UTF-8, one line feed at the end."""
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{text}\n".encode("utf-8", "surrogatepass")


def checksum(whole: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the file without its checksum field."""
    return hashlib.sha256(canonical({key: whole[key] for key in whole if key != "seal"})).hexdigest()


def read(data: bytes) -> EventFile:
    """Parse an event file. Raises `event_file_damaged` at the first difference from the canonical form."""
    document = _parse(data)
    if not isinstance(document, dict) or document.get("crawford") != FORM:
        raise Refusal("event_file_damaged", place="crawford")
    if (
        set(document) != {"crawford", "event", "journal", "projection", "seal"}
        or checksum(document) != document["seal"]
    ):
        raise Refusal("event_file_damaged", place="seal")
    place = "event"
    try:
        event = _event(document["event"])
        players = _players(document["event"]["players"])
        place = "journal"
        lines = _lines(document["journal"], {guest.code for guest in players})
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as fault:
        raise Refusal("event_file_damaged", place=place) from fault
    return EventFile(event, players, lines, document["projection"])


def stamp(at: datetime) -> str:
    """Format a time: UTC with microseconds."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def moment(text: str) -> datetime:
    """Parse a time. Raises ValueError for another format."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)


def _guest(guest: Guest) -> dict[str, Any]:
    if guest.is_team:
        return {"name": guest.name, "team": True}
    return {"name": guest.name, "pair": list(guest.pair)} if guest.pair else {"name": guest.name}


def _line(line: Signed) -> dict[str, Any]:
    return {
        "seq": line.row.seq,
        "kind": line.row.kind,
        "payload": line.row.payload,
        "command": line.row.command_number,
        "at": stamp(line.at),
        "by": line.by,
        "reason": line.reason,
        "key": line.key,
    }


def _event(event_data: Mapping[str, Any]) -> dict[str, Any]:
    event = {key: value for key, value in event_data.items() if key != "players"}
    for key, longest in EVENT_TEXTS.items():
        _text(event[key], longest)
    for key, (minimum, maximum) in EVENT_NUMBERS.items():
        _number(event[key], minimum, maximum)
    if set(event) - {LEAGUE, PAGE, TIMES} != {*EVENT_TEXTS, *EVENT_NUMBERS, "settings", "laws"}:
        raise ValueError("event")
    if LEAGUE in event:
        _league(event[LEAGUE])
    if PAGE in event:
        _page(event[PAGE])
    if TIMES in event:
        _times(event[TIMES])
    moment(event["starts_at"])
    _plain({"settings": event["settings"], "laws": event["laws"]})
    if not isinstance(event["settings"], dict) or not isinstance(event["laws"], dict):
        raise TypeError("settings")
    return event


def _league(league_data: Mapping[str, Any]) -> None:
    if set(league_data) != {"starts_on", "ends_on", "pace", "after"}:
        raise ValueError(LEAGUE)
    _text(league_data["after"], LONGEST_TEXT["key"])
    first, last = (date.fromisoformat(_text(league_data[name], 10)) for name in ("starts_on", "ends_on"))
    if last < first or _text(league_data["pace"], 6) not in PACES:
        raise ValueError(LEAGUE)


def _page(page_data: Mapping[str, Any]) -> None:
    if set(page_data) != {*PAGE_TEXTS, *PAGE_MOMENTS, *PAGE_DAYS, "cover", "attachments"}:
        raise ValueError(PAGE)
    for key, longest in PAGE_TEXTS.items():
        _text(page_data[key], longest)
    for read_value, keys in ((moment, PAGE_MOMENTS), (date.fromisoformat, PAGE_DAYS)):
        for key in keys:
            if _text(page_data[key], 40):
                read_value(page_data[key])
    _page_files(page_data)


def _page_files(page_data: Mapping[str, Any]) -> None:
    cover, attachments = page_data["cover"], page_data["attachments"]
    if cover is not None:
        _file(cover, {"alt": 200}, "jpeg", COVER_BYTES)
    if not isinstance(attachments, list) or len(attachments) > MOST_ATTACHMENTS:
        raise ValueError("attachments")
    for attachment in attachments:
        _file(attachment, {"name": 120}, "pdf", ATTACHMENT_BYTES)


def _file(file_data: Mapping[str, Any], texts: Mapping[str, int], key: str, most_bytes: int) -> None:
    """Raise ValueError for a file that is not as this form holds one: texts, and Base64 of bounded size."""
    if set(file_data) != {*texts, key}:
        raise ValueError(key)
    for name, longest in texts.items():
        _text(file_data[name], longest)
    if not 0 < len(decode(file_data[key])) <= most_bytes:
        raise ValueError(key)


def decode(text: str) -> bytes:
    """Return the bytes of a file inside an event file. Raises ValueError for what is not Base64."""
    return b64decode(text, validate=True)


def encode(data: bytes) -> str:
    """Return the text under which a file is inside an event file."""
    return b64encode(data).decode()


def _times(times_data: Mapping[str, Any]) -> None:
    if set(times_data) != {"scale", "final_after", "clock"}:
        raise ValueError(TIMES)
    _text(times_data["clock"], 8)
    if times_data["final_after"] is not None:
        _number(times_data["final_after"], 1, 24 * 60)
    if times_data["scale"] is not None:
        grace, step, loses = times_data["scale"]
        _number(grace, 1, 24 * 60)
        _number(step, 1, 24 * 60)
        if not isinstance(loses, bool):
            raise ValueError(TIMES)


def _players(players_data: Mapping[str, Any]) -> tuple[Guest, ...]:
    if len(players_data) > MOST_PLAYERS:
        raise ValueError("players")
    guests = [_read_guest(code, player_data) for code, player_data in players_data.items()]
    alone = {guest.code for guest in guests if not guest.pair and not guest.is_team}
    for guest in guests:
        if guest.pair and (len(set(guest.pair)) != 2 or not set(guest.pair) <= alone):
            raise ValueError("pair")
    return tuple(guests)


def _read_guest(code: str, player_data: Mapping[str, Any]) -> Guest:
    if not CODE.fullmatch(code) or set(player_data) not in ({"name"}, {"name", "pair"}, {"name", "team"}):
        raise ValueError("player")
    name = _text(player_data["name"], 300)
    if not name.strip():
        raise ValueError("name")
    if player_data.get("team", True) is not True:
        raise ValueError("team")
    return Guest(
        code, name, tuple(_text(each, 8) for each in player_data.get("pair", ())), "team" in player_data
    )


def _lines(lines_data: Sequence[Mapping[str, Any]], player_codes: set[str]) -> tuple[Signed, ...]:
    if not isinstance(lines_data, list) or not 1 <= len(lines_data) <= MOST_LINES:
        raise ValueError("journal")
    lines = tuple(_read_line(item, place) for place, item in enumerate(lines_data, start=1))
    for before, line in pairwise(lines):
        # The lines of a command are consecutive, and it is numbered by the first of them.
        if line.row.command not in (line.row.seq, before.row.command):
            raise ValueError("command")
    named_codes = {player for line in lines for player in _named(line.row)}
    if len({line.key for line in lines}) != len(lines) or not named_codes <= player_codes:
        raise ValueError("journal")
    return lines


def _read_line(item: Mapping[str, Any], place: int) -> Signed:
    texts = {key: _text(item[key], longest) for key, longest in LONGEST_TEXT.items()}
    if item["seq"] != place or len(item) != 8 or not texts["key"] or not isinstance(item["payload"], dict):
        raise ValueError("line")
    _plain(item["payload"])
    row = StoredRow(place, texts["kind"], item["payload"], _number(item["command"], 1, place))
    return Signed(row, moment(item["at"]), texts["by"], texts["reason"], texts["key"])


def _named(row: StoredRow) -> list[str]:
    """Return the codes of players a line adds to the event."""
    if row.kind == "substituted":
        return [str(row.payload["player"])]
    if row.kind == "manned":
        return [code for code in (row.payload["captain"], *row.payload["members"]) if code]
    if row.kind != "entered":
        return []
    return [str(item["player"]) for item in row.payload["entries"] if _number(item["entry"], 1, 32_767)]


def _plain(value: Any) -> None:
    """Raise ValueError for values not every database can store: floats, huge numbers, broken texts."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _text(key, 200)
            _plain(inner)
    elif isinstance(value, list):
        for inner in value:
            _plain(inner)
    elif isinstance(value, str):
        _text(value, 1000)
    elif isinstance(value, float) or (isinstance(value, int) and abs(value) > BIGGEST):
        raise ValueError("number")


def _text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest or "\0" in value:
        raise ValueError("text")
    value.encode("utf-8")
    return value


def _number(value: Any, minimum: int, maximum: int) -> int:
    if type(value) is not int or not minimum <= value <= maximum:
        raise ValueError("number")
    return value


__all__ = [
    "ATTACHMENT_BYTES",
    "FORM",
    "LARGEST",
    "PAGE",
    "TIMES",
    "EventFile",
    "Guest",
    "Signed",
    "checksum",
    "decode",
    "encode",
    "moment",
    "read",
    "stamp",
    "write",
]


def _parse(data: bytes) -> Any:
    if len(data) > LARGEST:
        raise Refusal("event_file_damaged", place="size")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise Refusal("event_file_damaged", place="json") from fault


def export_projection(state: EventState, placements: Mapping[str, Placement] | None = None) -> dict[str, Any]:
    """Return the exported projection of an event.

    `pairings` in graph order, `places` of the main flight by entry, `standings` by flight.
    """
    placed = all_placements(state) if placements is None else placements
    return {
        "pairings": [_pairing(item) for item in placed.values()],
        "places": {str(entry): list(span) for entry, span in sorted(places(state, MAIN).items())},
        "standings": _standings(state),
    }


def document(
    event: Mapping[str, Any], journal: list[dict[str, Any]], summary: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the event file as values for `event_file.canonical`."""
    return {"crawford": FORM, "event": dict(event), "journal": journal, "projection": dict(summary)}


def _standings(state: EventState) -> dict[str, Any]:
    """Return the tables of groups, round robins and rounds, by flight."""
    standings = {}
    for flight in state.wiring.of_flight:
        stage = state.stages[state.stage_of(flight)].stage
        if is_table(stage):
            standings[flight] = [_row(row) for row in table_rows(state, flight, state.board)]
    return standings


def _row(row: TableRow) -> dict[str, Any]:
    values = {value.name: str(value.amount) for value in row.values}
    return {"entry": row.entry, "place": row.place, "last": row.last, "values": values}


def _pairing(placed: Placement) -> dict[str, Any]:
    return {
        "id": placed.id,
        "white": placed.white,
        "black": placed.black,
        "winner": placed.winner,
        "decided": placed.decided,
    }
