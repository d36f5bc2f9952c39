"""Printed score sheets: their contents, and who may print those of a desk."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.actors import SYSTEM
from matches.models import Match
from matches.services import lifecycle, penalties, scoring
from tests.factories import a_called_match, a_desk, a_match, a_report, a_user, at_table, with_badge

pytestmark = pytest.mark.django_db


def page_text(client: Client, path: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get(path).content.decode()))


def a_running_match() -> Match:
    """A running match: White won a game with the cube at 2, Black got a penalty point."""
    desk = a_desk(a_user("official"))
    desk.clock = "us"
    desk.save()
    match = a_called_match(desk, length=5)
    scoring.score_game(match=match, winner="white", kind="single", cube=2, identity=at_table(match))
    penalties.penalise_player(match=match, side="white", points=1, by=SYSTEM)
    return match


def test_a_sheet_has_the_clock_the_lines_written_and_those_to_fill_in(client: Client) -> None:
    page = page_text(client, f"/m/{a_running_match().code}/sheet/")
    assert "Clock: 10 min per side, 12 s delay per move. Clock time at this score: 7 min." in page
    assert "Game Cube How Ada Bruno 1 2 Single game 2 0 2 Penalty 2 1 3 4 5 6 7 8 9 Ada Bruno" in page


def test_the_code_leads_to_the_table_or_to_the_match(client: Client) -> None:
    match = a_running_match()
    assert match.table is not None
    assert f"http://testserver/t/{match.table.code}/" in page_text(client, f"/m/{match.code}/sheet/")
    waiting = a_match(match.desk)
    assert f"http://testserver/m/{waiting.code}/report/" in page_text(client, f"/m/{waiting.code}/sheet/")


def test_a_desk_prints_what_is_still_to_be_played_in_a_fixed_number_of_queries(client: Client) -> None:
    match = a_running_match()
    official = match.desk.officials.get()
    client.force_login(official)
    path = f"/d/{match.desk.code}/sheets/"
    with CaptureQueriesContext(connection) as one:
        client.get(path)
    a_match(match.desk, white="Carla", black="Dario")
    elsewhere = lifecycle.call_match(match=a_match(match.desk, white="Elena", black="Fabio"), by=SYSTEM)
    a_report(elsewhere, identity=with_badge(elsewhere, "white"))
    with CaptureQueriesContext(connection) as two:
        page = page_text(client, path)
    assert (page.count("point match"), "Carla – Dario" in page, "Elena" in page) == (2, True, False)
    assert len(one) == len(two)


def test_only_officials_print_the_sheets_of_a_desk(client: Client) -> None:
    desk = a_running_match().desk
    assert client.get(f"/d/{desk.code}/sheets/").status_code == 404
    client.force_login(a_user("stranger"))
    assert client.get(f"/d/{desk.code}/sheets/").status_code == 404
    assert client.get("/d/nowhere/sheets/").status_code == 404
