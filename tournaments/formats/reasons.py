"""Reasons of draws and pairings: codes with values, stored in the journal and shown as sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.payloads import Text

Fact = int | str

# Code -> the names of its values. The sentences are in `tournaments.messages.journal`.
REASONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        # rounds: pairings
        "same_score": ("score",),
        "float_down": ("entry", "score", "other"),
        "method_partner": ("method", "group", "place", "opposite"),
        "floater_partner": ("place",),
        "next_partner": ("method", "entry", "partner", "because"),
        "paired_by_hand": (),
        "paired_late": ("entry",),
        "drawn_by_lot": ("seed",),
        "same_lives": ("lives",),
        "other_lives": ("entry", "lives", "other", "left"),
        "rematch": ("times",),
        "accelerated": ("entries", "points"),
        "separation_relaxed": ("tag",),
        # rounds: byes
        "bye_lowest": ("score", "eligible"),
        "bye_fewest_unplayed": ("unplayed",),
        "bye_worst_record": ("losses", "byes"),
        "bye_again": ("byes",),
        "bye_only_left": (),
        "bye_asked": ("kind",),
        "bye_absent": (),
        "bye_by_hand": (),
        # rounds as a whole
        "separations_kept": (),
        "separations_protected": ("places", "clashes"),
        # draws: lines
        "line_seeded": ("number",),
        "line_in_block": ("number", "first", "last", "seed"),
        "line_by_lot": ("number", "seed"),
        "line_apart_from": ("avoided", "tag", "other"),
        "line_exchanged": ("other", "avoided", "tag"),
        # of older rows: it does not say who was avoided
        "line_apart": ("other", "tag"),
        "line_filled_anew": ("attempt", "seed"),
        "line_by_hand": (),
        "bye_missing_number": ("number", "entrants", "lines"),
        "bye_beyond_seeds": ("number", "seeds", "byes"),
        "group_by_snake": ("number", "pot", "group"),
        "place_free": ("group",),
        "number_in_table": ("number", "players"),
        "separation_short": ("tag", "members", "wished", "reached", "possible", "cause"),
        "bye_contingent": ("eligible", "seed"),
    }
)


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: a code of `REASONS` and the facts it requires (entry numbers, counts and strings).

    In a payload any code is accepted, as there are those of older rows.
    """

    code: Text
    facts: Mapping[str, Fact]


def make_reason(code: str, **facts: Fact) -> Reason:
    """Return the reason of a code. Raises KeyError and ValueError for an unknown code or other facts."""
    if set(REASONS[code]) != set(facts):
        raise ValueError(code, sorted(facts))
    return Reason(code, MappingProxyType(facts))
