"""The final of a double elimination, between the undefeated player and the winner of the backdraw."""

from collections.abc import Sequence
from typing import ClassVar

from rules.errors import Refusal
from tournaments.formats.format import BracketFormat
from tournaments.formats.format_options import DRAW_OPTIONS, OptionTests, is_one_of, is_whole_number
from tournaments.formats.graph import GraphPairing, Source, pairing_id, reset_of
from tournaments.formats.plan import Stage
from tournaments.formats.translatable import gettext_noop

SINGLE, RESET, ADVANTAGE = "single", "reset", "advantage"
KINDS = (SINGLE, RESET, ADVANTAGE)
# The final of a double elimination that has none: no kind, but a choice of its plan.
NO_FINAL = "none"


def make_final(
    flight: str, sources: Sequence[Source], kind: str = SINGLE, head_start: int = 0, first: int = 1
) -> tuple[GraphPairing, ...]:
    """Return the final of White (undefeated) and Black (from the backdraw) for `first` and the next place.

    "single": one match. "reset": Black must win twice, so a second match follows if Black wins the first.
    "advantage": White begins with `head_start` points. Refuses `final_of_two` unless there are two sources.
    """
    if len(sources) != 2:
        raise Refusal("final_of_two", sources=len(sources))
    start = head_start if kind == ADVANTAGE else 0
    places = ((first, first), (first + 1, first + 1))
    white, black = sources
    opening = GraphPairing(pairing_id(flight, 1, 1), flight, 1, 1, white, black, *places, start)
    if kind != RESET:
        return (opening,)
    seat = reset_of(opening.id)
    return (opening, GraphPairing(pairing_id(flight, 2, 1), flight, 2, 1, seat, seat, *places))


class Final(BracketFormat):
    """The final of a double elimination."""

    name, title = "final", gettext_noop("Final")
    options: ClassVar[OptionTests] = {
        **DRAW_OPTIONS,
        "final": is_one_of(*KINDS),
        "head_start": is_whole_number(0, 98),
    }

    def pairings(self, stage: Stage, sources: Sequence[Source]) -> tuple[GraphPairing, ...]:
        """Return one match, or two."""
        options = stage.options
        kind, start = options.get("final", SINGLE), options.get("head_start", 0)
        return make_final(stage.key, sources, kind, start, options.get("first", 1))
