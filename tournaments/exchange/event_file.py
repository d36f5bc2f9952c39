"""The event file: canonical JSON with a checksum; writing what was read gives the same bytes."""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any

from matches.records.signed_documents import (
    CHECKSUM,
    SIGNATURE,
    compute_checksum,
    sign_document,
    to_canonical_bytes,
)
from rules.errors import Refusal
from rules.formats.ogxm_signing import Signer
from rules.match import LONGEST_MATCH
from tournaments.journal.facts import StoredRow
from tournaments.journal.final_places import find_final_places
from tournaments.journal.standings import is_table, table_rows
from tournaments.journal.state import EventState, Placement
from tournaments.journal.team_commands import all_placements
from tournaments.standings.tables import TableRow

FORMAT_VERSION = "event/1"
MAX_BYTES = 16 * 1024 * 1024
PLAYER_CODE = re.compile(r"[2-9a-hjkmnp-z]{8}")
MAX_LINE_TEXTS = {"by": 150, "reason": 300, "key": 80, "kind": 20}
MAX_LINES, MAX_PLAYERS = 20_000, 2_000
MAX_INTEGER = 2**31 - 1
# Optional part of a league season: its dates, how they are distributed over the rounds (a pace), and the key
# of the first journal line of the previous season.
LEAGUE, PACES = "league", frozenset({"rounds", "whole"})
# Optional parts: the public page of the tournament, the time settings of its desk, and its breaks.
PAGE, TIMES, BREAKS = "page", "times", "breaks"
PAGE_TEXTS = {
    "description": 12_000,
    "venue": 120,
    "address": 200,
    "map_link": 400,
    "contact": 200,
    "entry_limits": 300,
}
# Times and days of the page; each may be "".
PAGE_TIMES, PAGE_DAYS = ("entry_deadline", "event_starts_at"), ("ends_on",)
MAX_BREAKS, MAX_REASON_LENGTH = 100, 80
COVER_BYTES, ATTACHMENT_BYTES, MAX_ATTACHMENTS = 1_000_000, 4_000_000, 5
EVENT_TEXTS = {"name": 120, "tournament": 120, "format": 30, "starts_at": 40, "policy": 8}
EVENT_NUMBERS = {"length": (1, LONGEST_MATCH), "consolation_length": (1, LONGEST_MATCH), "tables": (0, 256)}


@dataclass(frozen=True, slots=True)
class SignedLine:
    """A journal line with time, author, reason and idempotency key."""

    row: StoredRow
    at: datetime
    by: str
    reason: str
    key: str


@dataclass(frozen=True, slots=True)
class FilePlayer:
    """A player in an event file; `pair` are the codes of both players of a pair, else empty."""

    code: str
    name: str
    pair: tuple[str, ...] = ()
    is_team: bool = False


@dataclass(frozen=True, slots=True)
class EventFile:
    """The content of an event file.

    `event` has its settings, `lines` are the journal. `projection` is the result of the replay, with which an
    import is verified.
    """

    event: Mapping[str, Any]
    players: tuple[FilePlayer, ...]
    lines: tuple[SignedLine, ...]
    projection: Mapping[str, Any] = field(default_factory=dict)
    signature: Mapping[str, Any] | None = None

    @property
    def rows(self) -> list[StoredRow]:
        """Return the journal rows for replay."""
        return [line.row for line in self.lines]


def write(file: EventFile, *, signer: Signer | None = None) -> bytes:
    """Return the bytes of a file; equal files give equal bytes on every machine.

    A `signer` signs it; without one it has the signature that it was read with, if any.
    """
    content = {
        "crawford": FORMAT_VERSION,
        "event": {**file.event, "players": {player.code: _player_data(player) for player in file.players}},
        "journal": [_line_data(line) for line in file.lines],
        "projection": dict(file.projection),
    }
    signature = sign_document(content, signer) if signer else file.signature
    block = {} if signature is None else {SIGNATURE: dict(signature)}
    return to_canonical_bytes({**content, **block, CHECKSUM: compute_checksum(content)})


def read(data: bytes) -> EventFile:
    """Parse an event file. Raises `event_file_damaged` at the first difference from the canonical form."""
    content = _parse(data)
    if not isinstance(content, dict) or content.get("crawford") != FORMAT_VERSION:
        raise Refusal("event_file_damaged", place="crawford")
    if (
        set(content) - {SIGNATURE} != {"crawford", "event", "journal", "projection", CHECKSUM}
        or compute_checksum(content) != content[CHECKSUM]
    ):
        raise Refusal("event_file_damaged", place="seal")
    place = "event"
    try:
        event = _read_event(content["event"])
        players = _read_players(content["event"]["players"])
        place = "journal"
        lines = _read_lines(content["journal"], {player.code for player in players})
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as fault:
        raise Refusal("event_file_damaged", place=place) from fault
    signature = content.get(SIGNATURE)
    if signature is not None and not isinstance(signature, dict):
        raise Refusal("event_file_damaged", place=SIGNATURE)
    return EventFile(event, players, lines, content["projection"], signature)


def format_time(at: datetime) -> str:
    """Format a time: UTC with microseconds."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def parse_time(text: str) -> datetime:
    """Parse a time. Raises ValueError for another format."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)


def _player_data(player: FilePlayer) -> dict[str, Any]:
    if player.is_team:
        return {"name": player.name, "team": True}
    return {"name": player.name, "pair": list(player.pair)} if player.pair else {"name": player.name}


def _line_data(line: SignedLine) -> dict[str, Any]:
    return {
        "seq": line.row.seq,
        "kind": line.row.kind,
        "payload": line.row.payload,
        "command": line.row.command_number,
        "at": format_time(line.at),
        "by": line.by,
        "reason": line.reason,
        "key": line.key,
    }


def _read_event(event_data: Mapping[str, Any]) -> dict[str, Any]:
    event = {key: value for key, value in event_data.items() if key != "players"}
    for key, max_length in EVENT_TEXTS.items():
        _check_text(event[key], max_length)
    for key, (minimum, maximum) in EVENT_NUMBERS.items():
        _check_number(event[key], minimum, maximum)
    if set(event) - {LEAGUE, PAGE, TIMES, BREAKS} != {*EVENT_TEXTS, *EVENT_NUMBERS, "settings", "laws"}:
        raise ValueError("event")
    if LEAGUE in event:
        _check_league(event[LEAGUE])
    if PAGE in event:
        _check_page(event[PAGE])
    if TIMES in event:
        _check_times(event[TIMES])
    if BREAKS in event:
        _check_breaks(event[BREAKS])
    parse_time(event["starts_at"])
    _check_values({"settings": event["settings"], "laws": event["laws"]})
    if not isinstance(event["settings"], dict) or not isinstance(event["laws"], dict):
        raise TypeError("settings")
    return event


def _check_league(league_data: Mapping[str, Any]) -> None:
    if set(league_data) != {"starts_on", "ends_on", "pace", "after"}:
        raise ValueError(LEAGUE)
    _check_text(league_data["after"], MAX_LINE_TEXTS["key"])
    first, last = (
        date.fromisoformat(_check_text(league_data[name], 10)) for name in ("starts_on", "ends_on")
    )
    if last < first or _check_text(league_data["pace"], 6) not in PACES:
        raise ValueError(LEAGUE)


def _check_page(page_data: Mapping[str, Any]) -> None:
    if set(page_data) != {*PAGE_TEXTS, *PAGE_TIMES, *PAGE_DAYS, "cover", "attachments"}:
        raise ValueError(PAGE)
    for key, max_length in PAGE_TEXTS.items():
        _check_text(page_data[key], max_length)
    for read_value, keys in ((parse_time, PAGE_TIMES), (date.fromisoformat, PAGE_DAYS)):
        for key in keys:
            if _check_text(page_data[key], 40):
                read_value(page_data[key])
    _check_page_files(page_data)


def _check_page_files(page_data: Mapping[str, Any]) -> None:
    cover, attachments = page_data["cover"], page_data["attachments"]
    if cover is not None:
        _check_file(cover, {"alt": 200}, "jpeg", COVER_BYTES)
    if not isinstance(attachments, list) or len(attachments) > MAX_ATTACHMENTS:
        raise ValueError("attachments")
    for attachment in attachments:
        _check_file(attachment, {"name": 120}, "pdf", ATTACHMENT_BYTES)


def _check_file(file_data: Mapping[str, Any], texts: Mapping[str, int], key: str, max_bytes: int) -> None:
    """Raise ValueError unless a file has just these texts, and data in Base64 of limited size under `key`."""
    if set(file_data) != {*texts, key}:
        raise ValueError(key)
    for name, max_length in texts.items():
        _check_text(file_data[name], max_length)
    if not 0 < len(decode(file_data[key])) <= max_bytes:
        raise ValueError(key)


def decode(text: str) -> bytes:
    """Return the bytes of a file inside an event file. Raises ValueError for what is not Base64."""
    return b64decode(text, validate=True)


def encode(data: bytes) -> str:
    """Return the Base64 text of a file inside an event file."""
    return b64encode(data).decode()


def _check_times(times_data: Mapping[str, Any]) -> None:
    if set(times_data) != {"scale", "final_after", "clock"}:
        raise ValueError(TIMES)
    _check_text(times_data["clock"], 8)
    if times_data["final_after"] is not None:
        _check_number(times_data["final_after"], 1, 24 * 60)
    if times_data["scale"] is not None:
        grace, step, loses = times_data["scale"]
        _check_number(grace, 1, 24 * 60)
        _check_number(step, 1, 24 * 60)
        if not isinstance(loses, bool):
            raise ValueError(TIMES)


def _check_breaks(breaks_data: Any) -> None:
    if not isinstance(breaks_data, list) or not 1 <= len(breaks_data) <= MAX_BREAKS:
        raise ValueError(BREAKS)
    for break_data in breaks_data:
        if set(break_data) != {"begins_at", "ends_at", "reason", "is_of_event"}:
            raise ValueError(BREAKS)
        _check_text(break_data["reason"], MAX_REASON_LENGTH)
        if not isinstance(break_data["is_of_event"], bool):
            raise TypeError(BREAKS)
        if parse_time(break_data["ends_at"]) < parse_time(break_data["begins_at"]):
            raise ValueError(BREAKS)


def _read_players(players_data: Mapping[str, Any]) -> tuple[FilePlayer, ...]:
    if len(players_data) > MAX_PLAYERS:
        raise ValueError("players")
    players = [_read_player(code, player_data) for code, player_data in players_data.items()]
    single_codes = {player.code for player in players if not player.pair and not player.is_team}
    for player in players:
        if player.pair and (len(set(player.pair)) != 2 or not set(player.pair) <= single_codes):
            raise ValueError("pair")
    return tuple(players)


def _read_player(code: str, player_data: Mapping[str, Any]) -> FilePlayer:
    if not PLAYER_CODE.fullmatch(code) or set(player_data) not in (
        {"name"},
        {"name", "pair"},
        {"name", "team"},
    ):
        raise ValueError("player")
    name = _check_text(player_data["name"], 300)
    if not name.strip():
        raise ValueError("name")
    if player_data.get("team", True) is not True:
        raise ValueError("team")
    return FilePlayer(
        code, name, tuple(_check_text(each, 8) for each in player_data.get("pair", ())), "team" in player_data
    )


def _read_lines(lines_data: Sequence[Mapping[str, Any]], player_codes: set[str]) -> tuple[SignedLine, ...]:
    if not isinstance(lines_data, list) or not 1 <= len(lines_data) <= MAX_LINES:
        raise ValueError("journal")
    lines = tuple(_read_line(item, place) for place, item in enumerate(lines_data, start=1))
    for previous, line in pairwise(lines):
        # The lines of a command are consecutive, and it is numbered by the first of them.
        if line.row.command not in (line.row.seq, previous.row.command):
            raise ValueError("command")
    added_codes = {player for line in lines for player in list_added_players(line.row)}
    if len({line.key for line in lines}) != len(lines) or not added_codes <= player_codes:
        raise ValueError("journal")
    return lines


def _read_line(item: Mapping[str, Any], place: int) -> SignedLine:
    texts = {key: _check_text(item[key], max_length) for key, max_length in MAX_LINE_TEXTS.items()}
    if item["seq"] != place or len(item) != 8 or not texts["key"] or not isinstance(item["payload"], dict):
        raise ValueError("line")
    _check_values(item["payload"])
    row = StoredRow(place, texts["kind"], item["payload"], _check_number(item["command"], 1, place))
    return SignedLine(row, parse_time(item["at"]), texts["by"], texts["reason"], texts["key"])


def list_added_players(row: StoredRow) -> list[str]:
    """Return the codes of players a line adds to the event."""
    if row.kind == "substituted":
        return [str(row.payload["player"])]
    if row.kind == "manned":
        return [code for code in (row.payload["captain"], *row.payload["members"]) if code]
    if row.kind != "entered":
        return []
    return [str(item["player"]) for item in row.payload["entries"] if _check_number(item["entry"], 1, 32_767)]


def _check_values(value: Any) -> None:
    """Raise ValueError for values that not every database can store: floats, huge integers, broken texts."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _check_text(key, 200)
            _check_values(inner)
    elif isinstance(value, list):
        for inner in value:
            _check_values(inner)
    elif isinstance(value, str):
        _check_text(value, 1000)
    elif isinstance(value, float) or (isinstance(value, int) and abs(value) > MAX_INTEGER):
        raise ValueError("number")


def _check_text(value: Any, max_length: int) -> str:
    if not isinstance(value, str) or len(value) > max_length or "\0" in value:
        raise ValueError("text")
    value.encode("utf-8")
    return value


def _check_number(value: Any, minimum: int, maximum: int) -> int:
    if type(value) is not int or not minimum <= value <= maximum:
        raise ValueError("number")
    return value


__all__ = [
    "ATTACHMENT_BYTES",
    "FORMAT_VERSION",
    "MAX_BYTES",
    "PAGE",
    "TIMES",
    "EventFile",
    "FilePlayer",
    "SignedLine",
    "compute_checksum",
    "decode",
    "encode",
    "format_time",
    "parse_time",
    "read",
    "to_canonical_bytes",
    "write",
]


def _parse(data: bytes) -> Any:
    if len(data) > MAX_BYTES:
        raise Refusal("event_file_damaged", place="size")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise Refusal("event_file_damaged", place="json") from fault


def export_projection(state: EventState, placements: Mapping[str, Placement] | None = None) -> dict[str, Any]:
    """Return the exported projection of an event.

    `pairings` in graph order, `places` of the event by entry, `standings` by flight.
    """
    placed = all_placements(state) if placements is None else placements
    return {
        "pairings": [_pairing(item) for item in placed.values()],
        "places": {str(entry): list(span) for entry, span in sorted(find_final_places(state).items())},
        "standings": _standings(state),
    }


def build_document(
    event: Mapping[str, Any], journal: list[dict[str, Any]], summary: Mapping[str, Any]
) -> dict[str, Any]:
    """Return an event file without a checksum, as values for `to_canonical_bytes`."""
    return {"crawford": FORMAT_VERSION, "event": dict(event), "journal": journal, "projection": dict(summary)}


def _standings(state: EventState) -> dict[str, Any]:
    """Return the tables of groups, round robins and rounds, by flight."""
    standings = {}
    for flight in state.index.by_flight:
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
