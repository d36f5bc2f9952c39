"""Merged players in a club: one rating, one line in the standings, one entry, one opponent."""

from contextlib import suppress
from datetime import date

import pytest
from django.core.management import call_command

from matches.actors import SYSTEM
from matches.models import Outbox, Player
from matches.services import merging
from tests.matches.refusals import refusal
from tests.tournaments.club_evenings import a_club, a_night, director_of, play_out, rating_list_of
from tournaments.exchange.past_results import ParsedResults, PastRow
from tournaments.importing.services import history_import
from tournaments.models import Club, RatingList
from tournaments.play.entrants.queries.entries import read_names
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.rating_systems.rating_changes import rate_results
from tournaments.ratings.queries import rating_tables, ratings
from tournaments.ratings.services import ratings as rating_services
from tournaments.seasons import services as seasons
from tournaments.seasons.queries import careers, season_tables
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db

SECOND = ("Anna B.", "Bruno", "Elena", "Dario")


def two_rated_tournaments() -> tuple[Club, Player, Player]:
    """Return a club with two rated tournaments, and the players "Anna" and "Anna B." of one each."""
    club = a_club()
    for week, names in enumerate((("Anna", "Bruno", "Carla", "Dario"), SECOND)):
        play_out(a_night(club, names, week=week))
    rating_services.rebuild(rating_list=rating_list_of(club))
    return club, Player.objects.get(name="Anna"), Player.objects.get(name="Anna B.")


def get_table(rating_list: RatingList) -> list[tuple[str, float, int]]:
    """Return name, rating and number of matches of every player of a list."""
    return [(row.player.name, row.rating, row.matches) for row in rating_tables.rating_table(rating_list)]


def matches_replay(rating_list: RatingList) -> bool:
    """Return whether the stored rating changes equal those replayed from all results."""
    results = [dated.result for dated in ratings.results_from(rating_list.club_id, None)]
    replayed = [(c.match, c.player, c.after.rating) for c in rate_results(results).changes]
    return replayed == [(r.match_id, r.player_id, r.after) for r in ratings.changes_from(rating_list, None)]


def test_merged_players_have_one_rating_until_the_merge_is_undone(django_capture_on_commit_callbacks) -> None:
    club, anna, other = two_rated_tournaments()
    rating_list = rating_list_of(club)
    before = get_table(rating_list)

    with django_capture_on_commit_callbacks(execute=True):
        merge = merging.merge_players(keep=anna, absorb=other, by=SYSTEM, reason="one")
    joined = {name: matches for name, _, matches in get_table(rating_list)}
    counts = {name: matches for name, _, matches in before}
    assert joined == {
        **{name: count for name, count in counts.items() if name != "Anna B."},
        "Anna": counts["Anna"] + counts["Anna B."],
    }
    assert matches_replay(rating_list)

    with django_capture_on_commit_callbacks(execute=True):
        merging.undo_merge(merged=merge, by=SYSTEM, reason="two")
    assert (get_table(rating_list), matches_replay(rating_list)) == (before, True)


def test_merged_players_have_one_line_in_the_standings() -> None:
    club, anna, other = two_rated_tournaments()
    season = seasons.open_season(
        club=club,
        name="Season",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        rules=RULE_PRESETS["league"].to_data(),
        by=director_of(club),
    )
    totals_before = {row.player.name: row.total for row in season_tables.get_standings(season).rows}
    merging.merge_players(keep=anna, absorb=other, by=SYSTEM, reason="one")
    rows = {row.player.name: row for row in season_tables.get_standings(season).rows}
    assert (sorted(rows), rows["Anna"].total) == (
        ["Anna", "Bruno", "Carla", "Dario", "Elena"],
        totals_before["Anna"] + totals_before["Anna B."],
    )
    assert [cell is not None for cell in rows["Anna"].cells] == [True, True]


def test_players_of_one_event_cannot_be_merged() -> None:
    event = a_night(a_club())
    anna, carla = (Player.objects.get(name=name) for name in ("Anna", "Carla"))
    if event.pairings.filter(match__white__in=(anna, carla), match__black__in=(anna, carla)).exists():
        carla = Player.objects.get(name="Bruno")
    error = refusal(merging.merge_players, keep=anna, absorb=carla, by=SYSTEM, reason="x")
    assert (error.code, error.facts) == ("entered_together", {"event": event.name})
    anna.refresh_from_db()
    assert anna.person is None


def test_a_list_with_the_other_spelling_enters_the_player_once() -> None:
    club, anna, other = two_rated_tournaments()
    merging.merge_players(keep=anna, absorb=other, by=SYSTEM, reason="one")
    event = tournaments.create_knockout_tournament(
        club=club,
        name="Third night",
        starts_at=club.created_at,
        length=5,
        consolation_length=3,
        tables=2,
        by=director_of(club),
    )
    entries.enter_names(event=event, names="Anna B.\nBruno", by=director_of(club), key="names")
    assert list(event.entries.values_list("player__name", flat=True)) == ["Anna", "Bruno"]
    lines = read_names(event=event, text="Anna\nAnna B.\nCarla", with_records=True)
    assert [line.is_taken for line in lines] == [False, False, True]


def run_audit(command: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the lines that an audit command prints."""
    with suppress(SystemExit):
        call_command(command, language="en")
    return capsys.readouterr().out.splitlines()


def test_the_audit_detects_a_missed_merge_and_a_rebuild_applies_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    club, anna, other = two_rated_tournaments()
    rating_list = rating_list_of(club)
    assert run_audit("audit_ratings", capsys) == ["1 rating list checked: all rows match"]
    merging.merge_players(keep=anna, absorb=other, by=SYSTEM, reason="one")
    Outbox.objects.all().delete()  # a message that was lost
    output = run_audit("audit_ratings", capsys)
    assert (output[0].startswith(f"{club.slug}: Rating: From match "), output[1]) == (
        True,
        "1 rating list checked: 1 inconsistent row",
    )
    call_command("rebuild_ratings", club.slug)
    capsys.readouterr()
    assert run_audit("audit_ratings", capsys) == ["1 rating list checked: all rows match"]
    assert [name for name, _, _ in get_table(rating_list) if name.startswith("Anna")] == ["Anna"]
    rating_list.changes.filter(replaced_in=None).last().delete()
    assert run_audit("audit_ratings", capsys)[-1] == "1 rating list checked: 1 inconsistent row"


def test_the_audit_detects_a_player_with_two_entries(capsys: pytest.CaptureFixture[str]) -> None:
    event = a_night(a_club(), ("Anna", "Bruno", "Carla / Dario"))
    assert run_audit("audit_events", capsys) == ["1 event checked: all rows match"]
    anna = Player.objects.get(name="Anna")
    Player.objects.filter(kind="pair").update(first=anna, second=Player.objects.get(name="Carla"))
    assert run_audit("audit_events", capsys) == [
        f"{event.name}: {anna.code} has two entries in {event.name}.",
        "1 event checked: 1 inconsistent row",
    ]


def test_merged_opponents_are_one_rival() -> None:
    club = a_club()
    row_fields = {
        "day": date(2024, 1, 5),
        "evening": "Night",
        "length": 5,
        "is_won_by_one": True,
        "ending": "played",
    }
    rows = [
        PastRow(line=line, one="Bruno", other=other, score=(5, line), **row_fields)
        for line, other in ((2, "Anna"), (3, "Anna"), (4, "Carla Rossi"))
    ]
    results = ParsedResults(tuple(rows))
    history_import.import_results(
        club=club, name="2024.csv", results=results, choices={}, by=director_of(club)
    )
    bruno, anna, carla = (Player.objects.get(name=name) for name in ("Bruno", "Anna", "Carla Rossi"))
    merging.merge_players(keep=anna, absorb=carla, by=SYSTEM, reason="one")
    (rival,) = careers.get_career(club, bruno, None).rivals
    assert (rival.opponent, rival.won, rival.lost) == (anna, 3, 0)
