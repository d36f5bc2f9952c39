"""The interface of formats, and the base classes of static formats, brackets and formats of rounds.

Code elsewhere asks a `Format` object and never compares the name of a format. A new format is a subclass in a
module of its own that overrides what differs, and is added to `tournaments.formats.registry`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Protocol

from rules.errors import Refusal
from tournaments.formats import feeds
from tournaments.formats.bracket_draw import DrawnLines, draw_bracket
from tournaments.formats.format_options import OptionTests, check_options
from tournaments.formats.graph import GraphPairing, Source
from tournaments.formats.pairing import PAIRING_BYE, Board, Bye, PairedRound, PairingCard, PairingRequest
from tournaments.formats.plan import FIRST_LOSSES, LOSERS, PLACES, DrawEntry, Stage
from tournaments.formats.random_order import shuffle
from tournaments.formats.reasons import make_reason

Span = tuple[int, int]
# How a format separates shared tags: in early rounds, or in all as far as possible.
BY_ROUNDS, BY_KIND = "rounds", "kinds"
APART_ROUNDS = 2
# The default tie-breaks of a table.
TABLE_TIE_BREAKS = ("score", "head_to_head", "buchholz_cut_1", "buchholz", "sonneborn_berger", "difference")


class DecidedPairing(Protocol):
    """A decided pairing with its entries, winner and loser."""

    @property
    def white(self) -> int | None: ...
    @property
    def black(self) -> int | None: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def loser(self) -> int: ...


class Format(ABC):
    """A format, with the default behaviour of most."""

    name: ClassVar[str]
    # What it is called, in English; translated where it is shown.
    title: ClassVar[str]
    # Allowed options, each with its test.
    options: ClassVar[OptionTests]

    # Whether all pairings are known at the draw; otherwise round after round is paired.
    is_static: ClassVar[bool]
    # Whether places come from a table; otherwise from the round of elimination.
    has_table: ClassVar[bool]
    # The default tie-breaks of its table, () without one; the option "criteria" of a stage replaces them.
    tie_breaks: ClassVar[tuple[str, ...]] = ()
    # The figures by which its table is ranked before all tie-breaks; () if the first tie-break is the score.
    leading_figures: ClassVar[tuple[str, ...]] = ()
    # Whether it is a round robin: early withdrawals are annulled, and rounds cannot be missed.
    is_round_robin: ClassVar[bool] = False
    # Whether a team meeting may end level; otherwise a winner is needed.
    can_be_drawn: ClassVar[bool] = False
    # Whether it decides places of its source stages; other entries keep their places there.
    is_play_off: ClassVar[bool] = False
    # The minimum number of entries: with fewer it is not played.
    fewest_players: ClassVar[int] = 2
    # Whether it may end with three entries of equal record, who need a play-off of three.
    can_have_play_off: ClassVar[bool] = False

    # Whether seeds can be drawn in blocks (3-4, 5-8 ...).
    has_seed_blocks: ClassVar[bool] = False
    # BY_ROUNDS, BY_KIND, or "" for no separation.
    keeps_apart_by: ClassVar[str] = ""
    # Whether a new first round can make space for late entries, and eliminated entries can re-enter.
    grows_by_doubling: ClassVar[bool] = False
    # Whether its entries can be split over two stages.
    can_be_split: ClassVar[bool] = True
    # Whether it can be a division of a league season.
    can_be_division: ClassVar[bool] = False

    # Whether results can end it before its number of rounds, if it has one. Only then may a round leave out
    # active entries; others name each of them with a board or a bye ("paired_without").
    ends_by_itself: ClassVar[bool] = False
    # Whether a player may request a bye.
    grants_byes: ClassVar[bool] = False
    # Whether rounds are paired by the running difference in points.
    counts_margin: ClassVar[bool] = False
    # The method of pairing all its rounds; "" if the options of the stage say it, or it has rules of its own.
    pairing_method: ClassVar[str] = ""
    # Whether rounds are paired by the scoring of the director.
    pairs_by_own_scoring: ClassVar[bool] = False
    # Whether it can be exported as a FIDE tournament report.
    has_report: ClassVar[bool] = False

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Refuse ("format_options_wrong") invalid options."""
        check_options(options, self.options)

    def draw_options(self, *, in_blocks: bool, apart: Sequence[str]) -> dict[str, Any]:
        """Return the options of the stage for the director's choices of a draw; None removes an option."""
        options: dict[str, Any] = {}
        if self.has_seed_blocks:
            options["seeding"] = "blocks" if in_blocks else None
        if self.keeps_apart_by == BY_ROUNDS:
            options["apart"] = dict.fromkeys(apart, APART_ROUNDS) or None
        if self.keeps_apart_by == BY_KIND:
            options["apart"] = list(apart) or None
        return options

    @abstractmethod
    def draw(self, stage: Stage, people: Sequence[DrawEntry], seeds: Sequence[int], seed: str) -> DrawnLines:
        """Return the entries by line, 0 for a bye, with the reasons of each line.

        `people` are the entries to draw; `seeds` are strongest first; `seed` is the draw seed.
        """

    def is_drawn_by(self, stage: Stage, lines: Sequence[int], seeds: Sequence[int], seed: str) -> bool:
        """Whether the lines of a journal follow from its draw seed; most formats accept all lines."""
        return True

    def can_have_lines(self, count: int) -> bool:
        """Whether a draw can have so many lines."""
        return True

    def line_of_seed(self, stage: Stage, size: int, number: int) -> int:
        """Return the line of seed `number` in a draw of `size` lines."""
        return number

    def can_add_line(self, stage: Stage, lines: int) -> bool:
        """Return whether a late entry can get a new line, besides those already drawn."""
        return True

    def group_size(self, options: Mapping[str, Any]) -> int:
        """Return the maximum size of a group; 0 without groups, or if their number is planned instead."""
        return 0

    def round_count(self, stage: Stage, entrants: int) -> int:
        """Return the number of rounds of a stage of rounds, 0 if it is not known in advance."""
        return 0

    @abstractmethod
    def boards_by_round(self, stage: Stage, entrants: int) -> Iterator[int]:
        """Return the number of matches of each round, as far as it is known before play."""

    def sources(self, stage: Stage, pairings: Sequence[GraphPairing]) -> tuple[Source, ...]:
        """Return the sources of the lines of a dependent stage; `pairings` are all those drawn before.

        Refuses ("feed_unknown") a stage that is not dependent, and what `feeds` refuses.
        """
        feed = stage.feed
        if feed.origin == FIRST_LOSSES:
            return feeds.first_losses(pairings, feed.flight)
        if feed.origin == LOSERS:
            return self.sources_of_losers(stage, pairings)
        if feed.origin != PLACES:
            raise Refusal("feed_unknown", stage=stage.key, feed=feed.origin)
        flights = [name for flight in feed.sources for name in feeds.flights_of(pairings, flight)]
        return self.sources_of_places(stage, pairings, flights)

    def sources_of_losers(self, stage: Stage, pairings: Sequence[GraphPairing]) -> tuple[Source, ...]:
        """Return the sources of the lines, for the losers of another stage."""
        return feeds.pooled_losers(pairings, stage.feed.flight, stage.feed.rounds)

    def sources_of_places(
        self, stage: Stage, pairings: Sequence[GraphPairing], flights: Sequence[str]
    ) -> tuple[Source, ...]:
        """Return the sources of the lines, for some places of `flights`."""
        feed = stage.feed
        return feeds.place_sources(pairings, flights, feed.first, max(feed.last, feed.first))

    def pairings(self, stage: Stage, sources: Sequence[Source]) -> tuple[GraphPairing, ...]:
        """Return all pairings, from the source of each line. Formats of rounds refuse `stage_of_rounds`."""
        raise Refusal("stage_of_rounds", flight=stage.key)

    def pair_round(self, request: PairingRequest) -> PairedRound:
        """Return the pairings of a round. Static formats refuse `stage_of_lines`."""
        raise Refusal("stage_of_lines", flight=request.flight)

    def pair_late_entries(
        self, request: PairingRequest, published: PairedRound, arrivals: Sequence[int]
    ) -> PairedRound:
        """Return the published round with boards for late arrivals; its other boards do not change.

        The entry with the pairing bye is paired with them, unless it has withdrawn. A single late player gets
        a bye if there is nobody to meet. Refuses what `pair_round` refuses.
        """
        withdrawn = {card.entry for card in request.cards if card.is_gone}
        waiting = {*arrivals, *(bye.entry for bye in published.byes if bye.kind == PAIRING_BYE)} - withdrawn
        cards = tuple(replace(card, is_here=True) for card in request.cards if card.entry in waiting)
        byes = tuple(bye for bye in published.byes if bye.entry not in waiting)
        if len(cards) == 1:
            only = Bye(cards[0].entry, PAIRING_BYE, (make_reason("bye_only_left"),))
            return replace(published, byes=(*byes, only))
        late = self.pair_waiting(replace(request, fixed=()), cards)
        boards = tuple(_with_late_reasons(board, arrivals) for board in late.boards)
        return replace(published, boards=(*published.boards, *boards), byes=(*byes, *late.byes))

    def pair_waiting(self, request: PairingRequest, waiting: Sequence[PairingCard]) -> PairedRound:
        """Return the pairings of entries that wait while a round is played."""
        return self.pair_round(replace(request, cards=tuple(waiting)))

    def lives_at_start(self, stage: Stage) -> int:
        """Return the lives of each entry; 0 if losses do not eliminate."""
        return 0

    def virtual_points(self, options: Mapping[str, Any], number: int, entrants: int) -> int:
        """Return the virtual points of the accelerated group in a round (2 are a win), 0 for none."""
        return 0

    def is_over(self, request: PairingRequest) -> bool:
        """Whether a stage that results end (`ends_by_itself`) has no next round."""
        return False

    def final_spans(
        self, first: int, exits: Mapping[int, Span], decided: Sequence[DecidedPairing]
    ) -> dict[int, Span]:
        """Return the final places of a stage without a table: those of `exits`, consecutive from `first`.

        `exits`: entry -> places of the pairing in which it was eliminated or won. `decided` are all pairings.
        `first` is the best place of the stage: 2 in the backdraw of a double elimination.
        """
        return make_consecutive(exits, first)


def make_consecutive(spans: Mapping[int, Span], first: int = 1) -> dict[int, Span]:
    """Return places in the same order, without gaps from `first`: places that nobody took are closed."""
    consecutive: dict[int, Span] = {}
    for span in sorted(set(spans.values())):
        level = [entry for entry, value in spans.items() if value == span]
        consecutive |= dict.fromkeys(level, (first, first + len(level) - 1))
        first += len(level)
    return consecutive


def _with_late_reasons(board: Board, arrivals: Sequence[int]) -> Board:
    """Return a board with the reason "paired late" for each late player."""
    late = [entry for entry in (board.white, board.black) if entry in arrivals]
    return replace(
        board, reasons=(*(make_reason("paired_late", entry=entry) for entry in late), *board.reasons)
    )


class StaticFormat(Format):
    """A format whose pairings are all known at the draw."""

    is_static = True
    has_table = False

    def boards_by_round(self, stage: Stage, entrants: int) -> Iterator[int]:
        """Yield the matches by round of a knockout; the first round leaves a power of two of entries."""
        if entrants < 2:
            return
        size = 1 << (entrants - 1).bit_length()
        yield entrants - size // 2
        yield from (size >> shift for shift in range(2, size.bit_length()))


class BracketFormat(StaticFormat):
    """A static format whose lines are those of a bracket."""

    def draw(self, stage: Stage, people: Sequence[DrawEntry], seeds: Sequence[int], seed: str) -> DrawnLines:
        """Draw the lines of a bracket."""
        return draw_bracket(stage, people, seeds, seed)

    def can_have_lines(self, count: int) -> bool:
        """Whether the count is a power of two."""
        return count.bit_count() == 1


class RoundFormat(Format):
    """A format of rounds that are paired one after another from the results so far."""

    is_static = False
    has_table = True
    tie_breaks: ClassVar[tuple[str, ...]] = TABLE_TIE_BREAKS

    def draw(self, stage: Stage, people: Sequence[DrawEntry], seeds: Sequence[int], seed: str) -> DrawnLines:
        """Return the fixed order: seeds, then the others at random, or by entry number by option."""
        entries = [person.entry for person in people]
        if len(set(entries)) != len(entries) or len(set(seeds)) != len(seeds) or set(seeds) - set(entries):
            raise Refusal("seeds_unknown", seeds=list(seeds))
        rest = sorted(set(entries) - set(seeds))
        by_entry = stage.options.get("numbers") == "order"
        return DrawnLines((*seeds, *(rest if by_entry else shuffle(rest, seed))))

    def boards_by_round(self, stage: Stage, entrants: int) -> Iterator[int]:
        """Yield half the number of entries for each round."""
        if entrants > 1:
            yield from [entrants // 2] * self.round_count(stage, entrants)
