"""Audit of matches: the score sheet is replayed and compared with the stored rows."""

from collections.abc import Iterator

from matches import registry
from matches.models import Match
from matches.queries import desks, sheets
from matches.queries.sheets import DECIDING_KINDS
from matches.states import BEFORE_THE_END, Channel, Ending, ReportState, Status
from rules.errors import Refusal
from rules.match import MatchScore

Score = tuple[int, int]
OPEN = [status.value for status in BEFORE_THE_END]


def find_disagreements(match: Match) -> Iterator[Refusal]:
    """What is wrong with a match, as codes and facts to be spoken; nothing when all its rows agree."""
    yield from _check_sheet(match)
    yield from _check_claims(match)
    yield from _check_tables(match)
    for refusals in registry.match_audits(match):
        yield from refusals


def iterate_matches() -> Iterator[Match]:
    """Every match, read a few at a time."""
    rows = Match.objects.select_related("desk", "white", "black", "table").order_by("pk")
    return rows.iterator(chunk_size=200)


def _check_sheet(match: Match) -> Iterator[Refusal]:
    try:
        live = sheets.get_live_score(match)
    except Refusal as impossible:
        yield Refusal("audit_sheet_impossible", impossible.law, match=match.code)
        return
    if not _fits_sheet(match, live):
        yield Refusal(
            "audit_sheet", match=match.code, sheet=(live.white, live.black), stored=_get_stored_score(match)
        )


def _fits_sheet(match: Match, live: MatchScore) -> bool:
    """Whether the stored score agrees with the sheet; one that is reported or final can follow from it."""
    if match.status == Status.VOID.value:
        return True
    if match.status == Status.REPORTED.value:
        claim = match.reports.filter(state=ReportState.OPEN.value).first()
        return claim is None or _get_stored_score(match) == (claim.white_score, claim.black_score)
    if match.status in OPEN:
        return (live.white, live.black) == _get_stored_score(match)
    # The desk decides past the games on the sheet, and they stay there; who is absent plays none.
    if match.ending != Ending.PLAYED.value or match.rulings.filter(kind__in=DECIDING_KINDS).exists():
        return True
    is_by_desk = match.reports.filter(state=ReportState.CONFIRMED.value, confirmed_channel=Channel.DESK.value)
    return live.can_end_at(*_get_stored_score(match)) or is_by_desk.exists()


def _check_claims(match: Match) -> Iterator[Refusal]:
    open_reports = match.reports.filter(state=ReportState.OPEN.value)
    disputed_reports = match.reports.filter(state=ReportState.DISPUTED.value)
    if match.status == Status.SETTLED.value:
        # A result keeps the objection that came too late to take it back.
        disputed_reports = disputed_reports.exclude(answers__state=ReportState.CONFIRMED.value)
    expected_counts = (
        (ReportState.OPEN, open_reports.count(), int(match.status == Status.REPORTED.value)),
        (ReportState.DISPUTED, disputed_reports.count(), _count_expected_disputed(match)),
    )
    for state, count, expected in expected_counts:
        if count != expected:
            yield Refusal("audit_claims", match=match.code, state=state.value, count=count)
    for claim in match.reports.filter(state=ReportState.CONFIRMED.value):
        score = (claim.white_score, claim.black_score)
        if match.status != Status.SETTLED.value or score != _get_stored_score(match):
            yield Refusal("audit_confirmed", match=match.code, report=score, stored=_get_stored_score(match))


def _check_tables(match: Match) -> Iterator[Refusal]:
    """Who plays this match and an earlier one at two tables of a desk."""
    if match.status != Status.RUNNING.value or match.table_id is None:
        return
    other = desks.get_match_elsewhere(match, [Status.RUNNING.value])
    if other is not None and other.pk < match.pk:
        facts = {"match": match.code, "table": str(match.table), "other": str(other.table)}
        yield Refusal("audit_two_tables", "", **facts)


def _count_expected_disputed(match: Match) -> int:
    """How many reports a dispute needs: two, or the one that contradicts the games on the sheet."""
    if match.status != Status.DISPUTED.value:
        return 0
    disputed = match.reports.filter(state=ReportState.DISPUTED.value)
    return 1 if disputed.count() == 1 and disputed.filter(contradicts_sheet=True).exists() else 2


def _get_stored_score(match: Match) -> Score:
    return (match.white_score, match.black_score)
