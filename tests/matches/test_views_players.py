"""The pages of players: history by year and opponent, transcripts, and head to head."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.actors import SYSTEM
from matches.queries import player_history
from matches.records.services import uploads
from matches.services import lifecycle, rulings, scoring
from matches.views import players
from tests.factories import a_called_match, a_desk, a_player, a_user, at_table
from tests.matches.played_matches import played
from tests.matches.records import files

pytestmark = pytest.mark.django_db


def test_two_players_are_compared_by_matches_points_and_games() -> None:
    official = a_user()
    desk = a_desk(official)
    ada, bruno = a_player("Ada"), a_player("Bruno")
    played(desk, ada, bruno, (7, 3))
    played(desk, bruno, ada, (7, 5))
    rulings.walk_over(
        match=lifecycle.create_match(desk=desk, white=ada, black=bruno, length=7, by=SYSTEM),
        winner="white",
        by=official,
    )

    head_to_head = player_history.compare_players(bruno, ada)

    assert (head_to_head.played, head_to_head.sheets) == (2, 0)
    assert (
        head_to_head.one.matches,
        head_to_head.one.points,
        head_to_head.other.matches,
        head_to_head.other.points,
    ) == (
        1,
        10,
        1,
        12,
    )


def test_games_are_counted_where_they_were_written_down() -> None:
    match = a_called_match(a_desk(a_user(), policy="trust"), length=3)
    for number, winner in enumerate(("white", "black", "white"), 1):
        scoring.score_game(
            match=match,
            winner=winner,
            kind="single",
            cube=1 if number < 3 else 2,
            identity=at_table(match),
            key=str(number),
        )

    head_to_head = player_history.compare_players(match.white, match.black)

    assert (head_to_head.played, head_to_head.sheets, head_to_head.one.games, head_to_head.other.games) == (
        1,
        1,
        2,
        1,
    )


def test_the_page_of_two_players_names_both_and_lists_every_settled_match(client: Client) -> None:
    desk = a_desk(a_user())
    ada, bruno = a_player("Ada"), a_player("Bruno")
    matches = [played(desk, ada, bruno, (7, 3)), played(desk, bruno, ada, (7, 5))]
    played(desk, ada, a_player("Carla"))

    page = client.get(f"/p/{ada.code}/vs/{bruno.code}/").content.decode()

    assert [f"/m/{match.code}/" in page for match in matches] == [True, True]
    assert (page.count("result-line"), "Carla" in page) == (2, False)


def test_comparing_a_player_with_themselves_or_nobody_is_refused(client: Client) -> None:
    ada = a_player("Ada")
    answers = [
        client.get(f"/p/{one}/vs/{other}/").status_code
        for one, other in ((ada.code, ada.code), (ada.code, "nobody"), ("nobody", ada.code))
    ]
    assert answers == [404, 404, 404]


def test_two_players_without_a_match_get_an_empty_history(client: Client) -> None:
    page = client.get(f"/p/{a_player('Ada').code}/vs/{a_player('Bruno').code}/").content.decode()
    assert "They have not met yet" in page


def test_the_history_is_narrowed_by_year_and_opponent(client: Client) -> None:
    desk = a_desk(a_user())
    ada, bruno, carla = a_player("Ada"), a_player("Bruno"), a_player("Carla")
    codes = {
        (year, other.name): played(desk, ada, other, year=year).code
        for year in (2025, 2026)
        for other in (bruno, carla)
    }

    def shown(query: str) -> set[tuple[int, str]]:
        page = client.get(f"/p/{ada.code}/{query}").content.decode()
        return {key for key, code in codes.items() if f"/m/{code}/" in page}

    assert shown("") == set(codes)
    assert shown("?year=2025") == {(2025, "Bruno"), (2025, "Carla")}
    assert shown(f"?against={bruno.code}") == {(2025, "Bruno"), (2026, "Bruno")}
    assert shown(f"?year=2026&against={carla.code}") == {(2026, "Carla")}
    assert shown("?year=1999") == set(codes)


def test_a_long_history_is_paginated_and_preserves_the_filter(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "PAGE_SIZE", 2)
    desk, ada, bruno = a_desk(a_user()), a_player("Ada"), a_player("Bruno")
    for _ in range(3):
        played(desk, ada, bruno)

    first = client.get(f"/p/{ada.code}/?year=2026").content.decode()
    second = client.get(f"/p/{ada.code}/?year=2026&page=2").content.decode()

    assert (first.count("result-line"), second.count("result-line")) == (2, 1)
    assert "?year=2026&amp;page=2#matches" in first
    assert "?year=2026&amp;page=1#matches" in second
    assert client.get(f"/p/{ada.code}/?page=zero").status_code == 200


def test_a_record_is_listed_with_its_verdict(client: Client) -> None:
    match = a_called_match(length=3, white="José-María", black="X")
    transcript = uploads.attach_file(match=match, name="f.mat", data=files.record(), identity=at_table(match))

    page = client.get(f"/p/{match.white.code}/").content.decode()

    assert f"/m/{match.code}/record/{transcript.pk}/" in page
    assert page.count("status-settled") + page.count("status-disputed") == 1


def queries_of(client: Client, address: str) -> int:
    """The number of database queries of a page."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_the_pages_take_a_fixed_number_of_queries(client: Client) -> None:
    desk, ada, bruno = a_desk(a_user()), a_player("Ada"), a_player("Bruno")
    played(desk, ada, bruno)
    addresses = (f"/p/{ada.code}/", f"/p/{ada.code}/vs/{bruno.code}/")
    few = [queries_of(client, address) for address in addresses]
    for name in ("Carla", "Dario", "Bruno"):
        played(desk, a_player(name), ada)
        played(desk, ada, bruno)
    assert [queries_of(client, address) for address in addresses] == few
