"""Entering names and withdrawing entries: new members, repeated names, and matches of withdrawn entries."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime

import pytest
from django.test.utils import CaptureQueriesContext

from matches.actors import SYSTEM
from matches.models import Player
from matches.services import lifecycle
from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.matches.refusals import refusal
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tournaments.models import Club, Event, Pairing
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {number}" for number in range(1, 9)]


@replayed
def an_open_event(club: Club) -> Event:
    """Return a draft event of the club."""
    return tournaments.create_knockout_tournament(
        club=club,
        name="Tuesday",
        starts_at=datetime(2026, 11, 24, 19, 30, tzinfo=UTC),
        length=5,
        consolation_length=3,
        tables=4,
        by=director_of(club),
    )


def names(event: Event) -> list[tuple[int, str]]:
    """Return number and name of every entry."""
    return list(event.entries.order_by("number").values_list("number", "player__name"))


def test_names_are_entered_in_their_order_and_become_members() -> None:
    club = a_club()
    event = an_open_event(club)
    entries.enter_names(event=event, names="1. Zora\n2. Ada", by=director_of(club), key="k")
    assert names(event) == [(1, "Zora"), (2, "Ada")]
    assert set(club.memberships.filter(role="member").values_list("player__name", flat=True)) == {
        "Zora",
        "Ada",
    }
    projection_check.check(event)


def test_queries_do_not_grow_with_the_list(
    django_assert_max_num_queries: Callable[..., AbstractContextManager[CaptureQueriesContext]],
) -> None:
    club = a_club()
    counts = []
    for count in (4, 90):
        event = an_open_event(club)
        text = "\n".join(f"Player {number} of {count}" for number in range(count))
        with django_assert_max_num_queries(100) as queries:
            entries.enter_names(event=event, names=text, by=director_of(club), key="k")
        counts.append(len(queries))
        assert event.entries.count() == count
    # SQLite takes the rows of one statement in parts.
    assert counts[1] <= counts[0] + 5


def test_members_are_recognised_despite_case_accents_and_quotes() -> None:
    club = a_club()
    first, second = an_open_event(club), an_open_event(club)
    by = director_of(club)
    entries.enter_names(event=first, names="Nicolò D'Angelo\nAda", by=by, key="k")
    entries.enter_names(event=second, names="NICOLO D’ANGELO\nBruno", by=by, key="k")
    assert Player.objects.count() == 3
    assert names(second) == [(1, "Nicolò D'Angelo"), (2, "Bruno")]


def test_a_second_list_continues_the_numbers_and_skips_existing_entries() -> None:
    club = a_club()
    event = an_open_event(club)
    by = director_of(club)
    entries.enter_names(event=event, names="Ada\nBruno", by=by, key="one")
    entries.enter_names(event=event, names="ada\nCarla\nCarla", by=by, key="two")
    assert names(event) == [(1, "Ada"), (2, "Bruno"), (3, "Carla")]


@pytest.mark.parametrize(("text", "code"), [("", "names_missing"), ("Ada\nx" + "x" * 120, "name_too_long")])
def test_an_empty_or_invalid_list_is_refused(text: str, code: str) -> None:
    club = a_club()
    event = an_open_event(club)
    assert refusal(entries.enter_names, event=event, names=text, by=director_of(club), key="k").code == code
    assert (event.entries.count(), Player.objects.count()) == (0, 0)


def test_a_name_entered_after_the_draw_has_no_bracket_line() -> None:
    event = a_night(a_club(), EIGHT)
    by = director_of(event.tournament.club)
    entries.enter_names(event=event, names="Late", by=by, key="k")
    assert event.entries.get(player__name="Late").number == 9
    assert not Pairing.objects.filter(white_entry__number=9).exists()
    projection_check.check(event)


def test_an_entry_withdrawn_before_the_draw_is_not_drawn() -> None:
    club = a_club()
    event = an_open_event(club)
    by = director_of(club)
    entries.enter_names(event=event, names="\n".join(EIGHT), by=by, key="k")
    entries.withdraw(entry=event.entries.get(number=3), by=by)
    draws.draw(event=event, by=by)
    rows = Pairing.objects.filter(event=event, round=1, flight="main").values_list(
        "white_entry__number", "black_entry__number"
    )
    assert {number for pair in rows for number in pair if number} == {1, 2, 4, 5, 6, 7, 8}
    projection_check.check(event)


def test_a_withdrawal_goes_ahead_though_others_have_reported_meanwhile() -> None:
    event = a_night(a_club(), EIGHT)
    by, seen = director_of(event.tournament.club), event.version
    mine, other = (Pairing.objects.get(event=event, label=label) for label in ("M1-1", "M1-2"))
    settle(match_at(event, "M1-2"))
    entries.withdraw(entry=mine.white_entry, by=by, version=seen)
    event.refresh_from_db()
    assert event.entries.get(pk=mine.white_entry_id).status == "withdrawn"
    # A result of the entry itself, or the decision of a director, is something else than what was seen.
    seen = event.version
    settle(match_at(event, "M1-3"))
    third = Pairing.objects.get(event=event, label="M1-3")
    with pytest.raises(Refusal, match="event_changed_meanwhile"):
        entries.withdraw(entry=third.white_entry, by=by, version=seen)
    event.refresh_from_db()
    seen = event.version
    entries.withdraw(entry=third.black_entry, by=by)
    with pytest.raises(Refusal, match="event_changed_meanwhile"):
        entries.withdraw(entry=other.white_entry, by=by, version=seen)


def test_a_withdrawal_gives_the_open_match_to_the_opponent_and_frees_the_table() -> None:
    event = a_night(a_club(), EIGHT)
    match = match_at(event, "M1-1")
    white_entry = Pairing.objects.get(event=event, label="M1-1").white_entry
    entries.withdraw(entry=white_entry, by=director_of(event.tournament.club), reason="Ill")
    pairing = Pairing.objects.get(event=event, label="M1-1")
    match.refresh_from_db()
    assert (pairing.decided, pairing.winner_entry, pairing.match) == ("absence", pairing.black_entry, None)
    assert match.status == "void"
    projection_check.check(event)


def test_results_before_a_withdrawal_stay() -> None:
    event = a_night(a_club(), EIGHT)
    settle(match_at(event, "M1-1"))
    settle(match_at(event, "M1-2"))
    winner = Pairing.objects.get(event=event, label="M1-1").winner_entry
    entries.withdraw(entry=winner, by=director_of(event.tournament.club))
    assert Pairing.objects.get(event=event, label="M1-1").winner_entry == winner
    assert Pairing.objects.get(event=event, label="M2-1").decided == "absence"
    projection_check.check(event)


def test_an_entry_with_a_match_in_play_cannot_be_withdrawn() -> None:
    event = a_night(a_club(), EIGHT)
    lifecycle.start_match(match=match_at(event, "M1-1"), by=SYSTEM)
    entry = Pairing.objects.get(event=event, label="M1-1").white_entry
    error = refusal(entries.withdraw, entry=entry, by=director_of(event.tournament.club))
    assert (error.code, error.facts["pairings"]) == ("match_begun", ["M1-1"])


def test_a_withdrawal_can_be_undone() -> None:
    event = a_night(a_club(), EIGHT)
    by = director_of(event.tournament.club)
    before = projection_check.folded(event)
    line = entries.withdraw(entry=event.entries.get(number=1), by=by)
    journal.undo(event=event, command=line.seq, by=by)
    assert projection_check.folded(event) == before
    projection_check.check(event)


def test_an_entry_cannot_be_withdrawn_twice() -> None:
    event = a_night(a_club(), EIGHT)
    by = director_of(event.tournament.club)
    entry = event.entries.get(number=1)
    entries.withdraw(entry=entry, by=by)
    assert refusal(entries.withdraw, entry=entry, by=by).code == "entry_unknown"


def test_entering_names_is_undone_and_redone() -> None:
    club = a_club()
    event = an_open_event(club)
    by = director_of(club)
    line = entries.enter_names(event=event, names="Ada\nBruno", by=by, key="k")
    journal.undo(event=event, command=line.seq, by=by)
    assert names(event) == []
    journal.redo(event=event, by=by)
    assert names(event) == [(1, "Ada"), (2, "Bruno")]
