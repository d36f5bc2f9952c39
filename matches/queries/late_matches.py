"""Matches whose players are late, with the penalty points due."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch

from matches.lateness import Lateness, compute_lateness
from matches.models import Desk, Match, Penalty
from matches.queries.breaks import get_breaks_of, load_breaks
from matches.queries.desks import get_matches_of
from matches.states import Status


@dataclass(frozen=True, slots=True)
class LateMatch:
    """A match whose players are late.

    `white` and `black` are the penalty points due against each side that the desk has not given yet; `given`
    are the penalties given since the call, the last of which can be taken back.
    """

    match: Match
    due: Lateness
    white: int
    black: int
    given: tuple[Penalty, ...] = ()

    @property
    def offers(self) -> tuple[tuple[str, str, int], ...]:
        """Side, name and points of each penalty the desk may give now."""
        names = (("white", self.match.white.name, self.white), ("black", self.match.black.name, self.black))
        return tuple(offer for offer in names if offer[2])


def get_lateness(match: Match, now: datetime) -> Lateness | None:
    """Return the penalty due for a match called to a table; None if it has begun, or without penalties."""
    scale = match.desk.scale
    if scale is None or match.called_at is None or match.shown_status != Status.CALLED.value:
        return None
    return compute_lateness(match.called_at, now, match.length, scale, get_breaks_of(match))


def get_late_matches(desk: Desk, now: datetime) -> list[LateMatch]:
    """Return the late matches of a desk, the longest waiting first; none where penalties are off."""
    if desk.scale is None:
        return []
    active_penalties = Penalty.objects.filter(struck_at=None)
    since = now - timedelta(minutes=desk.scale.grace)
    called = get_matches_of(desk).filter(
        status=Status.CALLED.value, called_at__lte=since, table__isnull=False
    )
    late_matches = called.order_by("called_at", "id").prefetch_related(
        Prefetch("penalties", queryset=active_penalties.order_by("id"), to_attr="standing_penalties")
    )
    return [
        late for match in load_breaks(late_matches) if (late := _build_late_match(match, now)) is not None
    ]


def _build_late_match(match: Match, now: datetime) -> LateMatch | None:
    lateness_due = get_lateness(match, now)
    if lateness_due is None or not lateness_due.points:
        return None
    penalties: Iterable[Penalty] = getattr(match, "standing_penalties", ())
    # Calling a match again restarts the time; penalties given before that call do not count.
    current_penalties = tuple(
        each for each in penalties if match.called_at is not None and each.at >= match.called_at
    )
    given_points = {
        side: sum(each.points for each in current_penalties if each.side == side)
        for side in ("white", "black")
    }
    return LateMatch(
        match,
        lateness_due,
        max(0, lateness_due.points - given_points["white"]),
        max(0, lateness_due.points - given_points["black"]),
        current_penalties,
    )
