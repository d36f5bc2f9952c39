"""Queries of a desk: its tables and its matches."""

from collections.abc import Collection, Iterable
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects

from matches.actors import Identity
from matches.models import Adjournment, Desk, Match, Report, Table
from matches.models.desk import CONDUCT_KEY
from matches.queries.lookups import get_or_none
from matches.queries.matches import exclude_suspended
from matches.queries.people import DESK_NAME_COLUMNS, read_desk_names
from matches.registry import busy_matches
from matches.states import AT_A_TABLE, ReportState, Status, get_shown_status
from rules.options import ConductLaws

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
    """Return the matches called, running, reported or disputed, with active reports as `active_reports`."""
    return _prefetch_active_reports(get_matches_of(desk).filter(status__in=AT_TABLE_VALUES))


class SeatedMatch(NamedTuple):
    """A match that is at a table or waits for one, with full names, for the page of the desk."""

    white: str
    black: str
    pk: int
    desk_id: int
    code: str
    version: int
    status: str
    title: str
    length: int
    white_score: int
    black_score: int
    called_at: datetime | None
    table: int | None
    label: str | None
    white_key: int
    white_first: int | None
    white_second: int | None
    black_key: int
    black_first: int | None
    black_second: int | None

    @property
    def shown_status(self) -> str:
        """The status as pages name it."""
        return get_shown_status(self.status, has_table=self.table is not None)

    @property
    def white_people(self) -> frozenset[int]:
        """Keys of the upper side: the player, or the pair and its players."""
        return make_people_keys(self.white_key, self.white_first, self.white_second)

    @property
    def black_people(self) -> frozenset[int]:
        """Keys of the lower side: the player, or the pair and its players."""
        return make_people_keys(self.black_key, self.black_first, self.black_second)


def make_people_keys(*keys: int | None) -> frozenset[int]:
    """Return the keys of one side of a match, those that a single player does not have left out."""
    return frozenset(key for key in keys if key is not None)


def get_seated_matches(desk: Desk) -> list[SeatedMatch]:
    """Return every match of a desk that is at a table or waits for one, in order of creation. One query."""
    matches = Match.objects.filter(desk=desk, status__in=[*AT_TABLE_VALUES, Status.SCHEDULED.value])
    rows = (
        exclude_suspended(matches)
        .order_by("id")
        .values_list(
            *DESK_NAME_COLUMNS,
            *("pk", "desk", "code", "version", "status", "title", "length"),
            *("white_score", "black_score", "called_at"),
            *("table__number", "table__label"),
            *("white", "white__first", "white__second", "black", "black__first", "black__second"),
        )
    )
    return [SeatedMatch._make(read_desk_names(row)) for row in rows]


class SettledResult(NamedTuple):
    """A result with full names, as the desk sees it."""

    white: str
    black: str
    code: str
    white_score: int
    black_score: int
    winner: str
    ending: str


def get_latest_results(matches: QuerySet[Match], limit: int) -> list[SettledResult]:
    """Return the matches settled or corrected last, the latest first. One query."""
    ordered_matches = matches.filter(status=Status.SETTLED.value).order_by("-changed_at", "-id")
    rows = ordered_matches.values_list(
        *DESK_NAME_COLUMNS,
        "code",
        *("white_score", "black_score", "winner", "ending"),
    )
    return [SettledResult._make(read_desk_names(row)) for row in rows[:limit]]


def get_matches_needing_attention(desk: Desk) -> list[Match]:
    """Return the matches reported, disputed and postponed, in at most three queries.

    Reported and disputed ones have their active reports as `active_reports`, postponed ones their
    adjournments as `register`.
    """
    matches = list(exclude_suspended(get_matches_of(desk).filter(status__in=NEEDING_ATTENTION)))
    reports = Report.objects.filter(state__in=ACTIVE_REPORT_STATES).select_related("by").order_by("number")
    reported_matches = [match for match in matches if match.status != Status.POSTPONED.value]
    prefetch_related_objects(
        reported_matches, Prefetch("reports", queryset=reports, to_attr="active_reports")
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


def make_people_q(people: Collection[int]) -> Q:
    """Return the condition on matches that these players (keys) play, alone or in a pair."""
    seats = [f"{side}{key}__in" for side in ("white", "black") for key in ("", "__first", "__second")]
    return reduce(or_, (Q(**{seat: people}) for seat in seats))


def get_busy_matches(desks: Collection[int], statuses: Collection[str]) -> QuerySet[Match]:
    """Return the matches whose players are not free at these desks: at a table there, or in play.

    `statuses` are those of a match at a table. A match without a table, as in a league, counts only while it
    is running. Matches at other desks of the club are among them.
    """
    is_at_table = Q(table__isnull=False, status__in=statuses)
    is_playing = Q(table__isnull=True, status=Status.RUNNING.value)
    is_of_desks = reduce(or_, busy_matches(desks), Q(desk__in=desks))
    return Match.objects.filter(is_at_table | is_playing, is_of_desks)


def get_desks_of_busy_people(desk: int) -> dict[int, str]:
    """Return the players (keys) who play at another desk of the club than this one (key), with its name.

    One query.
    """
    others = get_busy_matches([desk], PLAYING_STATUSES).exclude(desk=desk)
    return {
        person: match.desk.name
        for match in others.select_related("desk", "white", "black")
        for person in get_people_keys(match)
    }


def get_matches_elsewhere(matches: Collection[Match], statuses: Collection[str]) -> QuerySet[Match]:
    """Return the other matches in which a player of these is busy, as `get_busy_matches` does. One query."""
    people = {key for match in matches for key in get_people_keys(match)}
    others = get_busy_matches({match.desk_id for match in matches}, statuses).filter(make_people_q(people))
    keys = [match.pk for match in matches]
    return others.exclude(pk__in=keys).select_related("desk", "white", "black", "table").order_by("pk")


def get_latest_match_at(table: Table) -> Match | None:
    """Return the match settled last at a table, to show its result to players still there; None if none."""
    rows = Match.objects.select_related("desk", "white", "black", "table")
    return rows.filter(table=table, status=Status.SETTLED.value).order_by("-settled_at", "-id").first()


def get_free_tables(desk: Desk) -> list[Table]:
    """The free tables that are in use, in order. One query."""
    occupied_tables = get_matches_at_tables(table__desk=desk).values("table")
    tables = Table.objects.filter(desk=desk, is_out_of_use=False)
    return list(tables.exclude(pk__in=occupied_tables).order_by("number"))


def filter_free_tables(tables: Iterable[Table], seated: Iterable[SeatedMatch]) -> list[Table]:
    """Return the free ones of `tables` that are in use; `seated` are all matches at a table. No query."""
    occupied_numbers = {match.table for match in seated if match.status in AT_TABLE_VALUES}
    return [table for table in tables if not table.is_out_of_use and table.number not in occupied_numbers]


def count_tables(desk: Desk) -> int:
    """The number of tables of a desk, those out of use too. One query."""
    return desk.tables.count()


def get_table(code: str) -> Table | None:
    """A table with its desk, or None."""
    return get_or_none(Table.objects.select_related("desk"), code=code)


def get_desk(code: str) -> Desk | None:
    """A desk, or None."""
    return get_or_none(Desk.objects.all(), code=code)


def get_desks_of(identity: Identity) -> QuerySet[Desk]:
    """The desks this identity is an official of."""
    if identity.user is None:
        return Desk.objects.none()
    return Desk.objects.all() if identity.user.is_superuser else identity.user.desks.all()


def _prefetch_active_reports(matches: QuerySet[Match]) -> QuerySet[Match]:
    reports = Report.objects.filter(state__in=ACTIVE_REPORT_STATES).select_related("by").order_by("number")
    return matches.prefetch_related(Prefetch("reports", queryset=reports, to_attr="active_reports"))
