"""Two spellings of one person in a club: one rating, one place in the standings, one entry."""

from contextlib import suppress
from datetime import date

import pytest
from django.core.management import call_command

from matches.actors import SYSTEM
from matches.models import Outbox, Player
from matches.services import spelling
from tests.matches.refusals import refusal
from tests.tournaments.club_evenings import a_club, a_night, director_of, play_out, rating_list_of
from tournaments.exchange.past_results import PastRow
from tournaments.models import Club, RatingList
from tournaments.queries import careers, ratings
from tournaments.queries import clubs as club_queries
from tournaments.queries.entries import read_names
from tournaments.ratings.ledger import rate_results
from tournaments.services import entries, history_import, seasons, tournaments
from tournaments.services import ratings as rating_services
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db

SECOND = ("Anna B.", "Bruno", "Elena", "Dario")


def a_season() -> tuple[Club, Player, Player]:
    """Two nights rated; Anna is called "Anna B." on the second."""
    club = a_club()
    for week, names in enumerate((("Anna", "Bruno", "Carla", "Dario"), SECOND)):
        play_out(a_night(club, names, week=week))
    rating_services.rebuild(rating_list=rating_list_of(club))
    return club, Player.objects.get(name="Anna"), Player.objects.get(name="Anna B.")


def table_of(rating_list: RatingList) -> list[tuple[str, float, int]]:
    """The list as it stands: name, rating, matches."""
    return [(row.player.name, row.rating, row.matches) for row in club_queries.rating_table(rating_list)]


def agrees(rating_list: RatingList) -> bool:
    """Whether the stored ledger is what the results give, from nothing."""
    results = [dated.result for dated in ratings.results_from(rating_list.club_id, None)]
    folded = [(c.match, c.player, c.after.rating) for c in rate_results(results).changes]
    return folded == [(r.match_id, r.player_id, r.after) for r in ratings.changes_from(rating_list, None)]


def test_one_person_has_one_rating_and_two_again_after_parting(django_capture_on_commit_callbacks) -> None:
    club, anna, other = a_season()
    rating_list = rating_list_of(club)
    before = table_of(rating_list)

    with django_capture_on_commit_callbacks(execute=True):
        merge = spelling.merge_players(keep=anna, absorb=other, by=SYSTEM, reason="one")
    joined = {name: matches for name, _, matches in table_of(rating_list)}
    counts = {name: matches for name, _, matches in before}
    assert joined == {
        **{name: count for name, count in counts.items() if name != "Anna B."},
        "Anna": counts["Anna"] + counts["Anna B."],
    }
    assert agrees(rating_list)

    with django_capture_on_commit_callbacks(execute=True):
        spelling.undo_merge(merged=merge, by=SYSTEM, reason="two")
    assert (table_of(rating_list), agrees(rating_list)) == (before, True)


def test_one_person_has_one_place_in_the_standings() -> None:
    club, anna, other = a_season()
    season = seasons.open_season(
        club=club,
        name="Season",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        rules=RULE_PRESETS["league"].to_data(),
        by=director_of(club),
    )
    mapping = {row.player.name: row.total for row in club_queries.get_standings(season).rows}
    spelling.merge_players(keep=anna, absorb=other, by=SYSTEM, reason="one")
    rows = {row.player.name: row for row in club_queries.get_standings(season).rows}
    assert (sorted(rows), rows["Anna"].total) == (
        ["Anna", "Bruno", "Carla", "Dario", "Elena"],
        mapping["Anna"] + mapping["Anna B."],
    )
    assert [cell is not None for cell in rows["Anna"].cells] == [True, True]


def test_two_entered_in_one_event_are_two_people() -> None:
    event = a_night(a_club())
    anna, carla = (Player.objects.get(name=name) for name in ("Anna", "Carla"))
    if event.pairings.filter(match__white__in=(anna, carla), match__black__in=(anna, carla)).exists():
        carla = Player.objects.get(name="Bruno")
    error = refusal(spelling.merge_players, keep=anna, absorb=carla, by=SYSTEM, reason="x")
    assert (error.code, error.facts) == ("entered_together", {"event": event.name})
    anna.refresh_from_db()
    assert anna.person is None


def test_the_other_spelling_on_a_list_enters_the_person_once() -> None:
    club, anna, other = a_season()
    spelling.merge_players(keep=anna, absorb=other, by=SYSTEM, reason="one")
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
    again = read_names(event=event, text="Anna\nAnna B.\nCarla")
    assert [line.is_taken for line in again] == [False, False, True]


def output_of(command: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What an audit says, line by line."""
    with suppress(SystemExit):
        call_command(command, language="en")
    return capsys.readouterr().out.splitlines()


def test_an_audit_folds_persons_and_a_rebuild_makes_two_spellings_one_rating(
    capsys: pytest.CaptureFixture[str],
) -> None:
    club, anna, other = a_season()
    rating_list = rating_list_of(club)
    assert output_of("audit_ratings", capsys) == ["1 rating list checked: all rows match"]
    spelling.merge_players(keep=anna, absorb=other, by=SYSTEM, reason="one")
    Outbox.objects.all().delete()  # a message that was lost
    result = output_of("audit_ratings", capsys)
    assert (result[0].startswith(f"{club.slug}: Rating: From match "), result[1]) == (
        True,
        "1 rating list checked: 1 inconsistent row",
    )
    call_command("rebuild_ratings", club.slug)
    capsys.readouterr()
    assert output_of("audit_ratings", capsys) == ["1 rating list checked: all rows match"]
    assert [name for name, _, _ in table_of(rating_list) if name.startswith("Anna")] == ["Anna"]
    rating_list.changes.filter(replaced_in=None).last().delete()
    assert output_of("audit_ratings", capsys)[-1] == "1 rating list checked: 1 inconsistent row"


def test_a_person_who_sits_twice_in_an_event_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    event = a_night(a_club(), ("Anna", "Bruno", "Carla / Dario"))
    assert output_of("audit_events", capsys) == ["1 event checked: all rows match"]
    anna = Player.objects.get(name="Anna")
    Player.objects.filter(kind="pair").update(first=anna, second=Player.objects.get(name="Carla"))
    assert output_of("audit_events", capsys) == [
        f"{event.name}: {anna.code} has two entries in {event.name}.",
        "1 event checked: 1 inconsistent row",
    ]


def test_two_spellings_of_an_opponent_are_one_rival() -> None:
    club = a_club()
    mapping = {
        "day": date(2024, 1, 5),
        "evening": "Night",
        "length": 5,
        "is_won_by_one": True,
        "ending": "played",
    }
    rows = [
        PastRow(line=line, one="Bruno", other=other, score=(5, line), **mapping)
        for line, other in ((2, "Anna"), (3, "Anna"), (4, "Carla Rossi"))
    ]
    history_import.import_results(club=club, name="2024.csv", rows=rows, choices={}, by=director_of(club))
    bruno, anna, carla = (Player.objects.get(name=name) for name in ("Bruno", "Anna", "Carla Rossi"))
    spelling.merge_players(keep=anna, absorb=carla, by=SYSTEM, reason="one")
    (rival,) = careers.get_career(club, bruno, None).rivals
    assert (rival.opponent, rival.won, rival.lost) == (anna, 3, 0)
