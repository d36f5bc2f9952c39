"""A draw published before the day of the start calls nobody until the start, or until the desk does."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from matches.models import Match, User
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Break, Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.schedule.services import breaks
from tournaments.play.tournaments.services import tournament_pages, tournament_settings, tournaments

pytestmark = pytest.mark.django_db

# Local time is an hour ahead in winter: 13:00 on Saturday, 30 January.
START = datetime(2027, 1, 30, 12, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """20 days before the start."""
    with time_machine.travel(START - timedelta(days=20), tick=False) as traveller:
        yield traveller


@pytest.fixture
def event(clock: time_machine.Traveller) -> Event:
    """An event of four players that is not drawn."""
    club = a_club()
    by = director_of(club)
    event = tournaments.create_knockout_tournament(
        club=club, name="Open", starts_at=START, length=5, consolation_length=3, tables=4, by=by
    )
    entries.enter_names(event=event, names="Anna\nBruno\nCarla\nDino", by=by, key="names")
    event.refresh_from_db()
    return event


@pytest.fixture
def by(event: Event) -> User:
    return director_of(event.tournament.club)


def count_called() -> int:
    return Match.objects.filter(status="called").count()


def publish(event: Event, by: User) -> None:
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    event.refresh_from_db()


def read(client: Client, event: Event, block: str) -> str:
    page = client.get(path_of(event, "desk/")).text
    text = page.split(block)[1].split("</aside>" if "aside" in block else "</form>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", text.split(">", 1)[1]).split())


@pytest.mark.parametrize("page", ["draw/publish", "publish"])
def test_a_draw_published_ahead_calls_nobody_and_says_from_when(event: Event, by: User, page: str) -> None:
    desk = signed_in(by)
    if page == "publish":
        draws.draw(event=event, by=by)
        event.refresh_from_db()

    answer = desk.post(path_of(event, f"desk/{page}/"), {"key": "a", "seen": event.version}, follow=True)

    sentence = "Matches are called from Saturday 30 January, 13:00, when it starts."
    assert str(next(iter(answer.context["messages"]))).endswith(f"published. {sentence}")
    assert (count_called(), Match.objects.filter(status="scheduled").count()) == (0, 2)
    assert read(desk, event, '<aside class="next-step"') == (
        "The draw is published. Matches are called from Saturday 30 January, 13:00. Start calling now "
        "Matches are called at once, before the announced start. To wait again, undo the draw or the "
        "publication and publish again. Call matches now"
    )
    public_page = " ".join(Client().get(path_of(event, "")).text.split())
    assert "Open: Matches are called from Saturday 30 January, 13:00" in public_page


def test_calling_begins_at_the_start(event: Event, by: User, clock: time_machine.Traveller) -> None:
    publish(event, by)
    clock.move_to(START - timedelta(minutes=1))
    assert (breaks.call_after_breaks(), count_called()) == (0, 0)
    clock.move_to(START)
    assert (breaks.call_after_breaks(), count_called()) == (2, 2)


def test_the_desk_starts_calling_earlier_by_its_button(event: Event, by: User) -> None:
    publish(event, by)
    desk = signed_in(by)
    number = Break.objects.get().pk

    answer = desk.post(path_of(event, "desk/breaks/end/"), {"number": number}, follow=True)

    assert str(next(iter(answer.context["messages"]))) == "Matches of Open are called from now on."
    assert count_called() == 2


def test_a_draw_published_again_waits_again_though_calling_had_begun(event: Event, by: User) -> None:
    publish(event, by)
    breaks.end_break(play_break=Break.objects.get(), by=by)
    journal.undo(event=event, by=by)
    assert count_called() == 0
    event.refresh_from_db()
    draws.publish(event=event, by=by)
    assert (count_called(), Break.objects.count()) == (0, 2)


def test_the_desk_and_the_public_pages_name_the_day_of_the_first_calls(event: Event, by: User) -> None:
    publish(event, by)
    desk_page = " ".join(signed_in(by).get(path_of(event, "desk/")).text.split())
    assert "called from Saturday 30 January, 13:00" in desk_page
    assert "break until" not in desk_page
    assert re.findall(r"in about \d{3,} min", desk_page) == []


def test_an_event_waits_once_however_often_it_is_published(event: Event, by: User) -> None:
    publish(event, by)
    journal.undo(event=event, by=by)
    draws.publish(event=event, by=by)
    assert (count_called(), Break.objects.count()) == (0, 1)


def test_the_wait_follows_a_changed_start(event: Event, by: User, clock: time_machine.Traveller) -> None:
    publish(event, by)
    later = START + timedelta(days=7)
    tournament_settings.update_tournament(
        tournament=event.tournament, name="Open", starts_at=later, ends_on=None, by=by
    )
    assert Break.objects.get().ends_at == later
    own_start = later + timedelta(hours=2)
    tournament_pages.schedule_events(tournament=event.tournament, starts={event.slug: own_start}, by=by)
    assert (Break.objects.get().ends_at, count_called()) == (own_start, 0)

    clock.move_to(START)
    tournament_pages.schedule_events(
        tournament=event.tournament, starts={event.slug: START - timedelta(hours=1)}, by=by
    )
    assert (Break.objects.get().ends_at, count_called()) == (START, 2)


def test_a_draw_published_on_the_day_calls_at_once(
    event: Event, by: User, clock: time_machine.Traveller
) -> None:
    clock.move_to(START - timedelta(hours=5))
    publish(event, by)
    assert (count_called(), Break.objects.count()) == (2, 0)


def test_only_the_event_published_ahead_waits(event: Event, by: User, clock: time_machine.Traveller) -> None:
    side = tournaments.add_event(
        tournament=event.tournament, name="Side", length=3, consolation_length=3, by=by
    )
    tournament_pages.schedule_events(
        tournament=event.tournament, starts={side.slug: START + timedelta(days=1)}, by=by
    )
    entries.enter_names(event=side, names="Elio\nFlavia", by=by, key="side")
    clock.move_to(START)
    side.refresh_from_db()
    publish(side, by)
    publish(event, by)
    assert [row.pairing.event.name for row in Match.objects.filter(status="called")] == ["Open", "Open"]


def test_the_list_of_breaks_asks_before_calling_starts_and_does_not_remove_the_wait(
    event: Event, by: User
) -> None:
    publish(event, by)
    page = signed_in(by).get(path_of(event, "desk/table-settings/")).text
    breaks_section = page.split('<section class="panel" id="breaks"')[1].split('<form class="panel"')[0]
    assert re.findall(r"<summary[^>]*>(.*?)</summary>", breaks_section) == ["Start calling now"]
    assert re.findall(r"<button[^>]*>(.*?)</button>", breaks_section) == ["Call matches now"]
