"""Imports of past results into a club: constant number of queries, matching of names, constraints."""

from datetime import date

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from matches.models import Match, Player
from matches.services import imported_results
from rules.errors import Refusal
from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, director_of
from tournaments.exchange.past_results import ParsedResults, PastRow
from tournaments.importing.queries.matched_names import match_names
from tournaments.importing.services import history_import, registered_people
from tournaments.models import Club, PastResult
from tournaments.people.services import members

pytestmark = pytest.mark.django_db

NAMES = ("Aurelio", "Benedetta", "Cosimo", "Domitilla", "Ezio", "Fiammetta", "Gregorio", "Hildegard")


@pytest.fixture
def club() -> Club:
    return a_club()


def results(count: int) -> ParsedResults:
    """Return this many matches among eight players on one day."""
    day = date(2020, 5, 1)
    names = [(NAMES[number % 8], NAMES[(number + 1 + number // 8 % 7) % 8]) for number in range(count)]
    rows = (
        PastRow(line, day, "Night", one, other, 7, (7, line % 7), is_won_by_one=True, ending="played")
        for line, (one, other) in enumerate(names, start=2)
    )
    return ParsedResults(tuple(rows))


def test_queries_do_not_grow_with_the_results() -> None:
    counts = []
    for count in (40, 400):
        club = a_club(f"Club {count}")
        with CaptureQueriesContext(connection) as queries:
            history_import.import_results(
                club=club, name="f.csv", results=results(count), choices={}, by=director_of(club)
            )
        counts.append(
            len([query for query in queries if "matches_match" in query["sql"] or "past" in query["sql"]])
        )
        assert Match.objects.filter(past__evening__batch__club=club).count() == count
    assert counts[0] == counts[1]


def test_every_match_has_its_own_line(club: Club) -> None:
    past = results(60)
    history_import.import_results(club=club, name="f.csv", results=past, choices={}, by=director_of(club))
    stored_rows = PastResult.objects.order_by("line").values_list(
        "line", "match__white__name", "match__black__name", "match__black_score"
    )
    assert list(stored_rows) == [(row.line, row.one, row.other, row.score[1]) for row in past.rows]


def test_a_player_who_has_joined_meanwhile_is_not_created_again(club: Club) -> None:
    by = director_of(club)
    matched_names = match_names(club=club, names=["Aurelio Neri"], choices={})
    members.enrol(club=club, player=a_player("Aurelio Neri"), by=by)
    with transaction.atomic():
        players = registered_people.get_or_create_players(matched_names=matched_names)
    assert [player.full_name for player in players.values()] == ["Aurelio Neri"]
    assert Player.objects.filter(full_name="Aurelio Neri").count() == 1


def test_a_name_similar_to_a_new_member_needs_a_choice(club: Club) -> None:
    matched_names = match_names(club=club, names=["Aurelio Neri"], choices={})
    members.enrol(club=club, player=a_player("Aurelio Nerii"), by=director_of(club))
    with pytest.raises(Refusal, match="past_names_open"), transaction.atomic():
        registered_people.get_or_create_players(matched_names=matched_names)


def test_bulk_inserts_are_checked_by_constraints(club: Club) -> None:
    past_import = history_import.import_results(
        club=club, name="f.csv", results=results(1), choices={}, by=director_of(club)
    )
    match = Match.objects.get(past__evening__batch=past_import)
    evening = past_import.evenings.get()
    for invalid_row in [(evening.pk, match.pk, 99), (evening.pk, None, 3)]:
        with pytest.raises(IntegrityError), transaction.atomic():
            imported_results.insert_rows(PastResult, ("evening", "match", "line"), [invalid_row])
    assert PastResult.objects.count() == 1
