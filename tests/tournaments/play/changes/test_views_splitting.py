"""A flight is split in two, and two flights are merged: previewed first, then drawn."""

import pytest
from django.test import Client

from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tournaments.journal.final_places import find_final_places
from tournaments.models import Event
from tournaments.play.events import event_state

pytestmark = pytest.mark.django_db


def a_chair(client: Client, scheme: str = "knockout") -> Chair:
    chair = Chair(client, scheme, rounds=1)
    assert chair.post("names", enter=1, names="\n".join(NAMES)).status_code == 303
    return chair


def members(event: Event) -> dict[str, list[int]]:
    state = event_state.get_event_state(event)
    return {key: sorted(drawing.members) for key, drawing in state.stages.items()}


SPLIT = {"act": "split", "flight": "main", "entries": ["5", "6", "7"]}


def test_the_players_of_each_flight_are_previewed_before_a_split(client: Client) -> None:
    chair = a_chair(client)
    page = chair.get("change/", **SPLIT)
    assert "<strong>Main</strong> (4): Anna, Bruno, Carla, Dario" in page
    assert "<strong>Main B</strong> (3): Elena, Fabio, Gina" in page
    assert members(chair.event) == {}
    assert chair.post("change", **SPLIT).status_code == 303
    assert members(chair.event) == {"main": [1, 2, 3, 4], "main_2": [5, 6, 7]}


def test_a_drawn_flight_is_split_and_can_be_drawn_again(client: Client) -> None:
    chair = a_chair(client)
    chair.post("draw")
    assert members(chair.event) == {"main": [1, 2, 3, 4, 5, 6, 7]}
    assert chair.post("change", **SPLIT).status_code == 303
    assert members(chair.event) == {"main": [1, 2, 3, 4], "main_2": [5, 6, 7]}
    assert chair.draw_again(flight="main").status_code == 303
    assert members(chair.event) == {"main": [1, 2, 3, 4], "main_2": [5, 6, 7]}


def test_two_flights_are_merged(client: Client) -> None:
    chair = a_chair(client)
    chair.post("change", **SPLIT)
    merge = {"act": "merge", "flight": "main_2", "into": "main"}
    assert "(7): Anna, Bruno, Carla, Dario, Elena, Fabio, Gina" in chair.get("change/", **merge)
    assert chair.post("change", **merge).status_code == 303
    assert members(chair.event) == {"main": [1, 2, 3, 4, 5, 6, 7]}


@pytest.mark.parametrize("scheme", ["knockout", "swiss"])
def test_both_flights_are_played_to_a_winner(client: Client, scheme: str) -> None:
    chair = a_chair(client, scheme)
    flight = "main" if scheme == "knockout" else "swiss"
    assert chair.post("change", **{**SPLIT, "flight": flight}).status_code == 303
    assert chair.post("publish").status_code == 303
    chair.finish()
    places = find_final_places(event_state.get_event_state(chair.event))
    assert set(places) == set(range(1, 8))
    assert [min(places[entry][0] for entry in part) for part in ((1, 2, 3, 4), (5, 6, 7))] == [1, 1]


def test_a_split_is_undone_as_one_command(client: Client) -> None:
    chair = a_chair(client)
    chair.post("change", **SPLIT)
    assert chair.post("undo").status_code == 303
    assert members(chair.event) == {}
    assert [stage.key for stage in event_state.get_event_state(chair.event).plan.stages] == ["main"]


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({**SPLIT, "entries": ["7"]}, 409),
        ({**SPLIT, "entries": ["2", "3", "4", "5", "6", "7"]}, 409),
        ({**SPLIT, "entries": ["6", "99"]}, 409),
        ({**SPLIT, "entries": []}, 400),
        ({**SPLIT, "entries": ["x"]}, 400),
        ({**SPLIT, "flight": "garden"}, 409),
        ({"act": "merge", "flight": "main", "into": "main"}, 409),
        ({"act": "merge", "flight": "main"}, 400),
    ],
)
def test_an_invalid_split_or_merge_changes_nothing(
    client: Client, data: dict[str, object], status: int
) -> None:
    chair = a_chair(client)
    before = chair.event.journal.count()
    assert chair.post("change", **data).status_code == status
    assert chair.event.journal.count() == before


def test_a_published_flight_is_not_split(client: Client) -> None:
    chair = a_chair(client)
    chair.post("draw")
    chair.post("publish")
    assert chair.post("change", **SPLIT).status_code == 409
    assert "Split a flight" not in chair.get("change/")


def test_a_repeated_key_splits_once(client: Client) -> None:
    chair = a_chair(client)
    assert chair.post("change", **SPLIT, key="once").status_code == 303
    before = chair.event.journal.count()
    assert chair.post("change", **SPLIT, key="once").status_code == 303
    assert chair.event.journal.count() == before
