"""Several hands on one event at the same moment. Run by `test_event_race.py` on a real PostgreSQL."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from matches import results
from matches.models import Match
from matches.services import awards, reporting
from rules.errors import Refusal
from tests.factories import at_table
from tests.tournaments import mirror
from tests.tournaments.nights import a_club, a_night, director_of, match_at, settle
from tournaments.models import Event, Pairing
from tournaments.queries import corrections
from tournaments.services import correcting, drawing, entries, evenings, undoing

pytestmark = [
    pytest.mark.servers,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite lets one writer in at a time"),
]

NAMES = [f"Player {number}" for number in range(1, 17)]


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run every work in a thread and a connection of its own, all starting together; refusals are answers."""
    start = Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        start.wait(timeout=10)
        try:
            return work()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return [done.result(timeout=60) for done in [pool.submit(run, work) for work in works]]


def winning(match: Match, winner: str) -> Callable[[], Any]:
    score = (match.length, 0) if winner == "white" else (0, match.length)
    return lambda: (
        awards.award(
            match=match, white_score=score[0], black_score=score[1], winner=winner, ending="played", by=None
        ).status
    )


def test_two_directors_with_two_results_leave_one_that_stands() -> None:
    event = a_night(a_club(), NAMES)
    match = match_at(event, "M1-1")
    at_once([winning(match, side) for side in ("white", "black", "white", "black")])
    mirror.check(event)
    seats = Pairing.objects.get(event=event, label="M2-1")
    won = Pairing.objects.get(event=event, label="M1-1")
    assert (seats.white_entry, seats.winner_entry) == (won.winner_entry, None)


def test_neighbours_that_finish_together_meet_once() -> None:
    event = a_night(a_club(), NAMES)
    at_once([winning(match_at(event, f"M1-{number}"), "white") for number in range(1, 9)])
    mirror.check(event)
    assert Match.objects.filter(pairing__event=event, pairing__label__startswith="M2").count() == 4
    assert Match.objects.exclude(status="void").count() == 8 + 4 + 4


def test_a_draw_is_published_once() -> None:
    club = a_club()
    by = director_of(club)
    night = a_night(club, NAMES[:4])
    event = evenings.add_event(
        tournament=night.tournament, name="Side", length=3, consolation_length=1, by=by
    )
    entries.enter_names(event=event, names="\n".join(NAMES[:6]), by=by, key="names")
    drawing.draw(event=event, by=by)
    told = at_once([lambda: drawing.publish(event=event, by=by).kind for _ in range(6)])
    assert Counter(told) == {"published": 1, "already_published": 5}
    mirror.check(event)


def test_the_same_request_sent_six_times_enters_the_names_once() -> None:
    club = a_club()
    by = director_of(club)
    night = a_night(club, NAMES[:4])
    event = evenings.add_event(
        tournament=night.tournament, name="Side", length=3, consolation_length=1, by=by
    )
    text = "\n".join(["Zora", *NAMES[:5]])
    told = at_once(
        [lambda: entries.enter_names(event=event, names=text, by=by, key="once").seq for _ in range(6)]
    )
    assert len(set(told)) == 1
    assert event.entries.count() == 6
    assert club.memberships.filter(player__name="Zora").count() == 1


def test_a_correction_and_reports_on_the_same_matches_never_wait_for_each_other_for_ever() -> None:
    for seed in range(6):
        event = a_night(a_club(), NAMES[:8])
        for label in ("M1-1", "M1-2", "M1-3", "M1-4"):
            settle(match_at(event, label))
        at_once(hands(event, random.Random(seed)))
        mirror.check(event)


def hands(event: Event, lots: random.Random) -> list[Callable[[], Any]]:
    """Directors who correct and undo, and players who report, all on the same few matches."""
    by = director_of(event.tournament.club)
    first, semi, small = (match_at(event, label) for label in ("M1-1", "M2-1", "C1-1"))
    turned = results.make(first.length, (1, first.length), "", "played")

    def correct() -> str:
        choices = corrections.preview(match=first, result=turned).choices
        return correcting.correct(match=first, result=turned, choices=choices, by=by, reason="turned").kind

    def report(match: Match) -> Callable[[], str]:
        score = (match.length, lots.randrange(match.length))
        return lambda: (
            reporting.report(
                match=match, white_score=score[0], black_score=score[1], identity=at_table(match)
            ).state
        )

    works: list[Callable[[], Any]] = [
        correct,
        winning(first, "black"),
        winning(semi, "white"),
        report(semi),
        report(small),
        winning(small, "black"),
        lambda: undoing.undo(event=event, seq=event.journal.latest("seq").seq, by=by).kind,
    ]
    lots.shuffle(works)
    return works
