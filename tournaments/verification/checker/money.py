"""The check of the money of an event, from the money file and the event file: receipts, dues, pots, prizes.

docs/money-file.md says what the money file contains and how its figures are computed. It checks I21.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.verification.checker import bracket_money, event_places, places, prizes, tables
from tournaments.verification.checker.checked_state import CheckedState
from tournaments.verification.checker.document import Document, parse_json
from tournaments.verification.checker.event_places import Field
from tournaments.verification.checker.fees import (
    AUCTION,
    FEES,
    INCOME,
    NO_LOT,
    NOBODY,
    CheckedAccount,
    Money,
    Part,
    Recipient,
    compute_accounts,
    compute_pot,
    find_former_buyers,
    get_terms,
    index_buyers,
    index_lot_sales,
    list_funds,
    list_lines,
    list_pool,
)
from tournaments.verification.checker.findings import CheckerFinding, FindingLog, Guarantee
from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.prizes import MAIN, Parts, Placed
from tournaments.verification.checker.stages import get_stage_of_flight
from tournaments.verification.checker.verify import replay

PAID_OUT = frozenset({"prize", "return"})


def check_money_file(data: bytes, document: Document) -> list[CheckerFinding]:
    """Return the findings about a money file; `document` is the event file of the same event."""
    return check_money(parse_json(data), document)


def check_money(money: Money, document: Document) -> list[CheckerFinding]:
    """Return the findings about receipts, dues, pots and prizes, in this order."""
    log = FindingLog()
    state = replay(document, FindingLog(), repeats_draws=False)
    try:
        _check_receipts(money, log)
        checked_event = _CheckedEvent(money, state)
        for fund in list_funds(money):
            _check_fund(checked_event, fund, log)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        log.expect(False, Guarantee.MONEY_ADDS_UP, "money_unreadable")
    return list(log)


def _check_receipts(money: Money, log: FindingLog) -> None:
    """Check the numbers and signs of the receipts, and that a receipt is taken back exactly and once."""
    earlier: dict[int, Mapping[str, Any]] = {}
    taken_back: set[int] = set()
    paid: Counter[tuple[int, Recipient, str]] = Counter()
    buyers = index_buyers(money)
    for receipt in money["receipts"]:
        number, back = int(receipt["number"]), receipt["takes_back"]
        log.expect(
            number > max(earlier, default=0), Guarantee.MONEY_ADDS_UP, "receipt_out_of_order", receipt=number
        )
        if back is not None:
            is_exact = back in earlier and back not in taken_back and _is_reversal(receipt, earlier[back])
            log.expect(
                is_exact, Guarantee.MONEY_ADDS_UP, "receipt_not_reversed", receipt=number, reversed=back
            )
            taken_back.add(back)
        for line in receipt["lines"]:
            is_income = (line["kind"] in INCOME) == (back is None)
            has_sign = line["amount"] != 0 and (line["amount"] > 0) == is_income
            log.expect(has_sign, Guarantee.MONEY_ADDS_UP, "receipt_sign_wrong", receipt=number)
            if line["kind"] in {"payment", "refund"}:
                is_of_buyer = line["player"] is None and line["lot"] is not None
                buyer = buyers[line["fund"], line["lot"], line["sale"]] if is_of_buyer else ""
                key = (line["fund"], (line["player"] or NOBODY, line["lot"] or NO_LOT), buyer)
                paid[key] += line["amount"]
                is_covered = line["kind"] != "refund" or back is not None or paid[key] >= 0
                log.expect(is_covered, Guarantee.MONEY_ADDS_UP, "refund_too_large", receipt=number)
        earlier[number] = receipt


def _is_reversal(receipt: Mapping[str, Any], original: Mapping[str, Any]) -> bool:
    return _count_lines(receipt, -1) == _count_lines(original, 1) and original["takes_back"] is None


def _count_lines(receipt: Mapping[str, Any], sign: int) -> Counter[tuple[Any, ...]]:
    keys = ("fund", "kind", "player", "lot", "sale")
    return Counter((*(line.get(key) for key in keys), sign * line["amount"]) for line in receipt["lines"])


class _CheckedEvent:
    """An event with its money: how its players take part, and the places of its flights."""

    def __init__(self, money: Money, state: CheckedState) -> None:
        self.money, self.state = money, state
        self.parts = {player: self._find_part(entry) for entry, player in state.players.items()}
        self.fields = event_places.list_fields(state)
        self.brackets = bracket_money.find_brackets(state)
        has_one_field = len(self.fields) == 1 and self.brackets is None
        self.field_keys = [MAIN] if has_one_field else [field[0].key for field in self.fields]
        self.has_several_fields = not has_one_field

    @property
    def is_over(self) -> bool:
        """Whether all stages that are played are over, side stages among them."""
        return bool(self.fields) and event_places.is_field_over(self.state, list(self.state.plan))

    def _find_part(self, entry: int) -> Part:
        if ("", entry) in self.state.withdrawn:
            return Part.LEFT if _is_in_published_draw(self.state, entry) else Part.NONE
        return Part.NONE if entry in self.state.waiting else Part.PLAYS

    def list_placed(self, flight: str) -> list[Placed]:
        """Return the places of the event, of one of its fields, or of another flight."""
        if flight in self.field_keys:
            field = self.fields[self.field_keys.index(flight)]
            flights = [key for stage in field for key in event_places.list_flights(self.state, stage)]
            spans = event_places.find_places_in_field(self.state, field)
            levels = _find_levels(self.state, flights[0]) if len(flights) == 1 else {}
        else:
            stage = get_stage_of_flight(flight, self.state.plan)
            spans, levels = {}, {}
            if stage is not None and self.state.seating.flight(flight):
                spans = places.places_reached(self.state, stage, flight, self.state.seating)
                levels = _find_levels(self.state, flight)
        return [Placed(self.state.players[entry], span, levels.get(entry)) for entry, span in spans.items()]

    def list_members(self, field: Field) -> set[str]:
        """Return the players in a field."""
        entries = {entry for stage in field for entry in event_places.list_entries(self.state, stage)}
        return {self.state.players[entry] for entry in entries}


def _is_in_published_draw(state: CheckedState, entry: int) -> bool:
    shown_stages = [stage for stage in state.plan if state.is_shown(stage.key)]
    return any(entry in event_places.list_entries(state, stage) for stage in shown_stages)


def _find_levels(state: CheckedState, flight: str) -> dict[int, tuple[Any, ...]]:
    """Return the record of each entry of a table before all tie-breaks; {} for a bracket."""
    stage = get_stage_of_flight(flight, state.plan)
    if stage is None or not format_of(stage).has_table:
        return {}
    tie_breaks = places.tie_breaks_of(stage)
    first_names = tie_breaks[: len(format_of(stage).leading_figures) or 1]
    figures = tables.list_figures(places.tally_of(state, stage, flight, state.seating), tie_breaks)
    return {entry: tuple(row[name] for name in first_names) for entry, row in figures.items() if row}


def _check_fund(event: _CheckedEvent, fund: int, log: FindingLog) -> None:
    money, terms = event.money, get_terms(event.money, fund)
    accounts = compute_accounts(money, fund, event.parts, event.brackets)
    _check_accounts(money, fund, accounts, log)
    if terms["kind"] == AUCTION:
        _check_former_buyers(money, fund, log)
    pot = compute_pot(money, fund, accounts)
    pots_by_fund = {int(one["fund"]): int(one["pot"]) for one in money["shown"]["pots"]}
    log.expect(
        pots_by_fund.get(fund) == pot,
        Guarantee.MONEY_ADDS_UP,
        "wrong_pot",
        fund=fund,
        given=pots_by_fund.get(fund),
        expected=pot,
    )
    if fund == FEES and event.brackets is not None:
        stakes = bracket_money.sum_stakes(account.stakes for account in accounts.values())
        pots_by_bracket = bracket_money.compute_bracket_pots(event.brackets, stakes, terms)
        if not bracket_money.has_own_pots(terms):
            pots_by_bracket = {}
        rows = [one for one in money["shown"]["brackets"] if one["fund"] == fund]
        bracket_money.check_bracket_pots(rows, stakes, pots_by_bracket, log)
    paid: defaultdict[Recipient, int] = defaultdict(int)
    for recipient, amount in list_lines(money, fund, PAID_OUT):
        paid[recipient] -= amount
    expected = _compute_prizes(event, fund, pot, terms, accounts) if event.is_over else None
    _check_prizes(money, fund, expected, paid, log)


def _check_accounts(
    money: Money, fund: int, accounts: Mapping[Recipient, CheckedAccount], log: FindingLog
) -> None:
    expected = {key: (one.due, one.paid) for key, one in accounts.items() if one.due or one.paid}
    stated = {key: (item["due"], item["paid"]) for key, item in _list_shown(money, "accounts", fund)}
    for key in sorted({*expected, *stated}):
        facts = {"player": _name(key), "fund": fund, "given": stated.get(key), "expected": expected.get(key)}
        log.expect(stated.get(key) == expected.get(key), Guarantee.MONEY_ADDS_UP, "wrong_due", **facts)


def _check_former_buyers(money: Money, fund: int, log: FindingLog) -> None:
    """Check that what former buyers of a lot have paid is to be refunded to them, and is no other buyer's."""
    expected = find_former_buyers(money, fund)
    rows = [one for one in money["shown"]["former_buyers"] if one["fund"] == fund]
    stated = {(one["lot"], one["buyer"]): one["paid"] for one in rows}
    for key in sorted({*expected, *stated}):
        facts = {"player": key[1], "fund": fund, "given": stated.get(key), "expected": expected.get(key)}
        log.expect(stated.get(key) == expected.get(key), Guarantee.MONEY_ADDS_UP, "wrong_due", **facts)


def _check_prizes(
    money: Money,
    fund: int,
    expected: Mapping[Recipient, int] | None,
    paid: Mapping[Recipient, int],
    log: FindingLog,
) -> None:
    """Check what is shown as paid, and at the end of an event every prize."""
    stated = {key: (item["due"], item["paid"]) for key, item in _list_shown(money, "prizes", fund)}
    for key in sorted({*stated, *paid, *(expected or ())}):
        stated_due, given_paid = stated.get(key, (0, 0))
        facts = {"player": _name(key), "fund": fund}
        right_paid = paid.get(key, 0)
        is_paid_right = given_paid == right_paid
        log.expect(
            is_paid_right,
            Guarantee.MONEY_ADDS_UP,
            "wrong_payout",
            **facts,
            given=given_paid,
            expected=right_paid,
        )
        if expected is not None:
            right_due = expected.get(key, 0)
            log.expect(
                stated_due == right_due,
                Guarantee.MONEY_ADDS_UP,
                "wrong_prize",
                **facts,
                given=stated_due,
                expected=right_due,
            )


def _list_shown(money: Money, name: str, fund: int) -> Iterator[tuple[Recipient, Mapping[str, Any]]]:
    for item in money["shown"][name]:
        if item["fund"] == fund and (item["due"] or item["paid"]):
            yield (item["player"] or NOBODY, item["lot"] or NO_LOT), item


def _name(recipient: Recipient) -> str:
    player, lot = recipient
    return player or f"#{lot}"


def _compute_prizes(
    event: _CheckedEvent,
    fund: int,
    pot: int,
    terms: Mapping[str, Any],
    accounts: Mapping[Recipient, CheckedAccount],
) -> dict[Recipient, int]:
    """Return the prizes of a fund at the end of an event."""
    lot_by_number = {number: lot for number, lot in index_lot_sales(event.money, fund).items() if lot.price}
    if terms["kind"] == AUCTION:
        known = set(event.state.players.values())
        players = {player for lot in lot_by_number.values() for player in lot.players if player in known}
    else:
        players = list_pool(event.money, fund, event.parts)
    if fund == FEES and event.brackets is not None and bracket_money.has_own_pots(terms):
        return _compute_bracket_prizes(event, terms, players, accounts)
    parts = _list_parts(event, fund, terms, players, accounts)
    placed = {flight: event.list_placed(flight) for flight in parts}
    if fund != FEES:
        placed = {flight: prizes.rank_among(row, players) for flight, row in placed.items()}
    shared = prizes.share_pot(pot, parts, placed, int(terms["unit"]), terms["sharing"])
    if terms["kind"] == AUCTION:
        return prizes.divide_among_buyers(shared.prizes, lot_by_number)
    return prizes.give_to_players(shared.prizes)


def _compute_bracket_prizes(
    event: _CheckedEvent,
    terms: Mapping[str, Any],
    players: set[str],
    accounts: Mapping[Recipient, CheckedAccount],
) -> dict[Recipient, int]:
    """Return the prizes of mini brackets: each divides its own pot over its own places."""
    if event.brackets is None:
        return {}
    stakes = bracket_money.sum_stakes(account.stakes for account in accounts.values())
    claims: Counter[Recipient] = Counter()
    for key, pot in bracket_money.compute_bracket_pots(event.brackets, stakes, terms).items():
        size = len(event.brackets.members[key] & players)
        table = prizes.list_parts(terms["template"], terms["parts"], size, is_of_fees=True)
        row = next((row for row in (table.get(key), table.get(MAIN)) if row and any(row)), [1])
        placed = {key: event.list_placed(key)}
        shared = prizes.share_pot(pot, {key: row}, placed, int(terms["unit"]), terms["sharing"])
        claims.update(prizes.give_to_players(shared.prizes))
    return dict(claims)


def _list_parts(
    event: _CheckedEvent,
    fund: int,
    terms: Mapping[str, Any],
    players: set[str],
    accounts: Mapping[Recipient, CheckedAccount],
) -> Parts:
    """Return the parts of the pot by flight: of the event, of its fields and of other flights."""

    def list_own_parts(entrants: int) -> dict[str, list[int]]:
        return prizes.list_parts(terms["template"], terms["parts"], entrants, is_of_fees=fund == FEES)

    order = [MAIN, *(stage.key for stage in event.state.plan)]
    own_parts = list_own_parts(len(players))
    parts = {key: own_parts[key] for key in dict.fromkeys([*order, *own_parts]) if key in own_parts}
    names_fields = bool(set(event.field_keys) & set(parts) - {MAIN})
    if not event.has_several_fields or MAIN not in parts or (MAIN in event.field_keys and names_fields):
        return parts
    keys = [key for key in event.field_keys if key == MAIN or key not in parts]
    members = {key: event.list_members(event.fields[event.field_keys.index(key)]) for key in keys}
    sizes = {key: len(members[key] & players) for key in keys}
    rows = {key: list_own_parts(sizes[key]).get(MAIN, []) for key in keys}
    weights = sizes
    if event.brackets is not None and fund == FEES:
        stakes = bracket_money.sum_stakes(account.stakes for account in accounts.values())
        weights = {key: stakes.get(key, 0) for key in keys}
        weights = weights if any(weights.values()) else sizes
    return prizes.spread_over_fields(parts, rows, weights)
