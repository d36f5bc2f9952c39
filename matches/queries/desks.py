"""Queries of a desk: its tables, matches, late players and announcements."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects

from matches.actors import Identity
from matches.lateness import Lateness, compute_lateness
from matches.models import Adjournment, Announcement, Desk, Match, Penalty, Player, Report, Table
from matches.models.desk import CONDUCT_KEY, EVERYWHERE, Audience
from matches.queries.people import get_spellings, include_pairs
from matches.registry import announcement_audiences
from matches.states import AT_A_TABLE, ReportState, Status
from rules.options import ConductLaws

FOR_ALL = Q(audience=Audience.ALL)
AT_TABLE_VALUES = [status.value for status in AT_A_TABLE]
# At a table, with no final score reported yet.
PLAYING_STATUSES = [Status.CALLED.value, Status.RUNNING.value]
NEEDING_ATTENTION = [Status.REPORTED.value, Status.DISPUTED.value, Status.POSTPONED.value]
ACTIVE_REPORT_STATES = [ReportState.OPEN.value, ReportState.DISPUTED.value]


def get_matches_at_tables(**where: Any) -> QuerySet[Match]:
    """The matches that occupy a table, among those chosen by `where`."""
    return Match.objects.filter(table__isnull=False, status__in=AT_TABLE_VALUES, **where)


def get_conduct_laws(desk: Desk) -> ConductLaws:
    """Return the rules of this desk on irregularities at the table."""
    return ConductLaws.from_json(desk.laws.get(CONDUCT_KEY, {}))


def is_official(user: int, desk: int) -> bool:
    """Whether an account is one of the officials of a desk. One query."""
    return Desk.officials.through.objects.filter(desk=desk, user=user).exists()


def get_matches_of(desk: Desk) -> QuerySet[Match]:
    """Return every match of a desk with its players and table, in the order of creation."""
    return Match.objects.filter(desk=desk).select_related("desk", "white", "black", "table").order_by("id")


def get_open_matches(desk: Desk) -> QuerySet[Match]:
    """Return the matches called, running, reported or disputed, with active reports as `standing_claims`."""
    return _prefetch_active_reports(get_matches_of(desk).filter(status__in=AT_TABLE_VALUES))


class SeatedMatch(NamedTuple):
    """A match that is at a table or waits for one, with full names, for the page of the desk."""

    pk: int
    code: str
    version: int
    status: str
    title: str
    length: int
    white: str
    black: str
    white_score: int
    black_score: int
    called_at: datetime | None
    table: int | None
    label: str | None


def get_seated_matches(desk: Desk) -> list[SeatedMatch]:
    """Return every match of a desk that is at a table or waits for one, in order of creation. One query."""
    matches = Match.objects.filter(desk=desk, status__in=[*AT_TABLE_VALUES, Status.SCHEDULED.value])
    rows = matches.order_by("id").values_list(
        *("pk", "code", "version", "status", "title", "length", "white__full_name", "black__full_name"),
        *("white_score", "black_score", "called_at", "table__number", "table__label"),
    )
    return [SeatedMatch._make(row) for row in rows]


class SettledResult(NamedTuple):
    """A result with full names, as the desk sees it."""

    code: str
    white: str
    black: str
    white_score: int
    black_score: int
    winner: str
    ending: str


def get_latest_results(matches: QuerySet[Match], limit: int) -> list[SettledResult]:
    """Return the matches settled or corrected last, the latest first. One query."""
    ordered_matches = matches.filter(status=Status.SETTLED.value).order_by("-changed_at", "-id")
    rows = ordered_matches.values_list(
        *("code", "white__full_name", "black__full_name", "white_score", "black_score", "winner", "ending")
    )
    return [SettledResult(*row) for row in rows[:limit]]


def get_matches_needing_attention(desk: Desk) -> list[Match]:
    """Return the matches reported, disputed and postponed, in at most three queries.

    Reported and disputed ones have their active reports as `standing_claims`, postponed ones their
    adjournments as `register`.
    """
    matches = list(get_matches_of(desk).filter(status__in=NEEDING_ATTENTION))
    claims = Report.objects.filter(state__in=ACTIVE_REPORT_STATES).select_related("by").order_by("number")
    reported_matches = [match for match in matches if match.status != Status.POSTPONED.value]
    prefetch_related_objects(
        reported_matches, Prefetch("reports", queryset=claims, to_attr="standing_claims")
    )
    lines = Adjournment.objects.select_related("ruling").order_by("id")
    postponed_matches = [match for match in matches if match.status == Status.POSTPONED.value]
    prefetch_related_objects(postponed_matches, Prefetch("adjournments", queryset=lines, to_attr="register"))
    return matches


def get_match_at(table: Table) -> Match | None:
    """Return the match that occupies a table; None if the table is free."""
    return get_matches_at_tables(table=table).select_related("desk", "white", "black", "table").first()


def get_people_keys(match: Match) -> set[int]:
    """Return the primary keys of all players of a match: of persons, and of pairs and their members."""
    seats = (match.white, match.black)
    return {key for side in seats for key in (side.pk, side.first_id, side.second_id) if key is not None}


def get_match_elsewhere(match: Match, statuses: Collection[str] = PLAYING_STATUSES) -> Match | None:
    """Return another match of a player of this one that is at a table of the same desk, or None.

    `statuses` are those of the other match, by default called or running. One query.
    """
    people = get_people_keys(match)
    seats = [f"{side}{key}__in" for side in ("white", "black") for key in ("", "__first", "__second")]
    is_seated = reduce(or_, (Q(**{seat: people}) for seat in seats))
    others = Match.objects.filter(is_seated, desk=match.desk_id, table__isnull=False, status__in=statuses)
    return others.exclude(pk=match.pk).select_related("white", "black", "table").order_by("pk").first()


def get_latest_match_at(table: Table) -> Match | None:
    """Return the match settled last at a table, to show its result to players still there; None if none."""
    rows = Match.objects.select_related("desk", "white", "black", "table")
    return rows.filter(table=table, status=Status.SETTLED.value).order_by("-settled_at", "-id").first()


def get_free_tables(desk: Desk) -> list[Table]:
    """The free tables, in order. One query."""
    occupied_tables = get_matches_at_tables(table__desk=desk).values("table")
    return list(Table.objects.filter(desk=desk).exclude(pk__in=occupied_tables).order_by("number"))


def filter_free_tables(tables: Iterable[Table], seated: Iterable[SeatedMatch]) -> list[Table]:
    """Return the free ones of `tables`; `seated` are all matches of the desk at a table. No query."""
    occupied_numbers = {match.table for match in seated if match.status in AT_TABLE_VALUES}
    return [table for table in tables if table.number not in occupied_numbers]


def count_tables(desk: Desk) -> int:
    """The number of tables of a desk, the maximum of simultaneous matches. One query."""
    return desk.tables.count()


def get_table(code: str) -> Table | None:
    """A table with its desk, or None."""
    return Table.objects.select_related("desk").filter(code=code).first()


def get_desk(code: str) -> Desk | None:
    """A desk, or None."""
    return Desk.objects.filter(code=code).first()


def get_desks_of(identity: Identity) -> QuerySet[Desk]:
    """The desks this identity is an official of."""
    if identity.user is None:
        return Desk.objects.none()
    return Desk.objects.all() if identity.user.is_superuser else identity.user.desks.all()


def _prefetch_active_reports(matches: QuerySet[Match]) -> QuerySet[Match]:
    claims = Report.objects.filter(state__in=ACTIVE_REPORT_STATES).select_related("by").order_by("number")
    return matches.prefetch_related(Prefetch("reports", queryset=claims, to_attr="standing_claims"))


@dataclass(frozen=True, slots=True)
class LateMatch:
    """A match whose players are late.

    `white` and `black` are the penalty points due against each side that the desk has not given yet.
    """

    match: Match
    due: Lateness
    white: int
    black: int

    @property
    def offers(self) -> tuple[tuple[str, str, int], ...]:
        """Side, name and points of each penalty the desk may give now."""
        names = (("white", self.match.white.name, self.white), ("black", self.match.black.name, self.black))
        return tuple(offer for offer in names if offer[2])


def get_lateness(match: Match, now: datetime) -> Lateness | None:
    """Return the penalty due for a called match; None if it has begun or the desk gives no penalties."""
    scale = match.desk.scale
    if scale is None or match.called_at is None or match.status != Status.CALLED.value:
        return None
    return compute_lateness(match.called_at, now, match.length, scale)


def get_late_matches(desk: Desk, now: datetime) -> list[LateMatch]:
    """Return the late matches of a desk, the longest waiting first; none where penalties are off."""
    if desk.scale is None:
        return []
    active_penalties = Penalty.objects.filter(struck_at=None)
    since = now - timedelta(minutes=desk.scale.grace)
    called = get_matches_of(desk).filter(status=Status.CALLED.value, called_at__lte=since)
    late_matches = called.order_by("called_at", "id").prefetch_related(
        Prefetch("penalties", queryset=active_penalties, to_attr="standing_penalties")
    )
    return [late for match in late_matches if (late := _build_late_match(match, now)) is not None]


def _build_late_match(match: Match, now: datetime) -> LateMatch | None:
    lateness_due = get_lateness(match, now)
    if lateness_due is None or not lateness_due.points:
        return None
    penalties: Iterable[Penalty] = getattr(match, "standing_penalties", ())
    # Calling a match again restarts the time; penalties given before that call do not count.
    current_penalties = [
        each for each in penalties if match.called_at is not None and each.at >= match.called_at
    ]
    given_points = {
        side: sum(each.points for each in current_penalties if each.side == side)
        for side in ("white", "black")
    }
    return LateMatch(
        match,
        lateness_due,
        max(0, lateness_due.points - given_points["white"]),
        max(0, lateness_due.points - given_points["black"]),
    )


def get_active_announcements(desk_id: int, now: datetime) -> QuerySet[Announcement]:
    """Announcements shown on screens now, the latest first."""
    is_current = Q(until=None) | Q(until__gt=now)
    rows = Announcement.objects.filter(is_current, desk=desk_id, taken_back_at=None)
    return rows.select_related("match__white", "match__black").order_by("-id")


def get_public_announcements(desk_id: int, now: datetime, audience: Q = FOR_ALL) -> QuerySet[Announcement]:
    """Announcements shown on public pages and phones now, for everybody or for this audience."""
    return get_active_announcements(desk_id, now).filter(audience, reach=EVERYWHERE)


def get_announcements_for(desk_id: int, now: datetime, players: Iterable[Player] = ()) -> list[Announcement]:
    """Return the announcements shown to these players now: those for everybody and their own.

    One query, unless some announcements have a narrower audience.
    """
    rows = list(get_public_announcements(desk_id, now, Q()))
    if all(row.audience == Audience.ALL for row in rows):
        return rows
    return list(get_public_announcements(desk_id, now, make_player_audience(players)))


def make_player_audience(players: Iterable[Player]) -> Q:
    """Return a condition on announcements: those for everybody or for one of these players."""
    keys = {player.pk for player in include_pairs(_all_spellings(players))}
    audience = FOR_ALL | Q(match__white__in=keys) | Q(match__black__in=keys)
    return reduce(or_, announcement_audiences(keys), audience)


def _all_spellings(players: Iterable[Player]) -> list[Player]:
    members = {member for player in players for member in (player, *player.members)}
    return [spelling for member in members for spelling in get_spellings(member)]


def get_announcement_log(desk: Desk, limit: int | None = 20) -> QuerySet[Announcement]:
    """The announcements of a desk with their authors, the latest first; `limit` None for all."""
    rows = desk.announcements.select_related("by", "taken_back_by", "match__white", "match__black")
    return rows[:limit]


def get_announcement(desk: Desk, number: int) -> Announcement | None:
    """An announcement of this desk."""
    return desk.announcements.select_related("desk").filter(pk=number).first()
