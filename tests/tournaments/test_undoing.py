"""Undoing: the last act always, any act whose absence the rest can bear, and redoing what was undone."""

import pytest

from matches.models import Match
from matches.services import lifecycle
from tests.matches.refusals import refusal
from tests.tournaments import mirror
from tests.tournaments.nights import a_club, a_night, director_of, match_at, settle
from tournaments.models import Event, EventStatus, JournalEntry, Pairing
from tournaments.queries import journal
from tournaments.services import undoing

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {number}" for number in range(1, 9)]


def line_of(event: Event, kind: str) -> int:
    return JournalEntry.objects.filter(event=event, kind=kind).latest("seq").seq


def undo(event: Event, seq: int) -> JournalEntry:
    return undoing.undo(event=event, seq=seq, by=director_of(event.tournament.club))


def test_publishing_is_undone_while_nothing_is_played() -> None:
    event = a_night(a_club(), EIGHT)
    undo(event, line_of(event, "published"))
    event.refresh_from_db()
    assert event.status == EventStatus.DRAWN
    assert set(Match.objects.values_list("status", flat=True)) == {"void"}
    assert not Pairing.objects.filter(match__isnull=False).exists()
    mirror.check(event)


def test_publishing_again_after_that_seats_new_matches() -> None:
    event = a_night(a_club(), EIGHT)
    undone = undo(event, line_of(event, "published"))
    undo(event, undone.seq)
    assert Match.objects.exclude(status="void").count() == 4
    mirror.check(event)


def test_an_undone_result_opens_its_match_again() -> None:
    event = a_night(a_club(), EIGHT)
    match = settle(match_at(event, "M1-1"))
    undo(event, line_of(event, "settled"))
    match.refresh_from_db()
    assert (match.status, match.winner) == ("running", "")
    mirror.check(event)


def test_a_redone_result_settles_it_as_it_was() -> None:
    event = a_night(a_club(), EIGHT)
    match = settle(match_at(event, "M1-1"), "black", loser_score=3)
    undone = undo(event, line_of(event, "settled"))
    undo(event, undone.seq)
    match.refresh_from_db()
    assert (match.status, match.winner, match.white_score) == ("settled", "black", 3)
    mirror.check(event)


def test_a_result_others_build_on_names_the_line_in_the_way() -> None:
    event = a_night(a_club(), EIGHT)
    settle(match_at(event, "M1-1"))
    seq = line_of(event, "settled")
    settle(match_at(event, "M1-2"))
    settle(match_at(event, "M2-1"))
    said = refusal(undo, event=event, seq=seq)
    assert (said.code, said.facts["blocking"]) == ("undo_blocked", seq + 2)
    assert journal.undo_refusal(event, seq).code == "wrong_players"
    mirror.check(event)


def test_a_result_is_not_undone_under_people_who_play_on_it() -> None:
    event = a_night(a_club(), EIGHT)
    settle(match_at(event, "M1-1"))
    settle(match_at(event, "M1-2"))
    lifecycle.start(match=match_at(event, "M2-1"))
    said = refusal(undo, event=event, seq=line_of(event, "settled"))
    assert (said.code, said.facts["pairings"]) == ("match_begun", ["M2-1"])
    mirror.check(event)


@pytest.mark.parametrize("seq", [0, 99])
def test_a_line_that_is_not_there_cannot_be_undone(seq: int) -> None:
    event = a_night(a_club(), EIGHT)
    assert refusal(undo, event=event, seq=seq).code == "undo_nothing"


def test_nothing_is_undone_twice() -> None:
    event = a_night(a_club(), EIGHT)
    seq = line_of(event, "published")
    undo(event, seq)
    assert refusal(undo, event=event, seq=seq).code == "undo_nothing"


def test_a_whole_evening_is_undone_line_by_line_to_the_first() -> None:
    event = a_night(a_club(), EIGHT)
    pictures = [mirror.folded(event)]
    while Match.objects.filter(status="called").exists():
        settle(Match.objects.filter(status="called").order_by("pk")[0])
        pictures.append(mirror.folded(event))
    for seq in range(event.journal.count(), line_of(event, "published"), -1):
        assert mirror.folded(event) == pictures.pop()
        undo(event, seq)
        mirror.check(event)
    assert mirror.folded(event) == pictures.pop()
    for kind in ("published", "drawn", "entered"):
        undo(event, line_of(event, kind))
        mirror.check(event)
    event.refresh_from_db()
    assert (event.status, event.entries.count()) == (EventStatus.DRAFT, 0)


def test_the_journal_shows_what_is_undone_and_what_may_be() -> None:
    event = a_night(a_club(), EIGHT)
    settle(match_at(event, "M1-1"))
    undo(event, line_of(event, "settled"))
    told = [(line.entry.kind, line.is_undone, line.may_undo) for line in journal.lines(event)]
    assert told == [
        ("undone", False, True),
        ("settled", True, False),
        ("published", False, True),
        ("drawn", False, False),
        ("entered", False, False),
        ("committed", False, False),
    ]
