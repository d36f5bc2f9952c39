"""Journal payloads: read into facts, in current and older forms, and written back from them."""

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
    count,
    day,
    described,
    integers,
    newcomer,
    nonempty_string,
    noted,
    one_of,
    string,
)
from tournaments.journal.formations import (
    Formation,
    read_fielded,
    read_formed,
    read_manned,
)

RESULT_KEYS = frozenset({"pairing", "white", "black", "winner", "white_score", "black_score", "ending"})
FLIGHT = frozenset({"flight"})
LONGEST = 99
# A performance rating in a journal: a decimal number with thousandths.
RATING = re.compile(r"(0|[1-9][0-9]{0,7})\.[0-9]{3}", re.ASCII)


def read(row: StoredRow) -> Fact | Formation:
    """Return the fact of a row. Refuses ("journal_unreadable") unknown kinds and invalid payloads."""
    reader = READERS.get(row.kind)
    try:
        if reader is None:
            raise ValueError(row.kind)
        return reader(row.payload)
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise Refusal("journal_unreadable", seq=row.seq, kind=row.kind) from fault


def _planned(payload: Payload) -> Planned:
    return Planned(plan.read_plan(payload))


def _entered(payload: Payload) -> Entered:
    check_keys(payload, {"entries"})
    pairs = [(count(item, "entry"), newcomer(item)) for item in payload["entries"]]
    if not pairs or len(dict(pairs)) != len(pairs):
        raise ValueError("entries")
    return Entered(dict(pairs))


def _withdrawn(payload: Payload) -> Withdrawn:
    check_keys(payload, {"entry"}, FLIGHT)
    return Withdrawn(count(payload, "entry"), string(payload, "flight"))


def _reinstated(payload: Payload) -> Reinstated:
    check_keys(payload, {"entry"}, FLIGHT)
    return Reinstated(count(payload, "entry"), string(payload, "flight"))


def _substituted(payload: Payload) -> Substituted:
    check_keys(payload, {"entry", "player"})
    return Substituted(count(payload, "entry"), nonempty_string(payload, "player"))


def _committed(payload: Payload) -> Committed:
    check_keys(payload, {"commitment"})
    return Committed(nonempty_string(payload, "commitment"))


def _drawn(payload: Payload) -> Drawn:
    check_keys(payload, {"format", "seed", "seeds", "lines"}, FLIGHT)
    return Drawn(
        format=nonempty_string(payload, "format"),
        seed=nonempty_string(payload, "seed"),
        seeds=integers(payload["seeds"]),
        lines=integers(payload["lines"]),
        flight=string(payload, "flight"),
    )


def _published(payload: Payload) -> Published:
    check_keys(payload, set(), FLIGHT)
    return Published(string(payload, "flight"))


def _relined(payload: Payload) -> Relined:
    check_keys(payload, {"flight", "lines", "cause"})
    line_payload = payload["lines"]
    lines = {int(line): count(line_payload, line, minimum=0) for line in line_payload}
    if not lines or min(lines) < 1 or any(str(int(line)) != line for line in line_payload):
        raise ValueError("lines")
    return Relined(nonempty_string(payload, "flight"), lines, one_of(payload["cause"], CAUSES))


def _joined(payload: Payload) -> Joined:
    check_keys(payload, {"flight", "entry"})
    return Joined(nonempty_string(payload, "flight"), count(payload, "entry"))


def _paired(payload: Payload) -> Paired:
    check_keys(payload, {"flight", "round", "seed", "boards", "byes"}, frozenset({"reasons"}))
    return Paired(
        flight=nonempty_string(payload, "flight"),
        round=count(payload, "round"),
        seed=nonempty_string(payload, "seed"),
        boards=tuple(_board(item) for item in payload["boards"]),
        byes=tuple(_bye(item) for item in payload["byes"]),
        reasons=_reasons(payload) if "reasons" in payload else (),
    )


def _board(item: Payload) -> Board:
    check_keys(item, {"white", "black", "reasons"})
    return Board(count(item, "white"), count(item, "black"), _reasons(item))


def _bye(item: Payload) -> Bye:
    check_keys(item, {"entry", "kind", "reasons"})
    return Bye(count(item, "entry"), one_of(item["kind"], BYE_KINDS), _reasons(item))


def _reasons(item: Payload) -> tuple[Reason, ...]:
    for reason_payload in item["reasons"]:
        check_keys(reason_payload, {"code", "facts"})
        nonempty_string(reason_payload, "code")
    return tuple(reason_of(reason_payload) for reason_payload in item["reasons"])


def _lengthened(payload: Payload) -> Lengthened:
    check_keys(payload, {"flight", "round", "length"})
    length = count(payload, "length")
    if length > LONGEST:
        raise ValueError("length")
    return Lengthened(nonempty_string(payload, "flight"), count(payload, "round"), length)


def _dated(payload: Payload) -> Dated:
    if "pairing" in payload:
        check_keys(payload, {"pairing", "until"})
        return Dated("", {0: day(payload["until"])}, nonempty_string(payload, "pairing"))
    check_keys(payload, {"flight", "until"})
    until = {int(number): day(last_day) for number, last_day in payload["until"].items()}
    if not until or min(until) < 1 or any(str(int(number)) != number for number in payload["until"]):
        raise ValueError("until")
    return Dated(nonempty_string(payload, "flight"), until)


def _ended(payload: Payload) -> Ended:
    check_keys(payload, {"flight"})
    return Ended(nonempty_string(payload, "flight"))


def _settled(payload: Payload) -> Settled:
    check_keys(payload, RESULT_KEYS)
    return Settled(nonempty_string(payload, "pairing"), _result(payload))


def _reopened(payload: Payload) -> Reopened:
    check_keys(payload, {"pairing"})
    return Reopened(nonempty_string(payload, "pairing"))


def _measured(payload: Payload) -> Measured:
    check_keys(payload, {"pairing", "white_pr", "black_pr"}, frozenset({"ruling"}))
    ratings = string(payload, "white_pr"), string(payload, "black_pr")
    if any(value and not RATING.fullmatch(value) for value in ratings) or bool(ratings[0]) != bool(
        ratings[1]
    ):
        raise ValueError("pr")
    ruling = one_of(payload.get("ruling", ""), PR_RULINGS)
    if ruling and (ruling == BY_FIGURES) != bool(ratings[0]):
        raise ValueError("ruling")
    return Measured(nonempty_string(payload, "pairing"), Measure(*ratings, ruling))


def _corrected(payload: Payload) -> Corrected:
    check_keys(payload, RESULT_KEYS | {"choices"})
    choices = payload["choices"]
    if not isinstance(choices, dict) or not set(choices.values()) <= set(CHOICES):
        raise ValueError("choices")
    return Corrected(nonempty_string(payload, "pairing"), _result(payload), dict(choices))


def _undone(payload: Payload) -> Undone:
    check_keys(payload, {"seq"})
    return Undone(count(payload, "seq", minimum=0))


def _result(payload: Payload) -> PairingResult:
    result = PairingResult(
        white=count(payload, "white"),
        black=count(payload, "black"),
        winner=payload["winner"],
        white_score=count(payload, "white_score", minimum=0),
        black_score=count(payload, "black_score", minimum=0),
        ending=payload["ending"],
    )
    winners = {NOBODY} if result.ending in WITHOUT_WINNER else {WHITE, BLACK}
    if result.ending not in ENDINGS or result.winner not in winners:
        raise ValueError("ending")
    return result


READERS: dict[str, Callable[[Payload], Fact | Formation]] = {
    "planned": _planned,
    "entered": _entered,
    "withdrawn": _withdrawn,
    "reinstated": _reinstated,
    "substituted": _substituted,
    "described": described,
    "noted": noted,
    "committed": _committed,
    "drawn": _drawn,
    "published": _published,
    "relined": _relined,
    "joined": _joined,
    "paired": _paired,
    "lengthened": _lengthened,
    "dated": _dated,
    "formed": read_formed,
    "manned": read_manned,
    "fielded": read_fielded,
    "ended": _ended,
    "settled": _settled,
    "reopened": _reopened,
    "measured": _measured,
    "corrected": _corrected,
    "undone": _undone,
}


def result_payload(pairing: str, result: PairingResult) -> dict[str, Any]:
    """Return the payload of `settled`; `corrected` adds its choices."""
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
    """Return the payload of `entered`: entry number -> public id of the player, or a newcomer."""
    return {"entries": [_newcomer(number, newcomer) for number, newcomer in players.items()]}


def _newcomer(number: int, newcomer: str | Newcomer) -> dict[str, Any]:
    if isinstance(newcomer, str):
        return {"entry": number, "player": newcomer}
    return {"entry": number, "player": newcomer.player} | _particulars(newcomer)


def described_payload(particulars: Mapping[int, Newcomer]) -> dict[str, Any]:
    """Return the payload of `described`: entry number -> all its details."""
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
    """Return the payload of `drawn`."""
    return {
        "flight": draw.flight,
        "format": draw.format,
        "seed": draw.seed,
        "seeds": list(draw.seeds),
        "lines": list(draw.lines),
    }


def relined_payload(flight: str, lines: Mapping[int, int], cause: str) -> dict[str, Any]:
    """Return the payload of `relined`: lines from 1 with their new entries, 0 for a bye."""
    line_payload = {str(line): lines[line] for line in sorted(lines)}
    return {"flight": flight, "lines": line_payload, "cause": cause}
