"""Journal payloads: the shape of every kind, read into facts and written back; anything else is refused."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.errors import Refusal
from tournaments.journal.facts import (
    BLACK,
    BOTH_ABSENT,
    CHOICES,
    ENDINGS,
    NOBODY,
    WHITE,
    Committed,
    Corrected,
    Drawn,
    Entered,
    Fact,
    Published,
    Reopened,
    Result,
    Row,
    Settled,
    Undone,
    Withdrawn,
)

Payload = Mapping[str, Any]
RESULT_KEYS = frozenset({"pairing", "white", "black", "winner", "white_score", "black_score", "ending"})


def read(row: Row) -> Fact:
    """The fact a row tells; refuses ("journal_unreadable") unknown kinds and any payload of another shape."""
    reader = READERS.get(row.kind)
    try:
        if reader is None:
            raise ValueError(row.kind)
        return reader(row.payload)
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise Refusal("journal_unreadable", seq=row.seq, kind=row.kind) from fault


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


def entered_payload(players: Mapping[int, str]) -> dict[str, Any]:
    """The payload of `entered`."""
    return {"entries": [{"entry": number, "player": code} for number, code in players.items()]}


def drawn_payload(drawn: Drawn) -> dict[str, Any]:
    """The payload of `drawn`."""
    return {
        "format": drawn.format,
        "seed": drawn.seed,
        "seeds": list(drawn.seeds),
        "lines": list(drawn.lines),
    }


def _entered(payload: Payload) -> Entered:
    _keys(payload, {"entries"})
    pairs = [(_count(item, "entry"), _text(item, "player")) for item in payload["entries"]]
    if not pairs or len(dict(pairs)) != len(pairs):
        raise ValueError("entries")
    return Entered(dict(pairs))


def _withdrawn(payload: Payload) -> Withdrawn:
    _keys(payload, {"entry"})
    return Withdrawn(_count(payload, "entry"))


def _committed(payload: Payload) -> Committed:
    _keys(payload, {"commitment"})
    return Committed(_text(payload, "commitment"))


def _drawn(payload: Payload) -> Drawn:
    _keys(payload, {"format", "seed", "seeds", "lines"})
    return Drawn(
        format=_text(payload, "format"),
        seed=_text(payload, "seed"),
        seeds=_numbers(payload["seeds"]),
        lines=_numbers(payload["lines"]),
    )


def _published(payload: Payload) -> Published:
    _keys(payload, set())
    return Published()


def _settled(payload: Payload) -> Settled:
    _keys(payload, RESULT_KEYS)
    return Settled(_text(payload, "pairing"), _result(payload))


def _reopened(payload: Payload) -> Reopened:
    _keys(payload, {"pairing"})
    return Reopened(_text(payload, "pairing"))


def _corrected(payload: Payload) -> Corrected:
    _keys(payload, RESULT_KEYS | {"choices"})
    choices = payload["choices"]
    if not isinstance(choices, dict) or not set(choices.values()) <= set(CHOICES):
        raise ValueError("choices")
    return Corrected(_text(payload, "pairing"), _result(payload), dict(choices))


def _undone(payload: Payload) -> Undone:
    _keys(payload, {"seq"})
    return Undone(_count(payload, "seq", least=0))


def _result(payload: Payload) -> Result:
    result = Result(
        white=_count(payload, "white"),
        black=_count(payload, "black"),
        winner=payload["winner"],
        white_score=_count(payload, "white_score", least=0),
        black_score=_count(payload, "black_score", least=0),
        ending=payload["ending"],
    )
    nobody_won = result.ending == BOTH_ABSENT
    if result.ending not in ENDINGS or result.winner not in ({NOBODY} if nobody_won else {WHITE, BLACK}):
        raise ValueError("ending")
    return result


def _keys(payload: Payload, names: set[str] | frozenset[str]) -> None:
    if set(payload) != set(names):
        raise ValueError("keys")


def _text(payload: Payload, name: str) -> str:
    value = payload[name]
    if not isinstance(value, str) or not value:
        raise ValueError(name)
    return value


def _count(payload: Payload, name: str, least: int = 1) -> int:
    value = payload[name]
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError(name)
    return value


def _numbers(values: Any) -> tuple[int, ...]:
    if not isinstance(values, list) or not all(type(value) is int and value >= 0 for value in values):
        raise ValueError("numbers")
    return tuple(values)


READERS: dict[str, Callable[[Payload], Fact]] = {
    "entered": _entered,
    "withdrawn": _withdrawn,
    "committed": _committed,
    "drawn": _drawn,
    "published": _published,
    "settled": _settled,
    "reopened": _reopened,
    "corrected": _corrected,
    "undone": _undone,
}
