"""Queries of rulings: those of a match, of a desk, and precedents."""

from dataclasses import dataclass

from django.db.models import QuerySet

from matches.conduct.models import ConductRuling
from matches.models import Desk, Match, User
from matches.queries import matches
from matches.queries.desks import get_conduct_laws
from rules.options import ConductLaws, MatchLaws

MAX_PRECEDENTS = 10


@dataclass(frozen=True, slots=True)
class RulesInForce:
    """The rules that a ruling is derived from."""

    match: MatchLaws
    conduct: ConductLaws


def get_rules_in_force(match: Match | None) -> RulesInForce:
    """Return the rules of a match and of its desk; without a match the defaults of the rule texts."""
    if match is None:
        return RulesInForce(MatchLaws(), ConductLaws())
    return RulesInForce(matches.get_laws(match), get_conduct_laws(match.desk))


def get_rulings_of_match(match: Match) -> QuerySet[ConductRuling]:
    """The rulings of a match, the latest first."""
    return ConductRuling.objects.filter(match=match).select_related("by__player")


def get_rulings_of_desk(desk: Desk, case: str = "") -> QuerySet[ConductRuling]:
    """The rulings of a desk, the latest first; of one case if given."""
    rows = ConductRuling.objects.filter(match__desk=desk).select_related(
        "by__player", "match__white", "match__black"
    )
    return rows.filter(case=case) if case else rows


def get_precedents(user: User | None, case: str) -> list[ConductRuling]:
    """Return recent rulings on the same case at all desks where this user is an official."""
    if user is None:
        return []
    rows = ConductRuling.objects.filter(case=case, match__desk__officials=user)
    return list(
        rows.select_related("by__player", "match__white", "match__black", "match__desk")[:MAX_PRECEDENTS]
    )
