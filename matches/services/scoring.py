"""The live score sheet: add a game, checked by the rules at that score, and remove the last one."""

import uuid
from typing import Any, get_args

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from matches.actors import Identity
from matches.models import Game, Match, Report
from matches.queries import matches
from matches.services import match_rows, reporting
from matches.services.guards import (
    get_match_context,
    require_current_version,
    require_reporter,
    require_status,
)
from matches.states import ReportState, Status
from rules.errors import Refusal
from rules.match import GameOutcome, Kind, MatchScore
from rules.sides import Side


def strike_games(match: Match, games: QuerySet[Game]) -> None:
    """Mark these last games of the sheet as removed, and move later penalties after the remaining ones."""
    games.update(struck_at=timezone.now())
    remaining = match.games.filter(struck_at=None).count()
    match.penalties.filter(after_game__gt=remaining).update(after_game=remaining)


@transaction.atomic
def score_game(
    *,
    match: Match,
    winner: str,
    kind: str,
    cube: int,
    identity: Identity,
    key: str = "",
    version: int | None = None,
) -> Game:
    """Add one game to the sheet and start the match; the game that ends it also reports the score.

    The same key returns the stored line (`key_used_twice` when it names another game). Raises what
    `rules.match` refuses: an impossible cube or kind, a double in the Crawford game.
    """
    match = match_rows.lock_match(match)
    existing_game = _get_repeated_game(match, key, (winner, kind, cube))
    if existing_game is not None:
        return existing_game
    require_reporter(identity, match)
    require_current_version(match, version)
    require_status(match, Status.CALLED, Status.RUNNING)
    before = matches.get_live_score(match)
    outcome = _parse_outcome(winner, kind, cube)
    after = before.after(outcome, matches.get_laws(match))
    game = _write_line(match, before, outcome, after, device=identity.device, key=key)
    _set_running(match, after, identity)
    if after.winner is not None:
        reporting.make_report(match, (after.white, after.black), identity=identity, key=game.report_key)
    return game


@transaction.atomic
def strike_last_game(*, match: Match, identity: Identity, version: int | None = None) -> Match:
    """Remove the last game of the sheet and withdraw the report it made."""
    match = match_rows.lock_match(match)
    require_reporter(identity, match)
    require_current_version(match, version)
    require_status(match, Status.RUNNING, Status.REPORTED)
    last = match.games.filter(struck_at=None).order_by("number").last()
    if last is None:
        raise Refusal("sheet_is_empty", "", **get_match_context(match))
    _withdraw_game_report(match, last)
    strike_games(match, match.games.filter(pk=last.pk))
    _set_running(match, matches.get_live_score(match), identity)
    return match


def _get_repeated_game(match: Match, key: str, content: tuple[str, str, int]) -> Game | None:
    existing_game = match.games.filter(key=key).first() if key else None
    if (
        existing_game is not None
        and (existing_game.winner, existing_game.kind, existing_game.cube) != content
    ):
        raise Refusal("key_used_twice", "", **get_match_context(match))
    return existing_game


def _parse_outcome(winner: str, kind: str, cube: int) -> GameOutcome:
    kinds: dict[str, Kind] = {name: name for name in get_args(Kind)}
    if winner not in {"white", "black"} or kind not in kinds or kind.startswith("resigned"):
        raise Refusal("game_unknown", winner=winner, kind=kind, cube=cube)
    return GameOutcome(Side(winner), kinds[kind], cube)


def _write_line(
    match: Match, before: MatchScore, outcome: GameOutcome, after: MatchScore, *, device: str, key: str
) -> Game:
    return Game.objects.create(
        match=match,
        number=match.games.filter(struck_at=None).count() + 1,
        winner=outcome.winner.value,
        kind=outcome.kind,
        cube=outcome.cube,
        points=outcome.points,
        is_crawford=before.is_crawford,
        white_after=after.white,
        black_after=after.black,
        device=device,
        key=key or uuid.uuid4().hex,
    )


def _set_running(match: Match, score: MatchScore, identity: Identity) -> None:
    changes: dict[str, Any] = {
        "status": Status.RUNNING.value,
        "white_score": score.white,
        "black_score": score.black,
    }
    if match.started_at is None:
        changes["started_at"] = timezone.now()
    match_rows.write_match(match, actor=identity.name_in(match), **changes)


def _withdraw_game_report(match: Match, last: Game) -> None:
    if match.status != Status.REPORTED.value:
        return
    report = match.reports.filter(state=ReportState.OPEN.value).first()
    if report is None or report.key != last.report_key:
        raise Refusal(
            "already_reported",
            "",
            **(reporting.get_report_context(report) if report else get_match_context(match)),
        )
    Report.objects.filter(pk=report.pk).update(state=ReportState.WITHDRAWN.value)
