"""The format of lives: each loss costs a life, a player without lives is out, the last one left wins.

Pairing follows the published rules of the Chicago Open: no second bye until all remaining players have had
one; the bye goes to the worst record; opponents have records as similar as possible; then rematches are
avoided, recent ones first; then tags are separated. In the end neighbours meet in an order of equal records
that the draw seed makes. If paid places are announced, a play-off begins when no more players are left than
are paid: players with one life stop, unless one is needed to avoid a bye, and the event is over when only one
player has more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from rules.errors import Refusal
from tournaments.formats.desk_decisions import (
    check_manual_pairings,
    get_forbidden_pairs,
    list_byes_of_missing,
    list_cards_to_pair,
    list_manual_boards,
    list_manual_byes,
)
from tournaments.formats.event_format import MORE, ROUNDS, EventFormat, FormatOptions
from tournaments.formats.format import BY_KIND, RoundFormat
from tournaments.formats.format_options import (
    ROUND_OPTIONS,
    OptionTests,
    are_strings,
    is_whole_number,
)
from tournaments.formats.graph import LIVES
from tournaments.formats.pairing import (
    PAIRING_BYE,
    ZERO_BYE,
    Board,
    Bye,
    PairedRound,
    PairingCard,
    PairingRequest,
)
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.random_order import shuffle
from tournaments.formats.reasons import Reason, make_reason
from tournaments.formats.seeding import LARGEST_DRAW
from tournaments.formats.swiss.allowed_pairs import build_field
from tournaments.formats.swiss.criteria import TIE_SPAN, rank_hash
from tournaments.formats.swiss.full_pairings import make_no_pairing_refusal
from tournaments.formats.swiss.minimum_cost_matching import (
    UNMATCHED,
    Matching,
    MatchingProblem,
    find_best_matching,
)
from tournaments.formats.translatable import gettext_noop

RUNNING, PLAY_OFF, OF_THREE, OVER = "running", "play_off", "of_three", "over"
DEFAULT_LIVES = 3
# Fields of forms for the options of this format.
LIVES_FIELDS = ("lives", "paid")
# With more players, pairs up to so many places apart are tried first, for speed.
MANY_PLAYERS, NEAR_PLACES = 96, 12
# Number of costs in `LivesRound._links`, without the last.
CRITERION_COUNT = 4


@dataclass(frozen=True, slots=True)
class Phase:
    """The phase of an event of lives: remaining entries, those of the next round, and paid entries.

    `name` is "running", "play_off" (all remaining are paid), "of_three" (three of equal record are left, for
    a play-off of three) or "over". Entries are in order of their records, the best first.
    """

    name: str
    remaining: tuple[int, ...]
    playing: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()


def find_phase(cards: Sequence[PairingCard], places: int = 0) -> Phase:
    """Return the phase after the rounds so far. `places` are paid; 0: only the winner."""
    alive = sorted((card for card in cards if card.lives > 0 and not card.is_gone), key=_record)
    remaining = tuple(card.entry for card in alive)
    if len(remaining) <= 1:
        return Phase(OVER, remaining, paid=remaining)
    if len(remaining) > places:
        return Phase(RUNNING, remaining, remaining)
    if len(remaining) == 3 and len({card.lives for card in alive}) == 1:
        return Phase(OF_THREE, remaining, paid=remaining)
    strong = [card for card in alive if card.lives > 1]
    if len(strong) == 1:
        return Phase(OVER, remaining, paid=remaining)
    playing = alive if not strong else alive[: len(strong) + len(strong) % 2]
    return Phase(PLAY_OFF, remaining, tuple(card.entry for card in playing), remaining)


def _record(card: PairingCard) -> tuple[int, int, int]:
    return (-card.lives, len(card.byes), card.rank)


def pair_round(request: PairingRequest) -> PairedRound:
    """Return the next round of the present players with lives left; absent players lose a life.

    Options: `lives` of each player at the start, paid `places`. Refuses `rounds_over` if the event is
    decided, `play_off_of_three` if three of equal record are left, `fixed_wrong` for invalid manual boards,
    and `no_pairing` if forbidden pairs leave no pairing.
    """
    current_phase = find_phase(request.cards, int(request.options.get("places", 0)))
    if current_phase.name == OVER:
        raise Refusal("rounds_over", flight=request.flight, rounds=request.round - 1)
    if current_phase.name == OF_THREE:
        raise Refusal(
            "play_off_of_three", flight=request.flight, entrants=3, entries=list(current_phase.remaining)
        )
    check_manual_pairings(request, current_phase.playing)
    playing = [card for card in request.cards if card.entry in current_phase.playing]
    free = list_cards_to_pair(request, playing)
    boards, byes = LivesRound(request, free).round() if free else ((), ())
    missing = list_byes_of_missing(request, playing, ZERO_BYE)
    return PairedRound((*list_manual_boards(request), *boards), (*list_manual_byes(request), *byes, *missing))


class LivesRound:
    """The pairing of a round among the players in `free`."""

    def __init__(self, request: PairingRequest, free: Sequence[PairingCard]) -> None:
        self.request = request
        self.forbidden = get_forbidden_pairs(request)
        random_order = shuffle(sorted(card.entry for card in free), request.seed)
        self.cards = sorted(free, key=lambda card: (-card.lives, random_order.index(card.entry)))

    def round(self) -> tuple[tuple[Board, ...], tuple[Bye, ...]]:
        """Return boards from the most lives down, and the bye."""
        for bye_class in self._bye_classes():
            matching = self._find_matching(bye_class)
            if UNMATCHED not in matching.partners:
                return self._boards_and_byes(matching, bye_class)
        field = build_field([PairingCard(card.entry, card.rank) for card in self.cards], self.forbidden)
        raise make_no_pairing_refusal(field)

    def _bye_classes(self) -> list[list[int]]:
        """Return who may get the bye, as classes in order: fewest byes first, then fewest lives."""
        if len(self.cards) % 2 == 0:
            return [[]]
        keys = sorted({(len(card.byes), card.lives) for card in self.cards})
        return [
            [place for place, card in enumerate(self.cards) if (len(card.byes), card.lives) == key]
            for key in keys
        ]

    def _find_matching(self, bye_class: Sequence[int]) -> Matching:
        size = len(self.cards)
        if size > MANY_PLAYERS:
            matching = find_best_matching(self._matching_problem(bye_class, NEAR_PLACES))
            if UNMATCHED not in matching.partners and self._is_certain(matching):
                return matching
        return find_best_matching(self._matching_problem(bye_class, size))

    def _is_certain(self, matching: Matching) -> bool:
        """Whether no pairing with players farther apart can be better than this one."""
        return matching.costs[-1] // self._span < NEAR_PLACES**2 and matching.costs[:-1] == self._lower_bound(
            matching
        )

    def _lower_bound(self, matching: Matching) -> tuple[int, ...]:
        """Return a lower bound of the costs: neighbours by record meet, without rematches and shared tags."""
        bye_place = matching.partners[-1] if len(self.cards) % 2 else UNMATCHED
        lives = [card.lives for place, card in enumerate(self.cards) if place != bye_place]
        gaps = sum((one - other) ** 2 for one, other in zip(lives[::2], lives[1::2], strict=True))
        return (gaps, *(0,) * (CRITERION_COUNT - 1))

    def _matching_problem(self, bye_class: Sequence[int], reach: int) -> MatchingProblem:
        size = len(self.cards)
        zero_costs = ((0,) * CRITERION_COUNT, 0)
        links = [*self._links(reach), *((place, size, *zero_costs) for place in bye_class)]
        cost_bounds = [sum(column) for column in zip(*(link[2] for link in links), strict=True)] or [
            0
        ] * CRITERION_COUNT
        bounds = (*cost_bounds, size * size * size * self._span)
        return MatchingProblem([zero_costs] * (size + size % 2), links, bounds, has_most_links=True)

    @property
    def _span(self) -> int:
        """An upper bound of the sum of all numbers that break ties."""
        return TIE_SPAN << len(self.cards).bit_length()

    def _links(self, reach: int) -> Iterator[tuple[int, int, tuple[int, ...], int]]:
        """Yield the allowed pairs at most `reach` places apart, with their costs in order of precedence.

        Costs: difference of lives, number of rematches, rematch of the round before, shared tags; last the
        distance in places and a number that breaks ties.
        """
        for one, other in combinations(range(len(self.cards)), 2):
            white, black = self.cards[one], self.cards[other]
            if other - one > reach or frozenset((white.entry, black.entry)) in self.forbidden:
                continue
            costs = (
                (white.lives - black.lives) ** 2,
                white.opponents.count(black.entry) ** 2,
                int(white.last_opponent == black.entry),
                len(white.tags & black.tags),
            )
            tie = rank_hash(*sorted((white.rank, black.rank)))
            yield one, other, costs, (other - one - 1) ** 2 * self._span + tie

    def _boards_and_byes(
        self, matching: Matching, bye_class: Sequence[int]
    ) -> tuple[tuple[Board, ...], tuple[Bye, ...]]:
        size = len(self.cards)
        boards = tuple(
            self._board(one, other)
            for one, other in enumerate(matching.partners[:size])
            if one < other < size
        )
        if size % 2 == 0:
            return boards, ()
        bye_card = self.cards[matching.partners[size]]
        losses = int(self.request.options.get("lives", DEFAULT_LIVES)) - bye_card.lives
        reasons = [make_reason("bye_worst_record", losses=losses, byes=len(bye_card.byes))]
        if len(bye_class) > 1:
            reasons.append(make_reason("drawn_by_lot", seed=self.request.seed))
        return boards, (Bye(bye_card.entry, PAIRING_BYE, tuple(reasons)),)

    def _board(self, one: int, other: int) -> Board:
        white, black = self.cards[one], self.cards[other]
        lives = {"entry": white.entry, "lives": white.lives, "other": black.entry, "left": black.lives}
        reasons: list[Reason] = [
            make_reason("same_lives", lives=white.lives)
            if white.lives == black.lives
            else make_reason("other_lives", **lives)
        ]
        times = white.opponents.count(black.entry)
        if times:
            reasons.append(make_reason("rematch", times=times))
        reasons += [make_reason("separation_relaxed", tag=tag) for tag in sorted(white.tags & black.tags)]
        return Board(white.entry, black.entry, tuple(reasons))


class LivesFormat(RoundFormat):
    """Rounds until one player is left: a player without lives is out."""

    name, title = "lives", gettext_noop("Lives")
    options: ClassVar[OptionTests] = {
        **ROUND_OPTIONS,
        "apart": are_strings,
        "lives": is_whole_number(1, 9),
        "places": is_whole_number(0, LARGEST_DRAW),
    }
    # Whoever is out later is above; those who go out in one round share their places.
    leading_figures = ("rounds_survived", "lives_left")
    tie_breaks = ()
    keeps_apart_by = BY_KIND
    ends_by_itself = True
    can_have_play_off = True

    def round_count(self, stage: Stage, entrants: int) -> int:
        """Return the planned number of rounds, 0 if results end the stage."""
        return int(stage.options.get("rounds", 0))

    def lives_at_start(self, stage: Stage) -> int:
        """Return the lives of each entry."""
        return int(stage.options.get("lives", DEFAULT_LIVES))

    def boards_by_round(self, stage: Stage, entrants: int) -> Iterator[int]:
        """Yield an estimate of the boards of each round, in which equal records meet."""
        if self.round_count(stage, entrants):
            yield from super().boards_by_round(stage, entrants)
            return
        lives_left = [self.lives_at_start(stage)] * entrants
        while len(lives_left) > 1:
            boards = len(lives_left) // 2
            yield boards
            losing = set(range(1, 2 * boards, 2))
            after = (count - (place in losing) for place, count in enumerate(lives_left))
            lives_left = sorted((count for count in after if count), reverse=True)

    def pair_round(self, request: PairingRequest) -> PairedRound:
        """Return the round of the remaining players."""
        return pair_round(request)

    def pair_waiting(self, request: PairingRequest, waiting: Sequence[PairingCard]) -> PairedRound:
        """Return the pairings of waiting players, without a check of whether the stage is over."""
        return PairedRound(*LivesRound(request, [card for card in waiting if card.lives]).round())

    def is_over(self, request: PairingRequest) -> bool:
        """Whether the last places are decided, or left to a play-off of three."""
        current_phase = find_phase(request.cards, int(request.options.get("places", 0)))
        return current_phase.name in {OVER, OF_THREE}


def make_lives_plan(format_options: FormatOptions) -> Plan:
    """Return the plan of rounds until one player is left."""
    options: dict[str, object] = {"lives": format_options.lives}
    if format_options.paid:
        options["places"] = format_options.paid
    if format_options.apart:
        options["apart"] = list(format_options.apart)
    return Plan((Stage(LIVES, "lives", options=options, lengths=format_options.main),))


LIVES_EVENT = EventFormat(
    "lives",
    gettext_noop("Lives"),
    gettext_noop("Rounds until one player is left; a player with no lives left is out."),
    make_lives_plan,
    ("length", "apart", *LIVES_FIELDS),
    MORE,
    layout=ROUNDS,
)
