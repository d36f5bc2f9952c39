"""Season standings, rating tables, lists of tournaments and careers, as pages read them."""

import re
from datetime import date
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from matches.models import Player
from tests.factories import a_player
from tests.tournaments.club_evenings import (
    FOUR,
    a_club,
    a_night,
    director_of,
    match_at,
    play_out,
    rating_list_of,
    settle,
    settle_and_rate,
)
from tournaments.formats.graph import CONSOLATION
from tournaments.journal.final_places import find_flight_places
from tournaments.models import Entry, Pairing, Tournament
from tournaments.play.events import event_state
from tournaments.play.tournaments.queries import tournaments
from tournaments.ratings.queries import rating_sheets, rating_tables, ratings
from tournaments.ratings.services import ratings as rating_services
from tournaments.seasons.messages import format_points
from tournaments.seasons.queries import careers, season_results, season_tables
from tournaments.seasons.queries.seasons import get_attendance
from tournaments.seasons.services import open_season
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db


def a_season(club, rules=RULE_PRESETS["length-and-places"], ends_on=date(2026, 12, 31)):
    return open_season(
        club=club,
        name="Autumn",
        starts_on=date(2026, 9, 1),
        ends_on=ends_on,
        rules=rules.to_data(),
        by=director_of(club),
    )


def table(season):
    return {row.player.name: (row.place, row.total) for row in season_tables.get_standings(season).rows}


def test_standings_count_matches_attendance_and_places():
    club = a_club()
    event = a_night(club)
    play_out(event)
    final = match_at(event, "M2-1")
    champion, runner_up = final.white, final.black
    consolation = match_at(event, "C1-1")
    expected = {
        champion.name: (1, 2 + 5 + 5 + 50.0),
        runner_up.name: (2, 2 + 5 + 25.0),
        consolation.white.name: (3, 2 + 3 + 25.0),
        consolation.black.name: (4, 2 + 12.0),
    }
    assert table(a_season(club)) == expected


def test_every_total_is_explained_by_its_reasons():
    club = a_club()
    event = a_night(club)
    play_out(event)
    semi, final = match_at(event, "M1-1"), match_at(event, "M2-1")
    row = season_tables.get_standings(a_season(club)).rows[0]
    (cell,) = row.cells
    reasons = [
        (reason.code, reason.amount, reason.opponent, reason.length, reason.flight, reason.places)
        for reason in cell.reasons
    ]
    assert reasons == [
        ("attendance", 2.0, None, None, "", None),
        ("win", 5.0, semi.black, 5, "", None),
        ("win", 5.0, final.black, 5, "", None),
        ("bonus", 50.0, None, None, "main", (1, 1)),
    ]
    assert (row.total, cell.total, cell.is_counted) == (62.0, 62.0, True)


def test_only_tournaments_within_the_season_count():
    club = a_club()
    play_out(a_night(club, week=0))
    play_out(a_night(club, week=3))
    season = a_season(club, ends_on=date(2026, 10, 25))
    standings = season_tables.get_standings(season)
    assert len(standings.tournaments) == 1
    assert {len(row.cells) for row in standings.rows} == {1}


def test_an_unpublished_tournament_does_not_count():
    club = a_club()
    event = a_night(club)
    event.status = "drawn"
    event.save(update_fields=["status"])
    assert table(a_season(club)) == {}


def test_a_player_marked_absent_and_not_drawn_was_not_there():
    club = a_club()
    event = a_night(club)
    play_out(event)
    for number, presence in enumerate(("", "away", "waiting"), start=5):
        Entry.objects.create(event=event, number=number, player=a_player(f"No. {number}"), presence=presence)
    day = event.tournament.starts_at.date()
    rows = get_attendance(club, day, day).rows
    assert {row.player.name for row in rows} == {*FOUR, "No. 5"}


def test_absent_players_get_no_attendance():
    club = a_club()
    event = a_night(club)
    match = settle(match_at(event, "M1-1"), ending="walkover")
    rows = {row.player: row for row in season_tables.get_standings(a_season(club)).rows}
    assert match.black not in rows
    assert rows[match.white].total == 2 + 5
    assert len(rows) == 3


@pytest.mark.parametrize("size", [2, 3, 5, 8, 11])
def test_places_in_the_season_are_those_of_the_event(size):
    club = a_club()
    event = a_night(club, [f"Player {n}" for n in range(size)])
    play_out(event)
    (night,) = season_results.get_season_tournaments(Tournament.objects.all())
    season_places = {
        placing.player: (placing.first, placing.last)
        for placing in night.placings
        if placing.flight == "main"
    }
    event_places = {
        entry.player_id: (entry.place_from, entry.place_to) for entry in Entry.objects.filter(event=event)
    }
    assert season_places == event_places


def test_points_of_a_consolation_are_for_the_places_that_its_page_shows():
    event = a_night(a_club(), [f"Player {n}" for n in range(8)])
    shown = []
    while True:
        waiting = Pairing.objects.filter(event=event, match__isnull=False, match__settled_at=None)
        # Matches of the consolation first: its losers are out while the main bracket still sends others.
        pairing = waiting.order_by("flight", "round", "position").first()
        if pairing is None:
            break
        settle(pairing.match)
        (night,) = season_results.get_season_tournaments(Tournament.objects.all())
        season_places = {
            placing.player: (placing.first, placing.last)
            for placing in night.placings
            if placing.flight == CONSOLATION
        }
        players = dict(Entry.objects.filter(event=event).values_list("number", "player"))
        places = find_flight_places(event_state.get_event_state(event), CONSOLATION)
        assert season_places == {players[number]: span for number, span in places.items()}
        shown.append(len(season_places))
    assert (shown[0], shown[-1]) == (0, 4)


@pytest.mark.parametrize("nights", [1, 3])
def test_the_queries_of_standings_do_not_depend_on_the_season(django_assert_num_queries, nights):
    club = a_club()
    for week in range(nights):
        play_out(a_night(club, week=week))
    season = a_season(club)
    with django_assert_num_queries(14):
        season_tables.get_standings(season)


def test_the_rating_table_is_ordered_and_marks_newcomers():
    club = a_club()
    event = a_night(club)
    first, second = settle_and_rate(match_at(event, "M1-1")), settle_and_rate(match_at(event, "M1-2"))
    rows = rating_tables.rating_table(rating_list_of(club))
    assert [(row.place, row.is_shared, row.rating, row.delta, row.matches) for row in rows] == [
        (1, True, 1522.3607, 22.3607, 1),
        (1, True, 1522.3607, 22.3607, 1),
        (3, True, 1477.6393, -22.3607, 1),
        (3, True, 1477.6393, -22.3607, 1),
    ]
    assert {row.player for row in rows[:2]} == {first.white, second.white}
    assert all((row.experience, row.is_provisional) == (5, True) for row in rows)


def numbered_names(page):
    """Return place and name of each row of a list or table of ratings, with what else stands at the name."""
    pattern = r'class="(?:numeric )?numeral">([^<]*)</(?:span|td)>(.*?)</(?:span>\s*<b|th>)'
    rows = re.findall(pattern, page, re.S)
    return [(place, re.sub(r"<[^>]*>|\s+", " ", name).split()) for place, name in rows]


def test_pages_give_no_place_to_a_provisional_rating(client: Client):
    club = a_club()
    event = a_night(club)
    settle_and_rate(match_at(event, "M1-1"))
    settle_and_rate(match_at(event, "M1-2"))
    final = settle_and_rate(match_at(event, "M2-1"))
    # The finalists have 10 points of experience and established ratings, the others 5 and provisional ones.
    rating_list = rating_list_of(club)
    rating_services.change_list(
        rating_list=rating_list,
        by=director_of(club),
        **{**ratings.settings_of(rating_list), "parameters": {"provisional_below": 8}},
    )
    rows = rating_tables.rating_table(rating_list_of(club))
    assert [row.shown_place for row in rows] == ["1", "2", "", ""]
    listed = rating_sheets.rating_sheet(rating_list_of(club)).rows
    assert [line[0] for line in listed] == [1, 2, None, None]
    names = [row.player.name for row in rows]
    assert set(names[:2]) == {final.white.name, final.black.name}

    home = client.get(f"/clubs/{club.slug}/").content.decode()
    expected = [
        ("1", [names[0]]),
        ("2", [names[1]]),
        ("–", [names[2], "provisional"]),
        ("–", [names[3], "provisional"]),
    ]
    assert numbered_names(home[home.index('id="rated"') :]) == expected
    assert numbered_names(client.get(f"/clubs/{club.slug}/ratings/").content.decode()) == expected
    embedded = client.get(f"/clubs/{club.slug}/embed/?part=ratings").content.decode()
    assert [(place, texts[0].rstrip("*")) for place, texts in numbered_names(embedded)] == [
        (place, texts[0]) for place, texts in expected
    ]
    assert "* provisional: too few matches to be reliable." in embedded


def test_the_report_of_an_event_writes_season_points_as_the_season_does(client: Client):
    club = a_club()
    season = a_season(club)
    event = a_night(club)
    play_out(event)
    first = season_tables.get_standings(season).rows[0]
    page = client.get(f"/clubs/{club.slug}/{event.tournament.slug}/{event.slug}/report/").content.decode()
    table = page[page.index("Season points: Autumn") :]
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", table)
    assert cells[:2] == [first.player.name, format_points(first.total)]
    assert not any(cell.endswith(".0") for cell in cells[1:8:2])


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_file_of_a_season_has_headings_in_the_language_of_the_page(client: Client, language):
    club = a_club()
    season = a_season(club)
    play_out(a_night(club))
    client.cookies["django_language"] = language
    text = client.get(f"/clubs/{club.slug}/seasons/{season.slug}/table.csv").content.decode("utf-8-sig")
    first = {"en": "Place", "it": "Posto"}[language]
    assert text.splitlines()[0].split(",")[0].split(";")[0] == first


def test_a_list_without_ratings_is_empty():
    assert rating_tables.rating_table(rating_list_of(a_club())) == []


@pytest.mark.parametrize("size", [4, 9])
def test_the_rating_table_takes_three_queries(django_assert_num_queries, size):
    club = a_club()
    play_out(a_night(club, [f"Player {n}" for n in range(size)]))
    rating_list = rating_list_of(club)
    with django_assert_num_queries(3):
        assert len(rating_tables.rating_table(rating_list)) == size


def test_tournaments_of_a_club_are_listed_with_their_winners():
    club = a_club()
    old, new = a_night(club, week=0), a_night(club, [*FOUR, "Elena"], week=1)
    play_out(old)
    listed = tournaments.list_tournaments(club)
    assert [(summary.tournament, summary.events, summary.players) for summary in listed] == [
        (new.tournament, (new,), 5),
        (old.tournament, (old,), 4),
    ]
    champion = match_at(old, "M2-1").white
    assert [[entry.player for entry in summary.winners] for summary in listed] == [[], [champion]]


@pytest.mark.parametrize("nights", [1, 3])
def test_the_list_of_tournaments_takes_four_queries(django_assert_num_queries, nights):
    club = a_club()
    for week in range(nights):
        a_night(club, week=week)
    with django_assert_num_queries(4):
        assert len(tournaments.list_tournaments(club)) == nights


def test_a_career_has_results_form_and_rivals():
    club = a_club()
    for week in range(2):
        play_out(a_night(club, week=week))
    player = Player.objects.get(name="Anna")
    career = careers.get_career(club, player, rating_list_of(club))
    assert [result.match.settled_at for result in career.results] == sorted(
        (result.match.settled_at for result in career.results), reverse=True
    )
    assert career.form == tuple(result.has_won for result in reversed(career.results))
    assert career.won + career.lost == len(career.results) == len(career.history)
    assert sum(rival.won for rival in career.rivals) == career.won
    assert sum(rival.lost for rival in career.rivals) == career.lost
    assert career.rating == career.history[-1].after
    assert [result.change for result in career.results] == list(reversed(career.history))


def test_a_match_typed_later_is_dated_by_its_tournament(client: Client) -> None:
    club = a_club()
    event = a_night(club)
    match = settle_and_rate(match_at(event, "M1-1"))
    rated = match.rating_changes.get(won=True)
    assert (match.settled_at.date() > date(2026, 10, 5), event.tournament.starts_at.date()) == (
        True,
        date(2026, 10, 5),
    )
    player = client.get(f"/p/{match.white.code}/").content.decode()
    statistics = client.get(f"/clubs/{club.slug}/players/{match.white.code}/").content.decode()
    lines = re.findall(r'<span class="result-more[^>]*>(.*?)</span>', player, re.DOTALL)
    assert " ".join(lines[-1].split()) == "5 Oct 2026 · Monday night · Main · Semi-final · 5-point match"
    assert '<time datetime="2026-10-05">5 Oct 2026</time>' in statistics
    assert date_format(rated.at, "j M Y") not in statistics


def test_a_career_without_matches_is_empty():
    club = a_club()
    career = careers.get_career(club, a_player(), rating_list_of(club))
    assert (career.results, career.history, career.rivals, career.form, career.rating) == (
        (),
        (),
        (),
        (),
        None,
    )
    assert careers.get_career(club, a_player(), None).history == ()


def test_a_walkover_is_a_result_but_not_counted_for_form_and_rivals():
    club = a_club()
    match = settle_and_rate(match_at(a_night(club), "M1-1"), ending="walkover")
    career = careers.get_career(club, match.white, rating_list_of(club))
    (result,) = career.results
    assert (result.has_won, result.is_played, result.change) == (True, False, None)
    assert (career.won, career.lost, career.form, career.rivals) == (0, 0, (), ())


@pytest.mark.parametrize("nights", [1, 3])
def test_a_career_takes_two_queries(django_assert_num_queries, nights):
    club = a_club()
    for week in range(nights):
        play_out(a_night(club, week=week))
    player, rating_list = Player.objects.get(name="Anna"), rating_list_of(club)
    with django_assert_num_queries(2):
        career = careers.get_career(club, player, rating_list)
        assert all(result.tournament.name and result.opponent.name for result in career.results)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["standings/?season=none", "attendance/?season=none", "ratings/?list=999", "ratings/?list=none"],
)
def test_a_season_or_a_list_that_the_club_does_not_have_is_not_found(client: Client, address: str) -> None:
    event = a_night(a_club())
    a_season(event.tournament.club)
    path = f"/clubs/{event.tournament.club.slug}/{address}"

    assert client.get(path).status_code == 404
    assert client.get(f"{path.partition('?')[0]}?utm_source=newsletter").status_code == 200


@pytest.mark.parametrize(
    ("amount", "english", "italian"),
    [
        (Fraction(25, 4), "6.25", "6,25"),
        (Fraction(21, 4), "5.25", "5,25"),
        (Fraction(15, 2), "7.5", "7,5"),
        (12, "12", "12"),
        (Fraction(8, 3), "2.67", "2,67"),
        (2.0004, "2", "2"),
    ],
)
def test_points_are_shown_to_two_decimals_without_unneeded_ones(
    amount: Fraction, english: str, italian: str
) -> None:
    with translation.override("en"):
        assert format_points(amount) == english
    with translation.override("it"):
        assert format_points(amount) == italian
