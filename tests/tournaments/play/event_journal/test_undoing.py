"""Undo of the last command and of earlier ones that no later row depends on, and redo."""

import pytest

from matches.actors import SYSTEM
from matches.models import Match
from matches.queries import matches
from matches.services import lifecycle, penalties
from tests.matches.refusals import refusal
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tournaments.models import Event, EventStatus, JournalEntry, Pairing
from tournaments.play.changes.services import changes
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.queries import journal
from tournaments.play.event_journal.services import journal as journal_services

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {number}" for number in range(1, 9)]


def line_of(event: Event, kind: str) -> int:
    return JournalEntry.objects.filter(event=event, kind=kind).latest("seq").seq


def undo(event: Event, command: int) -> JournalEntry:
    return journal_services.undo(event=event, command=command, by=director_of(event.tournament.club))


def redo(event: Event) -> JournalEntry:
    return journal_services.redo(event=event, by=director_of(event.tournament.club))


def test_publishing_is_undone_while_no_match_has_begun() -> None:
    event = a_night(a_club(), EIGHT)
    undo(event, line_of(event, "published"))
    event.refresh_from_db()
    assert event.status == EventStatus.DRAWN
    assert set(Match.objects.values_list("status", flat=True)) == {"void"}
    assert not Pairing.objects.filter(match__isnull=False).exists()
    projection_check.check(event)


def test_redoing_a_publication_creates_new_matches() -> None:
    event = a_night(a_club(), EIGHT)
    undo(event, line_of(event, "published"))
    redo(event)
    assert Match.objects.exclude(status="void").count() == 4
    projection_check.check(event)


def test_an_undone_result_reopens_its_match() -> None:
    event = a_night(a_club(), EIGHT)
    before = match_at(event, "M1-1")
    match = settle(match_at(event, "M1-1"))
    undo(event, line_of(event, "settled"))
    match.refresh_from_db()
    assert (match.status, match.winner, match.table) == ("called", "", before.table)
    projection_check.check(event)


def test_a_redone_result_settles_its_match_again() -> None:
    event = a_night(a_club(), EIGHT)
    match = settle(match_at(event, "M1-1"), "black", loser_score=3)
    undo(event, line_of(event, "settled"))
    redo(event)
    match.refresh_from_db()
    assert (match.status, match.winner, match.white_score) == ("settled", "black", 3)
    projection_check.check(event)


def test_undoing_a_match_lost_by_penalty_points_takes_the_last_penalty_back() -> None:
    event = a_night(a_club(), EIGHT)
    match = match_at(event, "M1-1")
    for points in (1, match.length - 1):
        penalties.penalise_player(match=match, side="white", points=points, by=SYSTEM)
    undo(event, line_of(event, "settled"))
    match.refresh_from_db()
    live = matches.get_live_score(match)
    assert (match.status, match.white_score, match.black_score) == ("called", 0, 1)
    assert (live.white, live.black, live.winner) == (0, 1, None)
    projection_check.check(event)


def test_redoing_a_match_lost_by_penalty_points_gives_the_penalty_again() -> None:
    event = a_night(a_club(), EIGHT)
    match = match_at(event, "M1-1")
    penalties.penalise_player(match=match, side="white", points=match.length, by=SYSTEM)
    for _repeat in range(2):
        undo(event, line_of(event, "settled"))
        assert not match.penalties.filter(struck_at=None).exists()
        redo(event)
        match.refresh_from_db()
        assert (match.status, match.ending, match.winner) == ("settled", "forfeit", "black")
        assert [row.points for row in match.penalties.filter(struck_at=None)] == [match.length]
    kinds = [ruling.kind for ruling in match.rulings.order_by("number")]
    assert kinds == ["penalty", "pardon", "reopening", "penalty", "pardon", "reopening", "penalty"]
    projection_check.check(event)


def test_undoing_another_result_leaves_earlier_penalties() -> None:
    event = a_night(a_club(), EIGHT)
    match = match_at(event, "M1-1")
    penalties.penalise_player(match=match, side="white", points=2, by=SYSTEM)
    settle(match, "black")
    undo(event, line_of(event, "settled"))
    match.refresh_from_db()
    assert (match.black_score, match.penalties.filter(struck_at=None).count()) == (2, 1)


def test_a_result_that_later_rows_depend_on_cannot_be_undone() -> None:
    event = a_night(a_club(), EIGHT)
    settle(match_at(event, "M1-1"))
    seq = line_of(event, "settled")
    settle(match_at(event, "M1-2"))
    settle(match_at(event, "M2-1"))
    error = refusal(undo, event=event, command=seq)
    assert (error.code, error.facts["blocking"]) == ("undo_blocked", seq + 2)
    assert journal.find_undo_obstacle(event, seq).code == "wrong_players"
    projection_check.check(event)


def test_a_result_cannot_be_undone_when_the_next_match_has_begun() -> None:
    event = a_night(a_club(), EIGHT)
    settle(match_at(event, "M1-1"))
    settle(match_at(event, "M1-2"))
    lifecycle.start_match(match=match_at(event, "M2-1"), by=SYSTEM)
    error = refusal(undo, event=event, command=line_of(event, "settled"))
    assert (error.code, error.facts["pairings"]) == ("match_begun", ["M2-1"])
    projection_check.check(event)


def test_a_late_entry_that_enlarged_the_draw_cannot_be_undone_before_the_next() -> None:
    event = a_night(a_club(), EIGHT)
    by = director_of(event.tournament.club)
    lines = []
    for name in ("Late One", "Late Two"):
        player = entries.get_or_create_player(event=event, name=name, by=by)
        lines.append(changes.enter_late(event=event, player=player, flight="main", by=by))
    error = refusal(undo, event=event, command=lines[0].command)
    assert (error.code, error.facts["blocking"]) == ("undo_blocked", lines[1].command)
    undo(event, lines[1].command)
    undo(event, lines[0].command)
    assert event.entries.count() == 8
    projection_check.check(event)


@pytest.mark.parametrize("command", [0, 1, 99])
def test_unknown_rows_and_the_creation_of_the_event_cannot_be_undone(command: int) -> None:
    event = a_night(a_club(), EIGHT)
    assert refusal(undo, event=event, command=command).code == "undo_nothing"


def test_an_undone_row_cannot_be_undone_again() -> None:
    event = a_night(a_club(), EIGHT)
    seq = line_of(event, "published")
    undo(event, seq)
    assert refusal(undo, event=event, command=seq).code == "undo_nothing"


def test_a_finished_event_is_undone_row_by_row_to_the_first() -> None:
    event = a_night(a_club(), EIGHT)
    states = [projection_check.folded(event)]
    while Match.objects.filter(status="called").exists():
        settle(Match.objects.filter(status="called").order_by("pk")[0])
        states.append(projection_check.folded(event))
    for seq in range(event.journal.count(), line_of(event, "published"), -1):
        assert projection_check.folded(event) == states.pop()
        undo(event, seq)
        projection_check.check(event)
    assert projection_check.folded(event) == states.pop()
    for kind in ("published", "drawn", "entered"):
        undo(event, line_of(event, kind))
        projection_check.check(event)
    event.refresh_from_db()
    assert (event.status, event.entries.count()) == (EventStatus.DRAFT, 0)


def test_the_journal_shows_which_rows_are_undone_and_which_can_be() -> None:
    event = a_night(a_club(), EIGHT)
    settle(match_at(event, "M1-1"))
    undo(event, line_of(event, "settled"))
    listed = [(line.entry.kind, line.is_undone, line.may_undo) for line in journal.get_lines(event)]
    assert listed == [
        ("undone", False, False),
        ("settled", True, False),
        ("published", False, True),
        ("drawn", False, False),
        ("entered", False, False),
        ("committed", False, False),
    ]
