"""The services of television screens: registered without a tournament, claimed by a desk, run by it alone."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from matches.models import Notice, User
from rules.errors import Refusal
from tests.factories import a_user
from tests.factory_recordings import replayed
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
@replayed
def screen(event: Event, director: User) -> Screen:
    return screens.create_screen(tournament=event.tournament, by=director)


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        act()
    return caught.value.code


def test_a_new_screen_is_unclaimed_and_has_a_five_digit_code() -> None:
    screen = screens.register_screen()

    assert (screen.tournament, screen.name, len(screen.code)) == (None, "", 5)
    assert screen.shown_parts == PARTS


def test_unclaimed_screens_are_deleted_after_two_days(screen: Screen) -> None:
    old, young = screens.register_screen(), screens.register_screen()
    Screen.objects.filter(pk__in=[old.pk, screen.pk]).update(created_at=timezone.now() - timedelta(days=3))

    new = screens.register_screen()

    assert set(Screen.objects.all()) == {screen, young, new}


def test_a_desk_claims_a_screen_by_its_code(event: Event, director: User) -> None:
    free = screens.register_screen()
    screen = screens.claim_screen(tournament=event.tournament, code=free.code, by=director)
    again = screens.claim_screen(tournament=event.tournament, code=free.code, by=director)

    assert (screen.pk, screen.tournament, screen.name) == (free.pk, event.tournament, "TV 1")
    assert again.name == "TV 1"
    assert list(Notice.objects.filter(topic=f"screen:{free.code}").values_list("kind")) == [("screen",)]


def test_a_screen_claimed_for_the_next_tournament_has_default_settings(
    event: Event, director: User, screen: Screen
) -> None:
    screens.show_parts(screen=screen, parts=["calls"], by=director)
    screens.pause_screen(screen=screen, by=director)
    following = club_evenings.a_night(event.tournament.club, week=1)

    moved_screen = screens.claim_screen(tournament=following.tournament, code=screen.code, by=director)

    assert (moved_screen.tournament, moved_screen.parts, moved_screen.paused_at) == (
        following.tournament,
        "",
        None,
    )


def test_a_screen_of_another_desk_cannot_be_claimed(screen: Screen) -> None:
    elsewhere = club_evenings.a_night(club_evenings.a_club(by=a_user("elsewhere")))
    by = club_evenings.director_of(elsewhere.tournament.club)

    assert refused(
        lambda: screens.claim_screen(tournament=elsewhere.tournament, code=screen.code, by=by)
    ) == ("screen_taken")
    assert refused(lambda: screens.claim_screen(tournament=elsewhere.tournament, code="10000", by=by)) == (
        "screen_unknown"
    )


def test_a_released_screen_is_unclaimed(screen: Screen, director: User) -> None:
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


def test_parts_are_stored_in_display_order_and_all_parts_as_none(screen: Screen, director: User) -> None:
    assert screens.show_parts(screen=screen, parts=["results", "calls"], by=director).parts == "calls,results"
    assert screens.show_parts(screen=screen, parts=PARTS, by=director).parts == ""
    assert (
        refused(lambda: screens.show_parts(screen=screen, parts=["poker"], by=director))
        == "screen_part_unknown"
    )


def test_a_screen_shows_one_flight_until_all_parts_are_chosen(
    event: Event, screen: Screen, director: User
) -> None:
    changed_screen = screens.show_flight(screen=screen, event=event, flight="consolation", by=director)
    assert (changed_screen.parts, changed_screen.event, changed_screen.flight) == (
        "brackets,tables",
        event,
        "consolation",
    )

    screens.show_parts(screen=screen, parts=[], by=director)
    screen.refresh_from_db()

    assert (screen.parts, screen.event, screen.flight) == ("", None, "")


def test_an_unknown_flight_is_refused(event: Event, screen: Screen, director: User) -> None:
    elsewhere = club_evenings.a_night(event.tournament.club, week=1)
    choices: list[dict[str, Any]] = [
        {"event": event, "flight": "swiss"},
        {"event": elsewhere, "flight": "main"},
    ]
    codes = [
        refused(partial(screens.show_flight, screen=screen, by=director, **choice)) for choice in choices
    ]
    assert codes == ["screen_flight_unknown"] * 2


def test_a_screen_is_paused_and_resumed(screen: Screen, director: User) -> None:
    assert screens.pause_screen(screen=screen, by=director).paused_at is not None
    assert screens.resume_screen(screen=screen, by=director).paused_at is None


@pytest.mark.parametrize("seconds", [4, 121])
def test_an_impossible_pace_is_refused(screen: Screen, director: User, seconds: int) -> None:
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


def test_a_tournament_has_at_most_thirty_screens(event: Event, director: User) -> None:
    for _number in range(30):
        screens.create_screen(tournament=event.tournament, by=director)

    assert refused(lambda: screens.create_screen(tournament=event.tournament, by=director)) == "screens_many"


def test_a_heartbeat_is_stored_without_a_notice(screen: Screen) -> None:
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
def test_only_directors_of_the_tournament_run_its_screens(event: Event, screen: Screen, action: str) -> None:
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


def test_names_are_unique_in_a_tournament_and_codes_in_the_site(
    event: Event, screen: Screen, director: User
) -> None:
    other = screens.create_screen(tournament=event.tournament, by=director)
    refuses(
        "screen_name_once_per_tournament",
        lambda: Screen.objects.filter(pk=other.pk).update(name=screen.name),
        [Screen],
    )
    with pytest.raises(IntegrityError, match="code"):
        Screen.objects.filter(pk=other.pk).update(code=screen.code)
