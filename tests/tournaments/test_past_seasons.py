"""A club of sixty brings three seasons as files: standings, ladder and ratings as computed elsewhere."""

from datetime import date

import pytest

from matches import states
from matches.models import Match, Outbox, Player
from matches.services import outbox, settling
from tests.tournaments import past_seasons
from tests.tournaments.club_evenings import a_club, director_of, rating_list_of
from tournaments.exchange import past_results
from tournaments.exchange.spreadsheets import read
from tournaments.ladders import queries as ladders
from tournaments.ladders import services as ladder_services
from tournaments.ladders.journal.rules import LadderRules
from tournaments.models import Membership, SeasonChange
from tournaments.queries import club_results, clubs, ratings
from tournaments.queries import seasons as queries
from tournaments.queries.imports import preview_past_results
from tournaments.ratings.ledger import rate_results
from tournaments.services import history_import, seasons
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 22)
MATCHES = past_seasons.played()
# Half of every year, for what needs no whole one.
HALF = [each for each in MATCHES if each[0].month <= 5]


def reading(data):
    grid = read(data)
    roles = past_results.guess_roles(grid)
    assert past_results.get_missing_roles(roles) == ()
    reading = past_results.read(
        grid, roles, heads=True, order=past_results.guess_date_order(grid, roles), today=TODAY
    )
    assert reading.faults == ()
    return reading


def settle_debts():
    """Process the pending messages, as a worker would."""
    while row := Outbox.objects.filter(sent_at=None).order_by("pk").first():
        outbox.deliver_message(outbox_id=row.pk)


def take_in(club, year, matches):
    """The file of a year; whoever is called like another one is somebody else."""
    result = reading(past_seasons.as_csv(matches, year))
    choices = {one.number: "new" for one in preview_past_results(club, result).flagged}
    return history_import.import_results(
        club=club, name=f"{year}.csv", rows=result.rows, choices=choices, by=director_of(club)
    )


def brought(club, matches):
    return [take_in(club, year, matches) for year in past_seasons.YEARS]


def opened(club, year):
    return seasons.open_season(
        club=club,
        name=str(year),
        starts_on=date(year, 1, 1),
        ends_on=date(year, 12, 31),
        rules=RULE_PRESETS["best-of"].to_data(),
        by=director_of(club),
    )


def table_of(season):
    return {
        row.player.name: (row.place, row.total, row.won, row.lost) for row in clubs.get_standings(season).rows
    }


def rated(club):
    rows = clubs.rating_table(rating_list_of(club))
    return {row.player.name: (row.rating, row.experience) for row in rows}


def test_standings_ladder_and_ratings_are_those_of_an_independent_computation():
    club = a_club()
    brought(club, MATCHES)
    settle_debts()
    assert Membership.objects.filter(club=club).exclude(player=None).count() == 60
    for year in past_seasons.YEARS:
        assert table_of(opened(club, year)) == past_seasons.standings(MATCHES, year)
    assert rated(club) == past_seasons.ratings(MATCHES)
    ladder = ladder_services.open_with_results(
        club=club, name="Ladder", rules=LadderRules(), today=TODAY, by=director_of(club)
    )
    order = [row[1] for row in ladders.export_sheet(ladder, ("Place", "Name")).rows]
    assert order == past_seasons.ladder(MATCHES)


def test_files_in_the_wrong_order_come_to_the_same_ratings():
    club = a_club()
    for year in reversed(past_seasons.YEARS):
        take_in(club, year, HALF)
        settle_debts()
    assert rated(club) == past_seasons.ratings(HALF)


def test_a_corrected_result_of_an_earlier_year_moves_the_season_and_says_whom():
    club = a_club()
    brought(club, HALF)
    season = opened(club, 2024)
    settle_debts()
    number = next(at for at, each in enumerate(HALF) if each[0].year == 2024)
    day, evening, winner, loser, length, points = HALF[number]
    match = Match.objects.get(
        white__name=winner, black__name=loser, length=length, black_score=points, past__evening__played_on=day
    )
    settling.correct_result(
        match=match, white_score=0, black_score=length, by=director_of(club), reason="Sheet found"
    )
    settle_debts()
    changed = [*HALF]
    changed[number] = (day, evening, loser, winner, length, 0)
    # Who sat there stays: only the result is another one.
    assert table_of(season) == past_seasons.standings(changed, 2024)
    assert rated(club) == past_seasons.ratings(changed)
    (change,) = SeasonChange.objects.filter(season=season)
    assert (change.kind, change.match, change.reason) == ("result", match, "Sheet found")
    mapping = {Player.objects.get(pk=move[0]).name: (move[1][0], move[2][0]) for move in change.moves}
    before, after = (past_seasons.standings(each, 2024) for each in (HALF, changed))
    assert mapping == {
        name: (before[name][0], after[name][0]) for name in before if before[name][:2] != after[name][:2]
    }
    assert {winner, loser} <= set(mapping)


def test_a_file_taken_back_leaves_nothing_that_counts_and_may_come_again():
    club = a_club()
    _, second, _ = brought(club, HALF)
    settle_debts()
    history_import.undo_import(batch=second, by=director_of(club))
    settle_debts()
    items = [each for each in HALF if each[0].year != 2024]
    assert rated(club) == past_seasons.ratings(items)
    assert table_of(opened(club, 2024)) == {}
    again = history_import.import_results(
        club=club,
        name="again",
        rows=reading(past_seasons.as_csv(HALF, 2024)).rows,
        choices={},
        by=director_of(club),
    )
    settle_debts()
    assert rated(club) == past_seasons.ratings(HALF)
    assert Player.objects.filter(kind="person").count() == 60
    assert again.pk != second.pk
    rating_list = rating_list_of(club)
    folded = rate_results(
        [dated.result for dated in ratings.results_from(club.pk, None)], ratings.parameters_of(rating_list)
    )
    stored = ratings.changes_from(rating_list, None)
    assert [(row.match_id, row.after) for row in stored] == [
        (c.match, c.after.rating) for c in folded.changes
    ]


def test_a_match_of_an_earlier_year_decided_anew_stays_where_it_was_played():
    club = a_club()
    brought(club, HALF)
    settle_debts()
    match = Match.objects.earliest("settled_at", "pk")
    settling.reopen_match(match=match, by=director_of(club), reason="Who won")
    result = states.make_result(match.length, (match.length, 0), "white", "played")
    settling.settle_match(
        match=Match.objects.get(pk=match.pk), result=result, actor="Desk", by=director_of(club)
    )
    settle_debts()
    assert rated(club) == past_seasons.ratings(HALF)
    assert Match.objects.get(pk=match.pk).settled_at == match.settled_at


def test_nights_of_places_alone_come_to_the_table_of_an_independent_computation():
    club, places = a_club(), past_seasons.placed()
    result = reading(past_seasons.as_place_csv(places))
    assert (result.rows, len(result.places)) == ((), len(places))
    by = director_of(club)
    choices = {one.number: "new" for one in preview_past_results(club, result).flagged}
    batch = history_import.import_results(
        club=club, name="2024.csv", rows=result.rows, places=result.places, choices=choices, by=by
    )
    season = seasons.open_season(
        club=club,
        name="2024",
        starts_on=date(2024, 1, 1),
        ends_on=date(2024, 12, 31),
        rules={**RULE_PRESETS["places"].to_data(), "tiebreaks": []},
        by=by,
    )
    mapping = {row.player: (row.place, row.total) for row in queries.compute_table(season)}
    value = past_seasons.standings_by_place(places)
    assert {Player.objects.get(pk=key).name: each for key, each in mapping.items()} == value
    assert sum(row.is_club_tournament for row in seasons_of_nights(club)) == 12
    history_import.undo_import(batch=batch, by=by)
    assert queries.compute_table(season) == ()
    assert Membership.objects.filter(club=club).exclude(player=None).count() == 0


def seasons_of_nights(club):
    span = club_results.DayRange(date(2024, 1, 1), date(2024, 12, 31))
    return [evening for _, evening in club_results.get_results_between(club, span)]
