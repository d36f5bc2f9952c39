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
        fewest_by_label, most_by_label = Counter(labels.values()), Counter(labels.values())
        for name, node in self._nodes.items():
            if self._seating.outcome(name).winner is None and not self._waits_for_first_final(node):
                tallies = [tally for pair in self._pairs(node) for tally in self._tally_exits(node, pair)]
                for span in {node.winner_span, node.loser_span}:
                    fewest_by_label[span] += min(tally[span] for tally in tallies)
                    most_by_label[span] += max(tally[span] for tally in tallies)
        order = sorted(most_by_label)
        places: dict[Span, Span] = {}
        for span in order:
            count_before = _find_number(
                order[: order.index(span)], order[order.index(span) :], fewest_by_label, most_by_label, total
            )
            count_until = _find_number(
                order[: order.index(span) + 1],
                order[order.index(span) + 1 :],
                fewest_by_label,
                most_by_label,
                total,
            )
            if count_before is not None and count_until is not None and count_until > count_before:
                places[span] = (count_before + 1, count_until)
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
        losers_flights = self._losers_go_on.get(node.name, set())
        if pair != (PLAYER, PLAYER) or losers_flights:
            yield base
        if pair == (PLAYER, PLAYER) and (not losers_flights or node.flight in losers_flights):
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
    fewest_by_label: Mapping[Span, int],
    most_by_label: Mapping[Span, int],
    total: int | None,
) -> int | None:
    """Return how many entries have these labels, None if that is open."""
    least_number, greatest_number = (
        sum(fewest_by_label[span] for span in spans),
        sum(most_by_label[span] for span in spans),
    )
    if total is not None:
        least_number = max(least_number, total - sum(most_by_label[span] for span in others))
        greatest_number = min(greatest_number, total - sum(fewest_by_label[span] for span in others))
    return least_number if least_number == greatest_number else None
