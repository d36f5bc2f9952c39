"""Study cards: the worst blunders of a player or a match, as a text and a package that Anki imports."""

import csv
import json
import re
import sqlite3
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from matches.models import Match
from matches.records.anki_packages import write_deck_package
from matches.records.models import AnalysedGame, Transcript
from matches.records.presenting.study_cards import BOARD_STYLE
from matches.records.queries import study_cards
from matches.records.queries.study_cards import find_blunders_of_player, find_blunders_of_transcript
from matches.records.services import analyses
from matches.records.study_decks import StudyCard, StudyDeck, write_deck_text
from rules.formats.identifiers import read_match_position
from tests import factories
from tests.rules.binary_files import data_of

pytestmark = pytest.mark.django_db

NAME, LENGTH, WHITE, BLACK = "MYdvw1qGuyaRUH__", 5, "Jade1", "Kestrelcove1"
DECK = StudyDeck(
    "Blunders of Ann",
    [
        StudyCard("crawford-1", '<svg id="a"/>', "Best:\t8/5", ("backgammon", "backgammon::checker")),
        StudyCard("crawford-2", "Front", "Back", ("backgammon",)),
    ],
)


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def match(client: Client) -> Match:
    """A match with an analysed file, with an official of its desk signed in."""
    user = factories.a_user("director")
    client.force_login(user)
    match = factories.a_called_match(factories.a_desk(user), length=LENGTH, white=WHITE, black=BLACK)
    file = SimpleUploadedFile("final.xg", data_of(NAME, "xg"))
    assert client.post(f"/m/{match.code}/record/", {"file": file}).status_code == 302
    return match


def read_rows(text: str) -> list[list[str]]:
    lines = text.split("\n")
    rows = [line for line in lines if not line.startswith("#")]
    return [row for row in csv.reader(rows, delimiter="\t") if row]


def read_notes(package: bytes) -> list[tuple[str, ...]]:
    """The fields and tags of the notes in a package."""
    with ZipFile(BytesIO(package)) as archive:
        assert (archive.namelist(), archive.read("media")) == (["collection.anki2", "media"], b"{}")
        data = archive.read("collection.anki2")
    database = sqlite3.connect(":memory:")
    database.deserialize(data)
    rows = database.execute(
        "SELECT guid, flds, tags FROM notes JOIN cards ON cards.nid = notes.id ORDER BY due"
    )
    return [(guid, *fields.split("\x1f"), tags) for guid, fields, tags in rows]


def test_a_deck_is_written_as_a_text_with_the_headers_of_anki() -> None:
    assert write_deck_text(DECK) == (
        "#separator:tab\n#html:true\n#notetype:Basic\n#deck:Blunders of Ann\n#columns:ID\tFront\tBack\tTags\n"
        "#guid column:1\n#tags column:4\n"
        'crawford-1\t"<svg id=""a""/>"\t"Best:\t8/5"\tbackgammon backgammon::checker\n'
        "crawford-2\tFront\tBack\tbackgammon\n"
    )


def test_a_deck_is_written_as_a_package_of_anki() -> None:
    now = datetime(2026, 12, 2, 12, 0, tzinfo=UTC)
    package = write_deck_package(DECK, now=now)
    assert read_notes(package) == [
        ("crawford-1", "crawford-1", '<svg id="a"/>', "Best:\t8/5", " backgammon backgammon::checker "),
        ("crawford-2", "crawford-2", "Front", "Back", " backgammon "),
    ]
    assert write_deck_package(DECK, now=now) == package
    database = sqlite3.connect(":memory:")
    database.deserialize(ZipFile(BytesIO(package)).read("collection.anki2"))
    [(version, decks, models)] = database.execute("SELECT ver, decks, models FROM col")
    assert (version, {deck["name"] for deck in json.loads(decks).values()}) == (
        11,
        {"Default", "Blunders of Ann"},
    )
    [note_type] = json.loads(models).values()
    assert [field["name"] for field in note_type["flds"]] == ["ID", "Front", "Back"]


def test_a_player_downloads_their_own_blunders_the_worst_first(client: Client, match: Match) -> None:
    blunders = find_blunders_of_player(match.white)
    losses = [each.choice.lost for each in blunders]
    transcript = Transcript.objects.get()
    both = find_blunders_of_transcript(transcript)
    assert losses == sorted(losses, reverse=True)
    assert len(blunders) + len(find_blunders_of_player(match.black)) == len(both)
    assert {each.choice.side.value for each in blunders} == {"black" if transcript.swapped else "white"}

    visitor = Client()
    response = visitor.get(f"/p/{match.white.code}/performance/cards/txt/")
    assert response["Content-Disposition"] == f'attachment; filename="{match.white.code}-blunders.txt"'
    text = response.content.decode()
    assert f"#deck:Backgammon blunders of {WHITE}\n" in text
    rows = read_rows(text)
    assert len(rows) == len(blunders)
    for (identifier, front, back, tags), each in zip(rows, blunders, strict=True):
        number, game, action, _decision = each.blunder
        assert identifier.startswith(f"crawford-{match.code}-{number}-{game}-{action}-")
        assert front.startswith("<style>.board{")
        assert "<svg" in front
        assert "5-point match: you " in front
        assert f"Best: {each.choice.best}" in back or "ouble" in back or "Take" in back or "Drop" in back
        assert "eXtreme Gammon 2.10, 2-ply" in back
        assert f'href="http://testserver/m/{match.code}/record/{number}/position/{game}/{action}/' in back
        assert tags.split()[0] == "backgammon"
    package = visitor.get(f"/p/{match.white.code}/performance/cards/apkg/").content
    assert [note[:3] for note in read_notes(package)] == [(row[0], row[0], row[1]) for row in rows]


def test_the_identifier_on_a_card_is_the_position_of_the_question(match: Match) -> None:
    text = Client().get(f"/p/{match.white.code}/performance/cards/txt/").content.decode()
    for _identifier, front, back, tags in read_rows(text):
        [xgid] = re.findall(r"XGID=[^ <]+", back)
        [ogid] = re.findall(r"OGID=([^ <]+)", back)
        position = read_match_position(xgid)
        other = read_match_position(ogid)
        assert other.position == position.position
        rolled = re.findall(r"rolled (\d)-(\d)", front)
        assert (position.dice is not None) == ("backgammon::checker" in tags) == bool(rolled)
        assert position.is_doubled == ("backgammon::take" in tags)
        if position.dice:
            assert sorted(position.dice) == sorted(map(int, rolled[0]))
            assert sorted(other.dice or ()) == sorted(position.dice)


def test_the_blunders_of_a_match_are_downloaded_from_the_page_of_its_file(match: Match) -> None:
    transcript = Transcript.objects.get()
    address, client = f"/m/{match.code}/record/{transcript.pk}/", Client()
    page = client.get(address).content.decode()
    assert [f'href="{address}cards/{kind}/"' in page for kind in ("txt", "apkg")] == [True, True]
    rows = read_rows(client.get(f"{address}cards/txt/").content.decode())
    assert len(rows) == len(find_blunders_of_transcript(transcript))
    same = client.get(f"/api/v1/matches/{match.code}/transcripts/{transcript.pk}/cards/txt/")
    assert (read_rows(same.content.decode()), same["Content-Type"]) == (rows, "text/plain; charset=utf-8")
    assert client.get(f"{address}cards/pdf/").status_code == 404


def test_cards_are_those_since_a_day_and_of_one_engine(match: Match) -> None:
    client, code = Client(), match.white.code
    page, api = f"/p/{code}/performance/cards/txt/", f"/api/v1/players/{code}/performance/cards/txt/"
    assert client.get(page, {"since": "2020-01-01", "engine": ""}).status_code == 200
    late = client.get(page, {"since": "2190-01-01"})
    assert late.status_code == 404
    assert "so there are no study cards" in late.content.decode()
    unreadable = client.get(page, {"since": "soon"})
    assert unreadable.status_code == 400
    assert 'value="soon"' in unreadable.content.decode()
    assert client.get(page, {"engine": "Nobody 1"}).status_code == 400
    answers = [
        client.get(api, query)
        for query in (
            {"since": "2020-01-01"},
            {"since": "2190-01-01"},
            {"since": "x"},
            {"engine": "N"},
            {"until": ""},
        )
    ]
    assert [answer.status_code for answer in answers] == [200, 404, 400, 400, 400]
    assert answers[1].json()["code"] == "blunders_absent"
    assert client.get(api.replace("txt", "apkg")).headers["Content-Type"] == "application/octet-stream"


def test_a_deck_has_a_limit_and_no_blunder_is_twice_in_it(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = find_blunders_of_player(match.white)
    monkeypatch.setattr(study_cards, "MAX_CARDS", 2)
    assert find_blunders_of_player(match.white) == every[:2]
    both = find_blunders_of_transcript(Transcript.objects.get())
    assert len(both) == 2
    assert [each.blunder for each in both] == sorted(each.blunder for each in both)


def test_exchanged_sides_and_void_matches_are_followed(match: Match) -> None:
    white = find_blunders_of_player(match.white)
    transcript = Transcript.objects.get()
    Transcript.objects.update(swapped=not transcript.swapped)
    analyses.exchange_sides_of(transcript=transcript)
    assert [each.blunder for each in find_blunders_of_player(match.black)] == [each.blunder for each in white]
    Match.objects.update(status="void")
    assert find_blunders_of_player(match.black) == []


def test_an_analysis_that_does_not_fit_the_file_any_more_gives_no_card(match: Match) -> None:
    for game in AnalysedGame.objects.all():
        AnalysedGame.objects.filter(pk=game.pk).update(number=game.number + 100)
    assert Client().get(f"/p/{match.white.code}/performance/cards/txt/").status_code == 404


def test_the_style_of_a_card_names_every_part_of_its_board(match: Match) -> None:
    text = Client().get(f"/p/{match.white.code}/performance/cards/txt/").content.decode()
    fronts = "".join(row[1] for row in read_rows(text))
    classes = {name for names in re.findall(r'class="([^"]*)"', fronts) for name in names.split()}
    groups = {"checker-white", "checker-black", "die", "die-white", "die-black", "cube", "turn", "cube-owned"}
    assert {name for name in classes - groups if f".{name}" not in BOARD_STYLE} == set()
