"""The replay of a transcript: pages of moves, a game as JSON, all its positions, every download format."""

import json
import re

import pytest
from django.test import Client

from matches.models import Match
from matches.records.models import Transcript
from matches.records.queries import transcripts
from matches.records.queries.transcripts import FILE_ENDINGS
from matches.records.services import uploads
from rules import formats
from rules.position import Position
from tests import factories
from tests.matches.records import files

pytestmark = pytest.mark.django_db


def a_record(data: bytes = b"") -> tuple[Match, Transcript]:
    """A match to 3 with a record of two games."""
    match = factories.a_called_match(length=3, white="José-María", black="X")
    transcript = uploads.attach_file(
        match=match, name="final.mat", data=data or files.record(), identity=factories.at_table(match)
    )
    return match, transcript


def test_a_move_has_an_address_that_shows_it(client: Client) -> None:
    match, transcript = a_record()

    page = client.get(f"/m/{match.code}/record/{transcript.pk}/?game=1&action=3").content.decode()

    assert re.findall(r'aria-current="step">\s*([^<]*?)\s*<', page) == ["54: 24/20 13/8"]
    assert re.findall(r'data-slot="words">\s*([^<]*?)\s*<', page) == ["José-María rolls 5-4: 24/20 13/8"]


def test_links_preserve_the_side_and_direction_of_the_board(client: Client) -> None:
    match, transcript = a_record()

    response = client.get(f"/m/{match.code}/record/{transcript.pk}/?game=1&action=3&below=black&home=left")
    page = " ".join(response.content.decode().split())

    positions = f"/m/{match.code}/record/{transcript.pk}/position/"
    assert re.findall(r'href="([^"]*)"[^>]*data-step="next"', page) == [
        f"{positions}1/4/?below=black&amp;home=left#board"
    ]
    assert re.findall(r'href="([^"]*)"[^>]* data-board-option', page) == [
        f"{positions}1/3/?home=left#board",
        f"{positions}1/3/?below=black#board",
    ]


def test_a_game_is_sent_whole_and_only_once(client: Client) -> None:
    match, transcript = a_record()
    address = f"/m/{match.code}/record/{transcript.pk}/game/1/"

    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})

    data = json.loads(first.content)
    assert (data["game"], data["score"], data["length"], len(data["frames"])) == (1, [0, 0], 3, 43)
    assert data["frames"][0] == [
        Position.start().code(),
        "start",
        "",
        [],
        1,
        "",
        "Start of the game",
        "Start",
        -1,
    ]
    assert data["frames"][3][1:] == [
        "roll",
        "white",
        [5, 4],
        1,
        "",
        "José-María rolls 5-4: 24/20 13/8",
        "54: 24/20 13/8",
        -1,
    ]
    assert (again.status_code, again.content) == (304, b"")


def test_a_game_is_described_in_the_language_of_its_reader(client: Client) -> None:
    match, transcript = a_record()

    data = client.get(
        f"/m/{match.code}/record/{transcript.pk}/game/1/", headers={"Accept-Language": "it"}
    ).json()

    assert data["frames"][3][6] == "José-María tira 5-4: 24/20 13/8"


def test_a_fault_is_named_at_its_move(client: Client) -> None:
    match, transcript = a_record(files.with_an_illegal_play())

    data = client.get(f"/m/{match.code}/record/{transcript.pk}/game/1/").json()
    page = " ".join(client.get(f"/m/{match.code}/record/{transcript.pk}/").content.decode().split())

    assert [number for number, frame in enumerate(data["frames"]) if frame[8] == 0] == [3]
    assert re.findall(
        r'id="finding-0" data-severity="(\w+)" data-game="(\d+)" data-action="(\d+)"', page
    ) == [("error", "1", "3")]


def test_a_fault_of_a_whole_game_is_named_at_its_start(client: Client) -> None:
    match, transcript = a_record(files.with_a_wrong_score_line())

    data = client.get(f"/m/{match.code}/record/{transcript.pk}/game/2/").json()
    response = client.get(f"/m/{match.code}/record/{transcript.pk}/?game=2&action=0")
    page = " ".join(response.content.decode().split())

    finding = data["frames"][0][8]
    assert re.findall(rf'id="finding-{finding}" data-severity="(\w+)" data-game="(\d+)"', page) == [
        ("error", "2")
    ]
    assert page.split('class="findings"')[0].count('class="note danger remark"') == 1


def test_the_arrows_of_a_broken_play_show_what_the_board_shows(client: Client) -> None:
    match, transcript = a_record(files.with_an_illegal_play())
    legal_match, legal_transcript = a_record()

    page = client.get(f"/m/{match.code}/record/{transcript.pk}/?game=1&action=3").content.decode()
    legal_page = client.get(
        f"/m/{legal_match.code}/record/{legal_transcript.pk}/?game=1&action=3"
    ).content.decode()

    heads = re.compile(r'class="trace-head" d="([^"]*)"')
    assert heads.findall(page) == heads.findall(legal_page) != []


def test_all_positions_of_a_game_are_on_one_small_page(client: Client) -> None:
    match, transcript = a_record()

    page = client.get(f"/m/{match.code}/record/{transcript.pk}/positions/1/").content.decode()

    assert page.count('<svg class="board"') == 43
    assert page.count('class="board-frame"') == 1
    assert page.count('href="/position/?id=XGID') == 43
    assert len(page) < 100_000


@pytest.mark.parametrize("format", sorted(formats.WRITERS))
def test_a_transcript_can_be_downloaded_in_every_format(client: Client, format: str) -> None:
    match, transcript = a_record()

    response = client.get(f"/m/{match.code}/record/{transcript.pk}/as/{format}/")

    name = f"{match.code}-{transcript.pk}.{FILE_ENDINGS.get(format, format)}"
    assert response.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert formats.read(response.content).same_games_as(formats.read(files.record()))


@pytest.mark.parametrize(("is_private", "ending"), [(False, "table"), (True, "json")])
def test_a_read_only_format_keeps_its_file_extension_unless_names_are_hidden(
    is_private: bool, ending: str
) -> None:
    match, transcript = a_record()
    transcript.format = "table"
    if is_private:
        match.white.full_name = "Somebody Else"

    data, extension = transcripts.get_public_file(match, transcript)

    assert (extension, formats.read(data).format) == (ending, "json" if is_private else "mat")


@pytest.mark.parametrize(
    "path", ["as/nothing/", "game/9/", "positions/9/", "position/9/1/", "position/1/99/embed/"]
)
def test_unknown_parts_of_a_transcript_are_404(client: Client, path: str) -> None:
    match, transcript = a_record()

    assert client.get(f"/m/{match.code}/record/{transcript.pk}/{path}").status_code == 404


@pytest.mark.parametrize(
    "path", ["", "text/", "as/mat/", "game/1/", "positions/1/", "position/1/1/", "position/1/1/board.png"]
)
def test_a_record_is_not_found_under_another_match(client: Client, path: str) -> None:
    _, transcript = a_record()
    other = factories.a_match(length=3)

    assert client.get(f"/m/{other.code}/record/{transcript.pk}/{path}").status_code == 404


def test_a_page_says_by_which_play_it_goes_on_after_an_illegal_one(client: Client) -> None:
    match, transcript = a_record(files.with_an_illegal_play())
    address = f"/m/{match.code}/record/{transcript.pk}/"
    data = client.get(f"{address}game/1/").json()
    pages = {
        action: " ".join(client.get(f"{address}?game=1&action={action}").text.split()) for action in (2, 3, 4)
    }
    later = re.compile(r'data-slot="guess"( hidden)?>')

    assert "Continued as if the play had been 24/20 13/8, which fits the rest of the file best." in pages[3]
    assert data["guesses"] == [3]
    assert {action: later.findall(page) for action, page in pages.items()} == {
        2: [" hidden"],
        3: [" hidden"],
        4: [""],
    }
