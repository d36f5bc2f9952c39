"""Why something was drawn as it was: a code with facts, from the trace of the engine that decided."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Fact = int | str

REASONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        # rounds: who meets whom
        "same_score": ("score",),
        "float_down": ("entry", "score", "other"),
        "method_partner": ("method", "group", "place", "opposite"),
        "next_partner": ("method", "entry", "partner", "because"),
        "paired_by_hand": (),
        "paired_late": ("entry",),
        "drawn_by_lot": ("seed",),
        "nearest_rank": ("rank", "other"),
        "same_lives": ("lives",),
        "other_lives": ("entry", "lives", "other", "left"),
        "rematch": ("times",),
        "accelerated": ("entries", "points"),
        "separation_relaxed": ("tag",),
        # rounds: who sits out
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
        # draws: who stands on which line
        "line_seeded": ("number",),
        "line_in_block": ("number", "first", "last", "seed"),
        "line_by_lot": ("number", "seed"),
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
    """One reason: a code of `REASONS` and the facts that code promises, entry numbers, counts and words."""

    code: str
    facts: Mapping[str, Fact]

    def payload(self) -> dict[str, object]:
        """The reason as the journal keeps it."""
        return {"code": self.code, "facts": dict(self.facts)}


def because(code: str, **facts: Fact) -> Reason:
    """The reason of that code; any other code or facts are a mistake of ours (`KeyError`, `ValueError`)."""
    if set(REASONS[code]) != set(facts):
        raise ValueError(code, sorted(facts))
    return Reason(code, MappingProxyType(facts))


def reason_of(payload: Mapping[str, object]) -> Reason:
    """The reason a journal line holds; codes of older lines are taken as they stand."""
    facts = payload.get("facts", {})
    return Reason(str(payload["code"]), MappingProxyType(dict(facts) if isinstance(facts, Mapping) else {}))
