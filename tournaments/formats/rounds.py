"""The formats of rounds by name: their options, the fixed order of their lines, and how a round is paired."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.errors import Refusal
from tournaments.formats import lives, score_swiss
from tournaments.formats.lots import shuffled
from tournaments.formats.plan import ROUNDS, Format, Person, Stage
from tournaments.formats.swiss import options as chosen
from tournaments.formats.swiss import rounds as swiss

LIVES: Mapping[str, chosen.Test] = {
    **chosen.COUNTED,
    **chosen.PAIRED,
    "lives": chosen.whole(1, 9),
    "places": chosen.whole(0, chosen.MOST_ENTRIES),
}
SCORE_SWISS: Mapping[str, chosen.Test] = {**chosen.COUNTED, **chosen.PAIRED}


def _lines(stage: Stage, people: Sequence[Person], seeds: Sequence[int], seed: str) -> tuple[int, ...]:
    """The fixed order: seeds, then the others by lot, or in order of entry where the plan says so."""
    entries = [person.entry for person in people]
    if len(set(entries)) != len(entries) or len(set(seeds)) != len(seeds) or set(seeds) - set(entries):
        raise Refusal("seeds_unknown", seeds=list(seeds))
    rest = sorted(set(entries) - set(seeds))
    return (*seeds, *(rest if stage.options.get("numbers") == "order" else shuffled(rest, seed)))


def _fixed(stage: Stage, entrants: int) -> int:
    return chosen.rounds(stage.options, entrants)


def _until_one_is_left(stage: Stage, entrants: int) -> int:
    return int(stage.options.get("rounds", 0))


def _are_lives_over(request: Any) -> bool:
    now = lives.phase(request.cards, int(request.options.get("places", 0)))
    return now.name in {lives.OVER, lives.OF_THREE}


def _format(
    tests: Mapping[str, chosen.Test],
    pair: Callable[[Any], Any],
    rounds: Callable[[Stage, int], int],
    is_over: Callable[[Any], bool] | None = None,
) -> Format:
    return Format(ROUNDS, chosen.checked(tests), _lines, pair=pair, rounds=rounds, is_over=is_over)


ROUND_FORMATS: Mapping[str, Format] = {
    "swiss": _format(chosen.SWISS, swiss.pair, _fixed),
    "lives": _format(LIVES, lives.pair, _until_one_is_left, _are_lives_over),
    "score_swiss": _format(SCORE_SWISS, score_swiss.pair, _fixed),
}
