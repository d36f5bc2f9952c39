"""Which matches were declared to count for performance ratings, by whom, and who may declare one."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, QuerySet, When

from matches import permissions
from matches.actors import Identity
from matches.models import Match, Player
from matches.queries.people import make_person_q
from matches.records.declaration_models import PerformanceDeclaration
from matches.records.models import PerformanceFigure
from matches.states import Status

BEFORE_THE_FIRST_ROLL = (Status.SCHEDULED.value, Status.CALLED.value, Status.POSTPONED.value)
SIDES = ("white", "black")


@dataclass(frozen=True, slots=True)
class DeclaredSide:
    """A side of a match with its declaration, if there is one.

    `may_change`: whether the reader may declare the match for this side, or take the declaration back.
    """

    side: str
    player: Player
    declaration: PerformanceDeclaration | None
    may_change: bool


def has_begun(match: Match) -> bool:
    """Whether a match has started, or anything of its play is recorded: games, reports, moves or files."""
    if match.status not in BEFORE_THE_FIRST_ROLL or match.started_at is not None:
        return True
    if match.games.exists() or match.reports.exists() or match.transcripts.exists():
        return True
    return match.drafts.exclude(lines=[]).exists()


def may_declare(identity: Identity, match: Match, side: str) -> bool:
    """Whether the identity may declare a match for a side: its player, and officials of the desk."""
    return identity.side_in(match) == side or permissions.may_rule(identity.user, match.desk)


def list_declared_sides(match: Match, identity: Identity) -> list[DeclaredSide]:
    """Return both sides of a match, White first."""
    declarations = {row.player_id: row for row in match.performance_declarations.all()}
    may_change = {side: may_declare(identity, match, side) for side in SIDES}
    is_open = any(may_change.values()) and not has_begun(match)
    return [
        DeclaredSide(side, player, declarations.get(player.pk), is_open and may_change[side])
        for side, player in zip(SIDES, (match.white, match.black), strict=True)
    ]


def annotate_declared(figures: QuerySet[PerformanceFigure]) -> QuerySet[PerformanceFigure]:
    """Let `is_declared` tell of each figure whether its match was declared for its side."""
    white, black = F("transcript__match__white"), F("transcript__match__black")
    player = Case(When(side="white", then=white), default=black)
    declarations = PerformanceDeclaration.objects.filter(
        match=OuterRef("transcript__match"), player=OuterRef("side_player")
    )
    return figures.annotate(side_player=player, is_declared=Exists(declarations))


def is_declared(figure: PerformanceFigure) -> bool:
    """Whether the match of a figure of `annotate_declared` was declared for its side."""
    return bool(getattr(figure, "is_declared", False))


def export_declarations(player: Player) -> list[dict[str, Any]]:
    """Return a person's declarations as plain data."""
    rows = PerformanceDeclaration.objects.filter(make_person_q("player", player)).select_related("match")
    return [
        {"match": row.match.code, "by_desk": row.is_by_desk, "at": row.at.isoformat()}
        for row in rows.order_by("pk")
    ]
