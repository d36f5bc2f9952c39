"""How long pairing one Swiss round takes, compared with a full matching of the same field by networkx.

Run from the root of the repository: `python -m benchmarks.swiss_rounds [players ...]`. Each field plays
rounds with random results, the better player winning more often; the round after the last is timed, the
best of three. The full matching has an edge for every legal pair and considers points only; it is left out
for more than `FULL_MATCHING_LIMIT` players, where it takes minutes.
"""

import random
import sys
import time
from collections.abc import Callable
from itertools import combinations

import networkx

from tournaments.formats.pairing import PairingCard, PairingRequest
from tournaments.formats.pairing_cards import PastBoard, PastRound, make_pairing_cards
from tournaments.formats.swiss.allowed_pairs import build_field
from tournaments.formats.swiss.round_pairing import pair_round

SIZES, FULL_MATCHING_LIMIT = (200, 1_000, 3_000), 400
# Rounds played before the one that is timed: by the number of players, else the default.
ROUNDS, DEFAULT_ROUNDS = {3_000: 7}, 5
GOALS = {200: 0.05, 1_000: 0.3, 3_000: 2.0}


def main(sizes: tuple[int, ...] = SIZES) -> None:
    """Print for each size the time of a round, its goal, the time of the full matching and their ratio."""
    print(f"{'players':>8} {'after':>6} {'round':>9} {'goal':>7} {'networkx, full':>15} {'ratio':>8}")
    for players in sizes:
        _print_row(players, ROUNDS.get(players, DEFAULT_ROUNDS))


def _print_row(players: int, rounds: int) -> None:
    player_cards = _play_rounds(players, rounds)
    round_seconds = min(
        _measure(lambda: pair_round(PairingRequest("swiss", rounds + 1, player_cards))) for _ in range(3)
    )
    full_seconds = _measure(lambda: _full_matching(player_cards)) if players <= FULL_MATCHING_LIMIT else 0.0
    ratio = f"{'not run':>15} {'':>8}"
    if full_seconds:
        ratio = f"{full_seconds:13.2f} s {full_seconds / round_seconds:8.0f}"
    goal = f"{GOALS[players]:5.2f} s" if players in GOALS else " " * 7
    print(f"{players:8} {rounds:6} {round_seconds:7.3f} s {goal} {ratio}")


def _play_rounds(players: int, rounds: int) -> tuple[PairingCard, ...]:
    rng = random.Random(players)
    past: list[PastRound] = []
    for number in range(1, rounds + 1):
        round_ = pair_round(PairingRequest("swiss", number, make_pairing_cards(range(1, players + 1), past)))
        boards = tuple(_play_board(rng, board.white, board.black, players) for board in round_.boards)
        past.append(PastRound(boards, tuple((bye.entry, bye.kind) for bye in round_.byes)))
    return make_pairing_cards(range(1, players + 1), past)


def _play_board(rng: random.Random, one: int, other: int, players: int) -> PastBoard:
    win_probability = 0.5 + (other - one) / players / 3
    return PastBoard(one, other, one if rng.random() < win_probability else other)


def _full_matching(player_cards: tuple[PairingCard, ...]) -> None:
    field = build_field(player_cards)
    graph = networkx.Graph()
    for one, other in combinations(range(len(field)), 2):
        if field.may_meet(one, other):
            graph.add_edge(one, other, weight=-((field.points[one] - field.points[other]) ** 2))
    networkx.max_weight_matching(graph, maxcardinality=True)


def _measure(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or SIZES)
