"""Which places of brackets cannot change any more, while matches are to come.

docs/formats.md, "Places": "A place is shown before the end only if no later match can change it, whoever wins
or is absent ...; a match that neither player comes to still closes places".
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from tournaments.verification.checker.seats import VACANT, Seating
from tournaments.verification.checker.trees import (
    LOSER,
    RESET_BLACK,
    RESET_WHITE,
    WINNER,
    CheckedPairing,
    SeatFeed,
)

Span = tuple[int, int]
# What a seat can bring: a player, nobody, or nobody while an absent player has a place of the losers.
PLAYER, NOBODY, ABSENTEE = "player", "nobody", "absentee"


class OpenBrackets:
    """What can still happen in the open pairings of brackets that belong together."""

    def __init__(self, nodes: Sequence[CheckedPairing], seating: Seating) -> None:
        self._nodes = {node.name: node for node in nodes}
        self._seating = seating
        self._possible: dict[str, set[tuple[str, str]]] = {}
        self._winners_go_on = {feed.of for node in nodes for feed in node.feeds if feed.kind == WINNER}
        self._losers_go_on: dict[object, set[str]] = {}
        for node in nodes:
            for feed in node.feeds:
                if feed.kind == LOSER:
                    self._losers_go_on.setdefault(feed.of, set()).add(node.flight)

    def find_fixed_places(self, labels: Mapping[int, Span], total: int | None) -> dict[Span, Span]:
        """Return the places of each label that are the same in whatever way the open pairings end.

        `labels` are those of the entries that are out or have won, `total` the number of entries if known.
        """
        fewest, most = Counter(labels.values()), Counter(labels.values())
        for name, node in self._nodes.items():
            if self._seating.outcome(name).winner is None and not self._waits_for_first_final(node):
                tallies = [tally for pair in self._pairs(node) for tally in self._tally_exits(node, pair)]
                for span in {node.winner_span, node.loser_span}:
                    fewest[span] += min(tally[span] for tally in tallies)
                    most[span] += max(tally[span] for tally in tallies)
        order = sorted(most)
        places: dict[Span, Span] = {}
        for span in order:
            before = _find_number(order[: order.index(span)], order[order.index(span) :], fewest, most, total)
            until = _find_number(
                order[: order.index(span) + 1], order[order.index(span) + 1 :], fewest, most, total
            )
            if before is not None and until is not None and until > before:
                places[span] = (before + 1, until)
        return places

    def _waits_for_first_final(self, node: CheckedPairing) -> bool:
        return any(
            feed.kind in {RESET_WHITE, RESET_BLACK} and self._seating.seat(feed) is None
            for feed in node.feeds
        )

    def _tally_exits(self, node: CheckedPairing, pair: tuple[str, str]) -> Iterable[Counter[Span]]:
        """Yield how many entries can have which label by a pairing, if these come to its seats."""
        base = Counter({node.loser_span: pair.count(ABSENTEE)})
        if PLAYER in pair and node.name not in self._winners_go_on:
            base[node.winner_span] += 1
        going_on = self._losers_go_on.get(node.name, set())
        if pair != (PLAYER, PLAYER) or going_on:
            yield base
        if pair == (PLAYER, PLAYER) and (not going_on or node.flight in going_on):
            # "The absent player plays nothing further", no match for a place of the same bracket either.
            yield base + Counter({node.loser_span: 1})

    def _pairs(self, node: CheckedPairing) -> set[tuple[str, str]]:
        if node.name not in self._possible:
            white, black = (self._find_arrivals(node, feed) for feed in node.feeds)
            self._possible[node.name] = set(product(white, black))
        return self._possible[node.name]

    def _find_arrivals(self, node: CheckedPairing, feed: SeatFeed) -> set[str]:
        seat = self._seating.seat(feed)
        if seat is not None:
            return {NOBODY if seat == VACANT else PLAYER}
        source = self._seating.nodes.get(feed.of) if isinstance(feed.of, str) else None
        if source is None or feed.kind not in {WINNER, LOSER}:
            return {PLAYER, NOBODY}
        pairs = self._pairs(source)
        if feed.kind == WINNER:
            return {PLAYER if PLAYER in pair else NOBODY for pair in pairs}
        is_placed_here = source.flight != node.flight and source.name in self._nodes
        arrivals: set[str] = set()
        for pair in pairs:
            if pair == (PLAYER, PLAYER):
                arrivals |= {PLAYER, ABSENTEE if is_placed_here else NOBODY}
            else:
                arrivals.add(NOBODY)
        return arrivals


def _find_number(
    spans: Sequence[Span],
    others: Sequence[Span],
    fewest: Mapping[Span, int],
    most: Mapping[Span, int],
    total: int | None,
) -> int | None:
    """Return how many entries have these labels, None if that is open."""
    least, greatest = sum(fewest[span] for span in spans), sum(most[span] for span in spans)
    if total is not None:
        least = max(least, total - sum(most[span] for span in others))
        greatest = min(greatest, total - sum(fewest[span] for span in others))
    return least if least == greatest else None
