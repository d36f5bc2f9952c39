"""Rolling mini knockouts: the queue, starting the next one, match lengths by the hour, and the end."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Match
from tests.page_forms import form_with
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.journal import rolling_queue
from tournaments.models import EventStatus
from tournaments.people.services.members import enrol_by_name
from tournaments.play.desk.queries import next_step
from tournaments.play.draws import services as draws
from tournaments.play.event_journal.queries import journal
from tournaments.play.events import event_state
from tournaments.play.events import stages as stage_queries

pytestmark = pytest.mark.django_db

EIGHT = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo"]


def a_chair(client: Client, scheme: str = "mini", **options: object) -> Chair:
    chair = Chair(client, scheme, **{"seats": 4, "length": "3", **options})
    assert chair.post("names", enter=1, names="\n".join(EIGHT[:5])).status_code == 303
    return chair


def ticked(page: str) -> list[str]:
    return re.findall(r'name="entries" value="(\d+)" checked', page)


def listed(page: str) -> list[str]:
    return re.findall(r'name="entries" value="(\d+)"', page)


def test_the_first_in_the_queue_play_and_the_next_knockout_opens(client: Client) -> None:
    chair = a_chair(client)
    chair.event.refresh_from_db()
    assert next_step.get_next_step(chair.event).code == "start_stage"
    page = chair.get("rolling/")
    assert (ticked(page), listed(page)) == (["1", "2", "3", "4"], ["1", "2", "3", "4", "5"])
    assert chair.start_knockout().status_code == 303
    seated = Match.objects.filter(pairing__event=chair.event).values_list("white__name", "black__name")
    assert {name for pair in seated for name in pair} == set(EIGHT[:4])
    state = event_state.get_event_state(chair.event)
    stage = rolling_queue.open_stage(state)
    assert stage is not None
    assert (stage.key, rolling_queue.pool(state).waiting) == ("mini_2", (5,))


def test_an_unpublished_draw_is_replaced_only_with_its_version(client: Client) -> None:
    chair = a_chair(client)
    stage = rolling_queue.open_stage(event_state.get_event_state(chair.event))
    assert stage is not None
    draws.draw(event=chair.event, by=chair.director, flight=stage.key, only=[1, 2, 3, 5])
    chair.event.refresh_from_db()
    fields = {"action": "start", "entries": [1, 2, 3, 4], "points": 3}

    unnamed = chair.post("rolling", **fields)
    response = chair.post("rolling", **fields, version=chair.event.version)

    assert (unnamed.status_code, response.status_code) == (409, 303)
    assert set(event_state.get_event_state(chair.event).stages[stage.key].members) == {1, 2, 3, 4}


def test_losers_queue_behind_entries_that_have_not_played(client: Client) -> None:
    chair = a_chair(client)
    chair.start_knockout()
    chair.play()
    state = event_state.get_event_state(chair.event)
    losers = {entry for name in ("KA1-1", "KA1-2") for entry in state.board[name].losers}
    assert rolling_queue.pool(state).waiting == (5, *sorted(losers))
    assert chair.post("rolling", action="come", names="Hugo").status_code == 303
    assert rolling_queue.pool(event_state.get_event_state(chair.event)).waiting == (5, 6, *sorted(losers))
    assert "1 bracket played" in chair.get("rolling/")


def test_a_refused_form_of_the_queue_keeps_what_was_entered(client: Client) -> None:
    chair = a_chair(client)
    known = chair.event.entries.earliest("number").player.full_name

    arriving = chair.post("rolling", action="come", names=known).content.decode()
    starting = chair.post("rolling", action="start", entries=["2"], points="9").content.decode()

    assert form_with(arriving, "Add to queue").data()["names"] == known
    assert form_with(starting, "Start").data()["entries"] == "2"
    assert form_with(starting, "Start").data()["points"] == "9"


def test_losers_of_a_jackpot_may_enter_again_for_another_fee(client: Client) -> None:
    chair = a_chair(client, "jackpot")
    chair.start_knockout()
    chair.play()
    page = chair.get("rolling/")
    state = event_state.get_event_state(chair.event)
    losers = sorted(entry for name in ("KA1-1", "KA1-2") for entry in state.board[name].losers)
    assert (ticked(page), listed(page)) == (["5"], ["5", *map(str, losers)])
    fields = {"entries": ["5", losers[0]], "points": 3, "confirmed_size": 2}
    assert chair.post("rolling", action="start", **fields).status_code == 303
    assert rolling_queue.pool(event_state.get_event_state(chair.event)).fees() == {
        1: 1,
        2: 1,
        3: 1,
        4: 1,
        5: 1,
    } | {losers[0]: 2}


def test_an_entry_in_play_cannot_start_another_knockout(client: Client) -> None:
    chair = a_chair(client)
    chair.start_knockout()
    before = chair.event.journal.count()
    assert (
        chair.post("rolling", action="start", entries=[1, 5], points=3, confirmed_size=2).status_code == 409
    )
    assert chair.event.journal.count() == before


@pytest.mark.parametrize(
    "data",
    [
        {"action": "start", "points": 3},
        {"action": "start", "entries": [1, 2]},
        {"action": "start", "entries": ["x"], "points": 3},
        {"action": "come"},
        {"action": "nonsense"},
        {},
    ],
)
def test_an_incomplete_form_changes_nothing(client: Client, data: dict[str, object]) -> None:
    chair = a_chair(client)
    before = chair.event.journal.count()
    assert chair.post("rolling", **data).status_code == 400
    assert chair.event.journal.count() == before


def test_the_same_key_starts_one_knockout(client: Client) -> None:
    chair = a_chair(client)
    fields = {"action": "start", "entries": [1, 2], "points": 3, "key": "once", "confirmed_size": 2}
    assert chair.post("rolling", **fields).status_code == 303
    before = chair.event.journal.count()
    assert chair.post("rolling", **fields).status_code == 303
    assert chair.event.journal.count() == before


def test_match_lengths_depend_on_the_starting_time(client: Client) -> None:
    chair = a_chair(client, hours="5 until 20:30, 3 until 21:10, 1 until 0:30")
    event = chair.event
    start = timezone.localtime(event.tournament.starts_at).replace(hour=20, minute=0)
    times = [start + timedelta(minutes=more) for more in (0, 30, 70, 269, 270)]
    points = [stage_queries.get_rolling_queue(event, now).points for now in times]
    assert points == [5, 3, 1, 1, 0]
    assert stage_queries.get_rolling_queue(event, start).hours == (("20:30", 5), ("21:10", 3), ("00:30", 1))


def test_the_chosen_length_is_used_in_every_round(client: Client) -> None:
    chair = a_chair(client)
    fields = {"entries": [1, 2, 3], "points": 1, "confirmed_size": 3}
    assert chair.post("rolling", action="start", **fields).status_code == 303
    chair.play()
    assert set(Match.objects.filter(pairing__event=chair.event).values_list("length", flat=True)) == {1}


def test_the_event_finishes_when_it_is_closed_and_reopens(client: Client) -> None:
    chair = a_chair(client)
    chair.start_knockout()
    while chair.play():
        pass
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.PUBLISHED
    assert chair.post("rolling", action="close").status_code == 303
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.FINISHED
    assert [line.sentence for line in journal.get_public_lines(chair.event, limit=1)] == [
        "No more mini brackets"
    ]
    assert "No more mini brackets" in chair.get("")
    assert chair.post("rolling", action="close").status_code == 409
    assert chair.post("rolling", action="open").status_code == 303
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.PUBLISHED
    assert "Start another mini bracket" not in chair.get("rolling/")


def test_the_final_place_is_that_of_the_best_knockout(client: Client) -> None:
    chair = a_chair(client)
    chair.start_knockout()
    while chair.play():
        pass
    assert chair.post("rolling", action="start", entries=[2, 3, 4, 5], points=3).status_code == 303
    assert chair.post("rolling", action="close").status_code == 303
    while chair.play():
        pass
    places = dict(chair.event.entries.values_list("number", "place_from"))
    assert (places[1], places[2]) == (1, 1)


def test_other_formats_have_no_queue(client: Client) -> None:
    chair = Chair(client, "knockout")
    assert client.get(path_of(chair.event, "desk/rolling/")).status_code == 404
    assert chair.post("rolling", action="close").status_code == 404


@pytest.mark.parametrize(
    "hours",
    ["5", "5 until 25:00", "0 until 20:30", "5 until 20:30, 3 until 20:30, 1 until 20:30", "five until 8:00"],
)
def test_impossible_hours_are_rejected(client: Client, hours: str) -> None:
    chair = Chair(client, "mini")
    start = f"/clubs/{chair.event.tournament.club.slug}/start/"
    form = {"name": "Tuesday", "starts_at": "2026-10-06T18:30", "tables": 4, "policy": "desk"}
    assert client.post(start, {**form, "scheme": "mini", "hours": hours}).status_code == 400


def test_an_arrival_who_resembles_a_member_is_added_only_after_a_question(client: Client) -> None:
    chair = a_chair(client)
    enrol_by_name(club=chair.event.tournament.club, name="Giuseppe Verdi", by=chair.director)
    page = chair.post("rolling", action="come", names="Giusepe Verdi").content.decode()
    assert "Giusepe Verdi looks like Giuseppe Verdi: the same person?" in page
    assert chair.event.entries.count() == 5
    checked = re.findall(r'name="checked" value="(\w+)"', page)[0]
    assert chair.post("rolling", action="come", names="Carlo Verdi", checked=checked).status_code == 303
    assert chair.post("rolling", action="come", names="Giusepe Verdi", checked=checked).status_code == 303
    assert chair.event.entries.count() == 7


def skipped_lines(page: str) -> list[str]:
    """Return the reasons why lines were not entered, as the page names them."""
    lines = re.findall(r'id="skipped-lines".*?</ul>', page, re.DOTALL)
    return re.findall(r"<li>([^<]*)</li>", lines[0])


@pytest.mark.parametrize("scheme", ["mini", "jackpot"])
def test_arrivals_that_are_not_entered_stay_in_the_box_and_are_named(client: Client, scheme: str) -> None:
    chair = a_chair(client, scheme)
    chair.start_knockout()
    page = chair.post("rolling", action="come", names="Anna\nHugo\nElena\nHugo").content.decode()
    assert skipped_lines(page) == [
        "Anna still plays in Mini bracket A.",
        "Elena is already in the queue.",
        "Hugo is twice in the list.",
    ]
    assert form_with(page, "Add to queue").data()["names"] == "Anna\nElena\nHugo"
    assert chair.event.entries.get(number=6).player.name == "Hugo"
    assert chair.event.entries.count() == 6


def test_an_arrival_who_has_lost_reads_where_to_be_selected(client: Client) -> None:
    chair = a_chair(client, "jackpot")
    chair.start_knockout()
    chair.play()
    state = event_state.get_event_state(chair.event)
    loser = chair.event.entries.get(number=min(state.board["KA1-1"].losers)).player.name
    page = chair.post("rolling", action="come", names=loser).content.decode()
    assert skipped_lines(page) == [f"{loser} has already played: select them in the list to play again."]
    assert form_with(page, "Add to queue").data()["names"] == loser


def test_a_bracket_of_another_size_starts_only_after_a_question(client: Client) -> None:
    chair = a_chair(client)
    fields = {"action": "start", "entries": ["1", "2"], "points": "3"}
    before = chair.event.journal.count()
    page = chair.post("rolling", **fields).content.decode()
    assert "A bracket should have 4 players, and 2 are selected." in page
    assert (ticked(page), chair.event.journal.count()) == (["1", "2"], before)
    assert chair.post("rolling", **fields | {"entries": ["1", "2", "3"]}, confirmed_size=2).status_code == 200
    assert chair.event.journal.count() == before
    assert chair.post("rolling", **fields, confirmed_size=2).status_code == 303
    assert {pairing.label for pairing in chair.event.pairings.all()} == {"KA1-1"}


def test_the_page_says_how_many_of_a_bracket_are_waiting(client: Client) -> None:
    chair = a_chair(client)
    chair.start_knockout()
    page = chair.get("rolling/")
    assert "1 player of 4 is waiting." in page
    assert "Players of the next bracket, usually 4" in page
