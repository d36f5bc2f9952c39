"""Payloads of journal rows: conversion to facts, with all checks, and from facts."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from rules.errors import Refusal
from tournaments.formats import plan
from tournaments.formats.pairing import Board, Bye
from tournaments.formats.reasons import Reason, reason_of
from tournaments.journal.facts import (
    BLACK,
    BY_FIGURES,
    BYE_KINDS,
    CAUSES,
    CHOICES,
    ENDINGS,
    NOBODY,
    PARTICULARS,
    PR_RULINGS,
    WHITE,
    WITHOUT_WINNER,
    Committed,
    Corrected,
    Dated,
    Drawn,
    Ended,
    Entered,
    Fact,
    Joined,
    Lengthened,
    Measure,
    Measured,
    Newcomer,
    Paired,
    PairingResult,
    Payload,
    Planned,
    Published,
    Reinstated,
    Relined,
    Reopened,
    Settled,
    StoredRow,
    Substituted,
    Undone,
    Withdrawn,
    check_keys,
    read_choice,
    read_count,
    read_day,
    read_described,
    read_integers,
    read_newcomer,
    read_nonempty_string,
    read_noted,
    read_string,
)
from tournaments.journal.team_facts import (
    TeamFact,
    read_entry_type,
    read_lineup,
    read_roster,
)

RESULT_KEYS = frozenset({"pairing", "white", "black", "winner", "white_score", "black_score", "ending"})
FLIGHT = frozenset({"flight"})
LONGEST_MATCH = 99
# A performance rating in a journal has three decimals.
RATING = re.compile(r"(0|[1-9][0-9]{0,7})\.[0-9]{3}", re.ASCII)


def read(row: StoredRow) -> Fact | TeamFact:
    """Return the fact of a row. Refuses ("journal_unreadable") unknown kinds and invalid payloads."""
    reader = READERS.get(row.kind)
    try:
        if reader is None:
            raise ValueError(row.kind)
        return reader(row.payload)
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise Refusal("journal_unreadable", seq=row.seq, kind=row.kind) from fault


def _read_planned(payload: Payload) -> Planned:
    return Planned(plan.read_plan(payload))


def _read_entered(payload: Payload) -> Entered:
    check_keys(payload, {"entries"})
    pairs = [(read_count(item, "entry"), read_newcomer(item)) for item in payload["entries"]]
    if not pairs or len(dict(pairs)) != len(pairs):
        raise ValueError("entries")
    return Entered(dict(pairs))


def _read_withdrawn(payload: Payload) -> Withdrawn:
    check_keys(payload, {"entry"}, FLIGHT)
    return Withdrawn(read_count(payload, "entry"), read_string(payload, "flight"))


def _read_reinstated(payload: Payload) -> Reinstated:
    check_keys(payload, {"entry"}, FLIGHT)
    return Reinstated(read_count(payload, "entry"), read_string(payload, "flight"))


def _read_substituted(payload: Payload) -> Substituted:
    check_keys(payload, {"entry", "player"})
    return Substituted(read_count(payload, "entry"), read_nonempty_string(payload, "player"))


def _read_committed(payload: Payload) -> Committed:
    check_keys(payload, {"commitment"})
    return Committed(read_nonempty_string(payload, "commitment"))


def _read_drawn(payload: Payload) -> Drawn:
    check_keys(payload, {"format", "seed", "seeds", "lines"}, FLIGHT)
    return Drawn(
        format=read_nonempty_string(payload, "format"),
        seed=read_nonempty_string(payload, "seed"),
        seeds=read_integers(payload["seeds"]),
        lines=read_integers(payload["lines"]),
        flight=read_string(payload, "flight"),
    )


def _read_published(payload: Payload) -> Published:
    check_keys(payload, set(), FLIGHT)
    return Published(read_string(payload, "flight"))


def _read_relined(payload: Payload) -> Relined:
    check_keys(payload, {"flight", "lines", "cause"})
    line_payload = payload["lines"]
    lines = {int(line): read_count(line_payload, line, minimum=0) for line in line_payload}
    if not lines or min(lines) < 1 or any(str(int(line)) != line for line in line_payload):
        raise ValueError("lines")
    return Relined(read_nonempty_string(payload, "flight"), lines, read_choice(payload["cause"], CAUSES))


def _read_joined(payload: Payload) -> Joined:
    check_keys(payload, {"flight", "entry"})
    return Joined(read_nonempty_string(payload, "flight"), read_count(payload, "entry"))


def _read_paired(payload: Payload) -> Paired:
    check_keys(payload, {"flight", "round", "seed", "boards", "byes"}, frozenset({"reasons"}))
    return Paired(
        flight=read_nonempty_string(payload, "flight"),
        round=read_count(payload, "round"),
        seed=read_nonempty_string(payload, "seed"),
        boards=tuple(_read_board(item) for item in payload["boards"]),
        byes=tuple(_read_bye(item) for item in payload["byes"]),
        reasons=_read_reasons(payload) if "reasons" in payload else (),
    )


def _read_board(item: Payload) -> Board:
    check_keys(item, {"white", "black", "reasons"})
    return Board(read_count(item, "white"), read_count(item, "black"), _read_reasons(item))


def _read_bye(item: Payload) -> Bye:
    check_keys(item, {"entry", "kind", "reasons"})
    return Bye(read_count(item, "entry"), read_choice(item["kind"], BYE_KINDS), _read_reasons(item))


def _read_reasons(item: Payload) -> tuple[Reason, ...]:
    for reason_payload in item["reasons"]:
        check_keys(reason_payload, {"code", "facts"})
        read_nonempty_string(reason_payload, "code")
    return tuple(reason_of(reason_payload) for reason_payload in item["reasons"])


def _read_lengthened(payload: Payload) -> Lengthened:
    check_keys(payload, {"flight", "round", "length"})
    length = read_count(payload, "length")
    if length > LONGEST_MATCH:
        raise ValueError("length")
    return Lengthened(read_nonempty_string(payload, "flight"), read_count(payload, "round"), length)


def _read_dated(payload: Payload) -> Dated:
    if "pairing" in payload:
        check_keys(payload, {"pairing", "until"})
        return Dated("", {0: read_day(payload["until"])}, read_nonempty_string(payload, "pairing"))
    check_keys(payload, {"flight", "until"})
    until = {int(number): read_day(last_day) for number, last_day in payload["until"].items()}
    if not until or min(until) < 1 or any(str(int(number)) != number for number in payload["until"]):
        raise ValueError("until")
    return Dated(read_nonempty_string(payload, "flight"), until)


def _read_ended(payload: Payload) -> Ended:
    check_keys(payload, {"flight"})
    return Ended(read_nonempty_string(payload, "flight"))


def _read_settled(payload: Payload) -> Settled:
    check_keys(payload, RESULT_KEYS)
    return Settled(read_nonempty_string(payload, "pairing"), _read_result(payload))


def _read_reopened(payload: Payload) -> Reopened:
    check_keys(payload, {"pairing"})
    return Reopened(read_nonempty_string(payload, "pairing"))


def _read_measured(payload: Payload) -> Measured:
    check_keys(payload, {"pairing", "white_pr", "black_pr"}, frozenset({"ruling"}))
    ratings = read_string(payload, "white_pr"), read_string(payload, "black_pr")
    if any(value and not RATING.fullmatch(value) for value in ratings) or bool(ratings[0]) != bool(
        ratings[1]
    ):
        raise ValueError("pr")
    ruling = read_choice(payload.get("ruling", ""), PR_RULINGS)
    if ruling and (ruling == BY_FIGURES) != bool(ratings[0]):
        raise ValueError("ruling")
    return Measured(read_nonempty_string(payload, "pairing"), Measure(*ratings, ruling))


def _read_corrected(payload: Payload) -> Corrected:
    check_keys(payload, RESULT_KEYS | {"choices"})
    choices = payload["choices"]
    if not isinstance(choices, dict) or not set(choices.values()) <= set(CHOICES):
        raise ValueError("choices")
    return Corrected(read_nonempty_string(payload, "pairing"), _read_result(payload), dict(choices))


def _read_undone(payload: Payload) -> Undone:
    check_keys(payload, {"seq"})
    return Undone(read_count(payload, "seq", minimum=0))


def _read_result(payload: Payload) -> PairingResult:
    result = PairingResult(
        white=read_count(payload, "white"),
        black=read_count(payload, "black"),
        winner=payload["winner"],
        white_score=read_count(payload, "white_score", minimum=0),
        black_score=read_count(payload, "black_score", minimum=0),
        ending=payload["ending"],
    )
    winners = {NOBODY} if result.ending in WITHOUT_WINNER else {WHITE, BLACK}
    if result.ending not in ENDINGS or result.winner not in winners:
        raise ValueError("ending")
    return result


READERS: dict[str, Callable[[Payload], Fact | TeamFact]] = {
    "planned": _read_planned,
    "entered": _read_entered,
    "withdrawn": _read_withdrawn,
    "reinstated": _read_reinstated,
    "substituted": _read_substituted,
    "described": read_described,
    "noted": read_noted,
    "committed": _read_committed,
    "drawn": _read_drawn,
    "published": _read_published,
    "relined": _read_relined,
    "joined": _read_joined,
    "paired": _read_paired,
    "lengthened": _read_lengthened,
    "dated": _read_dated,
    "formed": read_entry_type,
    "manned": read_roster,
    "fielded": read_lineup,
    "ended": _read_ended,
    "settled": _read_settled,
    "reopened": _read_reopened,
    "measured": _read_measured,
    "corrected": _read_corrected,
    "undone": _read_undone,
}


def result_payload(pairing: str, result: PairingResult) -> dict[str, Any]:
    """Return the payload of a `settled` row; a `corrected` one has `choices` besides."""
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
    """Return the payload of an `entered` row. `players`: entry number -> public id, or newcomer."""
    return {"entries": [_entry_payload(number, player) for number, player in players.items()]}


def _entry_payload(number: int, player: str | Newcomer) -> dict[str, Any]:
    if isinstance(player, str):
        return {"entry": number, "player": player}
    return {"entry": number, "player": player.player} | _details_payload(player)


def described_payload(particulars: Mapping[int, Newcomer]) -> dict[str, Any]:
    """Return the payload of a `described` row. `particulars`: entry number -> all details of the entry."""
    return {
        "entries": [
            {"entry": number, **_details_payload(details)}
            | ({"partners": list(details.partners)} if details.partners else {})
            for number, details in particulars.items()
        ]
    }


def _details_payload(details: Newcomer) -> dict[str, Any]:
    values = {name: getattr(details, name) for name in PARTICULARS}
    return {name: value for name, value in values.items() if value}


def drawn_payload(draw: Drawn) -> dict[str, Any]:
    """Return the payload of `drawn`."""
    return {
        "flight": draw.flight,
        "format": draw.format,
        "seed": draw.seed,
        "seeds": list(draw.seeds),
        "lines": list(draw.lines),
    }


def relined_payload(flight: str, lines: Mapping[int, int], cause: str) -> dict[str, Any]:
    """Return the payload of a `relined` row. `lines`: line from 1 -> its new entry, 0 for a bye."""
    line_payload = {str(line): lines[line] for line in sorted(lines)}
    return {"flight": flight, "lines": line_payload, "cause": cause}
