"""The play-off of three with a contingent bye, by the US rules since 2018: two matches.

A, drawn among those with the fewest byes, has a bye. B and C play; the winner, say B, plays A. If A wins, the
places are A, B, C; if A loses, B, C, A. Among equal players A is first or third with probability 1/2 each; B
and C are first and third with 1/4 each and second with 1/2.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rules.errors import Refusal
from tournaments.formats.bracket_draw import DrawnLines
from tournaments.formats.format import DecidedPairing, Span, StaticFormat, make_consecutive
from tournaments.formats.format_options import DRAW_OPTIONS, OptionTests
from tournaments.formats.graph import GraphPairing, Source, pairing_id, winner_of
from tournaments.formats.plan import DrawEntry, Stage
from tournaments.formats.random_order import shuffle
from tournaments.formats.reasons import make_reason
from tournaments.formats.translatable import gettext_noop

PLAYERS = 3


def draw_three(people: Sequence[DrawEntry], seeds: Sequence[int], seed: str) -> DrawnLines:
    """Return the three lines: on line 1 the entry with the bye, then the others in random order.

    The bye is drawn among `seeds`, those with the fewest byes (empty: all). Refuses `play_off_of_three` for
    another number of entries.
    """
    entries = sorted(person.entry for person in people)
    if len(entries) != PLAYERS or set(seeds) - set(entries):
        raise Refusal("play_off_of_three", entrants=len(entries))
    fewest = sorted(seeds) or entries
    sitting_out = shuffle(fewest, f"{seed}/bye")[0]
    rest = shuffle([entry for entry in entries if entry != sitting_out], seed)
    reasons = {
        1: (make_reason("bye_contingent", eligible=len(fewest), seed=seed),),
        2: (make_reason("line_by_lot", number=2, seed=seed),),
        3: (make_reason("line_by_lot", number=3, seed=seed),),
    }
    return DrawnLines((sitting_out, *rest), reasons)


def make_pairings(flight: str, sources: Sequence[Source], first: int = 1) -> tuple[GraphPairing, ...]:
    """Return the two matches; their losers play for the second or third place from `first`."""
    if len(sources) != PLAYERS:
        raise Refusal("play_off_of_three", entrants=len(sources))
    sitting_out, white, black = sources
    below = (first + 1, first + 2)
    opening = GraphPairing(pairing_id(flight, 1, 1), flight, 1, 1, white, black, (first, first + 1), below)
    last = pairing_id(flight, 2, 1)
    return (
        opening,
        GraphPairing(last, flight, 2, 1, sitting_out, winner_of(opening.id), (first, first), below),
    )


def order_places(sat_out: int, opening: tuple[int, int], last: int) -> tuple[int, int, int]:
    """Return the three places. `opening`: winner and loser of the first match, `last`: winner of the last."""
    winner, loser = opening
    return (sat_out, winner, loser) if last == sat_out else (winner, loser, sat_out)


class PlayOffOfThree(StaticFormat):
    """Three entries of equal record play for their places in two matches."""

    name, title = "contingent", gettext_noop("Three-way play-off")
    options: ClassVar[OptionTests] = DRAW_OPTIONS
    is_play_off = True
    fewest_players = PLAYERS

    def draw(self, stage: Stage, people: Sequence[DrawEntry], seeds: Sequence[int], seed: str) -> DrawnLines:
        """Draw the bye, and the order of the other two."""
        return draw_three(people, seeds, seed)

    def pairings(self, stage: Stage, sources: Sequence[Source]) -> tuple[GraphPairing, ...]:
        """Return the two matches."""
        return make_pairings(stage.key, sources, stage.options.get("first", 1))

    def final_spans(
        self, first: int, exits: Mapping[int, Span], decided: Sequence[DecidedPairing]
    ) -> dict[int, Span]:
        """Return the final places: each belongs to one entry, except that absent ones share the rest."""
        opening, last = decided
        three = order_places(last.white or 0, (opening.winner or 0, opening.loser), last.winner or 0)
        present = [entry for entry in three if entry]
        spans = {entry: (place, place) for place, entry in enumerate(present, start=first)}
        absent = {entry: span for entry, span in exits.items() if entry not in spans}
        return spans | make_consecutive(absent, first + len(spans))
