"""Players, cubes, journal and ledger of a money session, as its pages show them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from matches.moneyplay import queries, table_state
from matches.moneyplay.messages import CAPTAIN_CHANGES, FORCED_DROP, describe_event, map_level_labels
from matches.moneyplay.models import SessionEntry
from matches.moneyplay.queries import SessionState
from matches.moneyplay.raises import RAISES, find_raise_number
from matches.moneyplay.services.table_events import LAST_TWO, ORDER_DRAWN, SPLIT, SPLIT_OFF
from matches.moneyplay.table_state import MoneyTable, TableState
from rules.chouette.events import Opened
from rules.chouette.rotation import get_challenger
from rules.chouette.state import TEAM, ChouetteLedgerLine, ChouetteLedgerRow, ChouetteState
from rules.money import MoneyGame
from rules.money_cube import Wager
from rules.sides import Side

SPLITS = (SPLIT, SPLIT_OFF, LAST_TWO)
# Kinds of entries with many events, which a button cannot name one by one.
NAMED_KINDS = (*SPLITS, ORDER_DRAWN)


@dataclass(frozen=True, slots=True)
class CubeRow:
    """A cube between two players: value, owner (`holder`, "" for the centre), pending offer, result.

    `offered` is the value of a pending double, else 0. `answer` is a member's answer to it, while other
    members have not answered.
    """

    one: str
    other: str
    value: int
    holder: str
    offered: int
    doubler: str
    winner: str
    points: int
    is_open: bool
    answer: str = ""
    is_extra: bool = False


@dataclass(frozen=True, slots=True)
class PresentPlayer:
    """A player at the table: role, stake and balance; `is_leaving` after the game."""

    name: str
    role: str
    stake: int
    balance: int
    is_mine: bool
    has_phone: bool
    is_leaving: bool


@dataclass(frozen=True, slots=True)
class JournalRow:
    """An entry of the journal as a sentence; `is_void` when it was undone."""

    entry: SessionEntry
    text: str
    is_void: bool


@dataclass(frozen=True, slots=True)
class PaymentReason:
    """The reason of an amount: how a cube was decided, with notes; no winner if it was settled even.

    `amount` is the product of `factors`: the value of the cube, the worth of the game, the stake. Those of 1
    are left out, and so are all where the amount was agreed.
    """

    winner: str
    loser: str
    amount: int
    kind: str
    notes: tuple[str, ...]
    cube: int = 1
    factors: tuple[int, ...] = ()

    @property
    def product(self) -> str:
        """The factors as text, such as "16 × 3 × 2"; "" without at least two."""
        return " × ".join(map(str, self.factors)) if len(self.factors) > 1 else ""


def _list_factors(cube: int, points: int, stake: int) -> tuple[int, ...]:
    if not cube or points % cube:
        return ()
    return tuple(factor for factor in (cube, points // cube, stake) if factor > 1)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of the ledger: amounts in the order of the balances, their reasons, and the new box.

    The reasons name the box alone; its `partner` ("" for none) takes the share `partner_amount` of them.
    """

    number: int
    amounts: tuple[int | None, ...]
    reasons: tuple[PaymentReason, ...]
    rotation: str
    partner: str = ""
    partner_amount: int = 0

    @property
    def partner_share(self) -> int:
        """The share of the partner without its sign."""
        return abs(self.partner_amount)


def list_cubes(table: TableState) -> list[CubeRow]:
    """Every cube of the current game."""
    if isinstance(table, MoneyTable):
        return (
            [_make_cube_row(table.players[0], table.players[1], table.play.game)]
            if len(table.players) == 2
            else []
        )
    game = table.game
    if game is None:
        return []
    answers = game.round.answers if game.round else {}
    return [
        replace(
            _make_cube_row(bet.box_side, bet.team_side, bet.wager),
            answer="" if bet.is_extra else answers.get(bet.team_side, ""),
            is_extra=bet.is_extra,
        )
        for bet in game.bets
    ]


def describe_captain_change(table: TableState) -> str:
    """Say who is captain now and who may take the box; "" while the captain of the start plays."""
    game = table.game if isinstance(table, ChouetteState) else None
    if game is None or game.leader == game.captain:
        return ""
    challenger = get_challenger(game)
    close = game.own_bet(challenger).wager.close
    if challenger == game.leader:
        kind = "takes_over"
    elif close is not None and close.winner is TEAM:
        kind = "has_won"
    else:
        kind = "first_only"
    if game.laws.box_keeps == "not_lose_overall":
        kind = "last_decides"
    first = challenger if kind == "has_won" else game.captain
    return str(CAPTAIN_CHANGES[kind]) % {"first": first, "captain": game.leader}


def list_players(state: SessionState, own_name: str) -> list[PresentPlayer]:
    """Return the players at the table, in queue order."""
    table, balances = state.table, state.balances
    seats = {seat.name: seat for seat in state.seats}
    return [
        PresentPlayer(
            name=name,
            role=_get_role(table, name),
            stake=table_state.get_stake(table, name),
            balance=balances[name],
            is_mine=name == own_name,
            has_phone=name in seats and seats[name].is_taken,
            is_leaving=isinstance(table, ChouetteState) and name in table.leaving,
        )
        for name in table_state.list_present_players(table)
    ]


def list_departed(state: SessionState) -> list[tuple[str, int]]:
    """Return the players who have left, with their balances."""
    present = table_state.list_present_players(state.table)
    return [(name, balance) for name, balance in state.balances.items() if name not in present]


def describe_last_entry(state: SessionState) -> str:
    """The last valid entry, short enough for the button that undoes it."""
    last = state.last
    if last is None:
        return ""
    if last.kind in NAMED_KINDS:
        return describe_event({"kind": last.kind}, {}, {})
    return describe_entry(state, last, {})


def list_journal(state: SessionState) -> list[JournalRow]:
    """The journal, the newest entry first."""
    by_seq = {entry.seq: entry for entry in state.entries}
    undone = {entry.undoes for entry in state.entries}
    forced_drops = _find_forced_drops(state)
    return [
        JournalRow(
            entry,
            _add_forced_drop(describe_entry(state, entry, by_seq), forced_drops.get(entry.seq, "")),
            entry.seq in undone,
        )
        for entry in reversed(state.entries)
    ]


def _find_forced_drops(state: SessionState) -> dict[int, str]:
    """Return the only takers who had to drop too, by the number of the entry that ended their game."""
    if not isinstance(state.table, ChouetteState):
        return {}
    takers = {
        row.number: line.pair[1]
        for row in state.table.rows
        for line in row.lines
        if "lone_taker" in line.reasons
    }
    ending_entries: dict[int, int] = {}
    game_number = 0
    for entry in state.valid_entries if takers else ():
        for event in queries.read_events(entry, state.session.kind):
            game_number += isinstance(event, Opened)
            if isinstance(event, table_state.ANSWERS) and game_number in takers:
                ending_entries[game_number] = entry.seq
    return {seq: takers[number] for number, seq in ending_entries.items()}


def _add_forced_drop(sentence: str, player: str) -> str:
    """Add to a sentence that the only taker has to drop too ("" for none)."""
    return FORCED_DROP % {"sentence": sentence, "player": player} if player else sentence


def describe_entry(state: SessionState, entry: SessionEntry, by_seq: Mapping[int, SessionEntry]) -> str:
    """An entry of the journal as a sentence."""
    if entry.undoes is not None:
        undone = describe_entry(state, by_seq[entry.undoes], by_seq)
        return f"{describe_event({'kind': 'undone'}, {}, {})}: {undone}"
    events = entry.payload.get("events", ())
    if not events:
        return describe_event({"kind": entry.kind, "player": entry.who}, {}, {})
    players, labels = table_state.map_players_by_side(state.table), map_level_labels()
    earlier = _list_earlier_events(state, entry) if any(data["kind"] in RAISES for data in events) else []
    sentences = []
    for data in events:
        raise_number = find_raise_number(earlier, data) if data["kind"] in RAISES else 1
        sentences.append(describe_event(data, players, labels, raise_number))
        earlier.append(data)
    sentence = ", ".join(sentences)
    return f"{describe_event({'kind': entry.kind}, {}, {})}: {sentence}" if entry.kind in SPLITS else sentence


def _list_earlier_events(state: SessionState, entry: SessionEntry) -> list[Mapping[str, Any]]:
    """Return the events that were valid when an entry was written."""
    rows = [one for one in state.entries if one.seq < entry.seq]
    undone = {one.undoes for one in rows}
    return [data for one in rows if one.seq not in undone for data in one.payload.get("events", ())]


def list_games(state: SessionState) -> list[GameRow]:
    """The ledger, game by game, with the reason of every amount; columns in the order of the balances."""
    table, names = state.table, tuple(state.balances)
    if isinstance(table, MoneyTable):
        return [_make_money_row(table, game) for game in table.play.games]
    return [_make_chouette_row(row, names) for row in table.rows]


def _make_money_row(table: MoneyTable, game: MoneyGame) -> GameRow:
    close, stake = game.close, table.play.laws.stake
    amount = close.points * stake
    signs = {Side.WHITE: (1, -1), Side.BLACK: (-1, 1), None: (0, 0)}[close.winner]
    side = close.winner or Side.WHITE
    reason = PaymentReason(
        table.holder(side) if close.winner else "",
        table.holder(side.other) if close.winner else "",
        amount,
        _get_kind_label(close.kind),
        close.reasons,
        close.cube,
        _list_factors(close.cube, close.points, stake),
    )
    return GameRow(game.number, tuple(sign * amount for sign in signs), (reason,), "")


def _make_chouette_row(row: ChouetteLedgerRow, names: tuple[str, ...]) -> GameRow:
    reasons = tuple(
        PaymentReason(
            line.winner or "",
            _get_loser(line),
            line.amount,
            _get_kind_label(line.kind),
            line.reasons,
            line.cube,
            _list_factors(line.cube, line.points, line.stake),
        )
        for line in row.lines
    )
    amounts = tuple(row.amounts.get(name) for name in names)
    partner_amount = row.amounts.get(row.partner, 0)
    return GameRow(row.number, amounts, reasons, row.rotation, row.partner, partner_amount)


def _get_kind_label(kind: str) -> str:
    """Return the key of the label of an ending; "settled" is also a state of a match with another label."""
    return "settled_game" if kind == "settled" else kind


def _get_loser(line: ChouetteLedgerLine) -> str:
    one, other = line.pair
    return "" if line.winner is None else other if line.winner == one else one


def _get_role(table: TableState, name: str) -> str:
    if isinstance(table, MoneyTable):
        side = table.side_of(name)
        return side.value if side else ""
    partner = table.game.partner if table.game else table.partner
    for role, holder in (("box", table.box), ("captain", table.captain), ("partner", partner)):
        if name == holder:
            return role
    return "" if table.game is None else _get_role_in_game(table, name)


def _get_role_in_game(table: TableState, name: str) -> str:
    game = None if isinstance(table, MoneyTable) else table.game
    if game is None or name not in game.members:
        return "next_game"
    return "" if name in game.still_playing else "out"


def _make_cube_row(one: str, other: str, wager: Wager) -> CubeRow:
    """Return the row of a cube; `one` is the player of White, or the box."""
    names = {Side.WHITE: one, Side.BLACK: other}
    close, offer = wager.close, wager.offer
    return CubeRow(
        one=one,
        other=other,
        value=close.cube if close else wager.cube.value,
        holder=names[wager.cube.owner] if wager.cube.owner else "",
        offered=offer.value if offer else 0,
        doubler=names[offer.answerer.other] if offer else "",
        winner=names[close.winner] if close and close.winner else "",
        points=close.points if close else 0,
        is_open=wager.is_open,
    )
