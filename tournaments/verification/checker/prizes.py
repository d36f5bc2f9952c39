"""The prizes of a fund: its pot, divided by the places of the event or of its flights.

docs/money-file.md says how, under "Prizes". Amounts are whole numbers of the smallest coin.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.verification.checker.fees import NO_LOT, NOBODY, CheckedLot, Recipient

MAIN, CONSOLATION, LAST_CHANCE = "main", "consolation", "last_chance"
BY_PLACE, EQUAL, HORT = "place", "equal", "hort"
Span = tuple[int, int]
Parts = Mapping[str, Sequence[int]]

# The published prize tables: up to so many entrants (0: any number), the parts of main bracket, consolation
# and last chance.
Scale = tuple[int, Sequence[int], Sequence[int], Sequence[int]]
PRIZE_TABLES: Mapping[str, Sequence[Scale]] = {
    "doubling": (
        (4, (1,), (), ()),
        (8, (2, 1), (), ()),
        (16, (4, 2, 1, 1), (), ()),
        (32, (8, 4, 2, 2, 1, 1, 1, 1), (), ()),
        (0, (16, 8, 4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1), (), ()),
    ),
    "winner": ((0, (1,), (), ()),),
    "two_one": ((0, (2, 1), (), ()),),
    "four_two_one": ((0, (4, 2, 1, 1), (), ()),),
    "five_three_two": ((0, (5, 3, 2), (), ()),),
    "three_two_one": ((0, (3, 2, 1), (), ()),),
    "columbus": ((0, (40, 25), (25, 10), ()),),
    "columbus_old": ((0, (50, 30), (20,), ()),),
    "tourneygeek": ((0, (45, 22), (22, 11), ()),),
    "tenths": ((0, (40, 20), (20, 10), (10,)),),
    "twelfths": ((16, (50, 25), (25,), ()), (0, (4, 2, 1, 1), (2, 1), (1,))),
}


@dataclass(frozen=True, slots=True)
class Placed:
    """A player on places of a flight; players of one `level` have equal records before all tie-breaks."""

    player: str
    span: Span
    level: Hashable = None


@dataclass(slots=True)
class _PrizeGroup:
    """Players of one flight who are paid the same."""

    flight: str
    players: list[str]
    exact: Fraction
    is_paid: bool
    amount: int = 0


@dataclass(frozen=True, slots=True)
class SharedPot:
    """The prize of each player with one, and what could not be shared."""

    prizes: Mapping[str, int]
    rest: int


def list_parts(template: str, own_parts: Parts, entrants: int, *, is_of_fees: bool) -> dict[str, list[int]]:
    """Return the parts of the pot by flight; pools and auctions pay places of the event only."""
    parts = dict(own_parts)
    if template:
        row = next(scale for scale in PRIZE_TABLES[template] if not scale[0] or entrants <= scale[0])
        parts = dict(zip((MAIN, CONSOLATION, LAST_CHANCE), row[1:], strict=True))
    return {flight: list(row) for flight, row in parts.items() if row and (is_of_fees or flight == MAIN)}


def share_pot(
    pot: int, parts: Parts, placed: Mapping[str, Sequence[Placed]], unit: int = 1, sharing: str = BY_PLACE
) -> SharedPot:
    """Return the prizes of the players on the places of flights, in the order of `parts`."""
    ranked = {flight: sorted(placed.get(flight, ()), key=lambda one: one.span) for flight in parts}
    rows = {flight: list(parts[flight][: len(ranked[flight])]) for flight in parts}
    whole = sum(map(sum, rows.values()))
    if not whole:
        return SharedPot({}, pot)
    groups = [
        group
        for flight, row in rows.items()
        for group in _make_groups(flight, ranked[flight], row, Fraction(pot, whole), sharing)
    ]
    rest = _round(groups, pot, unit)
    prizes: dict[str, int] = {}
    for group in groups:
        for player in group.players if group.is_paid else ():
            prizes[player] = prizes.get(player, 0) + group.amount
    return SharedPot({player: amount for player, amount in prizes.items() if amount}, rest)


def _make_groups(
    flight: str, ranked: Sequence[Placed], row: Sequence[int], each: Fraction, sharing: str
) -> list[_PrizeGroup]:
    """Return the players of a flight in groups that are paid the same, with their exact amount."""
    parts = [*row, *[0] * (len(ranked) - len(row))]
    ties = _find_runs([one.span for one in ranked])
    levels = _find_runs([one.span if one.level is None else (one.level,) for one in ranked])
    groups: list[_PrizeGroup] = []
    for start, end in dict.fromkeys(levels if sharing == EQUAL else ties):
        tie = _mean(parts, start, end)
        common = _mean(parts, *levels[start]) if sharing == HORT else tie
        group = _PrizeGroup(
            flight, [one.player for one in ranked[start:end]], each * (tie + common) / 2, False
        )
        group.is_paid = tie + common > 0
        groups.append(group)
    return groups


def _find_runs(keys: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Return for each position the start and end of the run of neighbours with an equal key."""
    runs: list[tuple[int, int]] = []
    while len(runs) < len(keys):
        start = len(runs)
        end = next((at for at in range(start, len(keys)) if keys[at] != keys[start]), len(keys))
        runs += [(start, end)] * (end - start)
    return runs


def _mean(parts: Sequence[int], start: int, end: int) -> Fraction:
    return Fraction(sum(parts[start:end]), end - start)


def _round(groups: Sequence[_PrizeGroup], pot: int, unit: int) -> int:
    """Round the amounts of all groups, and return what cannot be shared in the smallest coin."""
    for group in groups:
        group.amount = int(group.exact // unit) * unit
    rest = pot - sum(group.amount * len(group.players) for group in groups)
    losses = [group.amount - group.exact for group in groups]
    for at in sorted(range(len(groups)), key=lambda place: (losses[place], place)):
        group, better = groups[at], groups[at - 1] if at else None
        stays_below = better is None or better.flight != group.flight or group.amount + unit <= better.amount
        if group.amount < group.exact and stays_below and unit * len(group.players) <= rest:
            group.amount += unit
            rest -= unit * len(group.players)
    first = next(group for group in groups if group.is_paid)
    first.amount += rest // len(first.players)
    return rest % len(first.players)


def rank_among(placed: Sequence[Placed], players: set[str]) -> list[Placed]:
    """Return the places of some players among themselves: "others are skipped when places are counted"."""
    paid_places = sorted((one for one in placed if one.player in players), key=lambda one: one.span)
    ranked: list[Placed] = []
    for start, end in dict.fromkeys(_find_runs([one.span for one in paid_places])):
        ranked += [Placed(one.player, (start + 1, end), one.level) for one in paid_places[start:end]]
    return ranked


def divide_among_buyers(
    prizes: Mapping[str, int], lot_by_number: Mapping[int, CheckedLot]
) -> dict[Recipient, int]:
    """Return the prizes of an auction: those of the players of a lot are the buyer's, half if bought back."""
    lot_of = {player: number for number, lot in lot_by_number.items() for player in lot.players}
    claims: dict[Recipient, int] = {}
    for player, amount in prizes.items():
        number = lot_of[player]
        half = amount // 2 if lot_by_number[number].is_bought_back else 0
        claims[NOBODY, number] = claims.get((NOBODY, number), 0) + amount - half
        claims[player, number] = half
    return {recipient: amount for recipient, amount in claims.items() if amount}


def give_to_players(prizes: Mapping[str, int]) -> dict[Recipient, int]:
    """Return the prizes of fees or a pool by recipient."""
    return {(player, NO_LOT): amount for player, amount in prizes.items()}


def spread_over_fields(
    parts: Parts, rows: Mapping[str, Sequence[int]], weights: Mapping[str, int]
) -> dict[str, list[int]]:
    """Return parts in which the row of the event is spread over its fields in proportion to their weights.

    `rows` are the parts of the places of each field. A field of weight 0 is left out.
    """
    total = sum(weights[key] for key in rows if sum(rows[key]))
    spread = {
        key: [Fraction(part * sum(parts[MAIN]) * weights[key], sum(row) * total) for part in row]
        for key, row in rows.items()
        if sum(row) and weights[key]
    }
    others = {key: row for key, row in parts.items() if key not in {MAIN, *rows}}
    spread |= {key: [Fraction(part) for part in row] for key, row in others.items()}
    denominator = 1
    for part in (part for row in spread.values() for part in row):
        denominator *= (denominator * part).denominator
    return {key: [int(part * denominator) for part in row] for key, row in spread.items()}
