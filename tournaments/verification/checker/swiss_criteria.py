"""The criteria of a Swiss round as costs of its pairs, in order of weight; less is better.

Follows the section *Swiss* of docs/draw-methods.md: the criteria C2 to C21 of FIDE C.04.3 (2026) without
colours, then the method. The costs of one pair are a list of (key, amount): keys sort by weight, and a sum of
the amounts of all pairs by key is what the rules compare. Where the rules compare lists of scores from the
largest, the key has the score and the amount is 1, as equal lists have equal counts.

The places within a score group depend on who came down into it, so the costs are those beside one given
round: a round that is better by a higher criterion is so by any costs, and one that is equal so far has the
same players in each group.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.verification.checker.random_orders import shuffle
from tournaments.verification.checker.rank_numbers import get_rank_number
from tournaments.verification.checker.round_fields import DOWN, NOBODY, UP, RoundField, RoundPlayer

SLIDE, FOLD, ADJACENT, MONRAD, RANDOM = "slide", "fold", "adjacent", "monrad", "random"
Key = tuple[int, ...]
Costs = list[tuple[Key, int]]
ListCosts = Callable[[int, int], Costs]

# Criteria within one score group, in order of weight.
(
    FLOATERS,
    FLOATER_SCORES,
    NEXT_FLOATERS,
    NEXT_FLOATER_SCORES,
    UNPLAYED_OF_BYE,
    DOWN_AGAIN,
    UP_AGAIN,
    DOWN_AFTER_TWO,
    UP_AFTER_TWO,
    FALLS,
    RISES,
    FALLS_AFTER_TWO,
    RISES_AFTER_TWO,
    METHOD,
) = range(14)
LAST_ROUND, ROUND_BEFORE = -1, -2


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """A score group beside one round: who came down into it, then its own players, in order.

    `places`: entry -> place from 0. `came_down` is the number of the former. `rest` are the places whose
    players do not meet one of them, and `pairs` the number of pairs among those.
    """

    score: int
    places: Mapping[int, int]
    came_down: int
    rest: tuple[int, ...]
    pairs: int

    @property
    def size(self) -> int:
        """The number of players."""
        return len(self.places)

    @property
    def upper_half(self) -> frozenset[int]:
        """The places that are the upper half of the rest as long as nobody changes halves."""
        return frozenset(self.rest[: self.pairs])


class SwissCosts:
    """The costs of the pairs of a field beside one round, `partners`: entry -> partner, `NOBODY` for the bye.

    `seed` is that of the round: by the method at random the players of the score group number n (from 0) are
    in the order `shuffle(players, "<seed>:<n>")`. Who moves down is taken to meet a
    player of a point (`self.point`) less than the group.
    """

    def __init__(
        self,
        field: RoundField,
        method: str,
        partners: Mapping[int, int],
        seed: str,
    ) -> None:
        self.players = {player.entry: player for player in field.players}
        self.method, self.seed = SLIDE if method == RANDOM else method, seed
        self.is_random, self.point = method == RANDOM, field.point
        self.scores = sorted({player.score for player in field.players}, reverse=True)
        self.level_by_score = {score: level for level, score in enumerate(self.scores)}
        self.groups = self._list_groups(field.entries, partners)

    def level(self, entry: int) -> int:
        """Return the number of the score group of an entry from the top; one below the last for nobody."""
        return self.level_by_score[self.players[entry].score] if entry else len(self.scores)

    def list_costs(self, one: int, other: int) -> Costs:
        """Return the costs of a pair, or of the bye of `one` if `other` is `NOBODY`."""
        upper, lower = sorted((one, other), key=self.level)
        costs: Costs = []
        if not lower:
            player = self.players[upper]
            costs += [((-2,), player.byes), ((-1,), player.score)]
        for level in range(self.level(upper), self.level(lower)):
            costs += self._list_floater_costs(level, upper, lower)
        if lower:
            costs += self._list_pair_costs(self.level(lower), upper, lower)
        return costs

    def _list_groups(self, order: Sequence[int], partners: Mapping[int, int]) -> list[ScoreGroup]:
        groups: list[ScoreGroup] = []
        came_down: list[int] = []
        for level, score in enumerate(self.scores):
            residents = [entry for entry in order if self.players[entry].score == score]
            if self.is_random:
                residents = shuffle(residents, f"{self.seed}:{level}")
            members = [*came_down, *residents]
            places = {entry: place for place, entry in enumerate(members)}
            number = len(came_down)
            partner_places = [places.get(partners[entry], len(members)) for entry in members]
            rest = [place for place in range(number, len(members)) if partner_places[place] >= number]
            pairs = sum(place < partner_places[place] < len(members) for place in rest)
            groups.append(ScoreGroup(score, places, number, tuple(rest), pairs))
            came_down = [entry for entry in order if entry in places and partners[entry] not in places]
        return groups

    def _list_floater_costs(self, level: int, floater: int, partner: int) -> Iterator[tuple[Key, int]]:
        """Yield the costs in one group of a player who is not paired in it (C6 to C21).

        "As few players as possible move down (C6), those of low scores rather than high ones (C7), and so
        that the next group fares best (C8)".
        """
        player, group = self.players[floater], self.groups[level]
        yield (level, FLOATERS), 1
        yield (level, FLOATER_SCORES, -player.score), 1
        if level:
            yield (level - 1, NEXT_FLOATERS), 1
            yield (level - 1, NEXT_FLOATER_SCORES, -player.score), 1
        if not partner:
            yield (level, UNPLAYED_OF_BYE), player.unplayed
        for past, again, falls in (
            (LAST_ROUND, DOWN_AGAIN, FALLS),
            (ROUND_BEFORE, DOWN_AFTER_TWO, FALLS_AFTER_TWO),
        ):
            if _get_float(player, past) == DOWN:
                if player.score == group.score:
                    yield (level, again), 1
                else:
                    yield (level, falls, -(player.score - group.score + self.point)), 1
        place = group.places.get(floater, group.size)
        yield from self._list_method_costs_of_floater(level, group, place)
        if self.method != SLIDE:
            yield (level, METHOD, 1), get_rank_number(player.rank, 0)

    def _list_pair_costs(self, level: int, upper: int, lower: int) -> Iterator[tuple[Key, int]]:
        """Yield the costs of a pair in the group of its lower score (C15, C17 to C21), then of the method."""
        gap = self.players[upper].score - self.players[lower].score
        if gap:
            for past, up_again, falls, rises in (
                (LAST_ROUND, UP_AGAIN, FALLS, RISES),
                (ROUND_BEFORE, UP_AFTER_TWO, FALLS_AFTER_TWO, RISES_AFTER_TWO),
            ):
                if _get_float(self.players[upper], past) == DOWN:
                    yield (level, falls, -gap), 1
                if _get_float(self.players[lower], past) == UP:
                    yield (level, up_again), 1
                    yield (level, rises, -gap), 1
        group = self.groups[level]
        places = sorted(group.places.get(entry, group.size) for entry in (upper, lower))
        yield from self._list_method_costs(level, group, places[0], places[1])
        if self.method != SLIDE:
            yield (level, METHOD, 1), get_rank_number(self.players[upper].rank, self.players[lower].rank)

    def _list_method_costs_of_floater(
        self, level: int, group: ScoreGroup, place: int
    ) -> Iterator[tuple[Key, int]]:
        if self.method == SLIDE:
            if place < group.came_down:
                yield (level, METHOD, 0, place), 1
                yield (level, METHOD, 7, place), group.size
            elif place in group.upper_half:
                yield from _list_moved_down(level, place)
            return
        last = group.came_down if place < group.came_down else group.size
        yield (level, METHOD, 0), (last - 1 - place) ** 2

    def _list_method_costs(
        self, level: int, group: ScoreGroup, high: int, low: int
    ) -> Iterator[tuple[Key, int]]:
        if self.method == SLIDE:
            yield from _list_slide_costs(level, group, high, low)
        else:
            yield (level, METHOD, 0), self._get_displacement(group, high, low) ** 2

    def _get_displacement(self, group: ScoreGroup, high: int, low: int) -> int:
        """Return how far a pair is from the ideal: 1 meets the last (fold) or the second (adjacent)."""
        number, size = group.came_down, group.size
        if low < number:
            return size
        if self.method == FOLD:
            return high + low - (size - size % 2 - 1)
        return low - number - high if high < number else low - high - 1


def _get_float(player: RoundPlayer, past: int) -> str:
    return player.floats[past] if len(player.floats) >= -past else ""


def _list_slide_costs(level: int, group: ScoreGroup, high: int, low: int) -> Iterator[tuple[Key, int]]:
    """Yield the costs of a pair in the order of article 4.

    First who of those who came down meets nobody of the group (0), then whom the others meet (1), then the
    exchanges between the halves of the rest (2 to 5), then the order of the lower half (6), and last whom
    those meet who came down and meet each other (7).
    """
    number = group.came_down
    if low < number:
        for place, other in ((high, low), (low, high)):
            yield (level, METHOD, 0, place), 1
            yield (level, METHOD, 7, place), other
        return
    if high < number:
        yield (level, METHOD, 1, high), low
        return
    if high not in group.upper_half:
        yield (level, METHOD, 2), 1
        yield (level, METHOD, 3), high
        yield (level, METHOD, 5, high), -1
    if low in group.upper_half:
        yield from _list_moved_down(level, low)
    yield (level, METHOD, 6, high), low


def _list_moved_down(level: int, place: int) -> Iterator[tuple[Key, int]]:
    """Yield the costs of a player of the upper half who is in the lower one."""
    yield (level, METHOD, 3), -place
    yield (level, METHOD, 4, -place), -1


class MonradCosts:
    """The costs of Monrad and of Swiss by score, which ignore score groups.

    The bye goes to the lowest of those who may have it, then "from the top down, each player meets the
    nearest they have not met".
    """

    def __init__(self, field: RoundField) -> None:
        self.players = {player.entry: player for player in field.players}
        self.places = {entry: place for place, entry in enumerate(field.entries)}

    def list_costs(self, one: int, other: int) -> Costs:
        """Return the costs of a pair, or of the bye of `one` if `other` is `NOBODY`."""
        if NOBODY in {one, other}:
            player = self.players[one or other]
            return [((-3,), player.byes), ((-2,), player.score), ((-1,), -self.places[player.entry])]
        high, low = sorted((self.places[one], self.places[other]))
        return [((high,), low)]
