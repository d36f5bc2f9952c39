"""The search for a position in the match files of a club."""

from io import StringIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Match, Player
from matches.records.models import RecordedPosition, Transcript
from matches.records.positions import make_position_key
from matches.services import players
from rules.formats.gnuid import position_id
from rules.formats.match_position import MatchPosition
from rules.formats.xgid import write_xgid
from rules.position import Position
from rules.verdict import Verdict
from tests import factories
from tests.rules.binary_files import data_of
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at
from tournaments.models import Club

pytestmark = pytest.mark.django_db

NAME, WHITE, BLACK = "MYdvw1qGuyaRUH__", "Jade1", "Kestrelcove1"


@pytest.fixture
def club() -> Club:
    return a_club("Bar Point")


@pytest.fixture
def transcript(client: Client, club: Club) -> Transcript:
    """A real match of the club to 5, uploaded by its director."""
    event = a_night(club, [WHITE, BLACK], length=5)
    match = match_at(event, event.pairings.get().label)
    client.force_login(director_of(club))
    file = SimpleUploadedFile("final.xg", data_of(NAME, "xg"))
    assert client.post(f"/m/{match.code}/record/", {"file": file}).status_code == 302
    return match.transcripts.get()


def position_after(transcript: Transcript, game: int, action: int) -> Position:
    games = Verdict.from_json(transcript.verdict).games
    return next(candidate for candidate in games if candidate.number == game).frames[action].position


def search(club: Club, position: Position) -> list[dict[str, Any]]:
    identifier = write_xgid(MatchPosition(position, turn=position.turn, length=7))
    answer = Client().get(f"/api/v1/clubs/{club.slug}/positions/", {"position": identifier})
    rows: list[dict[str, Any]] = answer.json()["results"]
    return rows


def test_a_position_is_found_for_either_colour(club: Club, transcript: Transcript) -> None:
    match = transcript.match
    assert match is not None
    position = position_after(transcript, 2, 9)
    place = (match.code, transcript.pk, 2, 9)
    for wanted_position, is_exchanged in ((position, False), (position.mirror(), True)):
        rows = search(club, wanted_position)
        assert [
            (row["match"], row["transcript"], row["game"], row["action"], row["is_exchanged"]) for row in rows
        ] == [(*place, is_exchanged)]
    assert search(club, position.with_turn(position.turn.other)) == []
    assert search(a_club("Another"), position) == []
    page = Client().get(f"/clubs/{club.slug}/positions/", {"id": position_id(position)}).content.decode()
    assert f"/m/{match.code}/record/{transcript.pk}/?game=2&amp;action=9#board" in page
    assert f"{match.white.name} – {match.black.name}" in page
    Match.objects.filter(pk=match.pk).update(status="void")
    assert search(club, position) == []


def test_each_recorded_position_is_the_board_its_link_shows(transcript: Transcript) -> None:
    rows = RecordedPosition.objects.filter(transcript=transcript)
    assert rows.count() > 100
    for row in rows:
        position = position_after(transcript, row.game, row.action)
        assert (bytes(row.key), row.turn) == (make_position_key(position), position.turn.value)


def test_a_bad_identifier_is_refused(club: Club) -> None:
    address = f"/clubs/{club.slug}/positions/"
    assert Client().get(address, {"id": "rubbish"}).status_code == 400
    assert Client().get(f"/api/v1{address}", {"position": "rubbish"}).status_code == 400
    page = Client().get(address, {"id": "4HPwATDgc/ABMA"})
    assert (page.status_code, "This position is not in the club" in page.content.decode()) == (200, True)


def test_index_positions_fills_a_missing_index_once(transcript: Transcript) -> None:
    before = list(RecordedPosition.objects.values_list("game", "action", "key"))
    RecordedPosition.objects.all().delete()
    for files in (1, 0):
        output = StringIO()
        call_command("index_positions", stdout=output)
        assert output.getvalue() == f"{files} match files, {len(before) * files} positions\n"
    assert list(RecordedPosition.objects.values_list("game", "action", "key")) == before


def test_the_number_of_queries_does_not_depend_on_the_results(club: Club, transcript: Transcript) -> None:
    position = position_after(transcript, 1, 5)

    def count_queries() -> int:
        with CaptureQueriesContext(connection) as queries:
            Client().get(f"/clubs/{club.slug}/positions/", {"id": position_id(position)})
        return len(queries)

    first = count_queries()
    RecordedPosition.objects.bulk_create(
        RecordedPosition(
            transcript=transcript, game=9, action=action, key=make_position_key(position), turn="white"
        )
        for action in range(60)
    )
    assert count_queries() == first


def test_hidden_names_are_not_in_the_results(club: Club, transcript: Transcript) -> None:
    match = transcript.match
    assert match is not None
    identity = factories.with_account(director_of(club))
    player: Player = match.black
    players.set_public_name(player=player, shown="code", code_name="Goose", identity=identity)
    position = position_after(transcript, 2, 9)
    page = Client().get(f"/clubs/{club.slug}/positions/", {"id": position_id(position)}).content.decode()
    assert ("Goose" in page, player.full_name in page) == (True, False)


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("recorded_position_key_is_whole", {"key": b"short"}),
        ("recorded_position_turn_is_known", {"turn": "red"}),
    ],
)
def test_the_database_refuses_impossible_rows(transcript: Transcript, name: str, row: dict[str, Any]) -> None:
    good_row = {"transcript": transcript, "game": 9, "action": 1, "key": bytes(10), "turn": "white"}
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        RecordedPosition.objects.create(**good_row | row)


@pytest.mark.parametrize("query", [{}, {"position": " "}])
def test_a_search_without_a_position_is_refused(club: Club, query: dict[str, str]) -> None:
    answer = Client().get(f"/api/v1/clubs/{club.slug}/positions/", query)
    assert (answer.status_code, answer.json()["code"]) == (400, "request_invalid")
    assert list(answer.json()["context"]["fields"]) == ["position"]
