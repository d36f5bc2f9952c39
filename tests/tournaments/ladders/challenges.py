"""Factories for ladders: a ladder of five members, their challenges, matches and order."""

from datetime import date

import pytest

from matches.actors import SYSTEM, Identity
from matches.models import Match, Player
from matches.services import badges, rulings, settling
from matches.states import Status
from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tournaments.ladders import services as ladders
from tournaments.ladders.journal.ladder_settings import LadderRules
from tournaments.ladders.models import Ladder, LadderChallenge
from tournaments.ladders.queries import get_state

DAY = date(2026, 11, 1)
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena")


@replayed
def a_ladder(rules: LadderRules | None = None) -> Ladder:
    """Create a ladder of five members of a club, Anna at the top."""
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    club_evenings.a_night(club, NAMES)
    ladder = ladders.open_ladder(club=club, name="Ladder", rules=rules or LadderRules(), today=DAY, by=by)
    for name in NAMES:
        ladders.add_member(ladder=ladder, player=player(ladder, name), today=DAY, by=by)
    return ladder


def player(ladder: Ladder, name: str) -> Player:
    return Player.objects.get(memberships__club=ladder.club, full_name=name)


def badge_of(ladder: Ladder, name: str) -> Identity:
    desk = ladder.club.desk
    return Identity(
        badge=badges.issue_badge(desk=desk, player=player(ladder, name), by=SYSTEM).badge, device=name
    )


def desk(ladder: Ladder) -> Identity:
    """The identity of the director."""
    return Identity(user=club_evenings.director_of(ladder.club))


@replayed
def challenge(ladder: Ladder, challenger: str, holder: str, today: date = DAY) -> LadderChallenge:
    ladders.challenge(
        ladder=ladder,
        challenger=player(ladder, challenger),
        holder=player(ladder, holder),
        identity=desk(ladder),
        today=today,
    )
    return ladder.challenges.latest("number")


def accepted_match(ladder: Ladder, challenger: str, holder: str) -> Match:
    row = challenge(ladder, challenger, holder)
    ladders.answer_challenge(
        ladder=ladder, number=row.number, answer="accept", identity=desk(ladder), today=DAY
    )
    row.refresh_from_db()
    assert row.match is not None
    return row.match


def settle(match: Match, winner: str, loser_score: int = 2) -> None:
    match.refresh_from_db()
    scores = (match.length, loser_score) if winner == "white" else (loser_score, match.length)
    settling_by = club_evenings.director_of(match.desk.club)
    if match.status == Status.SETTLED.value:
        settling.correct_result(
            match=match,
            white_score=scores[0],
            black_score=scores[1],
            winner=winner,
            by=settling_by,
            reason="Both say so",
        )
    else:
        from_desk(match, scores, winner)


def from_desk(match: Match, scores: tuple[int, int], winner: str) -> None:
    rulings.award(
        match=match,
        white_score=scores[0],
        black_score=scores[1],
        winner=winner,
        ending="played",
        by=club_evenings.director_of(match.desk.club),
        reason="Score sheet",
    )


def order(ladder: Ladder) -> list[str]:
    state = get_state(ladder)
    names = dict(Player.objects.values_list("code", "full_name"))
    return [names[state.members[number].player] for number in state.order]


def refusal(code: str, action: object) -> None:
    with pytest.raises(Refusal) as excinfo:
        action()  # type: ignore[operator]
    assert excinfo.value.code == code
