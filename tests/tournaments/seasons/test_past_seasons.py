"""Three seasons of a club of sixty, imported from files: tables and ratings as computed independently."""

from datetime import date

import pytest

from matches import states
from matches.models import Match, Outbox, Player
from matches.services import outbox, settling
from tests.tournaments import past_seasons
from tests.tournaments.club_evenings import a_club, director_of, rating_list_of
from tournaments import known_ratings
from tournaments.exchange.lists.files import pack_file
from tournaments.importing.queries.imports import preview_past_results
from tournaments.importing.services import history_import
from tournaments.importing.services.imports import ImportedList
from tournaments.ladders import queries as ladders
from tournaments.ladders import services as ladder_services
from tournaments.ladders.journal.ladder_settings import LadderRules
from tournaments.models import Membership, SeasonChange
from tournaments.rating_systems.rating_changes import rate_results
from tournaments.ratings.queries import rating_tables, ratings
from tournaments.seasons import services as seasons
from tournaments.seasons.queries import season_results, season_tables
from tournaments.seasons.queries import seasons as queries
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 22)
MATCHES = past_seasons.played()
# The first months of each year, for tests that need no whole years.
HALF = [match for match in MATCHES if match[0].month <= 5]


def reading(club, data):
    new_results = ImportedList(pack_file(data), {}).read(club, TODAY)
    assert (new_results.questions, new_results.results.faults, new_results.left_out) == ((), (), ())
    return new_results.results


def process_outbox():
    """Process the pending messages, as a worker would."""
    while row := Outbox.objects.filter(sent_at=None).order_by("pk").first():
        outbox.deliver_message(outbox_id=row.pk)


def import_year(club, year, matches):
    """Import the file of a year; every flagged name is registered as a new player."""
    results = reading(club, past_seasons.as_csv(matches, year))
    choices = {flagged.number: "new" for flagged in preview_past_results(club, results).flagged}
    return history_import.import_results(
        club=club, name=f"{year}.csv", results=results, choices=choices, by=director_of(club)
    )


def import_years(club, matches):
    return [import_year(club, year, matches) for year in past_seasons.YEARS]


def open_year(club, year):
    return seasons.open_season(
        club=club,
        name=str(year),
        starts_on=date(year, 1, 1),
        ends_on=date(year, 12, 31),
        rules=RULE_PRESETS["best-of"].to_data(),
        by=director_of(club),
    )


def standings_by_name(season):
    return {
        row.player.name: (row.place, row.total, row.won, row.lost)
        for row in season_tables.get_standings(season).rows
    }


def ratings_by_name(club):
    rows = rating_tables.rating_table(rating_list_of(club))
    return {row.player.name: (row.rating, row.experience) for row in rows}


def test_standings_ladder_and_ratings_are_those_of_an_independent_computation():
    club = a_club()
    import_years(club, MATCHES)
    process_outbox()
    assert Membership.objects.filter(club=club).exclude(player=None).count() == 60
    for year in past_seasons.YEARS:
        assert standings_by_name(open_year(club, year)) == past_seasons.standings(MATCHES, year)
    assert ratings_by_name(club) == past_seasons.ratings(MATCHES)
    ladder = ladder_services.open_with_results(
        club=club, name="Ladder", rules=LadderRules(), today=TODAY, by=director_of(club)
    )
    order = [row[1] for row in ladders.export_sheet(ladder, ("Place", "Name")).rows]
    assert order == past_seasons.ladder(MATCHES)


def test_the_order_of_imports_does_not_change_the_ratings():
    club = a_club()
    for year in reversed(past_seasons.YEARS):
        import_year(club, year, HALF)
        process_outbox()
    assert ratings_by_name(club) == past_seasons.ratings(HALF)


def test_a_correction_in_an_earlier_year_moves_the_season_and_is_recorded():
    club = a_club()
    import_years(club, HALF)
    season = open_year(club, 2024)
    process_outbox()
    number = next(at for at, played in enumerate(HALF) if played[0].year == 2024)
    day, evening, winner, loser, length, points = HALF[number]
    match = Match.objects.get(
        white__name=winner, black__name=loser, length=length, black_score=points, past__evening__played_on=day
    )
    settling.correct_result(
        match=match, white_score=0, black_score=length, by=director_of(club), reason="Sheet found"
    )
    process_outbox()
    changed = [*HALF]
    changed[number] = (day, evening, loser, winner, length, 0)
    # The players stay where they sat: only the result has changed.
    assert standings_by_name(season) == past_seasons.standings(changed, 2024)
    assert ratings_by_name(club) == past_seasons.ratings(changed)
    (change,) = SeasonChange.objects.filter(season=season)
    assert (change.kind, change.match, change.reason) == ("result", match, "Sheet found")
    moved = {Player.objects.get(pk=move[0]).name: (move[1][0], move[2][0]) for move in change.moves}
    before, after = (past_seasons.standings(matches, 2024) for matches in (HALF, changed))
    assert moved == {
        name: (before[name][0], after[name][0]) for name in before if before[name][:2] != after[name][:2]
    }
    assert {winner, loser} <= set(moved)


def test_an_undone_import_does_not_count_and_can_be_repeated():
    club = a_club()
    _, second, _ = import_years(club, HALF)
    process_outbox()
    history_import.undo_import(batch=second, by=director_of(club))
    process_outbox()
    remaining = [match for match in HALF if match[0].year != 2024]
    assert ratings_by_name(club) == past_seasons.ratings(remaining)
    assert standings_by_name(open_year(club, 2024)) == {}
    again = history_import.import_results(
        club=club,
        name="again",
        results=reading(club, past_seasons.as_csv(HALF, 2024)),
        choices={},
        by=director_of(club),
    )
    process_outbox()
    assert ratings_by_name(club) == past_seasons.ratings(HALF)
    assert Player.objects.filter(kind="person").count() == 60
    assert again.pk != second.pk
    rating_list = rating_list_of(club)
    replayed = rate_results(
        [dated.result for dated in ratings.results_from(club.pk, None)],
        known_ratings.parameters_of(rating_list),
    )
    stored = ratings.changes_from(rating_list, None)
    assert [(row.match_id, row.after) for row in stored] == [
        (change.match, change.after.rating) for change in replayed.changes
    ]


def test_a_match_settled_again_keeps_its_place_in_the_order_of_results():
    club = a_club()
    import_years(club, HALF)
    process_outbox()
    match = Match.objects.earliest("settled_at", "pk")
    settling.reopen_match(match=match, by=director_of(club), reason="Who won")
    result = states.make_result(match.length, (match.length, 0), "white", "played")
    settling.settle_match(
        match=Match.objects.get(pk=match.pk), result=result, actor="Desk", by=director_of(club)
    )
    process_outbox()
    assert ratings_by_name(club) == past_seasons.ratings(HALF)
    assert Match.objects.get(pk=match.pk).settled_at == match.settled_at


def test_a_season_of_imported_places_has_the_independently_computed_table():
    club, places = a_club(), past_seasons.placed()
    results = reading(club, past_seasons.as_place_csv(places))
    assert (results.rows, len(results.places)) == ((), len(places))
    by = director_of(club)
    choices = {flagged.number: "new" for flagged in preview_past_results(club, results).flagged}
    batch = history_import.import_results(club=club, name="2024.csv", results=results, choices=choices, by=by)
    season = seasons.open_season(
        club=club,
        name="2024",
        starts_on=date(2024, 1, 1),
        ends_on=date(2024, 12, 31),
        rules={**RULE_PRESETS["places"].to_data(), "tiebreaks": []},
        by=by,
    )
    table = {row.player: (row.place, row.total) for row in queries.compute_table(season)}
    expected = past_seasons.standings_by_place(places)
    assert {
        Player.objects.get(pk=key).name: place_and_total for key, place_and_total in table.items()
    } == expected
    assert sum(row.is_club_tournament for row in seasons_of_nights(club)) == 12
    history_import.undo_import(batch=batch, by=by)
    assert queries.compute_table(season) == ()
    assert Membership.objects.filter(club=club).exclude(player=None).count() == 0


def seasons_of_nights(club):
    span = season_results.DayRange(date(2024, 1, 1), date(2024, 12, 31))
    return [evening for _, evening in season_results.get_results_between(club, span)]
