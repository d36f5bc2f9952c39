"""Agreement of match files with results: whether a file contradicts the score; reports made from a file."""

from typing import Any

from django.db import transaction
from django.db.models import Case, F, When

from matches import permissions
from matches.actors import Identity
from matches.models import Match, Report
from matches.records.models import Transcript
from matches.records.queries.transcripts import get_public_name
from matches.records.services import analyses
from matches.services import match_rows, reporting
from matches.services.guards import require_reporter
from matches.services.settling import OTHER_SIDE
from matches.states import BEFORE_THE_END, ReportState, Status
from rules.errors import Refusal

Score = tuple[int, int]
FAULT_CONTEXT = ("game", "action", "side", "played", "legal")


def find_contradiction(match: Match, score: Score) -> Refusal | None:
    """Return the refusal `record_contradicts` if a transcript proves another score."""
    for transcript in _get_transcripts(match):
        if agrees(transcript, score) is False:
            return _make_contradiction(match, transcript, score)
    return None


def agrees(transcript: Transcript, score: Score) -> bool | None:
    """Whether a transcript confirms a score: False if it ends at another one, None if it proves none.

    It proves no score if it has a fault, does not reach the end, contains awarded points, or begins at
    another score than the match, nor if it names other players. If the names do not identify the players,
    their order in the file does not matter.
    """
    if transcript.names_others or transcript.fault:
        return None
    if transcript.white_score is None or transcript.black_score is None:
        return None
    own_score = (transcript.white_score, transcript.black_score)
    is_same = own_score == score or (not transcript.names_fit and own_score[::-1] == score)
    return None if is_same and not transcript.covers_match else is_same


def differs_from_sheet(match: Match, transcript: Transcript) -> bool:
    """Whether a match file without faults has an end that the score sheet of the open match excludes."""
    if Status(match.status) not in BEFORE_THE_END or transcript.fault or transcript.names_others:
        return False
    if transcript.white_score is None or transcript.black_score is None:
        return False
    return reporting.contradicts_sheet(match, (transcript.white_score, transcript.black_score))


def update_agreement(*, match: Match, score: Score | None) -> None:
    """Store for every transcript whether it agrees with `score`; None: the match has no score yet."""
    for transcript in _get_transcripts(match):
        changes = _get_agreement_columns(transcript, score)
        if any(getattr(transcript, name) != value for name, value in changes.items()):
            match.transcripts.filter(pk=transcript.pk).update(**changes)
            if changes.get("swapped", transcript.swapped) != transcript.swapped:
                analyses.exchange_sides_of(transcript=transcript)


@transaction.atomic
def report_transcript(
    *, match: Match, transcript: Transcript, identity: Identity, key: str = "", version: int | None = None
) -> Report:
    """Report the score a transcript without faults ends in.

    Another score that waits for an answer is withdrawn if it is the identity's own report, and disputed if it
    is the other side's. Raises `not_your_match`, `record_names_others`, `record_has_fault`, `record_awarded`,
    `record_unfinished`, and the refusals of `reporting.report` and `reporting.dispute`.
    """
    match = match_rows.lock_match(match)
    require_reporter(identity, match)
    score = _get_usable_score(match, transcript)
    scores = {"white_score": score[0], "black_score": score[1]}
    open_report = _get_other_open_report(match, score, key)
    if open_report is not None and not permissions.may_rule(identity.user, match.desk):
        if not permissions.has_reported(identity, open_report):
            return reporting.dispute(
                match=match, report=open_report, identity=identity, key=key, version=version, **scores
            )
        if permissions.is_author(identity, open_report):
            match = reporting.withdraw(match=match, report=open_report, identity=identity, version=version)
            version = match.version
    return reporting.report(match=match, identity=identity, key=key, version=version, **scores)


@transaction.atomic
def exchange_sides(*, match: Match) -> None:
    """Exchange White and Black in transcripts, after the players of the match changed colours."""
    match.transcripts.update(
        white_score=F("black_score"),
        black_score=F("white_score"),
        swapped=Case(When(swapped=True, then=False), default=True),
    )
    for transcript in match.transcripts.exclude(fault={}):
        side = transcript.fault.get("side")
        if side:
            transcript.fault["side"] = OTHER_SIDE[side]
            transcript.save(update_fields=["fault"])


def _get_usable_score(match: Match, transcript: Transcript) -> Score:
    """Return the score that can be reported from a transcript."""
    current = match.transcripts.defer("text", "verdict").filter(pk=transcript.pk).first()
    if current is None:
        raise Refusal("record_absent")
    if current.names_others:
        raise Refusal("record_names_others", record=current.name)
    if current.fault:
        context = {name: current.fault[name] for name in FAULT_CONTEXT}
        raise Refusal("record_has_fault", str(current.fault["law"]), record=current.name, **context)
    if current.status == "awarded":
        raise Refusal("record_awarded", "match.adjudication", record=current.name)
    if current.white_score is None or current.black_score is None:
        raise Refusal("record_unfinished", "match.length", record=current.name)
    return current.white_score, current.black_score


def _get_other_open_report(match: Match, score: Score, key: str) -> Report | None:
    """Return the unanswered report of another score; None if a report with this key exists already."""
    if key and match.reports.filter(key=key).exists():
        return None
    report = match.reports.filter(state=ReportState.OPEN.value).first()
    return None if report is None or (report.white_score, report.black_score) == score else report


def _get_agreement_columns(transcript: Transcript, score: Score | None) -> dict[str, Any]:
    agreement = agrees(transcript, score) if score else None
    changes: dict[str, Any] = {"agrees": agreement}
    if agreement and score and (transcript.white_score, transcript.black_score) != score:
        changes |= {"swapped": not transcript.swapped, "white_score": score[0], "black_score": score[1]}
    return changes


def _get_transcripts(match: Match) -> list[Transcript]:
    return list(match.transcripts.defer("text", "verdict").order_by("id"))


def _make_contradiction(match: Match, transcript: Transcript, score: Score) -> Refusal:
    return Refusal(
        "record_contradicts",
        "",
        record=get_public_name(match, transcript),
        transcript=transcript.pk,
        record_score=[transcript.white_score, transcript.black_score],
        white_score=score[0],
        black_score=score[1],
    )
