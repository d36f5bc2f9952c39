"""Screens: they come free, a desk takes them on, and only that desk says what they show."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from matches.models import Notice, User
from rules.errors import Refusal
from tests.factories import a_user
from tests.matches.constraints import refuses
from tests.tournaments import club_evenings
from tournaments.models import Event
from tournaments.screens import services as screens
from tournaments.screens.models import PARTS, Screen

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return club_evenings.a_night(club_evenings.a_club())


@pytest.fixture
def director(event: Event) -> User:
    return club_evenings.director_of(event.tournament.club)


@pytest.fixture
def screen(event: Event, director: User) -> Screen:
    return screens.create_screen(tournament=event.tournament, by=director)


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        act()
    return caught.value.code


def test_a_screen_comes_free_and_shows_five_figures() -> None:
    screen = screens.register_screen()

    assert (screen.tournament, screen.name, len(screen.code)) == (None, "", 5)
    assert screen.shown_parts == PARTS


def test_free_screens_nobody_took_on_go_after_two_days(screen: Screen) -> None:
    old, young = screens.register_screen(), screens.register_screen()
    Screen.objects.filter(pk__in=[old.pk, screen.pk]).update(created_at=timezone.now() - timedelta(days=3))

    new = screens.register_screen()

    assert set(Screen.objects.all()) == {screen, young, new}


def test_a_desk_takes_on_a_screen_by_its_figures(event: Event, director: User) -> None:
    free = screens.register_screen()
    screen = screens.claim_screen(tournament=event.tournament, code=free.code, by=director)
    again = screens.claim_screen(tournament=event.tournament, code=free.code, by=director)

    assert (screen.pk, screen.tournament, screen.name) == (free.pk, event.tournament, "TV 1")
    assert again.name == "TV 1"
    assert list(Notice.objects.filter(topic=f"screen:{free.code}").values_list("kind")) == [("screen",)]


def test_the_same_director_moves_a_screen_to_his_next_evening_and_it_begins_afresh(
    event: Event, director: User, screen: Screen
) -> None:
    screens.show_parts(screen=screen, parts=["calls"], by=director)
    screens.pause_screen(screen=screen, by=director)
    following = club_evenings.a_night(event.tournament.club, week=1)

    result = screens.claim_screen(tournament=following.tournament, code=screen.code, by=director)

    assert (result.tournament, result.parts, result.paused_at) == (following.tournament, "", None)


def test_nobody_takes_a_screen_from_another_desk(screen: Screen) -> None:
    elsewhere = club_evenings.a_night(club_evenings.a_club(by=a_user("elsewhere")))
    by = club_evenings.director_of(elsewhere.tournament.club)

    assert refused(
        lambda: screens.claim_screen(tournament=elsewhere.tournament, code=screen.code, by=by)
    ) == ("screen_taken")
    assert refused(lambda: screens.claim_screen(tournament=elsewhere.tournament, code="10000", by=by)) == (
        "screen_unknown"
    )


def test_let_go_it_is_free_for_everybody(screen: Screen, director: User) -> None:
    screens.release_screen(screen=screen, by=director)
    screen.refresh_from_db()

    assert (screen.tournament, screen.name, screen.parts, screen.event, screen.flight) == (
        None,
        "",
        "",
        None,
        "",
    )
    assert refused(lambda: screens.pause_screen(screen=screen, by=director)) == "screen_unknown"


def test_parts_are_stored_in_the_order_of_the_round_and_all_of_them_as_none(
    screen: Screen, director: User
) -> None:
    assert screens.show_parts(screen=screen, parts=["results", "calls"], by=director).parts == "calls,results"
    assert screens.show_parts(screen=screen, parts=PARTS, by=director).parts == ""
    assert (
        refused(lambda: screens.show_parts(screen=screen, parts=["poker"], by=director))
        == "screen_part_unknown"
    )


def test_one_flight_is_shown_until_everything_is_again(event: Event, screen: Screen, director: User) -> None:
    result = screens.show_flight(screen=screen, event=event, flight="consolation", by=director)
    assert (result.parts, result.event, result.flight) == ("brackets,tables", event, "consolation")

    screens.show_parts(screen=screen, parts=[], by=director)
    screen.refresh_from_db()

    assert (screen.parts, screen.event, screen.flight) == ("", None, "")


def test_a_flight_that_is_not_there_is_not_shown(event: Event, screen: Screen, director: User) -> None:
    elsewhere = club_evenings.a_night(event.tournament.club, week=1)
    items: list[dict[str, Any]] = [
        {"event": event, "flight": "swiss"},
        {"event": elsewhere, "flight": "main"},
    ]
    codes = [refused(partial(screens.show_flight, screen=screen, by=director, **each)) for each in items]
    assert codes == ["screen_flight_unknown"] * 2


def test_a_pause_lasts_until_it_goes_on(screen: Screen, director: User) -> None:
    assert screens.pause_screen(screen=screen, by=director).paused_at is not None
    assert screens.resume_screen(screen=screen, by=director).paused_at is None


@pytest.mark.parametrize("seconds", [4, 121])
def test_a_pace_that_nobody_can_read_or_wait_for(screen: Screen, director: User, seconds: int) -> None:
    assert refused(lambda: screens.set_screen_pace(screen=screen, seconds=seconds, by=director)) == (
        "screen_pace_impossible"
    )
    assert screens.set_screen_pace(screen=screen, seconds=20, by=director).seconds == 20


def test_screens_have_different_names(event: Event, screen: Screen, director: User) -> None:
    other = screens.create_screen(tournament=event.tournament, by=director)
    assert (screen.name, other.name) == ("TV 1", "TV 2")

    assert screens.rename_screen(screen=other, name=" Hall  left ", by=director).name == "Hall left"
    assert (
        refused(lambda: screens.rename_screen(screen=screen, name="Hall left", by=director)) == "name_taken"
    )
    assert refused(lambda: screens.rename_screen(screen=screen, name=" ", by=director)) == "name_missing"


def test_thirty_screens_are_enough(event: Event, director: User) -> None:
    for _each in range(30):
        screens.create_screen(tournament=event.tournament, by=director)

    assert refused(lambda: screens.create_screen(tournament=event.tournament, by=director)) == "screens_many"


def test_a_sign_of_life_is_stored_without_notifying_anybody(screen: Screen) -> None:
    screens.record_heartbeat(screen=screen, showing="calls-1")
    screen.refresh_from_db()

    assert (screen.showing, screen.seen_at is not None) == ("calls-1", True)
    assert not Notice.objects.filter(topic=f"screen:{screen.code}").exists()


@pytest.mark.parametrize(
    "action",
    [
        "create_screen",
        "claim_screen",
        "release_screen",
        "rename_screen",
        "show_parts",
        "show_flight",
        "pause_screen",
        "resume_screen",
        "set_screen_pace",
    ],
)
def test_only_who_directs_the_tournament_runs_its_screens(event: Event, screen: Screen, action: str) -> None:
    outsider = a_user("stranger")
    more: dict[str, dict[str, Any]] = {
        "create_screen": {"tournament": event.tournament},
        "claim_screen": {"tournament": event.tournament, "code": screens.register_screen().code},
        "rename_screen": {"screen": screen, "name": "Mine"},
        "show_parts": {"screen": screen, "parts": []},
        "show_flight": {"screen": screen, "event": event},
        "set_screen_pace": {"screen": screen, "seconds": 20},
    }
    before = list(Screen.objects.order_by("pk").values())

    code = refused(lambda: getattr(screens, action)(by=outsider, **more.get(action, {"screen": screen})))

    assert code == "directors_only"
    assert list(Screen.objects.order_by("pk").values()) == before


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"code": "01234"}, "screen_code_is_figures"),
        ({"code": "12a45"}, "screen_code_is_figures"),
        ({"name": ""}, "screen_taken_on_by_name"),
        ({"parts": "calls,poker"}, "screen_parts_are_known"),
        ({"parts": "calls,"}, "screen_parts_are_known"),
        ({"flight": "Main"}, "screen_flight_is_known"),
        ({"seconds": 4}, "screen_pace_is_bearable"),
        ({"seconds": 121}, "screen_pace_is_bearable"),
    ],
)
def test_a_screen_meets_its_constraints(screen: Screen, changes: dict[str, Any], constraint: str) -> None:
    refuses(constraint, lambda: Screen.objects.filter(pk=screen.pk).update(**changes), [Screen])


def test_a_name_comes_once_in_a_tournament_and_a_code_once_in_the_site(
    event: Event, screen: Screen, director: User
) -> None:
    other = screens.create_screen(tournament=event.tournament, by=director)
    refuses(
        "screen_name_once_per_tournament",
        lambda: Screen.objects.filter(pk=other.pk).update(name=screen.name),
        [Screen],
    )
    with pytest.raises(Exception, match="code"):
        Screen.objects.filter(pk=other.pk).update(code=screen.code)
