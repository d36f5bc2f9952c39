"""Draws and rounds that were changed after they were made are found, in every format and every round.

Each event is valid but for the one draw or round: two players exchanged, partners or sides exchanged, a bye
or a number moved. Its state is computed from the changed row, as a program would that made that draw.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from rules.errors import Refusal
from tests.tournaments.checker.edited_exports import LENGTH, SEED
from tournaments.exchange.event_file import build_document, export_projection
from tournaments.formats import groups
from tournaments.formats.plan import LIVES, LOSERS, PLACES, Feed, Plan, Stage
from tournaments.formats.random_order import compute_commitment
from tournaments.journal import commands, pairing_commands
from tournaments.journal.facts import PairingResult, StoredRow
from tournaments.journal.replay import fold
from tournaments.journal.results import Settled
from tournaments.journal.state import EventState
from tournaments.journal.undo import History
from tournaments.name_lists.details import EntryDetails
from tournaments.payloads import make_payload
from tournaments.verification.checker.document import parse_document
from tournaments.verification.checker.verify import check

ENTRANTS, SEEDS = 13, (5, 3, 8, 1)
APART = {"club": 2, "family": 2, "country": 1}
KINDS = ["club", "family", "country"]
Payload = dict[str, Any]


def one(stage_format: str, **options: Any) -> Plan:
    return Plan((Stage("main", stage_format, options=options),))


PLANS: Mapping[str, Plan] = {
    "knockout": one("knockout"),
    "knockout printed": one("knockout", sheet="printed"),
    "knockout apart": one("knockout", apart=APART),
    "knockout in blocks apart": one("knockout", apart=APART, seeding="blocks"),
    "groups": one("groups", size=4),
    "groups apart": one("groups", groups=3, apart=APART),
    "round robin": one("round_robin"),
    "round robin by lot": one("round_robin", numbers="lot"),
    "round robin, mates first": one("round_robin", numbers="mates_first"),
    "PR event": one("round_robin", criteria=["pr_points", "performance"]),
    "swiss": one("swiss", rounds=4),
    "swiss apart": one("swiss", rounds=4, apart=KINDS),
    "swiss fold": one("swiss", rounds=4, method="fold"),
    "swiss adjacent, accelerated": one("swiss", rounds=4, method="adjacent", acceleration="baku"),
    "swiss random": one("swiss", rounds=4, method="random", first_method="slide"),
    "swiss monrad": one("swiss", rounds=4, method="monrad"),
    "PR event in Swiss rounds": one("swiss", rounds=3, criteria=["pr_points", "performance"]),
    "score swiss": one("score_swiss", rounds=4, apart=KINDS),
    "lives": one("lives", lives=3),
    "lives apart": one("lives", lives=2, apart=KINDS),
    "last chance": Plan(
        (
            Stage("main", "knockout"),
            Stage(
                "last_chance",
                "knockout",
                Feed(LOSERS, "main", rounds=2),
                options={"drawn_later": True, "apart": {"met": 2, "club": 1}},
            ),
        )
    ),
    "knockout after Swiss": Plan(
        (
            Stage("swiss", "swiss", options={"rounds": 3}),
            Stage("main", "knockout", Feed(PLACES, "swiss", first=1, last=4)),
        )
    ),
    "play-off of three": Plan(
        (
            Stage("main", "lives", options={"lives": 2, "places": 3}),
            Stage("playoff", "contingent", Feed(LIVES, "main")),
        )
    ),
}


class PlayedEvent:
    """An event of thirteen players of clubs, families and countries, played to the end."""

    def __init__(self, plan: Plan, seed: int, drawn_stages: int = 9) -> None:
        self.random, self.history = random.Random(seed), History()
        self.append("planned", commands.set_plan(plan).payload)
        details = {
            f"p{number}": EntryDetails(
                club="ABC"[number % 3],
                country=("DE", "IT")[number % 2],
                family=f"f{number // 4}",
            )
            for number in range(ENTRANTS)
        }
        self.append("entered", commands.enter(self.state, list(details), details).payload)
        for stage in plan.stages[:drawn_stages]:
            self.append("committed", {"commitment": compute_commitment(SEED)})
            seeds = SEEDS if stage is plan.stages[0] else ()
            self.append("drawn", commands.draw(self.state, SEED, flight=stage.key, seeds=seeds).payload)
            self.append("published", {"flight": stage.key})
            self.play(stage)

    @property
    def state(self) -> Any:
        return self.history.state

    def append(self, kind: str, payload: Payload) -> None:
        self.history.append(StoredRow(len(self.history.rows) + 1, kind, payload))

    def play(self, stage: Stage) -> None:
        self.settle_all()
        while stage.format in {"swiss", "score_swiss", "lives"}:
            try:
                paired = pairing_commands.pair(self.state, stage.key)
            except Refusal:
                return
            self.append("paired", paired.payload)
            self.settle_all()

    def settle_all(self) -> None:
        while waiting := [
            name for name, placed in self.state.board.items() if placed.is_seated and not placed.is_decided
        ]:
            for name in waiting:
                placed = self.state.board[name]
                winner = self.random.choice(("white", "black"))
                points = (LENGTH, self.random.randint(0, LENGTH - 1))
                scores = points if winner == "white" else points[::-1]
                result = PairingResult(placed.white, placed.black, winner, *scores, "played")
                self.append("settled", make_payload(Settled(name, result)))


@cache
def get_rows(name: str) -> tuple[StoredRow, ...]:
    """The rows of an event; of one with a play-off of three, of the first that comes to it."""
    for seed in range(60):
        with suppress(Refusal):
            return tuple(PlayedEvent(PLANS[name], seed).history.rows)
    raise AssertionError(name)


def find_codes(rows: tuple[StoredRow, ...], at: int, payload: Payload) -> set[tuple[str, str]]:
    """The findings about an event that ends with this row, with another payload.

    Where the site refuses the row, the state is that of the true one.
    """
    forged = [*rows[:at], StoredRow(rows[at].seq, rows[at].kind, payload)]
    try:
        state = fold(forged)
    except Refusal:
        state = fold(rows[: at + 1])
    return find_codes_of_rows(forged, state)


def find_codes_of_rows(rows: Sequence[StoredRow], state: EventState) -> set[tuple[str, str]]:
    journal = [{"seq": row.seq, "kind": row.kind, "payload": row.payload} for row in rows]
    file = build_document({"length": LENGTH}, journal, export_projection(state))
    return {(finding.guarantee, finding.code) for finding in check(parse_document(deepcopy(file)))}


def list_rows(name: str, kind: str) -> list[tuple[int, Payload]]:
    return [(at, dict(row.payload)) for at, row in enumerate(get_rows(name)) if row.kind == kind]


def exchange_lines(payload: Payload, one_line: int, other_line: int) -> Payload:
    changed = deepcopy(payload)
    lines = changed["lines"]
    lines[one_line], lines[other_line] = lines[other_line], lines[one_line]
    return changed


def forge_draws(payload: Payload) -> Iterator[Payload]:
    """Any two lines exchanged: players, sides, a player and a bye; the byes of a group are its last lines."""
    lines = payload["lines"]
    for one_line in range(len(lines)):
        for other_line in range(one_line + 1, len(lines)):
            if lines[one_line] or lines[other_line]:
                yield exchange_lines(payload, one_line, other_line)


@pytest.mark.parametrize("name", PLANS)
def test_any_two_lines_of_a_draw_exchanged_are_found(name: str) -> None:
    for at, payload in list_rows(name, "drawn"):
        assert find_codes(get_rows(name), at, payload) == set()
        forgeries = list(forge_draws(payload))
        for forged in random.Random(at).sample(forgeries, min(24, len(forgeries))):
            codes = find_codes(get_rows(name), at, forged)
            assert ("I16", "lines_not_by_lots") in codes, (name, payload["lines"], forged["lines"])


def test_a_draw_by_another_seed_is_found() -> None:
    for at, payload in list_rows("swiss", "drawn"):
        codes = find_codes(get_rows("swiss"), at, {**payload, "seed": "0" * 32})
        assert codes == {("I16", "seed_not_promised"), ("I16", "lines_not_by_lots")}


ROUND_CODES = {
    ("I2", "round_not_best"),
    ("I2", "kept_apart_too_few"),
    ("I2", "met_again"),
    ("I7", "bye_not_lowest"),
    ("I7", "bye_twice"),
}
ROUNDS = [name for name, plan in PLANS.items() if plan.stages[0].format in {"swiss", "score_swiss", "lives"}]


def forge_pairs(payload: Payload) -> Iterator[Payload]:
    """Any two players of two boards exchanged, or one of them and the one who has the bye."""
    boards = range(len(payload["boards"]))
    for one_board in boards:
        for other_board in range(one_board):
            for side in ("white", "black"):
                changed = deepcopy(payload)
                first, second = changed["boards"][one_board], changed["boards"][other_board]
                first["black"], second[side] = second[side], first["black"]
                yield changed
        for bye in range(len(payload["byes"])):
            changed = deepcopy(payload)
            board, sits = changed["boards"][one_board], changed["byes"][bye]
            board["black"], sits["entry"] = sits["entry"], board["black"]
            yield changed


@pytest.mark.parametrize("name", ROUNDS)
def test_any_two_players_of_a_round_exchanged_are_found(name: str) -> None:
    rows = list_rows(name, "paired")
    assert len(rows) > 1
    for at, payload in rows:
        assert find_codes(get_rows(name), at, payload) == set()
        forgeries = list(forge_pairs(payload))
        for forged in random.Random(at).sample(forgeries, min(12, len(forgeries))):
            assert find_codes(get_rows(name), at, forged) & ROUND_CODES, (name, payload, forged)


@pytest.mark.parametrize("name", ROUNDS)
def test_sides_and_order_of_the_boards_of_a_round_are_repeated(name: str) -> None:
    for at, payload in list_rows(name, "paired"):
        if len(payload["boards"]) < 2:
            continue
        sides, order = deepcopy(payload), deepcopy(payload)
        board = sides["boards"][0]
        board["white"], board["black"] = board["black"], board["white"]
        order["boards"].reverse()
        for forged in (sides, order):
            assert find_codes(get_rows(name), at, forged) == {("I2", "boards_out_of_order")}


@pytest.mark.parametrize("name", ROUNDS)
def test_the_seed_of_a_round_follows_from_that_of_the_draw(name: str) -> None:
    for at, payload in list_rows(name, "paired"):
        codes = find_codes(get_rows(name), at, {**payload, "seed": "0" * 32})
        assert ("I16", "round_seed_wrong") in codes


def test_a_pairing_set_by_the_desk_shows_its_reason() -> None:
    at, payload = list_rows("swiss", "paired")[0]
    forged = next(forged for forged in forge_pairs(payload) if forged["byes"] == payload["byes"])
    assert find_codes(get_rows("swiss"), at, forged) & ROUND_CODES
    for board in forged["boards"]:
        if board not in payload["boards"]:
            board["reasons"] = [{"code": "paired_by_hand", "facts": {}}]
    assert find_codes(get_rows("swiss"), at, forged) == set()


def test_a_draw_is_repeated_from_the_details_with_which_it_was_made() -> None:
    rows = get_rows("knockout apart")
    at, payload = list_rows("knockout apart", "drawn")[0]
    details = {"entries": [{"entry": entry, "club": "Z"} for entry in (1, 2, 4, 6)]}
    described = [*rows[:at], StoredRow(at + 1, "described", details)]
    drawn = commands.draw(fold(described), SEED, flight="main", seeds=SEEDS).payload
    assert drawn["lines"] != payload["lines"]
    undone = [*described, StoredRow(at + 2, "drawn", drawn), StoredRow(at + 3, "undone", {"seq": at + 1})]
    assert find_codes_of_rows(undone, fold(undone)) == set()
    undone[at + 1] = StoredRow(at + 2, "drawn", {**drawn, "lines": payload["lines"]})
    assert find_codes_of_rows(undone, fold(undone)) == {("I16", "lines_not_by_lots")}


def test_places_of_groups_on_other_lines_of_the_knockout_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = groups.cross_groups

    def exchange_runners_up(*numbers: int) -> tuple[Any, ...]:
        slots = list(right(*numbers))
        seconds = [line for line, slot in enumerate(slots) if slot and slot[1] == 2]
        slots[seconds[0]], slots[seconds[1]] = slots[seconds[1]], slots[seconds[0]]
        return tuple(slots)

    plan = Plan(
        (
            Stage("group", "groups", options={"groups": 4}),
            Stage("main", "knockout", Feed(PLACES, "group", first=1, last=2)),
        )
    )
    assert find_codes_after(plan, "drawn") == set()
    monkeypatch.setattr(groups, "cross_groups", exchange_runners_up)
    assert ("I4", "wrong_seats") in find_codes_after(plan, "settled")


def find_codes_after(plan: Plan, kind: str) -> set[tuple[str, str]]:
    """The findings about a played event after its last row of a kind."""
    rows = PlayedEvent(plan, 1, drawn_stages=1).history.rows
    last = max(at for at, row in enumerate(rows) if row.kind == kind)
    return find_codes_of_rows(rows[: last + 1], fold(rows[: last + 1]))


@pytest.mark.parametrize("name", ["last chance", "knockout after Swiss"])
def test_a_player_who_is_left_out_of_a_later_draw_is_found(name: str) -> None:
    at, payload = list_rows(name, "drawn")[-1]
    players = [entry for entry in payload["lines"] if entry]
    state = fold(get_rows(name)[:at])
    drawn = commands.draw(state, SEED, flight=payload["flight"], only=players[1:]).payload
    assert find_codes(get_rows(name), at, dict(drawn)) == {("I1", "not_everybody_drawn")}
