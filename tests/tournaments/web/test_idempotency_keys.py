"""Idempotency keys of services: a repeated call has no effect, and a key of another command is refused."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client

from matches import states
from matches.models import Match
from tests.factories import a_player
from tests.matches.refusals import refusal
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tests.tournaments.play.draws.test_drawing import a_field
from tests.tournaments.play.draws.test_views_stages import Chair
from tournaments.models import Event
from tournaments.play.changes.services import changes, corrections
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal

pytestmark = pytest.mark.django_db

NAMES = [f"Player {number}" for number in range(1, 8)]
Action = Callable[[Event, str], Any]


def by_of(event: Event) -> Any:
    return director_of(event.tournament.club)


ACTIONS: dict[str, Action] = {
    "swap": lambda event, key: changes.swap(
        event=event, flight="main", one=1, other=2, by=by_of(event), key=key
    ),
    "other swap": lambda event, key: changes.swap(
        event=event, flight="main", one=3, other=4, by=by_of(event), key=key
    ),
    "seed": lambda event, key: changes.move_seed(
        event=event, flight="main", entry=5, number=2, by=by_of(event), key=key
    ),
    "length": lambda event, key: draws.change_round_length(
        event=event, flight="main", number=3, length=9, by=by_of(event), key=key
    ),
    "leave": lambda event, key: entries.withdraw(entry=event.entries.get(number=6), by=by_of(event), key=key),
    "undo": lambda event, key: journal.undo(event=event, command=1, by=by_of(event), key=key),
    "publish": lambda event, key: draws.publish(event=event, by=by_of(event), key=key),
    "draw": lambda event, key: draws.draw(event=event, by=by_of(event), key=key),
}
ACTS = sorted(set(ACTIONS) - {"undo", "publish", "draw"})


@pytest.mark.parametrize("first", ACTS)
def test_an_action_sent_twice_is_done_once(first: str) -> None:
    event = a_night(a_club(), NAMES)
    line = ACTIONS[first](event, "once")
    count = event.journal.count()
    assert ACTIONS[first](event, "once") == line
    assert event.journal.count() == count


@pytest.mark.parametrize("first", ACTS)
def test_another_action_under_a_used_key_is_refused(first: str) -> None:
    event = a_night(a_club(), NAMES)
    line = ACTIONS[first](event, "once")
    count = event.journal.count()
    for other in sorted(set(ACTIONS) - {first}):
        error = refusal(partial(ACTIONS[other], event, "once"))
        assert (error.code, error.facts["seq"]) == ("key_used_before", line.seq), other
    assert event.journal.count() == count


def test_a_repeated_draw_is_made_once_and_refused_with_other_seeds() -> None:
    event = a_field(6)
    by = by_of(event)
    line = draws.draw(event=event, by=by, seeds=(2, 4), key="once")
    assert draws.draw(event=event, by=by, seeds=(2, 4), key="once") == line
    error = refusal(draws.draw, event=event, by=by, seeds=(4, 2), key="once")
    assert error.code == "key_used_before"
    assert event.journal.filter(kind="drawn").count() == 1


def test_a_repeated_round_is_paired_once_even_if_the_next_could_be_paired(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(NAMES)
    line = draws.pair_round(event=chair.event, flight="swiss", by=chair.director, away=[7], key="once")
    chair.play()
    repeated_line = draws.pair_round(
        event=chair.event, flight="swiss", by=chair.director, away=[7], key="once"
    )
    assert repeated_line == line
    error = refusal(draws.pair_round, event=chair.event, flight="swiss", by=chair.director, key="once")
    assert error.code == "key_used_before"


def test_a_repeated_late_entry_is_made_once_and_refused_for_another_player() -> None:
    event = a_night(a_club(), NAMES)
    late, other, by = a_player("Late"), a_player("Other"), by_of(event)
    line = changes.enter_late(event=event, player=late, flight="main", by=by, key="once")
    assert changes.enter_late(event=event, player=late, flight="main", by=by, key="once") == line
    error = refusal(changes.enter_late, event=event, player=other, flight="main", by=by, key="once")
    assert error.code == "key_used_before"
    assert event.entries.count() == len(NAMES) + 1


def a_result(match: Match, score: tuple[int, int]) -> states.MatchResult:
    return states.make_result(match.length, score, "", "played")


def test_a_repeated_correction_is_made_once_and_refused_with_other_choices() -> None:
    event = a_night(a_club(), [*NAMES, "Player 8"])
    by = by_of(event)
    first = settle(match_at(event, "M1-1"))
    settle(match_at(event, "M1-2"))
    settle(match_at(event, "M2-1"))
    arguments = {"match": first, "by": by, "reason": "Swapped", "key": "once"}
    corrected_result = a_result(first, (2, first.length))
    line = corrections.correct_result(**arguments, result=corrected_result, choices={"M2-1": "rename"})
    assert (
        corrections.correct_result(**arguments, result=corrected_result, choices={"M2-1": "rename"}) == line
    )
    for result, choices in (
        (corrected_result, {"M2-1": "replay"}),
        (a_result(first, (1, first.length)), {"M2-1": "rename"}),
    ):
        error = refusal(corrections.correct_result, **arguments, result=result, choices=choices)
        assert error.code == "key_used_before"
    assert event.journal.filter(kind="corrected").count() == 1


def test_the_desk_reports_a_key_used_for_another_form(client: Client) -> None:
    event = a_night(a_club(), NAMES)
    client.force_login(by_of(event))
    night = event.tournament
    path = f"/clubs/{night.club.slug}/{night.slug}/{event.slug}/desk/withdraw/"
    assert client.post(path, {"key": "once", "entry": 1}).status_code == 303
    answer = client.post(path, {"key": "once", "entry": 2})
    assert answer.status_code == 409
    assert "was already used for something else" in answer.content.decode()
