"""A stage that cannot be paired further: the reason is shown at the desk, where it is ended or reopened."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.matches.refusals import refusal
from tests.tournaments import projection_check
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.importing.queries import exports
from tournaments.models import EventStatus
from tournaments.play.desk.queries import next_step
from tournaments.play.draws import services as draws
from tournaments.verification.checker.verify import check_file

pytestmark = pytest.mark.django_db

FOUR = ["Anna", "Bruno", "Carla", "Dario"]


def play_possible_rounds(client: Client, scheme: str = "swiss") -> Chair:
    """Return four players after the three possible rounds of five planned."""
    chair = Chair(client, scheme, rounds=5, best=2)
    chair.begin(FOUR)
    for _ in range(3):
        draws.pair_round(event=chair.event, flight="swiss", by=chair.director)
        chair.play()
    chair.event.refresh_from_db()
    return chair


def test_the_next_step_is_to_end_a_stage_that_cannot_be_paired(client: Client) -> None:
    chair = play_possible_rounds(client)
    step = next_step.get_next_step(chair.event)
    assert step.code == "end_stage"
    assert step.obstacle is not None
    assert step.obstacle.code == "no_pairing"
    page = chair.get()
    assert "No further round of “Swiss” can be paired." in page
    explanation = page.split('class="explanation"')[1].split("</p>")[0]
    assert "This round cannot be paired" in explanation
    assert {name for name in FOUR if name in explanation} == set(FOUR)
    response = client.get(path_of(chair.event, "desk/round/swiss/"))
    assert response.status_code == 200
    assert path_of(chair.event, "desk/end/") in response.content.decode()
    assert "End stage here" in page.split('id="next-step"')[1].split("</button>")[0]


def test_ending_the_last_stage_ends_the_event_with_places(client: Client) -> None:
    chair = play_possible_rounds(client)
    assert chair.post("end", flight="swiss").status_code == 303
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.FINISHED
    places = chair.event.entries.order_by("place_from").values_list("place_from", flat=True)
    assert places[0] == 1
    assert None not in places
    journal = Client().get(path_of(chair.event, "journal/")).content.decode()
    assert "“Swiss” ended: no more rounds" in journal
    projection_check.check(chair.event)


def test_the_stage_after_an_ended_stage_is_drawn_and_played(client: Client) -> None:
    chair = play_possible_rounds(client, "swiss_and_knockout")
    assert next_step.get_next_step(chair.event).code == "end_stage"
    chair.post("end", flight="swiss")
    chair.event.refresh_from_db()
    assert next_step.get_next_step(chair.event).code == "draw_stage"
    chair.finish()


def test_ending_a_stage_can_be_undone(client: Client) -> None:
    chair = play_possible_rounds(client)
    chair.post("end", flight="swiss")
    line = chair.event.journal.get(kind="ended")
    assert chair.post("undo", command=line.command).status_code == 303
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.PUBLISHED
    assert next_step.get_next_step(chair.event).code == "end_stage"
    assert set(chair.event.entries.values_list("place_from", flat=True)) == {None}
    projection_check.check(chair.event)


def test_the_desk_may_end_a_stage_early_from_the_page_of_its_rounds(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin([*FOUR, "Elena"])
    draws.pair_round(event=chair.event, flight="swiss", by=chair.director)
    assert chair.post("end", flight="swiss").status_code == 409
    chair.play()
    assert path_of(chair.event, "desk/end/") in chair.get("round/swiss/")
    assert chair.post("end", flight="swiss").status_code == 303
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.FINISHED
    error = refusal(draws.pair_round, event=chair.event, flight="swiss", by=chair.director)
    assert error.code == "stage_ended"


def test_the_checker_accepts_the_files_of_an_ended_event(client: Client) -> None:
    chair = play_possible_rounds(client)
    chair.post("end", flight="swiss")
    assert [str(finding) for finding in check_file(exports.write_event_file(chair.event))] == []
    assert [str(finding) for finding in check_file(exports.write_checker_file(chair.event))] == []


def test_the_impossibility_of_a_round_is_cached_per_version(client: Client) -> None:
    chair = play_possible_rounds(client)
    next_step.get_next_step(chair.event)
    with CaptureQueriesContext(connection) as queries:
        assert next_step.get_next_step(chair.event).code == "end_stage"
    assert len(queries) == 1
