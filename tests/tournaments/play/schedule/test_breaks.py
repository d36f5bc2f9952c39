"""Breaks of a tournament: what stands still while one is on, and how it ends."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from matches.lateness import PENALTY_SCALES
from matches.models import Desk, Match, User
from matches.queries.late_matches import get_late_matches
from matches.services import desks, lifecycle, reporting, unanswered_reports
from tests.factories import a_user, at_table
from tests.factory_recordings import replayed
from tests.matches.refusals import refused
from tests.page_forms import form_with
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Break, Event, Tournament
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.schedule.queries.schedule import get_schedule_forecast
from tournaments.play.schedule.services import breaks, calling
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 10, 5, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def event(noon: time_machine.Traveller) -> Event:
    """The event, at noon."""
    return make_event()


@replayed
def make_event() -> Event:
    """Eight players at two tables: two matches are called, two wait."""
    club = club_evenings.a_club("Monday", by=a_user("director"))
    event = tournaments.create_knockout_tournament(
        club=club,
        name="Cup",
        starts_at=NOON,
        length=5,
        consolation_length=3,
        tables=2,
        by=club_evenings.director_of(club),
    )
    names = "\n".join(("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo"))
    entries.enter_names(event=event, names=names, by=by(event), key="names")
    draws.draw(event=event, by=by(event))
    draws.publish(event=event, by=by(event))
    event.refresh_from_db()
    return event


def by(event: Event) -> User:
    return club_evenings.director_of(event.tournament.club)


def a_break(
    event: Event,
    *,
    begins: timedelta = timedelta(),
    length: timedelta = HOUR,
    reason: str = "",
    is_of_event: bool = False,
) -> Break:
    """Announce a break that begins so long from now, by default of all events."""
    begins_at = timezone.now() + begins
    return breaks.announce_break(
        tournament=event.tournament,
        begins_at=begins_at,
        ends_at=begins_at + length,
        reason=reason,
        event=event if is_of_event else None,
        by=by(event),
    )


def count_called(event: Event) -> int:
    return Match.objects.filter(pairing__event=event, status="called").count()


def test_no_match_is_called_in_a_break_and_all_are_when_it_is_over(
    event: Event, noon: time_machine.Traveller
) -> None:
    a_break(event)
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    assert count_called(event) == 1
    assert breaks.call_after_breaks() == 0

    noon.shift(HOUR)
    assert breaks.call_after_breaks() == 1
    assert count_called(event) == 2


def test_ending_a_break_calls_the_matches_that_wait(event: Event, noon: time_machine.Traveller) -> None:
    lunch = a_break(event)
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    noon.shift(timedelta(minutes=20))

    breaks.end_break(play_break=lunch, by=by(event))

    assert (lunch.ends_at, lunch.ended_by, count_called(event)) == (timezone.now(), by(event), 2)
    with refused("break_not_on"):
        breaks.end_break(play_break=lunch, by=by(event))


def a_side_event(event: Event, names: str = "Rosa\nSara") -> Event:
    """Add an event of two players to the tournament, and publish its draw."""
    side = tournaments.add_event(
        tournament=event.tournament,
        name="Blitz",
        format="knockout",
        length=1,
        consolation_length=1,
        by=by(event),
    )
    entries.enter_names(event=side, names=names, by=by(event), key="side")
    draws.draw(event=side, by=by(event))
    draws.publish(event=side, by=by(event))
    return side


def test_a_break_of_one_event_lets_the_others_play(event: Event) -> None:
    side = a_side_event(event)
    a_break(event, is_of_event=True)

    club_evenings.settle(club_evenings.match_at(event, "M1-1"))

    assert (count_called(event), count_called(side)) == (1, 1)


def test_lateness_stands_still_in_a_break_and_goes_on_once_it_is_removed(
    event: Event, noon: time_machine.Traveller
) -> None:
    desk = event.tournament.desk
    desks.set_times(desk=desk, scale=PENALTY_SCALES["ukbgf"], final_after=None, clock="", by=by(event))
    lunch = a_break(event, begins=timedelta(minutes=4))
    noon.shift(timedelta(minutes=59))
    desk = Desk.objects.get(pk=desk.pk)
    assert get_late_matches(desk, timezone.now()) == []

    breaks.remove_break(play_break=lunch, by=by(event))

    assert {(late.due.points, late.due.forfeited) for late in get_late_matches(desk, timezone.now())} == {
        (3, True)
    }


def test_a_row_of_the_desk_counts_playing_time_alone(
    client: Client, event: Event, noon: time_machine.Traveller
) -> None:
    client.force_login(by(event))
    match = club_evenings.match_at(event, "M1-1")
    noon.shift(timedelta(minutes=5))
    a_break(event, length=timedelta(minutes=30))
    noon.shift(timedelta(minutes=32))

    page = client.get(path_of(event, "desk/")).text

    row = page.split(f'id="more-{match.code}"')[1].split("</summary>")[0]
    assert "for 7\xa0minutes" in row


def test_the_last_action_of_another_day_has_its_day(
    client: Client, event: Event, noon: time_machine.Traveller
) -> None:
    client.force_login(by(event))
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    noon.shift(timedelta(days=1))

    page = client.get(path_of(event, "desk/")).text

    last_action = page.split('class="undo-actions"')[1].split("</time>")[0]
    assert last_action.split(">")[-1].strip() == "14:00, Mon 5 October"


def test_an_unanswered_report_is_not_final_in_a_break(event: Event, noon: time_machine.Traveller) -> None:
    desks.set_times(desk=event.tournament.desk, scale=None, final_after=10, clock="", by=by(event))
    match = club_evenings.match_at(event, "M1-1")
    lifecycle.start_match(match=match, by=by(event))
    reporting.report(match=match, white_score=5, black_score=2, identity=at_table(match))
    a_break(event, begins=timedelta(minutes=9))

    noon.shift(timedelta(minutes=30))
    assert unanswered_reports.finalise_due_matches() == 0
    noon.shift(timedelta(minutes=39))
    assert unanswered_reports.finalise_due_matches() == 0
    noon.shift(timedelta(minutes=1))
    assert unanswered_reports.finalise_due_matches() == 1


def test_the_estimated_finish_leaves_out_breaks(event: Event) -> None:
    before = get_schedule_forecast(event.tournament, NOON)
    a_break(event, begins=timedelta(minutes=10))
    event.tournament.events.update(version=event.version + 1)

    after = get_schedule_forecast(event.tournament, NOON)

    assert {flight: end + HOUR for flight, end in before.over[event.pk].items()} == after.over[event.pk]
    assert {table: minutes + 60 for table, minutes in before.free.items()} == after.free
    assert {match: minutes + 60 for match, minutes in before.begins.items() if minutes} == {
        match: minutes for match, minutes in after.begins.items() if minutes
    }


def test_the_nights_of_a_tournament_are_breaks(event: Event) -> None:
    tournament = event.tournament
    with refused("single_day"):
        breaks.announce_nights(tournament=tournament, closes=time(1), opens=time(10), reason="", by=by(event))
    Tournament.objects.filter(pk=tournament.pk).update(ends_on=NOON.date() + timedelta(days=2))
    tournament.refresh_from_db()

    late = breaks.announce_nights(
        tournament=tournament, closes=time(1), opens=time(10), reason="", by=by(event)
    )
    again = breaks.announce_nights(
        tournament=tournament, closes=time(1), opens=time(10), reason="", by=by(event)
    )
    early = breaks.announce_nights(
        tournament=tournament, closes=time(22), opens=time(9), reason="", by=by(event)
    )

    texts = [
        f"{timezone.localtime(at):%d %H}"
        for night in (*late, *early)
        for at in (night.begins_at, night.ends_at)
    ]
    assert texts == ["06 01", "06 10", "07 01", "07 10", "05 22", "06 09", "06 22", "07 09"]
    assert again == []


def test_the_settings_of_several_days_lead_to_their_nights(client: Client, event: Event) -> None:
    client.force_login(by(event))
    tournament = event.tournament
    settings = f"/clubs/{tournament.club.slug}/{tournament.slug}/settings/"
    tables = path_of(event, "desk/table-settings/")
    link = f'href="{tables}#nights"'
    Tournament.objects.filter(pk=tournament.pk).update(ends_on=NOON.date())
    assert (link in client.get(settings).text, 'id="nights"' in client.get(tables).text) == (False, False)
    Tournament.objects.filter(pk=tournament.pk).update(ends_on=NOON.date() + timedelta(days=1))
    assert link in client.get(settings).text
    page = client.get(tables).text
    proposed = dict(re.findall(r'name="(closes|opens)" value="([^"]+)"', page))

    answer = client.post(path_of(event, "desk/breaks/nights/"), proposed)

    nights = [(row.begins_at, row.ends_at) for row in tournament.breaks.all()]
    evening = timezone.localtime(NOON).replace(hour=23)
    assert (answer.status_code, nights) == (303, [(evening, NOON + timedelta(days=1))])
    assert link not in client.get(settings).text


@pytest.mark.parametrize(
    ("sent", "length"),
    [
        ({"minutes": "15"}, timedelta(minutes=15)),
        # It is 14:00 at the club.
        ({"until": "14:30"}, timedelta(minutes=30)),
        ({"until": "02:00"}, timedelta(hours=12)),
        ({"minutes": "10", "until": "20:00"}, timedelta(minutes=10)),
    ],
)
def test_the_desk_begins_a_break_with_one_click(
    client: Client, event: Event, sent: dict[str, str], length: timedelta
) -> None:
    client.force_login(by(event))
    desk_page = path_of(event, "desk/")
    buttons = re.findall(r'name="minutes" value="(\d+)"', client.get(desk_page).text)

    answer = client.post(path_of(event, "desk/breaks/now/"), sent)

    play_break = Break.objects.get()
    assert (buttons, answer.status_code, answer["Location"]) == (["10", "15", "20"], 303, desk_page)
    assert (play_break.begins_at, play_break.ends_at, play_break.event) == (NOON, NOON + length, None)


def test_a_time_that_has_passed_today_begins_no_break(client: Client, event: Event) -> None:
    client.force_login(by(event))

    answer = client.post(path_of(event, "desk/breaks/now/"), {"until": "13:00"})

    assert (answer.status_code, Break.objects.count()) == (400, 0)
    assert "13:00 has passed today." in answer.text
    assert form_with(answer.text, "Begin break").data()["until"] == "13:00"


def test_a_refused_break_of_one_event_keeps_the_event(client: Client, event: Event) -> None:
    tournaments.add_event(
        tournament=event.tournament, name="Side", length=3, consolation_length=3, by=by(event)
    )
    client.force_login(by(event))

    answer = client.post(path_of(event, "desk/breaks/now/"), {"event": str(event.pk), "until": ""})

    assert (answer.status_code, form_with(answer.text, "Begin break").data()["event"]) == (400, str(event.pk))


def test_a_break_from_now_ends_in_the_future(client: Client, event: Event) -> None:
    client.force_login(by(event))
    times = {"begins_at": "", "ends_at": "2026-10-05T13:00", "reason": "", "event": ""}

    answer = client.post(path_of(event, "desk/breaks/announce/"), times)

    assert (answer.status_code, Break.objects.count()) == (400, 0)
    assert "Until (This time has passed)" in answer.text


def test_the_estimates_follow_a_break_at_once(event: Event, noon: time_machine.Traveller) -> None:
    def get_free_tables() -> Mapping[int, int]:
        return get_schedule_forecast(event.tournament, timezone.now()).free

    before = get_free_tables()
    lunch = a_break(event)
    assert get_free_tables() == {table: minutes + 60 for table, minutes in before.items()}

    noon.shift(timedelta(seconds=5))
    breaks.end_break(play_break=lunch, by=by(event))
    assert get_free_tables() == before

    second = a_break(event)
    breaks.remove_break(play_break=second, by=by(event))
    assert get_free_tables() == before


def test_the_desk_begins_a_break_of_one_event_among_several(client: Client, event: Event) -> None:
    client.force_login(by(event))
    a_side_event(event)
    page = client.get(path_of(event, "desk/")).text
    choices = page.split('<select id="break-event"')[1].split("</select>")[0]
    assert re.findall(r'<option value="(\d*)">([^<]+)<', choices) == [
        ("", "All events"),
        (str(event.pk), event.name),
    ]

    client.post(path_of(event, "desk/breaks/now/"), {"minutes": "20", "event": str(event.pk)})

    assert Break.objects.get().event == event


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"minutes": "0"},
        {"minutes": "soon"},
        {"until": "25:00"},
        {"minutes": "20161"},
        {"minutes": "9" * 19},
    ],
)
def test_a_break_without_a_possible_end_is_refused(
    client: Client, event: Event, sent: dict[str, str]
) -> None:
    client.force_login(by(event))
    answer = client.post(path_of(event, "desk/breaks/now/"), sent)
    assert (answer.status_code, Break.objects.count()) == (400, 0)


def test_directors_end_a_break_in_its_banner_on_every_page_of_the_desk(client: Client, event: Event) -> None:
    lunch = a_break(event)
    a_break(event, begins=2 * HOUR)
    button = re.compile(rf'name="number" value="{lunch.pk}">\s*End break\s*</button>')
    public = [client.get(path_of(event)).text]
    client.force_login(by(event))
    public.append(client.get(path_of(event)).text)
    directors = [client.get(path_of(event, page)).text for page in ("desk/", "desk/entries/", "desk/plan/")]

    assert [page.count("End break") for page in public] == [0, 0]
    counts = [(len(button.findall(page)), page.count("End break")) for page in directors]
    assert counts == [(1, 1)] * 3

    answer = client.post(path_of(event, "desk/breaks/end/"), {"number": lunch.pk})
    assert (answer.status_code, answer["Location"]) == (303, path_of(event, "desk/"))
    assert "End break" not in client.get(path_of(event, "desk/")).text


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"ends_at": NOON - HOUR}, "break_ends_after_it_began"),
        ({"removed_by": 1}, "break_removed_by_somebody"),
    ],
)
def test_a_stored_break_meets_its_constraints(
    event: Event, changes: dict[str, object], constraint: str
) -> None:
    lunch = a_break(event)
    if "removed_by" in changes:
        changes = {"removed_by": by(event)}
    rows = Break.objects.filter(pk=lunch.pk)
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        rows.update(**changes)


def get_waiting_lines(page: str) -> list[str]:
    """Return the texts of the matches that wait for a table, without the estimates."""
    lines = re.findall(
        r"<li>(.*?)</li>", re.split('<ol class="(?:list )?waiting"', page)[1].split("</ol>")[0], re.DOTALL
    )
    return [" ".join(re.sub(r"<[^>]+>", "", line).split()) for line in lines]


def test_a_waiting_match_says_why_it_waits(client: Client, event: Event) -> None:
    a_side_event(event, names="Anna\nBruno")
    calling.add_missing_tables(tournament=event.tournament, tables=8, by=by(event))
    client.force_login(by(event))
    seats = sorted(
        Match.objects.filter(status="called").values_list("white__name", "black__name", "table__number")
    )
    tables = {name: table for *names, table in seats for name in names}
    waiting = Match.objects.get(status="scheduled")
    where = ", ".join(
        f"{each.name} is at table {tables[each.name]}" for each in (waiting.white, waiting.black)
    )

    def get_reasons(page: str) -> list[str]:
        """Return the waiting lines after the name of the match, without the estimate."""
        lines = get_waiting_lines(client.get(path_of(event, page)).text)
        estimate = r"in about \d+ min|about \d\d:\d\d"
        return [re.sub(f" · (?:{estimate})|(?:{estimate}) · ", "", line) for line in lines]

    names = f"{waiting.white.name} – {waiting.black.name}"
    assert get_reasons("desk/") == [f"{names} Blitz · Main · Final · {where}"]
    assert get_reasons("") == [f"{names} Blitz · Main · Final · {where}"]

    side_break = a_break(waiting.pairing.event, is_of_event=True)
    assert get_reasons("desk/") == [f"{names} Blitz · Main · Final · break until 15:00, {where}"]
    breaks.remove_break(play_break=side_break, by=by(event))


def test_a_match_that_could_be_called_says_that_it_was_not(client: Client, event: Event) -> None:
    lifecycle.cancel_call(match=club_evenings.match_at(event, "M1-1"), by=by(event))
    client.force_login(by(event))
    lines = get_waiting_lines(client.get(path_of(event, "desk/")).text)
    assert [line.count("not called yet") for line in lines] == [1, 1, 1]


@pytest.mark.parametrize("length", [timedelta(), -HOUR, timedelta(days=15)])
def test_an_impossible_break_is_refused(event: Event, length: timedelta) -> None:
    with refused("break_impossible"):
        a_break(event, length=length)


def test_only_directors_announce_breaks(event: Event) -> None:
    with refused("directors_only"):
        breaks.announce_break(
            tournament=event.tournament, begins_at=NOON, ends_at=NOON + HOUR, by=a_user("somebody")
        )


def test_a_break_is_announced_shown_everywhere_and_removed_on_the_pages(client: Client, event: Event) -> None:
    client.force_login(by(event))
    page = path_of(event, "desk/table-settings/")
    answer = client.post(
        path_of(event, "desk/breaks/announce/"),
        {"begins_at": "", "ends_at": "2026-10-05T15:00", "reason": "Lunch", "event": ""},
    )
    assert answer.status_code == 303
    match = club_evenings.match_at(event, "M1-1")
    desk = event.tournament.desk
    for path in (
        path_of(event),
        path_of(event, "desk/"),
        f"/m/{match.code}/",
        f"/t/{match.table.code}/",
        f"/tv/{desk.code}/",
    ):
        assert "Break until 15:00" in client.get(path).text
        assert "Lunch" in client.get(path).text
    number = Break.objects.get().pk
    assert "End break" in client.get(page).text

    assert client.post(path_of(event, "desk/breaks/end/"), {"number": number}).status_code == 303
    assert client.post(path_of(event, "desk/breaks/remove/"), {"number": number}).status_code == 303

    assert "Lunch" not in client.get(page).text
    assert client.post(path_of(event, "desk/breaks/remove/"), {"number": number}).status_code == 404


def test_the_late_matches_of_a_desk_are_started_in_one_tap(
    client: Client, event: Event, noon: time_machine.Traveller
) -> None:
    desks.set_times(
        desk=event.tournament.desk, scale=PENALTY_SCALES["ukbgf"], final_after=None, clock="", by=by(event)
    )
    noon.shift(timedelta(minutes=6))
    client.force_login(by(event))
    page = client.get(path_of(event, "desk/")).text
    codes = [late.match.code for late in get_late_matches(event.tournament.desk, timezone.now())]
    assert f'name="codes" value="{" ".join(codes)} "' in page
    assert page.count('<details id="actions-') == 2
    assert re.findall(r'<details id="actions-\w+" open>', page) == []

    answer = client.post(path_of(event, "desk/begin-all/"), {"codes": " ".join(codes)})

    assert answer.status_code == 303
    assert Match.objects.filter(code__in=codes, status="running").count() == 2
