"""Bulk import of old results as settled matches, and voiding them again."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, models, transaction
from django.db.models import F
from django.utils import timezone

from matches import states
from matches.models import Desk, Match, Report, Ruling
from matches.services.guards import require_reason
from matches.states import INVALID_REPORT_STATES, Decision, ReportState, Status
from rules.errors import Refusal
from rules.options import MatchLaws

Cells = Sequence[tuple[Any, ...]]


def prepare_cells(rows: Iterable[models.Model], names: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return the values of these fields of new rows, prepared for the database; runs no query."""
    if not (row_list := list(rows)):
        return []
    fields = [row_list[0]._meta.get_field(name) for name in names]
    return [
        tuple(field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields)  # type: ignore[union-attr]
        for row in row_list
    ]


def insert_rows(model: type[models.Model], names: Sequence[str], rows: Cells) -> None:
    """Insert rows with these fields, in their order, inside the transaction of the caller.

    The statement is prepared once and no model instances are built, so large numbers of rows are cheap.
    Database constraints apply as usual.
    """
    meta = model._meta
    quoted = connection.ops.quote_name
    columns = ", ".join(quoted(str(meta.get_field(name).column)) for name in names)  # type: ignore[union-attr]
    placeholders = ", ".join(["%s"] * len(names))
    statement = f"INSERT INTO {quoted(meta.db_table)} ({columns}) VALUES ({placeholders})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(statement, rows)


BATCH = 500
# All columns of a match but its key, its desk and its players, which are known only at insertion.
IMPORTED_COLUMNS = tuple(
    field.name
    for field in Match._meta.concrete_fields
    if not field.primary_key and field.name not in {"desk", "white", "black"}
)


@dataclass(frozen=True, slots=True)
class ImportedMatch:
    """A match to import: its players, length, score, ending and time.

    The score of the loser is 0 where it is not known (`is_loser_score_known`).
    `white` and `black` are any names; `insert_matches` maps them to players.
    """

    white: str
    black: str
    length: int
    white_score: int
    black_score: int
    winner: str
    ending: str
    at: datetime
    title: str = ""
    is_loser_score_known: bool = True


@dataclass(frozen=True, slots=True)
class PreparedMatches:
    """Rows of matches that lack only the desk and the players' keys.

    For each match: the names of White and Black (`seats`), its code, and the values of `IMPORTED_COLUMNS`.
    """

    seats: tuple[tuple[str, str], ...]
    codes: tuple[str, ...]
    cells: Cells


def prepare_matches(*, played: Sequence[ImportedMatch], actor: str) -> PreparedMatches:
    """Build the rows of settled matches, in the order given, without queries or locks.

    Raises the refusals of `states.make_result`.
    """
    laws = MatchLaws().to_json()
    matches = [_build_settled_match(one, laws, actor) for one in played]
    return PreparedMatches(
        tuple((one.white, one.black) for one in played),
        tuple(match.code for match in matches),
        prepare_cells(matches, IMPORTED_COLUMNS),
    )


@transaction.atomic
def insert_matches(*, desk: Desk, prepared: PreparedMatches, people: Mapping[str, int]) -> list[int]:
    """Insert matches at a desk; return their keys in the order given.

    `people` maps names to keys of players. No signal is sent: the caller checks permission and updates its
    own state. Raises `plays_himself`.
    """
    seats = [(people[white], people[black]) for white, black in prepared.seats]
    repeated_player = next((white for white, black in seats if white == black), None)
    if repeated_player is not None:
        raise Refusal("plays_himself", player=str(repeated_player))
    rows = [(desk.pk, *seat_keys, *cells) for seat_keys, cells in zip(seats, prepared.cells, strict=True)]
    insert_rows(Match, ("desk", "white", "black", *IMPORTED_COLUMNS), rows)
    keys = dict(Match.objects.filter(desk=desk).order_by().values_list("code", "pk"))
    return [keys[code] for code in prepared.codes]


@transaction.atomic
def void_matches(*, matches: models.QuerySet[Match], actor: str, reason: str) -> int:
    """Void these imported matches; return how many were not void.

    No signal is sent: the caller checks permission and updates its own state.
    """
    require_reason(reason)
    rows = matches.select_for_update(of=("self",)).exclude(status=Status.VOID.value)
    match_list = list(rows.order_by("pk"))
    keys = [match.pk for match in match_list]
    numbers = Counter(Ruling.objects.filter(match__in=matches).values_list("match", flat=True))
    Ruling.objects.bulk_create(
        [_build_voiding(match, numbers[match.pk] + 1, reason) for match in match_list], batch_size=BATCH
    )
    reports = Report.objects.filter(match__in=matches).exclude(state__in=INVALID_REPORT_STATES)
    reports.update(state=ReportState.SUPERSEDED.value)
    return sum(_void(keys[start : start + BATCH], actor) for start in range(0, len(keys), BATCH))


def _build_settled_match(played: ImportedMatch, laws: dict[str, object], actor: str) -> Match:
    score = (played.white_score, played.black_score)
    result = states.make_result(played.length, score, played.winner, played.ending)
    return Match(
        length=played.length,
        laws=laws,
        title=played.title[:120],
        status=Status.SETTLED.value,
        white_score=result.white_score,
        black_score=result.black_score,
        is_loser_score_known=played.is_loser_score_known,
        winner=result.winner,
        ending=result.ending.value,
        settled_at=played.at,
        changed_by=actor[:150],
    )


def _build_voiding(match: Match, number: int, reason: str) -> Ruling:
    return Ruling(
        match=match,
        number=number,
        kind=Decision.VOIDING.value,
        reason=reason,
        white_score=match.white_score if match.is_loser_score_known else 0,
        black_score=match.black_score if match.is_loser_score_known else 0,
        winner=match.winner,
    )


def _void(keys: Sequence[int], actor: str) -> int:
    return Match.objects.filter(pk__in=keys).update(
        status=Status.VOID.value,
        winner="",
        ending="",
        settled_at=None,
        version=F("version") + 1,
        changed_at=timezone.now(),
        changed_by=actor[:150],
    )
