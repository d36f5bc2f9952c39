"""Rounds for lives: each pairing is the best one by the published rules.

Follows the section *Rounds for lives* of docs/formats.md and docs/draw-methods.md.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tournaments.verification.checker.checked_state import CheckedState
from tournaments.verification.checker.findings import Guarantee
from tournaments.verification.checker.random_orders import shuffle
from tournaments.verification.checker.rank_numbers import get_rank_number
from tournaments.verification.checker.round_boards import RoundBoards
from tournaments.verification.checker.round_byes import check_bye
from tournaments.verification.checker.round_exchanges import find_exchange
from tournaments.verification.checker.round_fields import NOBODY, Pair, RoundPlayer, read_field
from tournaments.verification.checker.stages import CheckedStage
from tournaments.verification.checker.swiss_criteria import Costs


class LivesCosts:
    """The costs of the pairs of a round, in order of weight.

    "The bye goes to one of the worst record; records as similar as possible; then as few rematches as
    possible": the squares of the differences of lives, those of the earlier meetings, whether the two met
    in the round before, shared tags, and then the squares of the places between the two in the random
    order of players of equal lives. The number of the two ranks decides what is left.
    """

    def __init__(
        self,
        players: Sequence[RoundPlayer],
        lives: Mapping[int, int],
        meetings: Mapping[Pair, int],
        last_pairs: Collection[Pair],
    ) -> None:
        self.players = {player.entry: player for player in players}
        self.places = {player.entry: place for place, player in enumerate(players)}
        self.lives, self.meetings, self.last_pairs = lives, meetings, last_pairs

    def list_costs(self, one: int, other: int) -> Costs:
        """Return the costs of a pair, or of the bye of `one` if `other` is `NOBODY`."""
        if NOBODY in {one, other}:
            player = one or other
            return [((0,), self.players[player].byes), ((1,), self.lives[player])]
        pair = frozenset((one, other))
        gap = self.lives[one] - self.lives[other]
        tags = self.players[one].tags & self.players[other].tags
        distance = abs(self.places[one] - self.places[other]) - 1
        return [
            ((2,), gap * gap),
            ((3,), self.meetings.get(pair, 0) ** 2),
            ((4,), int(pair in self.last_pairs)),
            ((5,), len(tags)),
            ((6,), distance * distance),
            ((7,), get_rank_number(self.players[one].rank, self.players[other].rank)),
        ]


def check_lives_round(
    state: CheckedState, stage: CheckedStage, boards: RoundBoards, lives: Mapping[int, int]
) -> None:
    """Check that no other pairing of these players is better (I2, I7)."""
    facts: dict[str, Any] = {"flight": stage.key, "round": boards.number}
    field = read_field(state, stage, boards.number, boards.entries)
    if set(field.entries) != boards.entries:
        return
    place_of = {entry: place for place, entry in enumerate(shuffle(sorted(field.entries), boards.seed))}
    players = sorted(field.players, key=lambda player: (-lives[player.entry], place_of[player.entry]))
    forbidden = frozenset(frozenset(pair) for pair in stage.options.get("forbidden", ()))
    broken = [pair for pair in boards.pairs if frozenset(pair) in forbidden]
    if not state.log.expect(not broken, Guarantee.NO_REMATCH, "forbidden_pair", **facts, boards=broken):
        return
    records = {player.entry: (player.byes, lives[player.entry]) for player in players}
    bye_entry = boards.partners.get(NOBODY)
    if bye_entry and not check_bye(state.log, bye_entry, records, forbidden, facts):
        return
    costs = LivesCosts(players, lives, *_list_meetings(state, stage.key, boards.number))
    exchange = find_exchange(boards.partners, costs.list_costs, forbidden)
    entries = sorted(entry for entry in exchange if entry)
    state.log.expect(not exchange, Guarantee.NO_REMATCH, "round_not_best", **facts, entries=entries)
    in_order = list(boards.pairs) == _sort_pairs([player.entry for player in players], boards)
    state.log.expect(in_order, Guarantee.NO_REMATCH, "boards_out_of_order", **facts)


def _sort_pairs(order: Sequence[int], boards: RoundBoards) -> list[tuple[int, int]]:
    """Return the boards in the order of their higher players, who are named first."""
    places = {entry: place for place, entry in enumerate(order)}
    pairs = [pair if places[pair[0]] < places[pair[1]] else pair[::-1] for pair in boards.pairs]
    return sorted(pairs, key=lambda pair: places[pair[0]])


def _list_meetings(state: CheckedState, flight: str, before: int) -> tuple[Mapping[Pair, int], set[Pair]]:
    """Return how often pairs have met before a round, and those who met in the round before it."""
    meetings: Counter[Pair] = Counter()
    last_pairs: set[Pair] = set()
    for node in state.seating.flight(flight):
        outcome = state.seating.outcome(node.name)
        if node.round < before and outcome.is_contested and outcome.white and outcome.black:
            pair = frozenset((outcome.white, outcome.black))
            meetings[pair] += 1
            if node.round == before - 1:
                last_pairs.add(pair)
    return meetings, last_pairs
