"""Facts written back as journal payloads: what is stored, exported and compared."""

from collections.abc import Mapping
from typing import Any

from tournaments.journal.entrants import PARTICULARS, Newcomer
from tournaments.journal.facts import Drawn, Result


def result_payload(pairing: str, result: Result) -> dict[str, Any]:
    """The payload of `settled`; `corrected` adds its choices."""
    return {
        "pairing": pairing,
        "white": result.white,
        "black": result.black,
        "winner": result.winner,
        "white_score": result.white_score,
        "black_score": result.black_score,
        "ending": result.ending,
    }


def entered_payload(players: Mapping[int, str | Newcomer]) -> dict[str, Any]:
    """The payload of `entered`: entry number -> public id of the player, or all that is known of him."""
    return {"entries": [_newcomer(number, newcomer) for number, newcomer in players.items()]}


def _newcomer(number: int, newcomer: str | Newcomer) -> dict[str, Any]:
    if isinstance(newcomer, str):
        return {"entry": number, "player": newcomer}
    return {"entry": number, "player": newcomer.player} | _particulars(newcomer)


def described_payload(particulars: Mapping[int, Newcomer]) -> dict[str, Any]:
    """The payload of `described`: entry number -> all that is known of it now."""
    return {
        "entries": [
            {"entry": number, **_particulars(newcomer)}
            | ({"partners": list(newcomer.partners)} if newcomer.partners else {})
            for number, newcomer in particulars.items()
        ]
    }


def _particulars(newcomer: Newcomer) -> dict[str, Any]:
    values = {name: getattr(newcomer, name) for name in PARTICULARS}
    return {name: value for name, value in values.items() if value}


def drawn_payload(draw: Drawn) -> dict[str, Any]:
    """The payload of `drawn`."""
    return {
        "flight": draw.flight,
        "format": draw.format,
        "seed": draw.seed,
        "seeds": list(draw.seeds),
        "lines": list(draw.lines),
    }


def relined_payload(flight: str, lines: Mapping[int, int], cause: str) -> dict[str, Any]:
    """The payload of `relined`: lines from 1 with the entries that stand there now, 0 for a bye."""
    line_payload = {str(line): lines[line] for line in sorted(lines)}
    return {"flight": flight, "lines": line_payload, "cause": cause}
