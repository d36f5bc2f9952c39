"""Final reports compared with the games on the score sheet: accepted if possible, else left to the desk."""

import re

import pytest
from django.test import Client

from matches.models import Desk, Match
from matches.queries import audits
from matches.services import penalties, reporting, rulings, scoring, settling
from matches.states import Policy
from tests.factories import a_called_match, a_desk, a_report, a_user, at_table, with_account
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db


def a_match_at(white: int, black: int, desk: Desk | None = None) -> Match:
    """A match to 5 with this many single games on its sheet."""
    match = a_called_match(desk, length=5)
    for winner in ("white",) * white + ("black",) * black:
        scoring.score_game(match=match, winner=winner, kind="single", cube=1, identity=at_table(match))
    return match


def standing_games(match: Match) -> int:
    """How many games are on the sheet."""
    return match.games.filter(struck_at=None).count()


@pytest.mark.parametrize("policy", [Policy.BOTH.value, Policy.TRUST.value])
def test_a_report_that_contradicts_the_games_is_left_to_the_desk(policy: str) -> None:
    match = a_match_at(4, 1, desk=a_desk(policy=policy))
    report = a_report(match, 2, 5)
    match.refresh_from_db()
    assert (report.state, report.contradicts_sheet) == ("disputed", True)
    assert (match.status, match.white_score, match.black_score) == ("disputed", 4, 1)
    assert refusal(
        a_report, match=match, white_score=2, black_score=5, identity=at_table(match, "two")
    ).code == ("awaits_ruling")
    assert standing_games(match) == 5
    assert list(audits.find_match_disagreements(match)) == []


@pytest.mark.parametrize("score", [(5, 1), (5, 4), (4, 5)])
def test_a_report_that_can_follow_from_the_games_is_confirmed_and_they_stay(score: tuple[int, int]) -> None:
    match = a_match_at(4, 1)
    report = a_report(match, *score)
    assert (report.state, report.contradicts_sheet) == ("open", False)
    settled = reporting.confirm(match=match, report=report, identity=at_table(match, "two"))
    assert (settled.status, settled.white_score, settled.black_score) == ("settled", *score)
    assert standing_games(match) == 5
    assert list(audits.find_match_disagreements(settled)) == []


def test_a_mistaken_report_is_withdrawn_and_the_match_goes_on() -> None:
    match = a_match_at(4, 1)
    report = a_report(match, 2, 5)
    other = at_table(match, "two")
    assert refusal(reporting.withdraw, match=match, report=report, identity=other).code == "not_your_report"
    running = reporting.withdraw(match=match, report=report, identity=at_table(match))
    assert (running.status, running.white_score, running.black_score) == ("running", 4, 1)
    assert a_report(match, 5, 1).state == "open"


def test_the_desk_may_rule_against_the_games_which_stay() -> None:
    official = a_user()
    match = a_match_at(4, 1, desk=a_desk(official))
    a_report(match, 2, 5)
    ruled = rulings.rule_on_match(
        match=match, white_score=2, black_score=5, law="match.adjudication", by=official
    )
    assert (ruled.status, ruled.winner, standing_games(match)) == ("settled", "black", 5)
    assert match.reports.get().state == "confirmed"
    assert list(audits.find_match_disagreements(ruled)) == []
    back = settling.reopen_match(match=ruled, by=official, reason="the sheet was right")
    assert (back.status, back.white_score, back.black_score) == ("running", 4, 1)


def test_the_report_of_an_official_prevails_over_the_games() -> None:
    official = a_user()
    match = a_match_at(4, 1, desk=a_desk(official))
    report = a_report(match, 2, 5, identity=with_account(official))
    match.refresh_from_db()
    assert (report.state, match.status, standing_games(match)) == ("confirmed", "settled", 5)
    assert list(audits.find_match_disagreements(match)) == []


def offered(client: Client, match: Match) -> list[str]:
    """The loser's points offered to a phone at the table."""
    page = client.get(f"/m/{match.code}/report/?table={match.table.code}").content.decode()
    return re.findall(r'name="points" value="([^"]*)"', page)


def test_a_phone_offers_only_points_that_are_possible_after_the_games(client: Client) -> None:
    match = a_match_at(4, 1)
    assert offered(client, match) == ["white:1", "white:2", "white:3", "white:4", "black:4"]
    even = a_called_match(a_desk(name="even"), white="Eva", black="Fritz", length=3)
    assert offered(client, even) == ["0", "1", "2"]


def test_points_tapped_for_another_winner_count_as_missing(client: Client) -> None:
    match = a_match_at(4, 1)
    form = {"table": match.table.code, "winner": "black"}
    mixed = client.post(f"/m/{match.code}/report/", form | {"points": "white:1"})
    assert (mixed.status_code, "Tap the loser&#x27;s points." in mixed.content.decode()) == (400, True)
    response = client.post(f"/m/{match.code}/report/", form | {"points": "black:4"})
    assert (response.status_code, match.reports.get().white_score) == (302, 4)


def test_the_phone_shows_the_games_and_lets_the_reporter_withdraw(client: Client) -> None:
    match = a_match_at(4, 1)
    address = f"/m/{match.code}/report/"
    client.post(address, {"table": match.table.code, "winner": "black", "points": "2"})
    page = client.get(f"{address}?table={match.table.code}").content.decode()
    assert match.reports.get().state == "disputed"
    assert "This score contradicts the score sheet." in page
    assert ('class="table games-table"' in page, f"/m/{match.code}/withdraw/" in page) == (True, True)


def a_match_won_on_the_sheet() -> Match:
    """A match to 5 that White's phone ended by entering its games, two of them Black's."""
    match = a_match_at(4, 2)
    scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=at_table(match))
    match.refresh_from_db()
    assert (match.status, match.reports.get().state) == ("reported", "open")
    return match


def test_games_entered_by_one_player_do_not_limit_the_dispute_of_the_other(client: Client) -> None:
    match = a_match_won_on_the_sheet()
    assert offered(client, match) == ["0", "1", "2", "3", "4"]
    page = client.get(f"/m/{match.code}/report/?table={match.table.code}").content.decode()
    assert ("That&#x27;s wrong" in page or "That's wrong" in page, "disabled" in page) == (True, False)
    form = {
        "table": match.table.code,
        "report": 1,
        "version": match.version,
        "winner": "black",
        "points": "3",
    }
    assert client.post(f"/m/{match.code}/dispute/", form).status_code == 302
    match.refresh_from_db()
    assert match.status == "disputed"
    assert list(match.reports.values_list("white_score", "black_score", "state")) == [
        (5, 2, "disputed"),
        (3, 5, "disputed"),
    ]
    page = client.get(f"/m/{match.code}/report/?table={match.table.code}").content.decode()
    assert "The two reports disagree." in page


def test_a_score_below_the_penalties_is_not_offered_in_a_dispute(client: Client) -> None:
    official = a_user()
    match = a_called_match(a_desk(official), length=3)
    penalties.penalise_player(match=match, side="black", points=1, by=official)
    for _ in range(2):
        scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=at_table(match))
    assert offered(client, match) == ["white:0", "white:1", "white:2", "black:1", "black:2"]


@pytest.mark.parametrize("page", ["report", "match"])
def test_the_pages_of_a_match_ended_by_its_games_lead_to_undoing_the_last(client: Client, page: str) -> None:
    match = a_match_won_on_the_sheet()
    card = f"?table={match.table.code}"
    address = f"/m/{match.code}/report/{card}" if page == "report" else f"/m/{match.code}/{card}"
    link = re.compile(rf'href="/m/{match.code}/score/{re.escape(card)}"[^>]*>\s*Undo game 7\s*<')
    assert link.search(client.get(address).content.decode()) is not None
    reporting.withdraw(match=match, report=match.reports.get(), identity=at_table(match))
    assert link.search(client.get(address).content.decode()) is not None
    scoring.strike_last_game(match=match, identity=at_table(match))
    assert link.search(client.get(address).content.decode()) is None


def test_a_report_that_no_game_made_is_not_undone_on_the_sheet(client: Client) -> None:
    match = a_match_at(4, 1)
    a_report(match, 5, 1)
    for page in ("report", "score"):
        text = client.get(f"/m/{match.code}/{page}/?table={match.table.code}").content.decode()
        assert "Undo game" not in text
