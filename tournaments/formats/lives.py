"""Lives: a player who has lost all lives is out, and the last one left wins.

The pairing follows the published rules of the Chicago Open: a second bye only once all remaining players have
had one; the bye goes to a player of the worst record; records of opponents are as similar as possible; then
rematches are avoided, recent ones first; then tags are separated. The draw seed decides the rest: it gives a
random order among equal records in which neighbours meet. With a number of paid places announced, a play-off
begins once no more players are left than are paid: a player with one life is paid and stops, unless needed to
avoid a bye, and the event is over when only one with more lives is left.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from rules.errors import Refusal
from tournaments.formats.format import (
    BY_KIND,
    MOST_ENTRIES,
    ROUND_OPTIONS,
    OptionTests,
    RoundFormat,
    whole_number,
)
from tournaments.formats.pairing import FULL, NOBODY, PAIRING, Board, Bye, PairedRound, PairingCard, Request
from tournaments.formats.plan import Stage
from tournaments.formats.reasons import Reason, because
from tournaments.formats.seeding import shuffled
from tournaments.formats.swiss.matching import ALONE, Answer, Problem, best
from tournaments.formats.swiss.pairing_field import barrier, build_field
from tournaments.formats.swiss.score_brackets import TIE_SPAN, rank_hash

RUNNING, PLAY_OFF, OF_THREE, OVER = "running", "play_off", "of_three", "over"
LIVES = 3
WIDE, REACH = 96, 12
CRITERIA = 4


@dataclass(frozen=True, slots=True)
class Phase:
    """The phase of an event of lives: remaining entries, players of the next round, and paid entries.

    `name` is "running", "play_off" (all left are paid), "of_three" (three of equal record: play-off of three)
    or "over". `left` and `playing` are entries, the best record first.
    """

    name: str
    remaining: tuple[int, ...]
    playing: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()


def phase(cards: Sequence[PairingCard], places: int = 0) -> Phase:
    """Return the phase after the rounds so far; at most `places` are paid, 0 for the winner only."""
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


def pair(request: Request) -> PairedRound:
    """Return the next round of the present players with lives left; an absent player loses a life.

    Options: "lives" each begins with, "places" paid. Refuses "rounds_over" when the event is decided,
    "play_off_of_three" when three of one record are left, "fixed_wrong" for manual boards that name an
    ineligible player or one twice, and "no_pairing" when forbidden pairs leave no pairing.
    """
    now = phase(request.cards, int(request.options.get("places", 0)))
    if now.name == OVER:
        raise Refusal("rounds_over", flight=request.flight, rounds=request.round - 1)
    if now.name == OF_THREE:
        raise Refusal("play_off_of_three", flight=request.flight, entrants=3, entries=list(now.remaining))
    _check_fixed_boards(request, now)
    playing = [card for card in request.cards if card.entry in now.playing]
    present = [card for card in playing if card.is_here and not card.requested_bye]
    busy = {entry for board in request.fixed for entry in board if entry != NOBODY}
    free = [card for card in present if card.entry not in busy]
    fixed_boards = tuple(
        Board(one, other, (because("paired_by_hand"),)) for one, other in request.fixed if other
    )
    fixed_byes = tuple(Bye(one, FULL, (because("bye_by_hand"),)) for one, other in request.fixed if not other)
    absent_byes = tuple(
        Bye(card.entry, "zero", (because("bye_absent"),)) for card in playing if card not in present
    )
    if len(present) < 1:
        raise Refusal("nobody_to_pair", flight=request.flight, present=0)
    boards, byes = LivesRound(request, free).round() if free else ((), ())
    return PairedRound((*fixed_boards, *boards), (*fixed_byes, *byes, *absent_byes))


def _check_fixed_boards(request: Request, now: Phase) -> None:
    """Check that manual boards and byes name players of this round, each once."""
    fixed_entries = [entry for board in request.fixed for entry in board if entry != NOBODY]
    is_whole = all(white != NOBODY for white, _ in request.fixed)
    if (
        len(set(fixed_entries)) != len(fixed_entries)
        or not set(fixed_entries) <= set(now.playing)
        or not is_whole
    ):
        raise Refusal("fixed_wrong", boards=[list(board) for board in request.fixed])


class LivesRound:
    """One round of the players in `free`."""

    def __init__(self, request: Request, free: Sequence[PairingCard]) -> None:
        self.request = request
        listed = (frozenset(pair) for pair in request.options.get("forbidden", ()))
        self.forbidden = {*request.forbidden, *listed}
        random_order = shuffled(sorted(card.entry for card in free), request.seed)
        self.cards = sorted(free, key=lambda card: (-card.lives, random_order.index(card.entry)))

    def round(self) -> tuple[tuple[Board, ...], tuple[Bye, ...]]:
        """Return boards from the most lives down, and the bye."""
        for sitting in self._classes():
            answer = self._answer(sitting)
            if ALONE not in answer.partners:
                return self._boards_and_byes(answer, sitting)
        field = build_field([PairingCard(card.entry, card.rank) for card in self.cards], self.forbidden)
        through, parts = barrier(field)
        raise Refusal(
            "no_pairing",
            through=[field.cards[index].entry for index in through],
            parts=[[field.cards[index].entry for index in part] for part in parts],
        )

    def _classes(self) -> list[list[int]]:
        """Return the classes for the bye: fewest byes first, then fewest lives."""
        if len(self.cards) % 2 == 0:
            return [[]]
        keys = sorted({(len(card.byes), card.lives) for card in self.cards})
        return [
            [place for place, card in enumerate(self.cards) if (len(card.byes), card.lives) == key]
            for key in keys
        ]

    def _answer(self, sitting: Sequence[int]) -> Answer:
        size = len(self.cards)
        if size > WIDE:
            answer = best(self._problem(sitting, REACH))
            if ALONE not in answer.partners and self._is_certain(answer):
                return answer
        return best(self._problem(sitting, size))

    def _is_certain(self, answer: Answer) -> bool:
        """Whether no pairing with an omitted link can be better: one such link costs more than all chosen."""
        return answer.costs[-1] // self._span < REACH**2 and answer.costs[:-1] == self._least(answer)

    def _least(self, answer: Answer) -> tuple[int, ...]:
        """Return the lower bound of a pairing: neighbours by record differ least, without rematches."""
        sits = answer.partners[-1] if len(self.cards) % 2 else ALONE
        lives = [card.lives for place, card in enumerate(self.cards) if place != sits]
        gaps = sum((one - other) ** 2 for one, other in zip(lives[::2], lives[1::2], strict=True))
        return (gaps, *(0,) * (CRITERIA - 1))

    def _problem(self, sitting: Sequence[int], reach: int) -> Problem:
        size = len(self.cards)
        nothing = ((0,) * CRITERIA, 0)
        links = [*self._links(reach), *((place, size, *nothing) for place in sitting)]
        cost_bounds = [sum(column) for column in zip(*(link[2] for link in links), strict=True)] or [
            0
        ] * CRITERIA
        bounds = (*cost_bounds, size * size * size * self._span)
        return Problem([nothing] * (size + size % 2), links, bounds, is_whole=True)

    @property
    def _span(self) -> int:
        return TIE_SPAN << len(self.cards).bit_length()

    def _links(self, reach: int) -> Iterator[tuple[int, int, tuple[int, ...], int]]:
        for one, other in combinations(range(len(self.cards)), 2):
            white, black = self.cards[one], self.cards[other]
            if other - one > reach or frozenset((white.entry, black.entry)) in self.forbidden:
                continue
            rounds_ago = [ago for ago, each in enumerate(reversed(white.opponents)) if each == black.entry]
            costs = (
                (white.lives - black.lives) ** 2,
                len(rounds_ago) ** 2,
                int(bool(rounds_ago) and rounds_ago[0] == 0),
                len(white.tags & black.tags),
            )
            tie = rank_hash(*sorted((white.rank, black.rank)))
            yield one, other, costs, (other - one - 1) ** 2 * self._span + tie

    def _boards_and_byes(
        self, answer: Answer, sitting: Sequence[int]
    ) -> tuple[tuple[Board, ...], tuple[Bye, ...]]:
        size = len(self.cards)
        boards = tuple(
            self._board(one, other) for one, other in enumerate(answer.partners[:size]) if one < other < size
        )
        if size % 2 == 0:
            return boards, ()
        sits = self.cards[answer.partners[size]]
        losses = int(self.request.options.get("lives", LIVES)) - sits.lives
        reasons = [because("bye_worst_record", losses=losses, byes=len(sits.byes))]
        if len(sitting) > 1:
            reasons.append(because("drawn_by_lot", seed=self.request.seed))
        return boards, (Bye(sits.entry, PAIRING, tuple(reasons)),)

    def _board(self, one: int, other: int) -> Board:
        white, black = self.cards[one], self.cards[other]
        same = white.lives == black.lives
        how = because("same_lives", lives=white.lives) if same else None
        reasons: list[Reason] = [
            how
            or because(
                "other_lives", entry=white.entry, lives=white.lives, other=black.entry, left=black.lives
            )
        ]
        times = white.opponents.count(black.entry)
        if times:
            reasons.append(because("rematch", times=times))
        reasons += [because("separation_relaxed", tag=tag) for tag in sorted(white.tags & black.tags)]
        return Board(white.entry, black.entry, tuple(reasons))


class LivesFormat(RoundFormat):
    """Rounds until one player is left: a player without lives is out."""

    name = "lives"
    options: ClassVar[OptionTests] = {
        **ROUND_OPTIONS,
        "lives": whole_number(1, 9),
        "places": whole_number(0, MOST_ENTRIES),
    }
    keeps_apart_by = BY_KIND
    ends_by_itself = True
    can_have_play_off = True

    def round_count(self, stage: Stage, entrants: int) -> int:
        """Return the chosen number; otherwise it is unknown."""
        return int(stage.options.get("rounds", 0))

    def boards_by_round(self, stage: Stage, entrants: int) -> Iterator[int]:
        """Return an estimate in which equal records meet and one of two loses a life."""
        if self.round_count(stage, entrants):
            yield from super().boards_by_round(stage, entrants)
            return
        lives_left = [int(stage.options.get("lives", LIVES))] * entrants
        while len(lives_left) > 1:
            boards = len(lives_left) // 2
            yield boards
            losing = set(range(1, 2 * boards, 2))
            after = (count - (place in losing) for place, count in enumerate(lives_left))
            lives_left = sorted((count for count in after if count), reverse=True)

    def pair_round(self, request: Request) -> PairedRound:
        """Return the round of the remaining players."""
        return pair(request)

    def pair_waiting(self, request: Request) -> PairedRound:
        """Return boards among those who wait; whether the stage is over depends on all its entries."""
        return PairedRound(*LivesRound(request, [card for card in request.cards if card.lives]).round())

    def is_over(self, request: Request) -> bool:
        """Whether one is left, or all who are left are paid."""
        now = phase(request.cards, int(request.options.get("places", 0)))
        return now.name in {OVER, OF_THREE}
