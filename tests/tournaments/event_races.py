"""Concurrent requests on one event: results, draws, entries, changes. Run by `tests/site/test_races.py`."""

import os
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from matches import states
from matches.actors import SYSTEM
from matches.models import Match
from matches.services import penalties, players, reporting, rulings
from matches.signals import match_settled
from rules.errors import Refusal
from tests.concurrent_clients import ON_POSTGRES, at_once
from tests.factories import at_table
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tournaments.models import Event, Pairing
from tournaments.play.changes.queries import previews
from tournaments.play.changes.services import changes, corrections
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.queries.audit import find_disagreements
from tournaments.play.event_journal.services import journal
from tournaments.play.tournaments.services import tournaments

pytestmark = ON_POSTGRES

TIMES = 12 if os.environ.get("PROVE") == "1" else 3
NAMES = [f"Player {number}" for number in range(1, 17)]


def winning(match: Match, winner: str) -> Callable[[], Any]:
    """A call that awards a match to a side with the full score and returns the status of the match."""
    score = (match.length, 0) if winner == "white" else (0, match.length)
    return lambda: (
        rulings.award(
            match=match, white_score=score[0], black_score=score[1], winner=winner, ending="played", by=SYSTEM
        ).status
    )


def test_of_two_contradicting_results_one_stays() -> None:
    event = a_night(a_club(), NAMES)
    match = match_at(event, "M1-1")
    at_once([winning(match, side) for side in ("white", "black", "white", "black")])
    projection_check.check(event)
    seats = Pairing.objects.get(event=event, label="M2-1")
    won = Pairing.objects.get(event=event, label="M1-1")
    assert (seats.white_entry, seats.winner_entry) == (won.winner_entry, None)


def test_winners_of_neighbouring_matches_settled_at_once_get_one_match() -> None:
    event = a_night(a_club(), NAMES)
    at_once([winning(match_at(event, f"M1-{number}"), "white") for number in range(1, 9)])
    projection_check.check(event)
    assert Match.objects.filter(pairing__event=event, pairing__label__startswith="M2").count() == 4
    assert Match.objects.exclude(status="void").count() == 8 + 4 + 4


def test_one_of_several_concurrent_draws_is_made() -> None:
    club = a_club()
    by = director_of(club)
    night = a_night(club, NAMES[:4])
    event = tournaments.add_event(
        tournament=night.tournament, name="Side", length=3, consolation_length=1, by=by
    )
    entries.enter_names(event=event, names="\n".join(NAMES[:8]), by=by, key="names")

    answers = at_once([lambda: draws.draw(event=event, by=by).kind for _ in range(4)])

    assert Counter(answers) == {"drawn": 1, "draw_made_already": 3}
    event.refresh_from_db()
    version = event.version
    again = at_once([lambda: draws.draw(event=event, by=by, version=version).kind for _ in range(4)])
    assert Counter(again) == {"drawn": 1, "event_changed_meanwhile": 3}
    assert event.journal.filter(kind="drawn").count() == 2
    projection_check.check(event)


def test_a_draw_is_published_once() -> None:
    club = a_club()
    by = director_of(club)
    night = a_night(club, NAMES[:4])
    event = tournaments.add_event(
        tournament=night.tournament, name="Side", length=3, consolation_length=1, by=by
    )
    entries.enter_names(event=event, names="\n".join(NAMES[:6]), by=by, key="names")
    draws.draw(event=event, by=by)
    answers = at_once([lambda: draws.publish(event=event, by=by).kind for _ in range(6)])
    assert Counter(answers) == {"published": 1, "already_published": 5}
    projection_check.check(event)


def test_the_same_request_sent_six_times_enters_the_names_once() -> None:
    club = a_club()
    by = director_of(club)
    night = a_night(club, NAMES[:4])
    event = tournaments.add_event(
        tournament=night.tournament, name="Side", length=3, consolation_length=1, by=by
    )
    text = "\n".join(["Zora", *NAMES[:5]])
    sequence_numbers = at_once(
        [lambda: entries.enter_names(event=event, names=text, by=by, key="once").seq for _ in range(6)]
    )
    assert len(set(sequence_numbers)) == 1
    assert event.entries.count() == 6
    assert club.memberships.filter(player__name="Zora").count() == 1


def test_corrections_and_reports_on_the_same_matches_do_not_deadlock() -> None:
    for seed in range(TIMES):
        event = a_night(a_club(), NAMES[:8])
        for label in ("M1-1", "M1-2", "M1-3", "M1-4"):
            settle(match_at(event, label))
        at_once(concurrent_corrections(event, random.Random(seed)))
        projection_check.check(event)


def test_concurrent_changes_of_one_event_leave_a_consistent_projection() -> None:
    for seed in range(TIMES):
        event = a_night(a_club(), NAMES[:7])
        settle(match_at(event, "M1-2"))
        answers = at_once(concurrent_changes(event, random.Random(seed)))
        assert all(isinstance(answer, str) for answer in answers)
        projection_check.check(event)
        assert list(find_disagreements(event)) == []


def concurrent_changes(event: Event, rng: random.Random) -> list[Callable[[], Any]]:
    """A correction, two late entries, a withdrawal, a swap and an undo, shuffled by `rng`."""
    by = director_of(event.tournament.club)
    first = match_at(event, "M1-2")
    turned = states.make_result(first.length, (1, first.length), "black", "played")
    one, two, three = (entry.number for entry in event.entries.all()[:3])
    late = [players.register_player(name=f"Late {number}") for number in range(2)]
    calls: list[Callable[[], Any]] = [
        lambda: (
            corrections.correct_result(match=first, result=turned, choices={}, by=by, reason="turned").kind
        ),
        lambda: changes.enter_late(event=event, player=late[0], flight="main", by=by).kind,
        lambda: changes.enter_late(event=event, player=late[1], flight="main", by=by).kind,
        lambda: entries.withdraw(entry=event.entries.get(number=one), by=by).kind,
        lambda: changes.swap(event=event, flight="main", one=two, other=three, by=by).kind,
        lambda: journal.undo(event=event, command=event.journal.latest("seq").seq, by=by).kind,
    ]
    rng.shuffle(calls)
    return calls


def concurrent_corrections(event: Event, rng: random.Random) -> list[Callable[[], Any]]:
    """Corrections, an undo, awards and reports on the same few matches, shuffled by `rng`."""
    by = director_of(event.tournament.club)
    first, semi, small = (match_at(event, label) for label in ("M1-1", "M2-1", "C1-1"))
    turned = states.make_result(first.length, (1, first.length), "", "played")

    def correct() -> str:
        choices = previews.preview_correction(match=first, result=turned).choices
        return corrections.correct_result(
            match=first, result=turned, choices=choices, by=by, reason="turned"
        ).kind

    def report(match: Match) -> Callable[[], str]:
        score = (match.length, rng.randrange(match.length))
        return lambda: (
            reporting.report(
                match=match, white_score=score[0], black_score=score[1], identity=at_table(match)
            ).state
        )

    calls: list[Callable[[], Any]] = [
        correct,
        winning(first, "black"),
        winning(semi, "white"),
        report(semi),
        report(small),
        winning(small, "black"),
        lambda: journal.undo(event=event, command=event.journal.latest("seq").seq, by=by).kind,
    ]
    rng.shuffle(calls)
    return calls


def test_a_match_forfeited_and_reported_at_once_is_settled_once() -> None:
    for seed in range(TIMES):
        event = a_night(a_club(), NAMES[:4])
        match = match_at(event, "M1-1")
        endings: list[str] = []

        def hear(match: Match, endings: list[str] = endings, **_: Any) -> None:
            endings.append(match.ending)

        match_settled.connect(hear)
        answers = at_once(concurrent_forfeits(match, random.Random(seed)))
        match_settled.disconnect(hear)
        projection_check.check(event)
        match.refresh_from_db()
        assert (match.status, endings, answers.count("settled")) == ("settled", [match.ending], 1)
        assert [*match.rulings.values_list("kind", flat=True)].count("award") == 1
        assert set(answers) <= {"settled", "called", "open", "seen settled", *REFUSED}


REFUSED = {"already_settled", "already_reported", "changed_meanwhile", "wrong_state"}


def concurrent_forfeits(match: Match, rng: random.Random) -> list[Callable[[], Any]]:
    """A walkover, a double walkover, a forfeit, penalty points and two reports, shuffled by `rng`."""
    by = director_of(match.desk.tournament.club)
    score = {"white": (match.length, 1), "black": (2, match.length)}

    def report(side: str) -> str:
        scores = zip(("white_score", "black_score"), score[side], strict=True)
        return reporting.report(match=match, identity=at_table(match, side), **dict(scores)).state

    calls: list[Callable[[], Any]] = [
        lambda: submit_until_settled(
            match, lambda version: rulings.walk_over(match=match, winner="white", by=by, version=version)
        ),
        lambda: submit_until_settled(
            match, lambda version: rulings.walk_over(match=match, winner=None, by=by, version=version)
        ),
        lambda: submit_until_settled(
            match, lambda version: rulings.forfeit(match=match, winner="black", by=by, version=version)
        ),
        lambda: (
            penalties.penalise_player(
                match=match, side="black", points=2, by=by, version=match.version
            ).status
        ),
        lambda: report("white"),
        lambda: report("black"),
    ]
    rng.shuffle(calls)
    return calls


def submit_until_settled(match: Match, close: Callable[[int], Match]) -> str:
    """Submit a form of the desk again, with the current version, until the match is settled."""
    while (current_match := Match.objects.get(pk=match.pk)).status != "settled":
        with suppress(Refusal):
            return close(current_match.version).status
    return "seen settled"
