"""The pages of an analysis: decisions beside the board, progress, and how to install the engine."""

import json
import re

import pytest
from django.test import Client
from pytest_django import Settings

from matches.models import Match
from matches.records.models import Analysis, Transcript
from matches.records.services import analyses, uploads
from tests.factories import a_called_match, at_table
from tests.matches.records.files import record, with_an_illegal_play
from tests.rules.sample_records import DATA

pytestmark = pytest.mark.django_db

NAME = "m015_3pt.mat"
ANALYSED = (DATA / "analysed" / "m015_3pt.sgf").read_bytes()


def a_record(data: bytes) -> tuple[Match, Transcript, str]:
    match = a_called_match(length=3, white="José-María", black="X")
    transcript = uploads.attach_file(match=match, name="final", data=data, identity=at_table(match))
    return match, transcript, f"/m/{match.code}/record/{transcript.pk}/"


def page(client: Client, match: Match, address: str, more: str = "") -> str:
    assert match.table is not None
    return client.get(f"{address}?table={match.table.code}{more}").content.decode()


def section(text: str, id: str) -> str:
    re_match = re.search(rf'<section id="{id}".*?</section>', text, re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", re_match[0])) if re_match else ""


def test_a_decision_is_marked_and_described_beside_the_board(client: Client) -> None:
    match, _transcript, address = a_record(ANALYSED)
    shown = page(client, match, address, "&game=1&action=2")
    assert re.findall(r'<table class="assessment (\w+)">', shown) == ["blunder"]
    assert re.findall(r'<strong class="grade">([^<]*)</strong>', shown) == ["?? blunder", ""]
    assert re.findall(r'<tr class="played">\s*<th scope="row">\s*<a [^>]*>([^<]*)</a>\s*<span', shown) == [
        "13/6"
    ]
    assert len(re.findall(r'class="graded blunder" title="blunder">\s*\?\?\s*<', shown)) == 4


def test_the_next_blunder_is_one_link_away_and_the_last_leads_to_the_first(client: Client) -> None:
    match, _transcript, address = a_record(ANALYSED)
    places = re.search(r'data-blunders="([^"]*)"', page(client, match, address))
    assert places is not None
    first, second, *_, last = places[1].split()
    for place, next_place in ((first, second), (last, first)):
        (game, action), (next_game, next_action) = place.split(":"), next_place.split(":")
        shown = page(client, match, address, f"&game={game}&action={action}")
        assert re.findall(r'href="([^"]*)"\s+data-step="blunder"', shown) == [
            f"{address}position/{next_game}/{next_action}/#board"
        ]


def test_a_game_as_json_and_its_positions_have_the_same_decisions(client: Client) -> None:
    _match, _transcript, address = a_record(ANALYSED)
    data = json.loads(client.get(f"{address}game/1/").content)
    assert data["decisions"]["2"][0][:4] == ["Checker play", "blunder", "?? blunder", "−0.093"]
    assert data["decisions"]["2"][0][4][0][0] == "13/11 13/8"
    assert len(data["ids"]) == len(data["frames"])
    listed = client.get(f"{address}positions/1/").content.decode()
    assert "?? blunder</span> −0.093. Best: 13/11 13/8" in " ".join(listed.split())


def test_a_transcript_without_analysis_shows_none(client: Client) -> None:
    match, _transcript, address = a_record(record(NAME))
    text = page(client, match, address)
    assert ('<table class="assessment ' in text, 'data-step="blunder"' in text) == (False, False)
    assert 'id="analysis"' not in client.get(address).content.decode()


def test_asking_and_cancelling_are_one_button_each(client: Client) -> None:
    match, transcript, address = a_record(record(NAME))
    assert match.table is not None
    form_data = {"table": match.table.code}
    assert "Analyse match file" in section(page(client, match, address), "analysis")
    assert client.post(f"{address}analysis/", form_data).status_code == 302
    text = page(client, match, address)
    assert "0 of 2 games analysed" in section(text, "analysis")
    assert '<progress id="analysed" value="0" max="2">' in text
    assert client.post(f"{address}analysis/cancel/", form_data).status_code == 302
    assert "The analysis was cancelled." in section(page(client, match, address), "analysis")
    assert Analysis.objects.get().transcript == transcript


def test_the_page_shows_why_an_analysis_failed(client: Client) -> None:
    match, transcript, address = a_record(record(NAME))
    analyses.request_analysis(match=match, transcript=transcript, identity=at_table(match))
    game = analyses._take_game()
    assert game is not None
    analyses._fail(game, "analysis_too_long")
    text = section(page(client, match, address), "analysis")
    assert "Game 1 took longer than the limit of 600 seconds per game." in text


def test_without_the_engine_the_page_says_how_to_install_it(client: Client, settings: Settings) -> None:
    settings.ANALYSIS_ENGINE, settings.GNUBG_PATH = "gnubg", "/nowhere/gnubg"
    match, _transcript, address = a_record(record(NAME))
    assert match.table is not None
    html = section(page(client, match, address), "analysis")
    systems = ("apt install gnubg", "dnf install gnubg", "macOS", "Windows")
    # It cannot be limited on Windows, so it is not offered there.
    assert [text in html for text in systems] == [True, True, True, False]
    response = client.post(f"{address}analysis/", {"table": match.table.code})
    assert (response.status_code, Analysis.objects.count()) == (409, 0)


def test_a_record_with_a_fault_is_not_offered(client: Client) -> None:
    match, _transcript, address = a_record(with_an_illegal_play())
    assert "A match file can be analysed once it has plays and no problems." in section(
        page(client, match, address), "analysis"
    )


def test_the_page_of_the_match_shows_both_ratings(client: Client) -> None:
    match, transcript, _address = a_record(ANALYSED)
    text = client.get(f"/m/{match.code}/").content.decode()
    assert 'PR <span class="numeral">4.5 : 18.0</span>' in text
    assert transcript.figures.count() == 2
