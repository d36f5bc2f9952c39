"""What an official sees of his desk: tables, matches waiting, claims open and disputed."""

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from matches.models import Adjournment, Desk, Match, Report, Table
from matches.states import AT_A_TABLE, ReportState, Status

AT_TABLE_VALUES = [status.value for status in AT_A_TABLE]
UNSETTLED = [*AT_TABLE_VALUES, Status.SCHEDULED.value, Status.POSTPONED.value]
STANDING = [ReportState.OPEN.value, ReportState.DISPUTED.value]


def matches_of(desk: Desk) -> QuerySet[Match]:
    """Every match of a desk with its players and table, in the order they were seated."""
    return Match.objects.filter(desk=desk).select_related("desk", "white", "black", "table").order_by("id")


def open_at(desk: Desk) -> QuerySet[Match]:
    """Matches called, running, reported or disputed; claims come with them as `standing_claims`."""
    return _with_claims(matches_of(desk).filter(status__in=AT_TABLE_VALUES))


def waiting_at(desk: Desk) -> QuerySet[Match]:
    """Matches that have been seated and not yet called."""
    return matches_of(desk).filter(status=Status.SCHEDULED.value)


def postponed_at(desk: Desk) -> QuerySet[Match]:
    """Matches put off, with the register's lines as `register`, the latest last."""
    lines = Adjournment.objects.select_related("ruling").order_by("id")
    found = matches_of(desk).filter(status=Status.POSTPONED.value)
    return found.prefetch_related(Prefetch("adjournments", queryset=lines, to_attr="register"))


def unsettled_at(desk: Desk) -> list[Match]:
    """Everything at a desk that is not settled: at tables, waiting and postponed, as `open_at`, `waiting_at`
    and `postponed_at` give them, in one query and one more each for claims and registers where there are any.
    """
    found = list(matches_of(desk).filter(status__in=UNSETTLED))
    claims = Report.objects.filter(state__in=STANDING).select_related("by").order_by("number")
    at_tables = [match for match in found if match.status in AT_TABLE_VALUES]
    prefetch_related_objects(at_tables, Prefetch("reports", queryset=claims, to_attr="standing_claims"))
    lines = Adjournment.objects.select_related("ruling").order_by("id")
    put_off = [match for match in found if match.status == Status.POSTPONED.value]
    prefetch_related_objects(put_off, Prefetch("adjournments", queryset=lines, to_attr="register"))
    return found


def match_at(table: Table) -> Match | None:
    """The match being played at a table."""
    rows = Match.objects.select_related("desk", "white", "black", "table")
    return rows.filter(table=table, status__in=AT_TABLE_VALUES).first()


def latest_at(table: Table) -> Match | None:
    """The match settled last at a table: what two players who have just confirmed look for there."""
    rows = Match.objects.select_related("desk", "white", "black", "table")
    return rows.filter(table=table, status=Status.SETTLED.value).order_by("-settled_at", "-id").first()


def free_tables(desk: Desk) -> QuerySet[Table]:
    """The tables nobody plays at, in order."""
    taken = Match.objects.filter(table__desk=desk, status__in=AT_TABLE_VALUES).values("table")
    return Table.objects.filter(desk=desk).exclude(pk__in=taken).order_by("number")


def table_by_code(code: str) -> Table | None:
    """A table with its desk, or None."""
    return Table.objects.select_related("desk").filter(code=code).first()


def desk_by_code(code: str) -> Desk | None:
    """A desk, or None."""
    return Desk.objects.filter(code=code).first()


def _with_claims(matches: QuerySet[Match]) -> QuerySet[Match]:
    claims = Report.objects.filter(state__in=STANDING).select_related("by").order_by("number")
    return matches.prefetch_related(Prefetch("reports", queryset=claims, to_attr="standing_claims"))
