"""Concurrent requests on one meeting of teams. Run by `tests/site/test_races.py` on a real PostgreSQL."""

import os
from collections.abc import Callable
from typing import Any

import pytest

from matches.actors import SYSTEM, Identity
from matches.models import Match
from matches.services import rulings
from tests.concurrent_clients import ON_POSTGRES, at_once
from tests.tournaments.club_evenings import a_club
from tests.tournaments.event_races import winning
from tests.tournaments.team_evenings import KNOCKOUT, a_team_event, by, captain, codes, match_of, opened, row
from tournaments.models import Pairing, PendingLineUp
from tournaments.play.event_journal.queries.audit import find_disagreements
from tournaments.play.teams import services as teams

pytestmark = ON_POSTGRES

TIMES = 12 if os.environ.get("PROVE") == "1" else 3


@pytest.mark.parametrize("turn", range(TIMES))
def test_boards_of_one_meeting_settled_at_once_are_all_counted(turn: int) -> None:
    event = a_team_event(a_club(), boards=4, size=4)
    opened(event, "R1-1")
    winners = ("white", "white", "black", "white")
    awards = [winning(match_of(event, f"R1-1.{at}"), winner) for at, winner in enumerate(winners, start=1)]
    assert at_once(awards) == ["settled"] * 4
    meeting = row(event, "R1-1")
    assert (meeting.white_won, meeting.black_won, meeting.winner_entry) == (3, 1, meeting.white_entry)
    event.refresh_from_db()
    assert (event.status, list(find_disagreements(event))) == ("finished", [])


@pytest.mark.parametrize("turn", range(TIMES))
def test_the_last_boards_of_both_semi_finals_seat_the_final_once(turn: int) -> None:
    event = a_team_event(a_club(), teams_in=4, stage=KNOCKOUT, ties=["last_board"])
    for label in ("M1-1", "M1-2"):
        opened(event, label)
    boards = [f"{label}.{at}" for label in ("M1-1", "M1-2") for at in (1, 2)]
    awards = [winning(match_of(event, board), "white") for board in boards]
    assert at_once(awards) == ["settled"] * 4
    final = row(event, "M2-1")
    assert None not in (final.white_entry, final.black_entry)
    assert list(find_disagreements(event)) == []


@pytest.mark.parametrize("turn", range(TIMES))
def test_line_ups_submitted_at_once_open_the_meeting_once(turn: int) -> None:
    event = a_team_event(a_club())
    meeting = row(event, "R1-1")

    def submitting(entry: Any) -> Callable[[], Any]:
        identity: Identity = captain(entry)
        line_up = codes(entry)[:2]
        return lambda: teams.submit_line_up(pairing=meeting, entry=entry, codes=line_up, identity=identity)

    submissions = [submitting(meeting.white_entry), submitting(meeting.black_entry)]
    submissions.append(lambda: teams.open_line_ups(pairing=meeting, by=by(event), key="desk").kind)
    answers = at_once(submissions)
    assert event.journal.filter(kind="fielded").count() >= 1
    assert (PendingLineUp.objects.count(), Match.objects.count()) == (0, 2), answers
    assert Pairing.objects.filter(event=event, board__gte=1).count() == 2
    assert list(find_disagreements(event)) == []


@pytest.mark.parametrize("turn", range(TIMES))
def test_a_board_is_not_both_settled_and_given_a_reserve(turn: int) -> None:
    event = a_team_event(a_club())
    opened(event, "R1-1")
    entry = row(event, "R1-1").white_entry
    assert entry is not None
    players, match = codes(entry), match_of(event, "R1-1.2")

    def reserve() -> str:
        sides = {entry.number: [players[0], players[2]]}
        return teams.change_line_ups(pairing=row(event, "R1-1"), sides=sides, by=by(event)).kind

    def award() -> str:
        return rulings.award(
            match=match, white_score=5, black_score=0, winner="white", ending="played", by=SYSTEM
        ).status

    at_once([reserve, award])
    assert list(find_disagreements(event)) == []
