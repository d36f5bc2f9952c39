"""Money play between two: its events, the session they lead to, and both as plain data.

What an event does to the cube of a game (doubles, beavers, takes) is in `rules.money_cube.Wager`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, NamedTuple, get_args

from .actions import Beavered, Doubled, Dropped, Took
from .cube import HIGHEST, is_cube_value
from .errors import Illegal, Refusal, Unreadable
from .match import MULTIPLES, GameOutcome
from .money_cube import Close, Wager, check_money_laws
from .options import MoneyLaws
from .sides import SIDES, Side


@dataclass(frozen=True, slots=True)
class DoubledAutomatically:
    """Equal numbers at the opening throw."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The game ended on the board: `level` 1, 2 or 3 for a single game, gammon or backgammon."""

    winner: Side
    level: int = 1


@dataclass(frozen=True, slots=True)
class Resigned:
    """`side` resigned a single game, gammon or backgammon."""

    side: Side
    level: int = 1


@dataclass(frozen=True, slots=True)
class Settled:
    """Both agreed on a price for the game: `points` to `winner`, or nothing to None."""

    winner: Side | None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Scored:
    """A whole game entered at once: how it ended and after how many automatic doubles."""

    outcome: GameOutcome
    automatic: int = 0


CubeEvent = DoubledAutomatically | Doubled | Beavered | Took | Dropped
EndEvent = Finished | Resigned | Settled
Event = CubeEvent | EndEvent | Scored


@dataclass(frozen=True, slots=True)
class MoneyGame:
    """A finished game: its number from 1, how it closed, and the points both have won so far."""

    number: int
    close: Close
    white: int
    black: int


class Payment(NamedTuple):
    """What one player of a session pays the other: who pays, and how many units of the stake."""

    payer: Side
    amount: int


@dataclass(frozen=True, slots=True)
class Session:
    """A session so far: the finished games and the cube of the game being played."""

    laws: MoneyLaws
    games: tuple[MoneyGame, ...]
    game: Wager

    @property
    def white(self) -> int:
        """The points White has won."""
        return self.games[-1].white if self.games else 0

    @property
    def black(self) -> int:
        """The points Black has won."""
        return self.games[-1].black if self.games else 0

    @property
    def balance(self) -> int:
        """White's lead in points; Black's balance is its negative."""
        return self.white - self.black

    @property
    def owed(self) -> Payment | None:
        """What is paid if the session ended now; None when even."""
        if not self.balance:
            return None
        payer = Side.BLACK if self.balance > 0 else Side.WHITE
        return Payment(payer, abs(self.balance) * self.laws.stake)


def fold(laws: MoneyLaws, events: Iterable[Event]) -> Session:
    """Return the session these events lead to; fewer events undo the later ones.

    Raises `Illegal` for the first illegal event, `laws_impossible` for impossible options.
    """
    check_money_laws(laws)
    return reduce(apply, events, Session(laws, (), Wager(laws)))


def apply(session: Session, event: Event) -> Session:
    """The session after one more event. Raises `Illegal` as `rules.money_cube.Wager` and `score_game` do."""
    if isinstance(event, Scored):
        if session.game != Wager(session.laws):
            raise Illegal("game_under_way", "money.session")
        return _closed(session, score_game(session.laws, event.outcome, event.automatic))
    game = _step(session.game, event)
    return _closed(session, game.close) if game.close else replace(session, game=game)


def score_game(laws: MoneyLaws, outcome: GameOutcome, automatic: int = 0) -> Close:
    """Return the points of a game entered at once under these rules; the Jacoby rule is applied.

    Raises `cube_value_impossible`, `automatic_limit`, `cube_below_automatic` (facts `cube`, `least`) or
    `cube_limit_reached`.
    """
    minimum = 1 << max(automatic, 0)
    if outcome.kind not in MULTIPLES or not is_cube_value(outcome.cube):
        raise Illegal("cube_value_impossible", "cube.values", cube=outcome.cube, kind=outcome.kind)
    if not 0 <= automatic <= laws.automatic_doubles:
        raise Illegal("automatic_limit", "money.automatic", limit=laws.automatic_doubles)
    if outcome.cube < minimum:
        raise Illegal("cube_below_automatic", "money.automatic", cube=outcome.cube, least=minimum)
    limit = laws.cube_limit or HIGHEST
    turned_to = outcome.cube * 2 if outcome.kind == "drop" else outcome.cube
    if turned_to > limit:
        raise Illegal("cube_limit_reached", "money.cube-limit", value=turned_to, limit=limit)
    is_plain = laws.jacoby and outcome.cube == minimum and MULTIPLES[outcome.kind] > 1
    reasons = (("jacoby",) if is_plain else ()) + (("automatic",) if automatic else ())
    points = outcome.cube if is_plain else outcome.points
    return Close(outcome.winner, outcome.kind, outcome.cube, points, reasons)


def choices(session: Session) -> tuple[Event, ...]:
    """Every event that may follow now, except settlements (up to `session.game.most`) and `Scored`."""
    return tuple(event for event in _candidates(session.game) if _is_legal(session, event))


def _step(game: Wager, event: CubeEvent | EndEvent) -> Wager:
    if isinstance(event, Doubled | Beavered):
        return _offered(game, event)
    if isinstance(event, Took):
        return game.take(event.side)
    if isinstance(event, Dropped):
        return game.drop(event.side)
    if isinstance(event, DoubledAutomatically):
        return game.double_automatically()
    return _ended(game, event)


def _ended(game: Wager, event: EndEvent) -> Wager:
    if isinstance(event, Finished):
        return game.finish(event.winner, event.level)
    if isinstance(event, Resigned):
        return game.concede(event.side, event.level)
    return game.settle(event.winner, event.points)


def _offered(game: Wager, event: Doubled | Beavered) -> Wager:
    after = game.double(event.side) if isinstance(event, Doubled) else game.beaver(event.side)
    expected = after.offer.value if after.offer else 0
    if event.value not in (0, expected):
        raise Illegal("cube_value_wrong", "cube.values", declared=event.value, expected=expected)
    return after


def _closed(session: Session, close: Close) -> Session:
    white = session.white + (close.points if close.winner is Side.WHITE else 0)
    black = session.black + (close.points if close.winner is Side.BLACK else 0)
    game = MoneyGame(len(session.games) + 1, close, white, black)
    return Session(session.laws, (*session.games, game), Wager(session.laws))


def _candidates(game: Wager) -> Iterator[Event]:
    raised = game.offer.value * 2 if game.offer else 0
    yield DoubledAutomatically()
    for side in SIDES:
        yield Doubled(side, game.cube.value * 2)
        yield Took(side)
        yield Dropped(side)
        yield Beavered(side, raised)
        for level in (1, 2, 3):
            yield Finished(side, level)
            yield Resigned(side, level)


def _is_legal(session: Session, event: Event) -> bool:
    try:
        apply(session, event)
    except Refusal:
        return False
    return True


_FIELDS: Mapping[type[Any], tuple[str, ...]] = {
    Doubled: ("side", "value"),
    Beavered: ("side", "value"),
    Took: ("side",),
    Dropped: ("side",),
    Finished: ("winner", "level"),
    Resigned: ("side", "level"),
    Settled: ("winner", "points"),
}
_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}
_SIDES = {side.value: side for side in Side}


def write_event(event: Event) -> dict[str, Any]:
    """An event as plain data: its kind and its fields; the line of a text it was read from is left out."""
    kind = type(event).__name__
    if isinstance(event, Scored):
        outcome = event.outcome
        data = {"winner": outcome.winner.value, "level": outcome.kind, "cube": outcome.cube}
        return {"kind": kind, **data, "automatic": event.automatic}
    fields = {name: getattr(event, name) for name in _FIELDS.get(type(event), ())}
    return {"kind": kind, **{name: _plain(value) for name, value in fields.items()}}


def read_event(data: Mapping[str, Any]) -> Event:
    """The event that `write_event` wrote. Raises `Unreadable` (`event_unreadable`) for anything else."""
    kind = _KINDS.get(str(data.get("kind")))
    if kind is None:
        raise Unreadable("event_unreadable", expected=", ".join(_KINDS))
    fields = {name: value for name, value in data.items() if name != "kind"}
    if kind is Scored:
        return _read_scored(fields)
    names = _FIELDS.get(kind, ())
    if set(fields) != set(names):
        raise Unreadable("event_unreadable", expected=", ".join(names))
    event: Event = kind(**{name: _read(name, value, kind) for name, value in fields.items()})
    return event


def _plain(value: object) -> object:
    return value.value if isinstance(value, Side) else value


def _read(name: str, value: object, kind: type[Any]) -> object:
    if name not in ("side", "winner"):
        return _number(name, value)
    if kind is Settled and value is None:
        return None
    return _side(value)


def _read_scored(fields: dict[str, Any]) -> Scored:
    expected = ("winner", "level", "cube", "automatic")
    if set(fields) != set(expected) or str(fields["level"]) not in MULTIPLES:
        raise Unreadable("event_unreadable", expected=", ".join(expected))
    cube, automatic = _number("cube", fields["cube"]), _number("automatic", fields["automatic"])
    return Scored(GameOutcome(_side(fields["winner"]), fields["level"], cube), automatic)


def _number(name: str, value: object) -> int:
    if type(value) is not int:
        raise Unreadable("event_unreadable", expected=name)
    return value


def _side(value: object) -> Side:
    if not isinstance(value, str) or value not in _SIDES:
        raise Unreadable("event_unreadable", expected=", ".join(_SIDES))
    return _SIDES[value]
