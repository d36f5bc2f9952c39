"""The end of an event: winners, final standings, last steps at the desk, the report, honours of the club."""

from datetime import date, timedelta
from io import BytesIO

import pytest
from django.test import Client
from django.utils.timezone import localdate
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from matches.models import Game, Match, Player
from matches.records.models import Transcript
from matches.services import reporting
from tests.factories import a_report, a_user, with_account, with_badge
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.finances import fee_factories as fees
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.team_evenings import KNOCKOUT, a_team_event, opened
from tournaments.finances.queries import prizes
from tournaments.finances.services import payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event, RatingChange
from tournaments.play.brackets import final_standings
from tournaments.play.brackets.final_standings import FinalStandings
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.events.played_days import get_day_played
from tournaments.play.tournaments.queries.tournaments import list_tournaments
from tournaments.play.tournaments.services import tournaments
from tournaments.printing.podium_images import MARGIN, PodiumText, draw_podium
from tournaments.ratings.queries import rating_tables, ratings
from tournaments.reports.queries import event_report, report_tables
from tournaments.seasons import services as seasons
from tournaments.seasons.queries import honours, season_tables
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db

EIGHT = tuple(f"Player {number}" for number in range(1, 9))
PUBLIC_FEES = FundOptions(fee=50_00, registration=10_00, returned=90, template="columbus", is_shown=True)


@replayed
def a_finished_event(names: tuple[str, ...] = EIGHT) -> Event:
    """Return a knockout with consolation, played to its end."""
    event = club_evenings.a_night(club_evenings.a_club(), names)
    club_evenings.play_out(event)
    event.refresh_from_db()
    return event


def get_places(standings: FinalStandings) -> list[tuple[str, list[tuple[int, int]]]]:
    """Return the flight and the places of every section."""
    return [
        (section.flight, [(line.place_from, line.place_to) for line in section.lines])
        for section in standings.sections
    ]


def test_a_knockout_with_consolation_has_two_lists_and_a_winner() -> None:
    event = a_finished_event()
    standings = final_standings.get_final_standings(event)

    assert get_places(standings) == [
        ("", [(1, 1), (2, 2), (3, 4), (3, 4), *[(5, 8)] * 4]),
        ("consolation", [(1, 1), (2, 2), *[(3, 4)] * 2]),
    ]
    assert [line.entry for line in standings.winners] == final_standings.get_winners(event)


@pytest.mark.parametrize("winner_of_final", ["Anna", "Bruno"])
def test_a_double_elimination_lists_everybody_of_each_bracket(client: Client, winner_of_final: str) -> None:
    chair = Chair(client, "double")
    chair.begin(list(club_evenings.FOUR))
    while not (final := Match.objects.filter(pairing__event=chair.event, pairing__flight="final")):
        assert chair.play()
    club_evenings.settle(final.get(), "white" if winner_of_final == "Anna" else "black")

    lists = {
        section.flight: [(line.place_from, line.entry.player.name) for line in section.lines]
        for section in final_standings.get_final_standings(chair.event).sections
    }
    ahead = [(1, "Anna"), (2, "Bruno")] if winner_of_final == "Anna" else [(1, "Bruno"), (2, "Anna")]
    first, second, third, fourth = "Anna", "Bruno", *lists[""][2:]
    assert (lists[""][:2], {third[1], fourth[1]}) == (ahead, {"Carla", "Dario"})
    assert lists["main"][:2] == [(1, first), (2, lists["main"][1][1])]
    assert {name for _, name in lists["main"]} == set(club_evenings.FOUR)
    assert lists["backdraw"] == [(2, second), third, fourth]
    answer = client.get(f"/api/v1/events/{chair.event.pk}/standings/").json()
    of_api = {
        flight["flight"]: [(row["place_from"], row["player"]["name"]) for row in flight["rows"]]
        for flight in answer["flights"]
    }
    assert of_api == {key: lines for key, lines in lists.items() if key} | {"final": ahead}


def test_a_running_event_has_no_winner_and_the_places_decided_so_far() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT)
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    standings = final_standings.get_final_standings(event)

    assert (get_places(standings)[0], standings.winners, final_standings.get_winners(event)) == (
        ("", [(5, 8)]),
        (),
        [],
    )


def test_finished_groups_show_one_table_each_and_the_places_below_the_knockout(client: Client) -> None:
    chair = Chair(client, "groups", size=4, best=2)
    chair.begin(list(EIGHT))
    chair.finish()
    standings = final_standings.get_final_standings(chair.event)

    assert [section.flight for section in standings.sections] == ["", "group_1", "group_2"]
    assert get_places(standings)[0][1] == [(1, 1), (2, 2), (3, 4), (3, 4), (5, 6), (5, 6), (7, 8), (7, 8)]


def test_every_mini_knockout_has_its_own_list_and_winner(client: Client) -> None:
    chair = Chair(client, "jackpot", seats=4)
    assert chair.post("names", enter=1, names="\n".join(EIGHT)).status_code == 303
    assert [chair.start_knockout().status_code for _knockout in range(2)] == [303, 303]
    assert chair.post("rolling", action="close").status_code == 303
    chair.finish()
    standings = final_standings.get_final_standings(chair.event)

    four = [(1, 1), (2, 2), (3, 4), (3, 4)]
    assert get_places(standings) == [("mini_1", four), ("mini_2", four)]
    assert "Each bracket has its own winner: " in client.get(path_of(chair.event)).content.decode()


def test_a_swiss_shows_its_table_once_and_its_tie_breaks(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(NAMES)
    chair.finish()
    standings = final_standings.get_final_standings(chair.event)

    assert [(section.flight, section.table is not None) for section in standings.sections] == [
        ("swiss", True)
    ]
    page = client.get(path_of(chair.event)).content.decode()
    assert "Winner: Anna" in page
    assert "How ties are broken" in client.get(path_of(chair.event, "standings/")).content.decode()


def test_the_desk_of_a_finished_event_lists_the_remaining_steps(client: Client) -> None:
    event = fees.a_paying_night(PUBLIC_FEES)
    fees.everybody_pays(event)
    client.force_login(fees.director(event))
    desk = path_of(event, "desk/")
    assert "After the last match" not in client.get(desk).content.decode()

    club_evenings.play_out(event)
    event.refresh_from_db()
    steps = client.get(desk).context["finish_steps"]
    assert [(step.place, step.is_done) for step in steps] == [
        (10, False),
        (20, None),
        (30, None),
        (35, None),
        (40, False),
    ]
    assert [item.is_done for item in steps[0].items] == [False] * len(steps[0].items)
    claim = next(claim for sheet in prizes.list_prizes(event) for claim in sheet.claims if claim.owed > 0)
    assert f"{claim.name}: " in steps[0].items[0].text

    assert [client.get(step.address.split("#")[0]).status_code for step in steps] == [200] * 5
    payments.pay_prize(
        event=event,
        fund=claim.terms.fund,
        recipient=claim.recipient,
        amount=claim.owed,
        context=fees.payment_context(event),
    )
    item = client.get(desk).context["finish_steps"][0].items[0]
    assert (item.is_done, client.get(item.address).status_code) == (True, 200)
    settings = steps[4].address.split("#")[0]
    assert client.post(settings, {"action_name": "archive"}).status_code == 303
    assert [step.is_done for step in client.get(desk).context["finish_steps"]][4] is True


def test_a_certified_file_that_contradicts_a_result_is_checked_before_archiving(client: Client) -> None:
    event = a_finished_event()
    match = club_evenings.match_at(event, "M1-1")
    transcript = Transcript.objects.create(
        match=match,
        name="final.mat",
        text="",
        format="mat",
        digest="0" * 64,
        verdict={},
        status="certified",
        white_score=match.black_score,
        black_score=match.white_score,
        agrees=False,
    )
    client.force_login(club_evenings.director_of(event.tournament.club))
    first, *_, last = client.get(path_of(event, "desk/")).context["finish_steps"]

    result, in_file = (
        f"{one}–{other}"
        for one, other in ((match.white_score, match.black_score), (match.black_score, match.white_score))
    )
    names = f"{match.white.full_name} – {match.black.full_name}"
    assert first.text == f"{names}: the result is {result}, a certified match file says {in_file}"
    assert (first.address, first.is_done) == (f"/m/{match.code}/record/{transcript.pk}/", False)
    assert last.text == "Check the match files above, then archive the tournament"


def test_the_report_has_prizes_ratings_statistics_and_results() -> None:
    event = fees.a_paying_night(PUBLIC_FEES)
    fees.everybody_pays(event)
    played = club_evenings.play_out(event)
    event.refresh_from_db()
    started = played[0]
    started.refresh_from_db()
    assert started.settled_at is not None
    Match.objects.filter(pk=started.pk).update(started_at=started.settled_at - timedelta(minutes=42))
    report = event_report.get_event_report(event)
    statistics = report.statistics

    assert (statistics.matches, statistics.played, statistics.timed) == (10, 10, 1)
    assert (statistics.mean_minutes, statistics.longest.match if statistics.longest else None) == (
        42,
        started,
    )
    rows = Match.objects.filter(pairing__event=event).values_list("white_score", "black_score")
    assert statistics.points == sum(map(sum, rows))
    changes = RatingChange.objects.filter(match__pairing__event=event)
    moves = {move.player.pk: move.delta for rating_list in report.rating_lists for move in rating_list.moves}
    assert {pk: round(delta, 6) for pk, delta in moves.items()} == {
        pk: round(sum(change.delta for change in changes if change.player_id == pk), 6) for pk in moves
    }
    titles = [table.title for table in report_tables.get_tables(report)]
    assert titles[:2] == ["Final standings", "Consolation"]
    assert titles[2].startswith("Prizes · ")
    assert titles[3:5] == ["Ratings", "Statistics"]
    assert sum(len(table.rows) for table in report_tables.get_tables(report)[5:]) == 10


def test_a_match_of_another_event_in_between_is_no_change_of_this_event() -> None:
    club = club_evenings.a_club()
    event, other = club_evenings.a_night(club), club_evenings.a_night(club, week=1)
    first = club_evenings.settle_and_rate(club_evenings.match_at(event, "M1-1"))
    for label in ("M1-1", "M1-2"):
        club_evenings.settle_and_rate(club_evenings.match_at(other, label))
    club_evenings.play_out(event)

    (rating_list,) = event_report.get_event_report(event).rating_lists

    changes = RatingChange.objects.filter(match__pairing__event=event)
    winner = getattr(first, first.winner)
    move = next(move for move in rating_list.moves if move.player == winner)
    own_changes = [change.delta for change in changes if change.player_id == winner.pk]
    assert round(move.delta, 6) == round(sum(own_changes), 6)
    assert round(move.delta, 6) != round(move.after - move.before, 6)


def list_shown_ratings(event: Event) -> tuple[list[str], list[list[float]]]:
    """Return the headings and the figures of the table of ratings in a report."""
    tables = report_tables.get_tables(event_report.get_event_report(event))
    (table,) = (table for table in tables if table.title == "Ratings")
    rows = [[float(cell.replace("−", "-").replace(",", "")) for cell in row[1:]] for row in table.rows]
    return [heading for heading, _side in table.columns[1:]], rows


def test_the_shown_ratings_add_up_to_those_after_the_event() -> None:
    club = club_evenings.a_club()
    event, other = club_evenings.a_night(club), club_evenings.a_night(club, week=1)
    club_evenings.settle_and_rate(club_evenings.match_at(event, "M1-1"))
    for label in ("M1-1", "M1-2"):
        club_evenings.settle_and_rate(club_evenings.match_at(other, label))
    club_evenings.play_out(event)
    headings, rows = list_shown_ratings(event)

    assert headings == ["Before", "Change in this event", "Change in other events meanwhile", "After"]
    assert [round(sum(row[:-1]), 1) for row in rows] == [row[-1] for row in rows]


def test_without_other_matches_the_shown_change_is_all_there_is() -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    club_evenings.play_out(event)
    headings, rows = list_shown_ratings(event)

    assert headings == ["Before", "Change in this event", "After"]
    assert [round(before + change, 1) for before, change, _after in rows] == [row[-1] for row in rows]


def test_the_report_has_the_points_of_the_season_and_the_games_recorded() -> None:
    event = a_finished_event(club_evenings.FOUR)
    club = event.tournament.club
    season = seasons.open_season(
        club=club,
        name="Autumn",
        starts_on=date(2026, 9, 1),
        ends_on=date(2026, 12, 31),
        rules=RULE_PRESETS["places"].to_data(),
        by=club_evenings.director_of(club),
    )
    match = club_evenings.match_at(event, "M1-1")
    after = {"white_after": 4, "black_after": 0}
    Game.objects.create(
        match=match, number=1, winner="white", kind="gammon", cube=2, points=4, key="1", **after
    )
    report = event_report.get_event_report(event)
    figures = report.statistics

    expected = {row.player: row.total for row in season_tables.get_standings(season).rows if row.total}
    assert {player: total for player, total in report.seasons[0].lines if total} == expected
    assert (figures.games, figures.gammons, figures.backgammons) == (1, 1, 0)
    assert (figures.doubled, figures.highest_cube) == (1, 2)


def test_an_event_of_teams_is_won_by_a_team() -> None:
    event = a_team_event(club_evenings.a_club(), stage=KNOCKOUT)
    opened(event, event.pairings.get(board=0).label)
    for match in Match.objects.filter(pairing__event=event):
        club_evenings.settle(match)
    event.refresh_from_db()
    winners = final_standings.get_final_standings(event).winners
    best = event.pairings.get(board=0).winner_entry

    assert best is not None
    assert ([line.entry for line in winners], best.player.is_team) == ([best], True)


def test_unpaid_fees_are_collected_before_prizes_are_paid(client: Client) -> None:
    event = fees.a_paying_night(PUBLIC_FEES)
    client.force_login(fees.director(event))
    club_evenings.play_out(event)
    steps = client.get(path_of(event, "desk/")).context["finish_steps"]

    assert [(step.place, step.is_done) for step in steps[:2]] == [(5, False), (20, None)]
    assert steps[0].text.startswith("Collect the fees still owed: €")
    assert "fees-due" in client.get(steps[0].address).text
    fees.everybody_pays(event)
    assert client.get(path_of(event, "desk/")).context["finish_steps"][0].place == 10


def test_the_report_names_every_winner_and_counts_what_was_played() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT)
    club_evenings.settle(club_evenings.match_at(event, "M1-1"), ending="walkover")
    club_evenings.play_out(event)
    event.refresh_from_db()
    report = event_report.get_event_report(event)
    consolation = final_standings.get_final_standings(event).sections[1].lines[0].entry

    assert ("Winner, Consolation", consolation.player.name) in report_tables.get_heading(report)
    figures = report.statistics
    assert (figures.matches, figures.played) == (9, 8)
    assert next(report_tables.statistic_rows(figures)) == ("Matches played", "8")


def test_the_report_names_the_length_of_every_round(client: Client) -> None:
    chair = Chair(client, "knockout", length="5 5 7")
    chair.begin([f"Player {number}" for number in range(8)])
    chair.finish()
    assert "matches to 5, 5, 7 points" in client.get(path_of(chair.event, "report/")).text


def test_archiving_is_offered_once_all_events_are_finished(client: Client) -> None:
    event = a_finished_event(club_evenings.FOUR)
    by = club_evenings.director_of(event.tournament.club)
    client.force_login(by)
    steps = [step.place for step in client.get(path_of(event, "desk/")).context["finish_steps"]]
    tournaments.add_event(
        tournament=event.tournament, name="Blitz", format="knockout", length=1, consolation_length=1, by=by
    )
    later = [step.place for step in client.get(path_of(event, "desk/")).context["finish_steps"]]
    assert (steps, later) == ([20, 30, 35, 40], [20, 30, 35])


@pytest.mark.parametrize("page", ["standings/", "report/"])
def test_an_unchanged_page_is_answered_with_304(client: Client, page: str) -> None:
    event = a_finished_event(club_evenings.FOUR)
    path = path_of(event, page)
    client.get(path)
    etag = client.get(path)["ETag"]
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.second_stage
@pytest.mark.parametrize("page", ["standings/", "report/"])
def test_queries_do_not_grow_with_the_field(
    client: Client, page: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    counts = []
    for size in (4, 16):
        event = a_finished_event(tuple(f"Player {number}" for number in range(size)))
        client.get(path_of(event, page))
        with django_assert_max_num_queries(80) as captured:
            assert client.get(path_of(event, page)).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_a_report_requires_a_published_draw(client: Client) -> None:
    chair = Chair(client, "knockout")
    answers = [client.get(path_of(chair.event, page)).status_code for page in ("standings/", "report/")]
    assert (answers, client.get(f"/api/v1/events/{chair.event.pk}/report/").status_code) == ([200, 404], 404)


def test_the_winner_has_an_image_for_shared_links(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), club_evenings.FOUR)
    assert client.get(path_of(event, "podium.png")).status_code == 404
    club_evenings.play_out(event)
    podium = client.get(path_of(event, "podium.png"))
    with Image.open(BytesIO(podium.content)) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
    address = f'<meta property="og:image" content="http://testserver{path_of(event, "podium.png")}">'
    assert address in client.get(path_of(event)).content.decode()
    etag = client.get(path_of(event, "podium.png"))["ETag"]
    again = client.get(path_of(event, "podium.png"), headers={"If-None-Match": etag})
    assert again.status_code == 304


def test_long_names_stay_inside_the_image() -> None:
    text = PodiumText("Club" * 40, "Event" * 40, "Winner", "名" * 200, ("شطرنج" * 30, "x"))
    with Image.open(BytesIO(draw_podium(text))) as image:
        right_edge = image.crop((1200 - MARGIN + 8, 0, 1200, 500))
        assert len(set(right_edge.get_flattened_data())) == 1


def test_provisional_players_come_after_the_others() -> None:
    event = a_finished_event(club_evenings.FOUR)
    rating_list = club_evenings.rating_list_of(event.tournament.club)
    last = rating_tables.rating_table(rating_list)[-1]
    RatingChange.objects.filter(rating_list=rating_list, player=last.player).update(experience=1000)
    rows = rating_tables.rating_table(rating_list)

    assert [row.is_provisional for row in rows] == [False, True, True, True]
    assert (rows[0].player, [row.place for row in rows][:2]) == (last.player, [1, 2])
    places = ratings.get_rating_places(rating_list)
    assert [places[row.player.pk][0] for row in rows] == [row.place for row in rows]


def test_honours_after_two_events(client: Client) -> None:
    club = club_evenings.a_club()
    first, second = club_evenings.a_night(club), club_evenings.a_night(club, week=1)
    for event in (first, second):
        club_evenings.play_out(event)
        event.refresh_from_db()
    champions = [final_standings.get_winners(event)[0].player for event in (second, first)]
    club_honours = honours.get_honours(club)
    year = club_honours.years[0]

    assert [(title.event, title.player) for title in year.titles] == list(
        zip((second, first), champions, strict=True)
    )
    matches = Match.objects.filter(pairing__event__tournament__club=club)
    counts = {
        player.pk: matches.filter(white=player).count() + matches.filter(black=player).count()
        for match in matches
        for player in (match.white, match.black)
    }
    most_matches = club_honours.records.most_matches
    assert {row.count for row in most_matches} == {max(counts.values())}
    assert {counts[row.player.pk] for row in most_matches} == {max(counts.values())}

    review = honours.get_year_review(club, year.year)
    assert (review.events, review.players, [title.event for title in review.titles]) == (
        2,
        4,
        [second, first],
    )
    path = f"/clubs/{club.slug}/"
    pages = [client.get(path + page) for page in ("honours/", f"years/{year.year}/", "years/1999/")]
    assert [answer.status_code for answer in pages] == [200, 200, 404]
    assert [champions[0].name in answer.content.decode() for answer in pages[:2]] == [True, True]


def test_everyone_who_shares_a_record_is_named() -> None:
    club = club_evenings.a_club()
    champions = set()
    for week in range(4):
        event = club_evenings.a_night(club, [f"Player {letter}{week}" for letter in "ABCD"], week=week)
        club_evenings.play_out(event)
        event.refresh_from_db()
        champions.add(final_standings.get_winners(event)[0].player)
    most_titles = honours.get_honours(club).records.most_titles
    assert ({row.player for row in most_titles}, {row.count for row in most_titles}) == (champions, {1})


def test_results_typed_later_count_for_the_year_of_the_night() -> None:
    club = club_evenings.a_club()
    event = club_evenings.a_night(club, ("Anna", "Bruno", "Carla", "Dario"))
    club_evenings.play_out(event)
    year = event.tournament.starts_at.year
    matches = honours.get_year_review(club, year).matches
    Match.objects.update(settled_at=event.tournament.starts_at + timedelta(days=500))
    assert (honours.get_years(club), matches > 0) == ([year], True)
    assert honours.get_year_review(club, year).matches == matches
    assert honours.find_year_review(club, year + 1) is None
    match = Match.objects.select_related("pairing__event__tournament").exclude(pairing=None).first()
    assert match is not None
    assert get_day_played(match) == localdate(event.tournament.starts_at)


def test_a_player_page_finds_a_result_typed_later_by_the_year_of_the_night(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), ("Anna", "Bruno"))
    match = club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    year = event.tournament.starts_at.year
    Match.objects.update(settled_at=event.tournament.starts_at + timedelta(days=500))
    page = client.get(f"/p/{match.white.code}/", {"year": year})

    assert [choice for choice, _name in page.context["form"].fields["year"].choices][1:] == [str(year)]
    assert [shown.pk for shown in page.context["settled"]] == [match.pk]


def test_the_most_improved_player_is_found_by_the_year_of_the_night() -> None:
    club = club_evenings.a_club()
    event = club_evenings.a_night(club, [f"Player {number}" for number in range(1, 9)])
    club_evenings.rating_list_of(club)
    club_evenings.play_out(event)
    year = event.tournament.starts_at.year
    before = honours.get_year_review(club, year).most_improved
    later = event.tournament.starts_at + timedelta(days=500)
    Match.objects.update(settled_at=later)
    RatingChange.objects.update(at=later)

    assert before is not None
    assert honours.get_year_review(club, year).most_improved == before


def test_both_players_of_a_pair_are_counted_as_people() -> None:
    club = club_evenings.a_club()
    event = club_evenings.a_night(club, ("Anna / Bea", "Carla / Dora", "Elena / Fay", "Anna B / Bea B"))
    club_evenings.play_out(event)
    year = event.tournament.starts_at.year
    assert honours.get_year_review(club, year).players == 8
    (summary,) = list_tournaments(club)
    assert summary.players == 8


def test_a_streak_ends_with_a_loss_and_rivals_meet_often() -> None:
    matches = [honours.WonMatch(*pair) for pair in ((1, 2), (1, 2), (2, 1), (1, 3), (1, 2), (2, 1), (2, 1))]

    assert honours.find_longest_streaks(matches) == {1: 2, 2: 2}
    assert honours.find_closest_rivals(matches) == [((1, 2), (3, 3))]


def test_the_api_returns_winners_statistics_and_honours(client: Client) -> None:
    event = a_finished_event(club_evenings.FOUR)
    winner = final_standings.get_winners(event)[0].player
    slug = event.tournament.club.slug
    report = client.get(f"/api/v1/events/{event.pk}/report/").json()
    club_honours = client.get(f"/api/v1/clubs/{slug}/honours/").json()
    year = client.get(f"/api/v1/clubs/{slug}/years/2026/").json()

    assert [row["player"]["code"] for row in report["winners"]] == [winner.code]
    assert report["statistics"]["matches"] == Match.objects.filter(pairing__event=event).count()
    assert [title["player"]["code"] for title in club_honours["years"][0]["titles"]] == [winner.code]
    assert (year["events"], [title["event"] for title in year["titles"]]) == (1, [event.pk])
    assert client.get(f"/api/v1/clubs/{slug}/years/1999/").status_code == 404


def test_the_desk_of_a_finished_event_shows_the_tables_of_another_one(client: Client) -> None:
    event = a_finished_event(club_evenings.FOUR)
    by = club_evenings.director_of(event.tournament.club)
    blitz = tournaments.add_event(
        tournament=event.tournament, name="Blitz", format="knockout", length=1, consolation_length=1, by=by
    )
    entries.enter_names(event=blitz, names="\n".join(club_evenings.FOUR), by=by, key="blitz")
    draws.draw(event=blitz, by=by)
    draws.publish(event=blitz, by=by)
    client.force_login(by)

    page = client.get(path_of(event, "desk/"))

    assert [match.status for match in page.context["playing"]] == ["called", "called"]
    assert page.text.count("free in about") == 2


def test_a_player_who_accepts_a_result_is_no_director_of_the_report() -> None:
    club = club_evenings.a_club()
    event = club_evenings.a_night(club)
    match = club_evenings.match_at(event, "M1-1")
    user = a_user("sara")
    Player.objects.filter(pk=match.white_id).update(user=user)
    a_report(match, 2, 5, identity=with_badge(match, "black"))
    reporting.dispute(
        match=match, identity=with_account(user), report=match.reports.get(), white_score=5, black_score=2
    )
    reporting.accept(match=match, report=match.reports.order_by("pk")[0], identity=with_account(user))

    assert event.journal.get(kind="settled").by == user
    assert event_report.list_director_names(event) == (club_evenings.director_of(club).display_name,)
