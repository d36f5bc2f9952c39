"""The breaks in play of matches, and of a desk: what the apps that run them know."""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from matches.breaks import Interval, MatchAtDesk
from matches.models import Desk, Match
from matches.registry import BreakNotice, desk_breaks, match_breaks


def get_breaks(matches: Collection[MatchAtDesk]) -> dict[int, list[Interval]]:
    """Return the breaks that apply to each of these matches, by key."""
    breaks: dict[int, list[Interval]] = {match.pk: [] for match in matches}
    for breaks_of_app in match_breaks(matches) if matches else ():
        for key, intervals in breaks_of_app.items():
            breaks[key] += intervals
    return breaks


def get_breaks_of(match: Match) -> Sequence[Interval]:
    """Return the breaks that apply to a match; no query after `load_breaks`."""
    loaded: Sequence[Interval] | None = match.__dict__.get("loaded_breaks")
    return loaded if loaded is not None else get_breaks([match])[match.pk]


def load_breaks(matches: Iterable[Match]) -> list[Match]:
    """Return these matches with their breaks loaded together, for pages that show the times of many."""
    listed_matches = list(matches)
    breaks = get_breaks(listed_matches)
    for match in listed_matches:
        match.__dict__["loaded_breaks"] = breaks[match.pk]
    return listed_matches


def get_desk_breaks(desk: Desk) -> list[BreakNotice]:
    """Return the breaks of a desk that pages show now."""
    return list(chain.from_iterable(desk_breaks(desk)))
