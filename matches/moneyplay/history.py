"""Money sessions and chouettes over a season or between two days: balances, and games by role."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from django.db.models import QuerySet

from matches.actors import Identity
from matches.models import Player
from matches.moneyplay.models import MoneySession, SessionEntry, SessionSeat
from matches.moneyplay.permissions import holds_seat
from matches.moneyplay.queries import list_sessions, list_valid_entries, replay_entries
from matches.moneyplay.table_state import MoneyTable, TableState, count_games
from rules.sides import SIDES

RowT = TypeVar("RowT", SessionSeat, SessionEntry)
# How many sessions, the latest ones, are read at most.
MAX_SESSIONS = 200
BOX, CAPTAIN, CREW, PARTNER, ALONE = "box", "captain", "crew", "partner", "alone"
ROLES = (BOX, CAPTAIN, CREW, PARTNER, ALONE)


@dataclass(slots=True)
class RoleTally:
    """The finished games of a player in one role, with the sum of their amounts.

    A game with a positive amount is won, with a negative one lost, with 0 neither.
    """

    games: int = 0
    won: int = 0
    lost: int = 0
    amount: int = 0

    def add(self, amount: int) -> None:
        """Count a game."""
        self.games += 1
        self.won += amount > 0
        self.lost += amount < 0
        self.amount += amount


@dataclass(slots=True)
class PlayerTally:
    """A player in the sessions of a history: number of sessions, balance in units, games by role.

    `ahead` and `behind` count sessions by the sign of the balance. `player` is None for a guest, who is
    identified by name.
    """

    name: str
    player: Player | None
    is_own: bool = False
    sessions: int = 0
    ahead: int = 0
    behind: int = 0
    balance: int = 0
    roles: dict[str, RoleTally] = field(default_factory=lambda: {role: RoleTally() for role in ROLES})


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A session of the history; `balance` is that of the visitor, None without a seat."""

    session: MoneySession
    players: tuple[str, ...]
    games: int
    balance: int | None


@dataclass(frozen=True, slots=True)
class SessionHistory:
    """The sessions of a period, the newest first, and their players, the highest balance first.

    `is_cut`: there are more than `MAX_SESSIONS`.
    """

    lines: tuple[SessionLine, ...]
    players: tuple[PlayerTally, ...]
    is_cut: bool

    @property
    def own_balance(self) -> int:
        """The total balance of the visitor."""
        return sum(line.balance or 0 for line in self.lines)


def get_history(
    identity: Identity, *, first: date | None = None, last: date | None = None, desk: str = ""
) -> SessionHistory:
    """Return the sessions the identity may see that were opened from `first` to `last`, at a desk if given.

    Balances include only these sessions. Three queries.
    """
    rows = _filter_sessions(list_sessions(identity), first, last, desk)
    sessions = list(rows[: MAX_SESSIONS + 1])
    shown_sessions = sessions[:MAX_SESSIONS]
    seats = _group_by_session(
        SessionSeat.objects.filter(session__in=shown_sessions).select_related("player").order_by("number")
    )
    entries = _group_by_session(SessionEntry.objects.filter(session__in=shown_sessions).order_by("seq"))
    tallies: dict[object, PlayerTally] = {}
    lines = tuple(
        _add_session(tallies, session, seats.get(session.pk, []), entries.get(session.pk, []), identity)
        for session in shown_sessions
    )
    players = sorted(tallies.values(), key=lambda tally: (-tally.balance, tally.name))
    return SessionHistory(lines, tuple(players), len(sessions) > MAX_SESSIONS)


def _filter_sessions(
    rows: QuerySet[MoneySession], first: date | None, last: date | None, desk: str
) -> QuerySet[MoneySession]:
    if first is not None:
        rows = rows.filter(opened_at__date__gte=first)
    if last is not None:
        rows = rows.filter(opened_at__date__lte=last)
    return rows.filter(desk__code=desk) if desk else rows


def _group_by_session(rows: Iterable[RowT]) -> dict[int, list[RowT]]:
    groups: dict[int, list[RowT]] = {}
    for row in rows:
        groups.setdefault(row.session_id, []).append(row)
    return groups


def _add_session(
    tallies: dict[object, PlayerTally],
    session: MoneySession,
    seats: list[SessionSeat],
    entries: list[SessionEntry],
    identity: Identity,
) -> SessionLine:
    """Count a session for each of its players, and return its line."""
    tallies_by_name = {}
    own_balance = None
    for seat in seats:
        tally = tallies.setdefault(_get_tally_key(seat), PlayerTally(_get_name(seat), seat.player))
        tally.sessions += 1
        tally.ahead += seat.balance > 0
        tally.behind += seat.balance < 0
        tally.balance += seat.balance
        if holds_seat(identity, seat):
            tally.is_own = True
            own_balance = (own_balance or 0) + seat.balance
        tallies_by_name[seat.name] = tally
    table = replay_entries(session, list_valid_entries(entries))
    for name, role, amount in _iterate_results(table):
        if name in tallies_by_name:
            tallies_by_name[name].roles[role].add(amount)
    return SessionLine(session, tuple(_get_name(seat) for seat in seats), count_games(table), own_balance)


def _iterate_results(table: TableState) -> Iterator[tuple[str, str, int]]:
    """Yield player, role and amount for every finished game."""
    if isinstance(table, MoneyTable):
        for game in table.play.games:
            amount = game.close.points * table.play.laws.stake
            for side in SIDES:
                sign = 0 if game.close.winner is None else 1 if game.close.winner is side else -1
                yield table.holder(side), ALONE, sign * amount
        return
    for row in table.rows:
        roles = {row.box: BOX, row.captain: CAPTAIN, row.partner: PARTNER}
        for name, amount in row.amounts.items():
            yield name, roles.get(name, CREW), amount


def _get_tally_key(seat: SessionSeat) -> object:
    """Return a key that is equal for all seats of one person, under every spelling."""
    if seat.player is None:
        return seat.name
    return ("person", seat.player.person_id) if seat.player.person_id else ("player", seat.player.pk)


def _get_name(seat: SessionSeat) -> str:
    return seat.player.name if seat.player else seat.name
