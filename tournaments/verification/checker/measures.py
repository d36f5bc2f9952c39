"""How well matches were played, where a table counts that: what the checker asks of such a line."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tournaments.verification.checker import results
from tournaments.verification.checker.book import Book, Payload
from tournaments.verification.checker.places import awaits_ratings, criteria_of
from tournaments.verification.checker.stages import owner

FIGURE = re.compile(r"[0-9]{1,8}\.[0-9]{3}", re.ASCII)
RULINGS = frozenset({"", "figures", "white", "black", "half", "nobody"})
COUNTING = frozenset({"pr_points", "performance"})


def apply_measured(book: Book, payload: Payload) -> None:
    """The performance ratings of a match: of one that is there, in a table that counts them."""
    name, notes = str(payload["pairing"]), book.notes
    if not notes.expect(name in book.seating.nodes, "I18", "pairing_unknown", pairing=name):
        return
    flight = book.seating.nodes[name].flight
    stage = owner(flight, book.plan)
    counts = stage is not None and not COUNTING.isdisjoint(criteria_of(stage))
    notes.expect(counts and _is_valid(payload), "I14", "line_unreadable", kind="measured")
    result = book.results.get(name)
    if result is None or stage is None:
        return
    before = awaits_ratings(stage, flight, book.seating)
    book.results[name] = {**result, "measure": _measure_of(payload)}
    if before != awaits_ratings(stage, flight, book.seating) or not before:
        results.carry_results(book, {})


def _is_valid(payload: Payload) -> bool:
    ratings, ruling = [payload["white_pr"], payload["black_pr"]], payload.get("ruling", "")
    are_figures = [bool(FIGURE.fullmatch(figure)) for figure in ratings]
    if not all(are_figures) and ratings != ["", ""]:
        return False
    return ruling in RULINGS and (not ruling or (ruling == "figures") == all(are_figures))


def _measure_of(payload: Payload) -> Mapping[str, Any]:
    """Both ratings, None where they are not known, and who has the point by ruling."""
    ruling = payload.get("ruling", "")
    by_side = {
        side: Fraction(payload[f"{side}_pr"]) if payload[f"{side}_pr"] else None
        for side in ("white", "black")
    }
    return {**by_side, "to": "" if ruling == "figures" else ruling}
