"""Every forgery of a list, in every format: the checker finds it, by a finding that names it.

Each event is played to its end by the simulator, in every format that it knows. One thing of its file is then
changed: a row of the journal, with the state that follows from it, or what is shown at the end. What can be
forged where follows from what the format is (docs/proofs.md). Pools, auctions, refunds and receipts
are forged in `finances/test_every_format.py` and `test_money.py`.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from itertools import count, islice
from typing import Any

import pytest

from tests.tournaments.checker import forged_money
from tests.tournaments.checker.forged_money import Money
from tests.tournaments.checker.test_forged_draws import (
    ROUND_CODES,
    exchange_lines,
    find_codes,
    forge_pairs,
)
from tournaments.finances.prizes.sharing import split_pot
from tournaments.finances.queries import prize_flights
from tournaments.finances.queries.entered_brackets import list_entered_brackets
from tournaments.formats import format_of
from tournaments.journal.event_end import matches_without_ratings
from tournaments.journal.facts import Measure, StoredRow
from tournaments.journal.final_places import list_fields
from tournaments.journal.replay import fold
from tournaments.journal.results import Measured
from tournaments.journal.rolling_queue import is_rolling
from tournaments.payloads import make_payload
from tournaments.verification.checker.document import canonical, read_document
from tournaments.verification.checker.money import check_money
from tournaments.verification.checker.verify import check_file
from tournaments.verification.simulator import draw_actions, leagues, openings, teams
from tournaments.verification.simulator.draw_actions import go_on
from tournaments.verification.simulator.openings import OPENINGS, SEASON, TEAM_EVENTS, begin
from tournaments.verification.simulator.result_actions import play_round
from tournaments.verification.simulator.simulation import Simulation, event_file

File = dict[str, Any]
Rows = tuple[StoredRow, ...]
Codes = set[str]
ENTRANTS, EVENTS, MOST_STEPS = 9, 2, 40
# In how many rows of one kind something is forged, and in how many ways in each.
MOST_ROWS, MOST_CHANGES = 2, 1


@cache
def list_events(name: str) -> list[tuple[Rows, bytes, Money]]:
    """The journals, files and money files of some events of a format that come to their end."""
    played = (play(name, number) for number in count())
    finished = (event for event in played if json.loads(event[1])["projection"]["places"])
    return [(rows, data, make_money(rows)) for rows, data in islice(finished, EVENTS)]


def play(name: str, number: int) -> tuple[Rows, bytes]:
    """The journal and the file of an event of a format, played without a finding."""
    simulation = Simulation(random.Random(f"forged-{name}-{number}"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(openings, "random_entry_count", lambda _rng: ENTRANTS)
        patch.setattr(openings, "ENTRY_ACTIONS", {})
        # What the desk decides cannot be repeated.
        patch.setattr(draw_actions, "_random_fixed_board", lambda *_: ())
        begin(simulation, name)
        advance = leagues.play_off if name == SEASON else go_on
        for _ in range(MOST_STEPS):
            played = (teams.play_on if name in TEAM_EVENTS else play_round)(simulation)
            rate_all_matches(simulation)
            if not played and not advance(simulation):
                break
    assert simulation.findings == []
    return tuple(simulation.rows), event_file(simulation.rows, simulation.state)


def rate_all_matches(simulation: Simulation) -> None:
    """Record the performance ratings that an event waits for."""
    for name in matches_without_ratings(simulation.state):
        ratings = (f"{simulation.rng.randrange(9)}.{simulation.rng.randrange(1000):03}" for _ in range(2))
        simulation.append_row("measured", make_payload(Measured(name, Measure(*ratings))))


def list_rows(rows: Rows, kind: str) -> list[tuple[int, File]]:
    """Some rows of a kind, spread over the event, with their places in the journal and their payloads."""
    found = [(at, deepcopy(dict(row.payload))) for at, row in enumerate(rows) if row.kind == kind]
    return found[:: max(1, -(-len(found) // MOST_ROWS))]


class ForgedEvent:
    """An event of a format, and what the checker finds about it after a change; `rng` chooses the change."""

    def __init__(self, name: str, number: int) -> None:
        self.rows, self.data, self.money = list_events(name)[number]
        self.rng = random.Random(f"{name}-{number}")

    @property
    def file(self) -> File:
        file: File = json.loads(self.data)
        return file

    def check_row(self, at: int, payload: File) -> Codes:
        """The findings about the event up to a row with another payload."""
        return {code for _guarantee, code in find_codes(self.rows, at, payload)}

    def check_file(self, file: File) -> Codes:
        return {finding.code for finding in check_file(canonical(file))}

    def choose(self, changes: list[Any]) -> list[Any]:
        return self.rng.sample(changes, min(MOST_CHANGES, len(changes)))


Forgery = Callable[[ForgedEvent], Iterator[Codes]]


def exchange_two_players(event: ForgedEvent) -> Iterator[Codes]:
    """Two players exchange their lines in a draw."""
    for at, payload in list_rows(event.rows, "drawn"):
        taken = [line for line, entry in enumerate(payload["lines"]) if entry]
        pairs = [(one, other) for one in taken for other in taken if one < other]
        for pair in event.choose(pairs):
            yield event.check_row(at, exchange_lines(payload, *pair))


def exchange_a_player_and_a_bye(event: ForgedEvent) -> Iterator[Codes]:
    """A player and a bye exchange their lines in a draw."""
    for at, payload in list_rows(event.rows, "drawn"):
        lines = list(enumerate(payload["lines"]))
        pairs = [(line, free) for line, entry in lines if entry for free, other in lines if not other]
        for pair in event.choose(pairs):
            yield event.check_row(at, exchange_lines(payload, *pair))


def leave_a_player_out(event: ForgedEvent) -> Iterator[Codes]:
    """A player is left out of a draw, and a bye is in their place."""
    for at, payload in list_rows(event.rows, "drawn"):
        line = event.rng.choice([line for line, entry in enumerate(payload["lines"]) if entry])
        payload["lines"][line] = 0
        yield event.check_row(at, payload)


def use_another_seed(event: ForgedEvent) -> Iterator[Codes]:
    """A draw is made from another seed than the one that was promised."""
    for at, payload in list_rows(event.rows, "drawn"):
        yield event.check_row(at, {**payload, "seed": "0" * 32})


def exchange_opponents(event: ForgedEvent) -> Iterator[Codes]:
    """Two players of a round exchange their opponents."""
    for at, payload in list_rows(event.rows, "paired"):
        changes = [forged for forged in forge_pairs(payload) if forged["byes"] == payload["byes"]]
        yield from (event.check_row(at, forged) for forged in event.choose(changes))


def give_the_bye_to_another(event: ForgedEvent) -> Iterator[Codes]:
    """Another player of a round has the bye."""
    for at, payload in list_rows(event.rows, "paired"):
        requested = [bye for bye in payload["byes"] if bye["kind"] != "pairing"]
        changes = [
            forged
            for forged in forge_pairs(payload)
            if forged["byes"] != payload["byes"] and all(bye in forged["byes"] for bye in requested)
        ]
        yield from (event.check_row(at, forged) for forged in event.choose(changes))


def exchange_sides(event: ForgedEvent) -> Iterator[Codes]:
    """The two players of a board of a round exchange their sides."""
    for at, payload in list_rows(event.rows, "paired"):
        board = event.rng.choice(payload["boards"])
        board["white"], board["black"] = board["black"], board["white"]
        yield event.check_row(at, payload)


def exchange_boards(event: ForgedEvent) -> Iterator[Codes]:
    """Two boards of a round exchange their numbers."""
    for at, payload in list_rows(event.rows, "paired"):
        if len(payload["boards"]) > 1:
            payload["boards"].reverse()
            yield event.check_row(at, payload)


def show_other_sides(event: ForgedEvent) -> Iterator[Codes]:
    """A match is shown with its sides exchanged."""
    file = event.file
    played = [
        one
        for one in file["projection"]["pairings"]
        if one["white"] and one["black"] and "." not in one["id"]
    ]
    match = event.rng.choice(played)
    match["white"], match["black"] = match["black"], match["white"]
    yield event.check_file(file)


def show_another_player(event: ForgedEvent) -> Iterator[Codes]:
    """A match is shown with a player who did not play it."""
    file = event.file
    played = [
        one
        for one in file["projection"]["pairings"]
        if one["white"] and one["black"] and "." not in one["id"]
    ]
    match = event.rng.choice(played)
    entries = {seat for one in played for seat in (one["white"], one["black"])}
    others = sorted(entries - {match["white"], match["black"]})
    if others:
        match["black"] = event.rng.choice(others)
        yield event.check_file(file)


def show_another_winner(event: ForgedEvent) -> Iterator[Codes]:
    """The loser of a match is shown as its winner."""
    file = event.file
    played = [
        one for one in file["projection"]["pairings"] if one["winner"] and one["white"] and one["black"]
    ]
    match = event.rng.choice(played)
    match["winner"] = match["black"] if match["winner"] == match["white"] else match["white"]
    yield event.check_file(file)


def give_the_match_to_the_loser(event: ForgedEvent) -> Iterator[Codes]:
    """The result of a match is turned round in the journal, and nothing else."""
    file = event.file
    rows = [row["payload"] for row in file["journal"] if row["kind"] == "settled"]
    last_results = {row["pairing"]: row for row in rows if row["winner"]}
    result = event.rng.choice(list(last_results.values()))
    result["winner"] = "black" if result["winner"] == "white" else "white"
    result["white_score"], result["black_score"] = result["black_score"], result["white_score"]
    yield event.check_file(file)


def exchange_places(event: ForgedEvent) -> Iterator[Codes]:
    """Two players exchange their final places."""
    file = event.file
    places = file["projection"]["places"]
    pairs = [(one, other) for one in places for other in places if places[one] < places[other]]
    for one, other in event.choose(pairs):
        forged = event.file
        forged["projection"]["places"] |= {one: places[other], other: places[one]}
        yield event.check_file(forged)


def change_a_figure(event: ForgedEvent) -> Iterator[Codes]:
    """A figure of a table is a little more than it is."""
    file = event.file
    rows = [row for rows in file["projection"]["standings"].values() for row in rows if row["values"]]
    if rows:
        values = event.rng.choice(rows)["values"]
        name = event.rng.choice(sorted(values))
        values[name] += "3" if "/" in values[name] else "1"
        yield event.check_file(file)


def exchange_rows_of_a_table(event: ForgedEvent) -> Iterator[Codes]:
    """A player has a better place in a table."""
    file = event.file
    rows = [row for rows in file["projection"]["standings"].values() for row in rows if row["place"] > 1]
    if rows:
        event.rng.choice(rows)["place"] -= 1
        yield event.check_file(file)


def list_pairs(file: File) -> list[str]:
    """Make every player of a file a pair of two people."""
    codes = [
        item["player"]
        for row in file["journal"]
        if row["kind"] == "entered"
        for item in row["payload"]["entries"]
    ]
    listed: dict[str, Any] = {}
    for code in codes:
        people = (f"{code}-a", f"{code}-b")
        listed |= {one: {"name": f"Person {one}"} for one in people}
        listed[code] = {"name": f"Person {code}-a / Person {code}-b", "pair": list(people)}
    file["event"]["players"] = listed
    return codes


def exchange_partners(event: ForgedEvent) -> Iterator[Codes]:
    """Two pairs exchange a partner."""
    if any(row.kind == "formed" for row in event.rows):
        return
    file = event.file
    one, other = event.rng.sample(list_pairs(file), 2)
    assert event.check_file(file) == set()
    first, second = (file["event"]["players"][code]["pair"] for code in (one, other))
    first[1], second[1] = second[1], first[1]
    yield event.check_file(file)


def let_a_partner_play_twice(event: ForgedEvent) -> Iterator[Codes]:
    """A player is in two pairs."""
    if any(row.kind == "formed" for row in event.rows):
        return
    file = event.file
    one, other = event.rng.sample(list_pairs(file), 2)
    pairs = file["event"]["players"]
    pairs[one]["pair"][1] = pairs[other]["pair"][1]
    yield event.check_file(file)


def line_up_another_team(event: ForgedEvent) -> Iterator[Codes]:
    """A player of another team is in a line-up."""
    members = {row.payload["entry"]: row.payload["members"] for row in event.rows if row.kind == "manned"}
    for at, payload in list_rows(event.rows, "fielded"):
        outsiders = [one for team, people in members.items() if team != payload["white"] for one in people]
        payload["white_players"][0] = event.rng.choice(outsiders)
        yield event.check_row(at, payload)


FEE = 10_01


def make_money(rows: Rows) -> Money:
    """The money file of an event for which all have paid, with what the finances would show."""
    state = fold(rows)
    fields = list_fields(state)
    parts = dict.fromkeys(prize_flights.list_field_keys(state, fields), (3, 2, 1))
    places = prize_flights.get_paid_places(prize_flights.list_flights(state, fields), parts)
    brackets = list_entered_brackets(state)
    fees = {entry: FEE if brackets is None else FEE * brackets[entry].fee_count for entry in state.entries}
    pots: dict[str, tuple[int, int]] = {}
    if brackets is None:
        pot = sum(fees.values()) * 95 // 100
        splits = [split_pot(pot, parts, places)]
    else:
        sizes = Counter(key for one in brackets.values() for key in one.keys)
        pots = {key: (size * FEE, size * FEE * 95 // 100) for key, size in sizes.items()}
        pot = sum(amount for _stakes, amount in pots.values())
        splits = [split_pot(pots[key][1], {key: parts[key]}, places) for key in parts]
    players = {number: entrant.player for number, entrant in state.entries.items()}
    due: Counter[str] = Counter()
    for share in (share for split in splits for share in split.shares):
        assert share.entry
        due[players[share.entry]] += share.amount
    terms = {"fund": 0, "seq": 1, "kind": "entry", "fee": FEE, "registration": 0, "returned": 95, "added": 0}
    terms |= {"unit": 1, "sharing": "place", "template": "", "parts": parts}
    paid = {"fund": 0, "kind": "payment", "lot": None}
    amounts = {"fund": 0, "lot": None}
    return {
        "terms": [terms],
        "charges": [],
        "lots": [],
        "sales": [],
        "receipts": [
            {
                "number": number,
                "takes_back": None,
                "lines": [{**paid, "player": player, "amount": fees[number]}],
            }
            for number, player in players.items()
            if fees[number]
        ],
        "shown": {
            "accounts": [
                {**amounts, "player": one, "due": fees[number], "paid": fees[number]}
                for number, one in players.items()
            ],
            "pots": [{"fund": 0, "pot": pot}],
            "brackets": [
                {"fund": 0, "bracket": key, "stakes": stakes, "pot": amount}
                for key, (stakes, amount) in pots.items()
            ],
            "prizes": [{**amounts, "player": one, "due": due[one], "paid": 0} for one in due],
        },
    }


def forge_money(forgery: str) -> Forgery:
    """Return the forgery of a money file of this name."""

    def forge(event: ForgedEvent) -> Iterator[Codes]:
        money, document = deepcopy(event.money), read_document(event.data)
        assert check_money(money, document) == []
        if (forged_money.FORGERIES | forged_money.BRACKET_FORGERIES)[forgery](money, 0):
            yield {finding.code for finding in check_money(money, document)}

    return forge


BYES_OF_DRAWS = {"lines_not_by_lots", "bye_meets_bye", "bye_not_with_the_seeds"}
ROUNDS = {code for _guarantee, code in ROUND_CODES} | {"forbidden_pair"}
PAIRS = {"pair_named_otherwise", "partner_twice"}
# By name, as in docs/proofs.md: the forgery, and the findings of which one must name it.
FORGERIES: Mapping[str, tuple[Forgery, Codes]] = {
    "lines of a draw": (exchange_two_players, {"lines_not_by_lots"}),
    "bye of a draw": (exchange_a_player_and_a_bye, BYES_OF_DRAWS),
    "left out of a draw": (leave_a_player_out, {"not_everybody_drawn", *BYES_OF_DRAWS}),
    "seed": (use_another_seed, {"seed_not_promised"}),
    "opponents of a round": (exchange_opponents, ROUNDS),
    "bye of a round": (give_the_bye_to_another, {*ROUNDS, "byes_too_many"}),
    "sides of a round": (exchange_sides, {"boards_out_of_order"}),
    "order of boards": (exchange_boards, {"boards_out_of_order"}),
    "sides shown": (show_other_sides, {"wrong_seats"}),
    "player shown": (show_another_player, {"wrong_seats"}),
    "winner shown": (show_another_winner, {"wrong_winner"}),
    "result": (give_the_match_to_the_loser, {"wrong_winner"}),
    "place": (exchange_places, {"wrong_places"}),
    "figure": (change_a_figure, {"wrong_figure"}),
    "row of a table": (exchange_rows_of_a_table, {"wrong_places"}),
    "partners": (exchange_partners, {"pair_named_otherwise"}),
    "partner twice": (let_a_partner_play_twice, {"partner_twice"}),
    "line-up": (line_up_another_team, {"line_up_of_strangers"}),
    "fee owed": (forge_money("fee owed"), {"wrong_due"}),
    "payment left out": (forge_money("payment left out"), {"wrong_due"}),
    "pot": (forge_money("pot"), {"wrong_pot"}),
    "pot of a mini bracket": (forge_money("pot of a mini bracket"), {"wrong_bracket_pot"}),
    "stakes of a mini bracket": (forge_money("stakes of a mini bracket"), {"wrong_bracket_pot"}),
    "share of the club": (forge_money("share of the club"), {"wrong_pot"}),
    "prize": (forge_money("prize"), {"wrong_prize"}),
    "recipient of a prize": (forge_money("recipient"), {"wrong_prize"}),
    "payout": (forge_money("payout"), {"wrong_payout"}),
}


OF_ALL = {
    *(
        "lines of a draw",
        "left out of a draw",
        "seed",
        "sides shown",
        "player shown",
        "winner shown",
        "result",
    ),
    *("place", "fee owed", "payment left out", "pot", "share of the club", "prize", "recipient of a prize"),
    "payout",
}
OF_ROUNDS = {"opponents of a round", "bye of a round", "sides of a round", "order of boards"}
OF_TABLES = {"figure", "row of a table"}
OF_BRACKETS = set(forged_money.BRACKET_FORGERIES)
OF_PAIRS, OF_TEAMS = {"partners", "partner twice"}, {"line-up"}
FORMATS = tuple(OPENINGS)


def list_possible_forgeries(rows: Rows) -> set[str]:
    """What can be forged in an event, by its entry type, its byes, and what the formats of its stages are."""
    state = fold(rows)
    formats = [format_of(state.plan[flight]) for flight in state.stages]
    drawn_lines = [row.payload["lines"] for row in rows if row.kind == "drawn"]
    return {
        *OF_ALL,
        *(OF_TEAMS if any(row.kind == "formed" for row in rows) else OF_PAIRS),
        *(OF_ROUNDS if not all(each.is_static for each in formats) else ()),
        *(OF_TABLES if any(each.has_table for each in formats) else ()),
        *(OF_BRACKETS if is_rolling(state.plan) else ()),
        *({"bye of a draw"} if any(0 in lines for lines in drawn_lines) else ()),
    }


def find_unnoticed(name: str, forgery: str) -> tuple[int, list[Codes]]:
    """How often a thing was forged in events of a format, and what was found where it was not noticed."""
    forge, expected = FORGERIES[forgery]
    found = [codes for number in range(EVENTS) for codes in forge(ForgedEvent(name, number))]
    return len(found), [codes for codes in found if not codes & expected]


@pytest.mark.parametrize("name", FORMATS)
def test_every_forgery_in_a_format_is_found(name: str) -> None:
    made: set[str] = set()
    for forgery in FORGERIES:
        times, unnoticed = find_unnoticed(name, forgery)
        assert unnoticed == [], forgery
        made |= {forgery} if times else set()
    assert made == set().union(*(list_possible_forgeries(rows) for rows, _data, _money in list_events(name)))
