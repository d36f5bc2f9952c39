"""Calibration of a rating list: expected winning probabilities of favourites against their actual wins."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

BINS = 10
EVEN_CHANCE = 0.5
# For intervals of 95 % confidence.
Z_95 = 1.959964


@dataclass(frozen=True, slots=True)
class Bin:
    """The matches whose favourite had a winning probability from `low` to `high`.

    Their number, the mean predicted and the actual share of wins; `sure` is its 95 % Wilson interval.
    """

    low: float
    high: float
    count: int
    predicted: float
    actual: float
    sure: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Calibration:
    """The calibration of a list over all its matches.

    `brier` is the mean squared error of its predictions: 0.25 for a coin toss, 0 for perfect ones. `expected`
    and `won` are the predicted and actual wins of favourites; a match of equal ratings is half a win.
    """

    bins: tuple[Bin, ...]
    matches: int
    brier: float
    expected: float
    won: float


def calibrate(chances: Iterable[float]) -> Calibration:
    """Return the calibration; `chances` are the expected winning probabilities of the winners."""
    matches_by_bin: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    missed = 0.0
    for chance in chances:
        missed += (1 - chance) ** 2
        favourite = max(chance, 1 - chance)
        outcome = EVEN_CHANCE if chance == EVEN_CHANCE else float(chance > EVEN_CHANCE)
        matches_by_bin[min(int((favourite - EVEN_CHANCE) * 2 * BINS), BINS - 1)].append((favourite, outcome))
    all_matches = [each for bin_matches in matches_by_bin for each in bin_matches]
    matches = len(all_matches)
    return Calibration(
        bins=tuple(
            _bin(number, bin_matches) for number, bin_matches in enumerate(matches_by_bin) if bin_matches
        ),
        matches=matches,
        brier=missed / matches if matches else 0.0,
        expected=sum(chance for chance, _ in all_matches),
        won=sum(outcome for _, outcome in all_matches),
    )


def _bin(number: int, bin_matches: list[tuple[float, float]]) -> Bin:
    count = len(bin_matches)
    actual = sum(outcome for _, outcome in bin_matches) / count
    low = EVEN_CHANCE + number * EVEN_CHANCE / BINS
    predicted = sum(chance for chance, _ in bin_matches) / count
    return Bin(low, low + EVEN_CHANCE / BINS, count, predicted, actual, _wilson(actual, count))


def _wilson(share: float, count: int) -> tuple[float, float]:
    """Return the Wilson score interval of a share."""
    middle = (share + Z_95**2 / (2 * count)) / (1 + Z_95**2 / count)
    half = Z_95 / (1 + Z_95**2 / count) * sqrt(share * (1 - share) / count + Z_95**2 / (4 * count**2))
    return max(0.0, middle - half), min(1.0, middle + half)
