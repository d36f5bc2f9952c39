"""Matches that are declared, before they begin, to count for performance ratings."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from matches.models import Match, Player
from matches.records.declaration_models import PerformanceDeclaration
from matches.records.models import PerformanceFigure, Transcript
from matches.records.performance_sums import Tally
from matches.records.queries.performance_history import get_performance_history
from matches.records.services import declarations, drafts, uploads
from matches.registry import played_data
from matches.services import lifecycle, postponing, scoring
from tests.factories import (
    a_called_match,
    a_desk,
    a_player,
    a_report,
    a_user,
    at_table,
    with_account,
    with_badge,
)
from tests.matches.records.files import SEVEN, record
from tests.matches.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def match() -> Match:
    return a_called_match(a_desk(a_user("director")), length=7, white="Alice", black="X")


def get_page(match: Match, client: Client) -> str:
    return client.get(f"/m/{match.code}/").content.decode()


def test_a_player_declares_on_the_page_of_the_match_and_takes_it_back(match: Match, client: Client) -> None:
    user = a_user("alice")
    Player.objects.filter(pk=match.white_id).update(user=user)
    client.force_login(user)
    assert "Declare" in get_page(match, client)
    assert "not declared" not in get_page(match, Client())
    assert client.post(f"/m/{match.code}/declarations/white/").status_code == 302
    row = PerformanceDeclaration.objects.get()
    assert (row.match, row.player, row.is_by_desk, row.user) == (match, match.white, False, user)
    assert "declared beforehand" in get_page(match, Client())
    assert "by the player" in get_page(match, Client())
    assert client.post(f"/m/{match.code}/declarations/black/").status_code == 403
    assert client.post(f"/m/{match.code}/declarations/white/withdraw/").status_code == 302
    assert PerformanceDeclaration.objects.count() == 0
    assert client.post(f"/m/{match.code}/declarations/green/").status_code == 404


def test_the_desk_declares_for_both_players(match: Match) -> None:
    official = with_account(match.desk.officials.get())
    for side in ("white", "black", "white"):
        declarations.declare_match(match=match, side=side, identity=official)
    rows = PerformanceDeclaration.objects.order_by("pk").values_list("player", "is_by_desk")
    assert list(rows) == [(match.white_id, True), (match.black_id, True)]


def test_neither_the_other_player_nor_the_card_of_the_table_declares(match: Match) -> None:
    for identity in (with_badge(match, "black"), at_table(match)):
        with refused("not_your_match"):
            declarations.declare_match(match=match, side="white", identity=identity)


def start(match: Match) -> None:
    lifecycle.start_match(match=match, by=match.desk.officials.get())


def score_a_game(match: Match) -> None:
    scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=at_table(match))


def report_a_score(match: Match) -> None:
    a_report(match)


def upload(match: Match) -> None:
    uploads.attach_file(match=match, name="a", data=record(SEVEN), identity=at_table(match))


def record_moves(match: Match) -> None:
    drafts.write_lines(match=match, start=0, lines=["w31 8/5 6/5"], identity=at_table(match))


@pytest.mark.parametrize("begin", [start, score_a_game, report_a_score, upload, record_moves])
def test_once_the_match_has_begun_nothing_is_declared_or_taken_back(match: Match, begin: Any) -> None:
    white, black = with_badge(match, "white"), with_badge(match, "black")
    declarations.declare_match(match=match, side="white", identity=white)
    begin(match)
    with refused("declared_too_late"):
        declarations.declare_match(match=match, side="black", identity=black)
    with refused("declared_too_late"):
        declarations.withdraw_declaration(match=match, side="white", identity=white)
    assert list(PerformanceDeclaration.objects.values_list("player", flat=True)) == [match.white_id]
    declarations.withdraw_declaration(match=match, side="black", identity=black)
    page = get_page(match, Client())
    assert ("declared beforehand" in page, "Take back" in page) == (True, False)


def test_a_stale_page_is_refused(match: Match) -> None:
    white, version = with_badge(match, "white"), match.version
    postponing.postpone_match(match=match, reason="later", by=match.desk.officials.get())
    with refused("changed_meanwhile"):
        declarations.declare_match(match=match, side="white", identity=white, version=version)
    declarations.declare_match(match=match, side="white", identity=white)


def add_figure(match: Match, lost: float, decisions: int) -> None:
    transcript = Transcript.objects.create(
        match=match, name="x", text="", format="mat", digest=match.code, verdict={}, status="certified"
    )
    PerformanceFigure.objects.create(
        transcript=transcript, side="white", engine="XG", source="desk", lost=lost, decisions=decisions
    )


def test_the_history_is_limited_to_declared_matches(match: Match) -> None:
    other = Match.objects.create(
        desk=match.desk, white=match.white, black=a_player("Bo"), length=7, code="other"
    )
    # Declared by the opponent alone: it does not count for White.
    declarations.declare_match(match=other, side="black", identity=with_badge(other, "black"))
    declarations.declare_match(match=match, side="white", identity=with_badge(match, "white"))
    add_figure(match, 1.0, 100)
    add_figure(other, 3.0, 100)
    history = get_performance_history(match.white)
    assert [(each.match.code, each.is_declared) for each in history.entries] == [
        ("other", False),
        (match.code, True),
    ]
    assert (history.profile.overall, history.has_declared) == (Tally(4.0, 200), True)
    limited = get_performance_history(match.white, declared_only=True)
    assert [each.match for each in limited.entries] == [match]
    assert limited.profile.overall == Tally(1.0, 100)

    address = f"/p/{match.white.code}/performance/"
    assert "Only matches declared beforehand" in Client().get(address).content.decode()
    page = Client().get(address, {"declared": "on"}).content.decode()
    assert ('<span class="numeral">5.00</span> PR' in page, ">Bo</a>" in page) == (True, False)
    read = Client().get(f"/api/v1/players/{match.white.code}/performance/", {"declared": "true"}).json()
    assert (read["declared_only"], [each["is_declared"] for each in read["entries"]]) == (True, [True])
    wrong = Client().get(f"/api/v1/players/{match.white.code}/performance/", {"declared": "maybe"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "request_invalid")


def test_declarations_in_the_api_and_in_the_data_of_a_person(match: Match, client: Client) -> None:
    client.force_login(match.desk.officials.get())
    address = f"/api/v1/matches/{match.code}/declarations/"
    written = client.put(f"{address}white/", "{}", "application/json")
    assert (written.status_code, written.json()["player"]["name"]) == (200, "Alice")
    rows = Client().get(address).json()["results"]
    assert [(row["side"], row["is_by_desk"]) for row in rows] == [("white", True)]
    exported = [part["performance_declarations"] for part in played_data(match.white) if "records" in part]
    assert [[each["match"] for each in rows] for rows in exported] == [[match.code]]
    assert client.delete(f"{address}white/").status_code == 204
    assert Client().get(address).json()["results"] == []
