"""Event files of random tournaments, as a site would have written them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from rules.options import MatchLaws
from tournaments.exchange.event_file import (
    LEAGUE,
    EventFile,
    FilePlayer,
    SignedLine,
    export_projection,
    format_time,
    write,
)
from tournaments.journal.facts import StoredRow
from tournaments.journal.replay import fold
from tournaments.verification.simulator.openings import SEASON, TEAM_EVENTS
from tournaments.verification.simulator.simulation import LENGTH
from tournaments.verification.simulator.simulation_run import SimulationResult

# Keys of a payload whose values are players.
PEOPLE = frozenset({"player", "captain", "members", "white_players", "black_players"})
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
BEGAN = datetime(2026, 11, 7, 10, 0, tzinfo=UTC)


def code(text: str) -> str:
    """The player code for a name of the simulator, such as "p17"."""
    number, digits = int.from_bytes(text.encode()), ""
    for _ in range(8):
        number, digit = divmod(number, len(LETTERS))
        digits = LETTERS[digit] + digits
    return digits


def file_of_course(course: SimulationResult) -> bytes:
    """The event file of a random tournament, its rows signed and one minute apart."""
    names: dict[str, str] = {}
    rows = [StoredRow(row.seq, row.kind, _coded(row.payload, names)) for row in course.rows]
    lines = tuple(
        SignedLine(row, BEGAN + timedelta(minutes=row.seq), "director", "", f"{course.seed}-{row.seq}")
        for row in rows
    )
    teams = (
        {names[entered["player"]] for row in rows for entered in _entered(row)}
        if course.format_name in TEAM_EVENTS
        else ()
    )
    guests = tuple(
        FilePlayer(each, f"Player {text}", is_team=text in teams) for each, text in sorted(names.items())
    )
    return write(EventFile(_event(course), guests, lines, export_projection(fold(rows))))


def _entered(row: StoredRow) -> list[dict[str, Any]]:
    if row.kind == "substituted":
        return [dict(row.payload)]
    return list(row.payload["entries"]) if row.kind == "entered" else []


def _event(course: SimulationResult) -> dict[str, Any]:
    season = {"starts_on": "2026-10-01", "ends_on": "2026-12-31", "pace": "rounds", "after": ""}
    return {
        **({LEAGUE: season} if course.format_name == SEASON else {}),
        "name": f"Trial {course.format_name}",
        "tournament": f"Trial {course.seed}",
        "starts_at": format_time(BEGAN),
        "format": "planned",
        "length": LENGTH,
        "consolation_length": LENGTH,
        "settings": {},
        "tables": 3,
        "policy": "desk",
        "laws": MatchLaws().to_json(),
    }


def _coded(payload: Any, names: dict[str, str]) -> Any:
    """The payload with a code for every player."""
    if isinstance(payload, list):
        return [_coded(each, names) for each in payload]
    if not isinstance(payload, dict):
        return payload
    coded_payload = {key: _coded(value, names) for key, value in payload.items()}
    for key in PEOPLE & set(payload):
        person = payload[key]
        coded_payload[key] = (
            _named(person, names) if isinstance(person, str) else [_named(one, names) for one in person]
        )
    return coded_payload


def _named(text: str, names: dict[str, str]) -> str:
    if text:
        names[code(text)] = text
    return code(text) if text else ""
