"""Time settings of the desk, rulings on late matches, and postponed matches."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from matches.actors import SYSTEM
from matches.lateness import PenaltyScale
from matches.models import Desk, Match
from matches.services import desks, lifecycle, penalties
from tests.factories import a_user
from tests.page_forms import read_forms
from tests.site.command_call import CommandCall
from tests.tournaments import club_evenings
from tournaments.models import Event
from tournaments.play.desk import table_commands
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.schedule import table_forms
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db
CALLS = (CommandCall(table_commands.SetTimes, {"final_after": 10, "scale": "ukbgf", "clock": "us"}),)


@pytest.fixture
def event() -> Event:
    return club_evenings.a_night(club_evenings.a_club("Monday", by=a_user("director")), length=7)


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    client.force_login(club_evenings.director_of(event.tournament.club))
    return client


def path_to(event: Event, name: str = "") -> str:
    """Return the path of a page of the event's desk."""
    night = event.tournament
    return f"/clubs/{night.club.slug}/{night.slug}/{event.slug}/desk/{name}"


@pytest.mark.parametrize(
    ("data", "scale", "final_after", "clock"),
    [
        ({}, None, None, ""),
        ({"scale": "ukbgf", "clock": "nova"}, PenaltyScale(5, 5, loses=True), None, "nova"),
        ({"scale": "nova", "final_after": 15}, PenaltyScale(5, 5), 15, ""),
        ({"scale": "own", "grace": 10, "step": 4, "loses": "on"}, PenaltyScale(10, 4, loses=True), None, ""),
    ],
)
def test_times_are_set_and_shown_again(
    director: Client,
    event: Event,
    data: dict[str, object],
    scale: PenaltyScale | None,
    final_after: int | None,
    clock: str,
) -> None:
    assert director.post(path_to(event, "act/times/"), data).status_code == 303
    desk = Desk.objects.get(pk=event.tournament.desk_id)
    assert (desk.scale, desk.final_after, desk.clock) == (scale, final_after, clock)
    form = table_forms.DeskTimesForm(table_forms.DeskTimesForm.read_desk_times(desk))
    assert (form.is_valid(), form.cleaned_data["scale"]) == (True, scale)


@pytest.mark.parametrize(
    "data", [{"scale": "own"}, {"scale": "own", "grace": 5}, {"final_after": 0}, {"clock": "sundial"}]
)
def test_invalid_times_are_refused(director: Client, event: Event, data: dict[str, object]) -> None:
    assert director.post(path_to(event, "act/times/"), data).status_code == 400
    desk = Desk.objects.get(pk=event.tournament.desk_id)
    assert (desk.scale, desk.final_after, desk.clock) == (None, None, "")


def penalise_late_white(director: Client, event: Event) -> tuple[Match, str]:
    """Give White of the first match, 6 minutes late, 1 point from the desk; return the match and the page."""
    desks.set_times(desk=event.tournament.desk, scale=PenaltyScale(5, 5), by=SYSTEM)
    Match.objects.update(called_at=timezone.now() - timedelta(minutes=6))
    match = club_evenings.match_at(event, "M1-1")
    data = {"side": "white", "points": 1, "version": match.version, "next": path_to(event)}
    answer = director.post(f"/m/{match.code}/penalty/", data, follow=True)
    match.refresh_from_db()
    return match, answer.text


def test_a_penalty_of_the_late_box_stands_in_message_box_log_and_last_action(
    director: Client, event: Event
) -> None:
    match, page = penalise_late_white(director, event)
    sentence = f"Penalty against {match.white.name}: 1 point for {match.black.name}"
    assert f"{sentence}." in page
    log = page[page.index('<ol class="newest">') :]
    assert sentence in log[: log.index("</ol>")]
    last = page[page.index('<section id="last"') : page.index('<section id="late"')]
    assert last.index(sentence) < last.index("data-undo") < last.index("Before that:")
    late = page[page.index(f'<li class="late-row" id="late-{match.code}"') :]
    assert sentence in late[: late.index("</summary>")]


def test_the_desk_takes_a_penalty_back_from_its_last_action(director: Client, event: Event) -> None:
    match, page = penalise_late_white(director, event)
    form = next(form for form in read_forms(page) if form.action.endswith("/penalty/lift/"))
    answer = director.post(form.action, form.data(), follow=True)
    match.refresh_from_db()
    assert (match.black_score, match.penalties.filter(struck_at=None).count()) == (0, 0)
    assert f"Taken back: Penalty against {match.white.name}: 1 point for {match.black.name}." in answer.text
    assert "/penalty/lift/" not in answer.text
    log = answer.text[answer.text.index('<ol class="newest">') :]
    assert f"<del>Penalty against {match.white.name}" in log[: log.index("</ol>")]


def test_undoing_a_match_lost_by_penalty_says_that_the_penalty_is_taken_back(
    director: Client, event: Event
) -> None:
    match = club_evenings.match_at(event, "M1-1")
    penalties.penalise_player(match=match, side="white", points=match.length, by=SYSTEM)
    answer = director.post(path_to(event, "undo/"), {}, follow=True)
    sentence = f"Penalty against {match.white.name}: {match.length} points for {match.black.name}"
    assert f"Taken back: {sentence}." in answer.text


@pytest.mark.parametrize(
    ("late", "ending", "winner"),
    [("white", "forfeit", "black"), ("black", "forfeit", "white"), ("both", "double_walkover", "")],
)
def test_a_late_match_is_closed_by_one_ruling(
    director: Client, event: Event, late: str, ending: str, winner: str
) -> None:
    director.post(path_to(event, "act/times/"), {"scale": "ukbgf"})
    match = club_evenings.match_at(event, "M1-1")
    Match.objects.filter(pk=match.pk).update(called_at=timezone.now() - timedelta(minutes=21))
    page = director.get(path_to(event)).content.decode()
    assert ("Too late" in page, 'name="late" value="both"' in page) == (True, True)
    answer = director.post(path_to(event, "award/"), {"match": match.code, "late": late})
    match.refresh_from_db()
    assert (answer.status_code, match.ending, match.winner) == (303, ending, winner)


def test_an_award_without_an_ending_is_refused(director: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    answer = director.post(path_to(event, "award/"), {"match": match.code, "winner": "white"})
    assert answer.status_code == 400


def test_remaining_postponed_matches_are_reported_to_the_desk(director: Client, event: Event) -> None:
    for label in ("M1-1", "M1-2"):
        match = club_evenings.match_at(event, label)
        director.post(f"/m/{match.code}/postpone/", {"reason": "The hall closes"})
    page = director.get(path_to(event)).content.decode()
    assert "2 postponed matches to resume." in page
    assert page.count("The hall closes") == 2


def test_lists_of_the_desk_and_score_sheets_name_the_event_where_there_are_several(
    director: Client, event: Event
) -> None:
    match = club_evenings.match_at(event, "M1-1")
    director.post(f"/m/{match.code}/postpone/", {"reason": "The hall closes"})
    title, sheets = f"{event.name} · {match.title}", f"/d/{event.tournament.desk.code}/sheets/"
    assert title not in director.get(path_to(event)).text

    by = club_evenings.director_of(event.tournament.club)
    blitz = tournaments.add_event(
        tournament=event.tournament, name="Blitz", format="knockout", length=1, consolation_length=1, by=by
    )
    entries.enter_names(event=blitz, names="Rosa\nSara", by=by, key="names")
    draws.draw(event=blitz, by=by)
    draws.publish(event=blitz, by=by)

    assert title in director.get(path_to(event)).text
    assert f"{event.tournament.name} · Blitz · Main · Final" in " ".join(director.get(sheets).text.split())


def test_the_table_of_a_postponed_match_is_reused_and_the_match_called_once_resumed(
    director: Client, event: Event
) -> None:
    first, second = club_evenings.match_at(event, "M1-1"), club_evenings.match_at(event, "M1-2")
    table = first.table
    lifecycle.cancel_call(match=second, by=SYSTEM)
    event.tournament.desk.tables.exclude(pk=table.pk if table else 0).delete()
    director.post(f"/m/{first.code}/postpone/", {"reason": "Ill"})
    second.refresh_from_db()
    assert (second.status, second.table) == ("called", table)

    director.post(f"/m/{first.code}/resume/", {})
    first.refresh_from_db()
    assert (first.status, first.table) == ("scheduled", None)
    director.post(f"/m/{first.code}/postpone/", {"reason": "Still ill"})
    club_evenings.settle(second)
    director.post(f"/m/{first.code}/resume/", {})
    first.refresh_from_db()
    assert (first.status, first.table) == ("called", table)


def test_minutes_that_are_typed_are_a_custom_penalty_scale(director: Client, event: Event) -> None:
    """Without choosing it too; beside another scale that is chosen they are refused and stay in the form."""

    def send(**changed: str) -> HttpResponse:
        page = director.get(path_to(event, "table-settings/")).content.decode()
        return director.post(path_to(event, "act/times/"), {**read_times(page), **changed})

    typed, custom = send(grace="7", step="4"), get_scale(event)
    contradictory = send(scale="nova", grace="9")
    times = read_times(contradictory.content.decode())
    chosen, preset = send(scale="ukbgf"), get_scale(event)
    send(grace="6")

    assert (typed.status_code, custom) == (303, PenaltyScale(7, 4))
    assert (contradictory.status_code, times["scale"], times["grace"]) == (400, "nova", "9")
    assert (chosen.status_code, preset) == (303, PenaltyScale(5, 5, loses=True))
    assert get_scale(event) == PenaltyScale(6, 5, loses=True)


def read_times(page: str) -> dict[str, str | list[str]]:
    """Return what the form of the times on a page sends."""
    return next(form for form in read_forms(page) if form.action.endswith("/times/")).data()


def get_scale(event: Event) -> PenaltyScale | None:
    """Return the stored penalty scale of the desk."""
    return Desk.objects.get(pk=event.tournament.desk_id).scale
