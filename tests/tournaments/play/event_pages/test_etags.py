"""ETags of public pages: 304 with few queries until the page changes, and never for another reader's page."""

import re
from collections.abc import Callable
from datetime import date

import pytest
from django.contrib.messages.storage.cookie import CookieStorage
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from time_machine import TimeMachineFixture

from matches.actors import SYSTEM
from matches.models import Match
from matches.services import desks, lifecycle, merging
from matches.services.announcements import create_announcement
from tests.factories import a_user, at_table
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.exchange.past_results import ParsedResults, PastRow
from tournaments.finances.services import funds
from tournaments.importing.services import history_import
from tournaments.models import Event
from tournaments.name_lists.details import EntryDetails
from tournaments.people.services import club_roles, clubs, members
from tournaments.people.services.site_settings import save_site_settings
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.event_pages.etags import FORECAST_SECONDS
from tournaments.play.tournaments.queries import weekly_nights as weekly_night_queries
from tournaments.play.tournaments.services import tournaments, weekly_nights
from tournaments.ratings.queries import ratings
from tournaments.ratings.services.ratings import change_list
from tournaments.seasons import services as seasons
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
EVENT_PAGES = ("", "bracket/", "entries/", "results/", "standings/", "draw-audit/")
# The front page tells the day, the nights to come and what is on beside.
CLUB_PAGES = [("", 14), ("standings/", 10), ("ratings/", 10), ("honours/", 10)]


@pytest.fixture(autouse=True)
def beginning_of_forecast_period(time_machine: TimeMachineFixture) -> None:
    """Begin each test with a new period of estimated times, so that none ends during the test."""
    period = timezone.now().timestamp() // FORECAST_SECONDS + 1
    time_machine.move_to(period * FORECAST_SECONDS + 1)


@pytest.fixture(scope="module")
def module_event(module_transaction: None) -> Event:
    return club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(1, 9)])


@pytest.fixture
def event(module_event: Event) -> Event:
    return Event.objects.get(pk=module_event.pk)


def club_of(event: Event) -> str:
    return f"/clubs/{event.tournament.club.slug}/"


def etag_of(client: Client, path: str, **headers: str) -> str:
    """Return the current ETag of a page, from the second request: the first sets the client's cookies."""
    client.get(path)
    return str(client.get(path, headers=headers)["ETag"])


def again(client: Client, path: str, etag: str, **headers: str) -> int:
    """Return the status of a request with If-None-Match."""
    return int(client.get(path, headers={"If-None-Match": etag, **headers}).status_code)


@pytest.mark.parametrize("page", EVENT_PAGES)
def test_a_304_for_an_event_page_takes_eight_queries(
    client: Client, event: Event, page: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    etag = etag_of(client, path_of(event, page))
    with django_assert_num_queries(8):
        assert again(client, path_of(event, page), etag) == 304


@pytest.mark.parametrize(("page", "queries"), CLUB_PAGES)
def test_a_304_for_a_club_page_takes_few_queries(
    client: Client, event: Event, page: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    path = club_of(event) + page
    etag = etag_of(client, path)
    with django_assert_num_queries(queries):
        assert again(client, path, etag) == 304


def a_result(event: Event) -> None:
    club_evenings.settle_and_rate(club_evenings.match_at(event, "M1-1"))


def a_match_begun(event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    lifecycle.start_match_at_table(match=match, identity=at_table(match))


def another_spelling(event: Event) -> None:
    merging.correct_name(player=club_evenings.match_at(event, "M1-1").white, name="Somebody Else", by=SYSTEM)


def another_night(event: Event) -> None:
    club_evenings.a_night(event.tournament.club, week=1)


def another_text(event: Event) -> None:
    club = event.tournament.club
    clubs.update_page(club=club, page=clubs.ClubPage(about="Welcome"), by=club_evenings.director_of(club))


def a_week_left_out(event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    night = weekly_nights.save_night_from_tournament(tournament=event.tournament, by=by)
    day = next(weekly_night_queries.days_from(night.weekday, timezone.localdate()))
    weekly_nights.skip_night(night=night, day=day, by=by)


def another_time_zone(_event: Event) -> None:
    host = a_user("host", is_superuser=True)
    save_site_settings(name="", time_zone="America/New_York", currency="EUR", by=host)


def prizes_shown(event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    options = funds.FundOptions(template="winner", is_shown=True)
    funds.turn_on_fees(event=event, currency="EUR", options=options, by=by, key="fees")


def a_season_divided(event: Event) -> None:
    club = event.tournament.club
    by = club_evenings.director_of(club)
    days = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    season = seasons.open_season(
        club=club, name="Year", rules=RULE_PRESETS["divisions"].to_data(), by=by, **days
    )
    seasons.set_divisions(season=season, divisions={club_evenings.match_at(event, "M1-1").white.pk: 1}, by=by)


def another_list_name(event: Event) -> None:
    rating_list = club_evenings.rating_list_of(event.tournament.club)
    list_settings = {**ratings.settings_of(rating_list), "name": "Club rating"}
    change_list(rating_list=rating_list, by=club_evenings.director_of(event.tournament.club), **list_settings)


def an_earlier_year(event: Event) -> None:
    """Import a walk-over of an earlier date between members, which adds no member and changes no rating."""
    club = event.tournament.club
    by = club_evenings.director_of(club)
    match = club_evenings.match_at(event, "M1-1")
    names = {"one": match.white.name, "other": match.black.name}
    row = PastRow(
        2, date(2026, 2, 1), "Night", **names, length=5, score=(0, 0), is_won_by_one=True, ending="walkover"
    )
    history_import.import_results(
        club=club, name="2025.csv", results=ParsedResults((row,)), choices={}, by=by
    )


@pytest.mark.parametrize("change", [a_season_divided, another_list_name, an_earlier_year])
@pytest.mark.parametrize("page", ["standings/", "ratings/"])
def test_pages_of_club_tables_change_with_their_data(
    client: Client, event: Event, change: Callable[[Event], None], page: str
) -> None:
    path = club_of(event) + page
    for player in (club_evenings.match_at(event, "M1-1").white, club_evenings.match_at(event, "M1-1").black):
        members.enrol(
            club=event.tournament.club, player=player, by=club_evenings.director_of(event.tournament.club)
        )
    etag = etag_of(client, path)
    change(event)

    assert again(client, path, etag) == 200


@pytest.mark.parametrize(
    "change", [a_result, a_match_begun, another_spelling, prizes_shown, another_time_zone]
)
def test_an_event_page_changes_with_its_data(
    client: Client, event: Event, change: Callable[[Event], None]
) -> None:
    etag = etag_of(client, path_of(event))
    change(event)

    assert again(client, path_of(event), etag) == 200


def test_a_name_changed_in_another_event_of_the_tournament_is_not_shown_again(
    client: Client, event: Event
) -> None:
    by = club_evenings.director_of(event.tournament.club)
    beside = tournaments.add_event(
        tournament=event.tournament, name="Beside", length=3, consolation_length=3, by=by
    )
    entries.enter_names(event=beside, names="Somebody Hidden\nSomebody Seen", by=by, key="beside")
    draws.draw(event=beside, by=by)
    draws.publish(event=beside, by=by)
    page = client.get(path_of(event)).content.decode()
    merging.correct_name(player=beside.entries.get(number=1).player, name="Somebody Else", by=SYSTEM)

    assert "Somebody Hidden" in page
    assert "Somebody Hidden" not in client.get(path_of(event)).content.decode()


@pytest.mark.parametrize(
    "change", [a_result, a_match_begun, another_spelling, another_night, another_text, a_week_left_out]
)
def test_a_club_page_changes_with_its_data(
    client: Client, event: Event, change: Callable[[Event], None]
) -> None:
    etag = etag_of(client, club_of(event))
    change(event)

    assert again(client, club_of(event), etag) == 200


@pytest.mark.parametrize("page", ["event", "club"])
def test_a_page_is_cached_privately_and_revalidated_each_time(
    client: Client, event: Event, page: str
) -> None:
    path = path_of(event) if page == "event" else club_of(event)
    etag = etag_of(client, path)
    whole, short = client.get(path), client.get(path, headers={"If-None-Match": etag})

    for answer in (whole, short):
        assert {part.strip() for part in answer["Cache-Control"].split(",")} == {"private", "no-cache"}
        assert {part.strip() for part in answer["Vary"].split(",")} >= {"Cookie", "Accept-Language"}
    assert (short.status_code, short.content) == (304, b"")


def test_an_etag_of_one_reader_is_not_valid_for_another(client: Client, event: Event) -> None:
    path = path_of(event)
    director, outsider = Client(), Client()
    director.force_login(club_evenings.director_of(event.tournament.club))
    outsider.force_login(a_user("stranger"))
    tags = {reader: etag_of(reader, path) for reader in (client, director, outsider)}

    assert len(set(tags.values())) == 3
    for reader, own_tag in tags.items():
        statuses = {tag: again(reader, path, tag) for tag in tags.values()}
        assert statuses == {tag: 304 if tag == own_tag else 200 for tag in tags.values()}


def test_a_new_role_language_or_theme_changes_the_etag(client: Client, event: Event) -> None:
    path, club = path_of(event), event.tournament.club
    user = a_user("helper")
    client.force_login(user)
    etag = etag_of(client, path)
    assert again(client, path, etag, **{"Accept-Language": "it"}) == 200

    club_roles.appoint(club=club, user=user, role="director", by=club_evenings.director_of(club))
    assert again(client, path, etag) == 200
    etag = etag_of(client, path)
    client.cookies["theme"] = "dark"
    assert again(client, path, etag) == 200


def test_a_page_with_a_message_is_never_answered_with_304(client: Client, event: Event) -> None:
    etag = etag_of(client, path_of(event))
    client.force_login(club_evenings.director_of(event.tournament.club))
    response = client.post(path_of(event, "desk/act/add-tables/"), {"count": 9})
    assert CookieStorage.cookie_name in response.cookies or response.status_code in {302, 303}
    page = client.get(path_of(event), headers={"If-None-Match": etag})

    assert ("ETag" in page, 'class="messages' in page.content.decode()) == (False, True)


def test_matches_of_another_desk_change_nothing(client: Client, event: Event) -> None:
    etag = etag_of(client, path_of(event))
    other = club_evenings.a_night(club_evenings.a_club())
    Match.objects.filter(desk=other.tournament.desk).update(version=99)

    assert again(client, path_of(event), etag) == 304


EVERY_PAGE = (
    *("", "bracket/", "entries/", "results/", "draw-audit/", "journal/"),
    *("embed/?part=bracket", "embed/?part=now", "embed/?part=results"),
)


def a_result_undone(event: Event) -> None:
    a_result(event)
    by = club_evenings.director_of(event.tournament.club)
    journal.undo(event=event, command=event.journal.order_by("-seq")[0].seq, by=by)


def an_announcement(event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    create_announcement(desk=event.tournament.desk, by=by, english="Dinner at eight")


def a_table_named(event: Event) -> None:
    desks.label_table(table=event.tournament.desk.tables.get(number=1), label="Stream", by=SYSTEM)


def another_title(event: Event) -> None:
    club = event.tournament.club
    club.name = "Club of another name"
    club.save()


def an_entry_detail(event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    entries.describe(event=event, details={1: EntryDetails(club="Roma")}, by=by, key="about")


def a_withdrawal(event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    entries.withdraw(entry=event.entries.order_by("-number")[0], by=by, key="w")


@pytest.mark.second_stage
@pytest.mark.parametrize(
    "change",
    [
        *(a_result, a_result_undone, a_match_begun, another_spelling, an_announcement),
        *(prizes_shown, a_table_named, another_title, an_entry_detail, a_withdrawal),
    ],
)
def test_no_changed_page_is_answered_with_304(
    client: Client, event: Event, change: Callable[[Event], None]
) -> None:
    for page in EVERY_PAGE:  # The first request of a client sets cookies, on which the ETag depends.
        client.get(path_of(event, page))
    before = {page: client.get(path_of(event, page)) for page in EVERY_PAGE}
    change(event)
    changed = []
    for page, answer in before.items():
        status = again(client, path_of(event, page), str(answer["ETag"]))
        response = client.get(path_of(event, page))
        if TOKEN.sub("", response.content.decode()) != TOKEN.sub("", answer.content.decode()):
            changed.append(page)
            assert status == 200, page

    assert changed
