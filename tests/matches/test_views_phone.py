"""The pages for phones at a table: what each form does to the match, and the answers to refusals."""

import re

import pytest
from django.test import Client

from matches.actors import SYSTEM
from matches.models import Match
from matches.services import badges, lifecycle, reporting, scoring
from tests import factories

pytestmark = pytest.mark.django_db


def sent(client: Client, match: Match, page: str, **data: object) -> int:
    """Post a form with the card of the table; return the status."""
    table = match.table.code if match.table else ""
    response = client.post(f"/m/{match.code}/{page}/", {"table": table, **data})
    return response.status_code


def text(client: Client, path: str) -> str:
    """The text of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get(path).content.decode()))


def test_a_table_shows_its_match_without_any_secret(client: Client) -> None:
    match = factories.a_called_match()
    assert match.table is not None

    page = text(client, f"/t/{match.table.code}/")

    assert "Winner Ada Bruno" in page


def test_a_table_without_a_match_shows_its_last_result(client: Client) -> None:
    match = factories.a_called_match()
    assert match.table is not None
    report = factories.a_report(match, 4, 7)
    reporting.confirm(match=match, report=report, identity=factories.at_table(match, "other"))

    page = text(client, f"/t/{match.table.code}/")

    assert "No match here right now" in page
    assert "Last result here Ada 4 Bruno" in page


def test_opening_a_page_changes_nothing(client: Client) -> None:
    match = factories.a_called_match()
    before = Match.objects.values().get(pk=match.pk)

    for page in ("report", "score"):
        client.get(f"/m/{match.code}/{page}/")
    for page in (
        "confirm",
        "dispute",
        "accept",
        "withdraw",
        "score/undo",
        "rule",
        "correct",
        "reopen",
        "void",
        "record",
    ):
        assert client.get(f"/m/{match.code}/{page}/").status_code == 405

    assert Match.objects.values().get(pk=match.pk) == before


def test_a_report_consists_of_winner_and_losers_points(client: Client) -> None:
    match = factories.a_called_match()

    status = sent(client, match, "report", winner="black", points=5, key="k1")

    assert status == 302
    assert list(match.reports.values_list("white_score", "black_score", "key")) == [(5, 7, "k1")]


@pytest.mark.parametrize("points", ["", "7", "-1", "many"])
def test_an_impossible_score_is_a_form_error_that_keeps_the_input(client: Client, points: str) -> None:
    match = factories.a_called_match()

    response = client.post(
        f"/m/{match.code}/report/", {"table": match.table.code, "winner": "black", "points": points}
    )

    assert response.status_code == 400
    page = " ".join(response.content.decode().split())
    assert 'value="black" required checked' in page
    assert not match.reports.exists()


def test_a_phone_that_did_not_scan_the_card_is_refused(client: Client) -> None:
    match = factories.a_called_match()

    response = client.post(f"/m/{match.code}/report/", {"winner": "white", "points": 3})

    assert response.status_code == 403
    assert b"Only the two players, someone at their table or the desk can do this." in response.content
    assert not match.reports.exists()


def test_the_card_of_another_table_proves_nothing(client: Client) -> None:
    match = factories.a_called_match()
    other = match.desk.tables.get(number=2)

    response = client.post(f"/m/{match.code}/report/", {"table": other.code, "winner": "white", "points": 3})

    assert response.status_code == 403


def test_a_phone_seen_for_the_first_time_may_confirm(client: Client) -> None:
    match = factories.a_called_match()
    factories.a_report(match)
    assert match.table is not None

    page = client.get(f"/t/{match.table.code}/")
    assert b"Confirm" in page.content
    assert sent(client, match, "confirm", report=1) == 302

    match.refresh_from_db()
    assert (match.status, match.winner) == ("settled", "white")


def test_the_phone_that_reported_cannot_confirm(client: Client) -> None:
    match = factories.a_called_match()
    sent(client, match, "report", winner="white", points=5, key="k1")

    assert sent(client, match, "confirm", report=1) == 403

    match.refresh_from_db()
    assert match.status == "reported"


def test_a_report_of_another_match_is_absent(client: Client) -> None:
    match = factories.a_called_match()

    assert sent(client, match, "confirm", report=9) == 404
    assert sent(client, match, "withdraw", report="x") == 404


def test_a_dispute_keeps_both_scores(client: Client) -> None:
    match = factories.a_called_match()
    factories.a_report(match)

    assert sent(client, match, "dispute", report=1, winner="black", points=6, key="k2") == 302

    match.refresh_from_db()
    assert match.status == "disputed"
    assert list(match.reports.values_list("white_score", "black_score")) == [(7, 3), (6, 7)]
    # Neither score stands, and 0-0 is none that anybody has reported.
    page = client.get(f"/m/{match.code}/").content.decode()
    assert re.findall(r'class="score-points">([^<]*)<', page) == ["–", "–"]


def test_another_score_after_a_report_is_refused(client: Client) -> None:
    match = factories.a_called_match()
    factories.a_report(match)

    assert sent(client, match, "report", winner="black", points=6, key="k2") == 409


def test_frequent_reports_are_throttled(client: Client) -> None:
    match = factories.a_called_match()
    sent(client, match, "report", winner="black", points=6, key="k0")

    answers = [sent(client, match, "report", winner="black", points=6, key="k0") for _ in range(30)]

    assert (answers[:29], answers[29]) == ([302] * 29, 429)


def test_a_device_keeps_its_secret_out_of_reach_of_scripts(client: Client) -> None:
    match = factories.a_called_match()
    assert match.table is not None

    cookie = client.get(f"/t/{match.table.code}/").cookies["device"]

    assert (len(cookie.value) >= 22, cookie["httponly"], cookie["samesite"]) == (True, True, "Lax")


def test_one_tap_scores_a_game_and_the_same_tap_again_does_not(client: Client) -> None:
    match = factories.a_called_match()

    for _ in range(2):
        assert sent(client, match, "score", outcome="white:gammon:2", key="g1") == 302

    assert list(match.games.values_list("number", "winner", "points", "white_after")) == [(1, "white", 4, 4)]


def test_only_outcomes_that_make_a_difference_are_offered(client: Client) -> None:
    match = factories.a_called_match(length=3)

    def list_offered() -> list[str]:
        page = client.get(f"/m/{match.code}/score/?table={match.table.code}").text
        return re.findall(r'name="outcome" value="white:(\w+:1)"', page)

    assert list_offered() == ["single:1", "gammon:1", "backgammon:1", "drop:1"]
    sent(client, match, "score", outcome="white:gammon:1", key="g1")
    sent(client, match, "score", outcome="black:gammon:1", key="g2")
    # At 2-2 the cube is dead, too.
    assert list_offered() == ["single:1"]


@pytest.mark.parametrize("outcome", ["", "white", "white:triple:1", "red:single:1", "white:single:3"])
def test_a_game_that_cannot_be_is_refused(client: Client, outcome: str) -> None:
    match = factories.a_called_match()

    assert sent(client, match, "score", outcome=outcome, key="g1") == 409
    assert not match.games.exists()


def test_a_second_tap_on_undo_strikes_no_second_game(client: Client) -> None:
    match = factories.a_called_match()
    sent(client, match, "score", outcome="white:single:1", key="g1")
    sent(client, match, "score", outcome="white:single:1", key="g2")
    match.refresh_from_db()
    version = match.version

    assert sent(client, match, "score/undo", version=version) == 302
    assert sent(client, match, "score/undo", version=version) == 409

    assert match.games.filter(struck_at=None).count() == 1


def test_games_that_end_a_match_whose_report_was_withdrawn_can_be_reported_or_undone(client: Client) -> None:
    match = factories.a_called_match(length=5)
    for winner, cube in (("white", 2), ("white", 1), ("black", 4), ("white", 1), ("black", 1)):
        scoring.score_game(
            match=match, winner=winner, kind="single", cube=cube, identity=factories.at_table(match)
        )
    report = match.reports.get()
    reporting.withdraw(match=match, report=report, identity=factories.at_table(match))
    page = text(client, f"/t/{match.table.code}/score/")

    assert "The games end 4–5: report this score, or undo game 5." in " ".join(page.split())
    assert ("who won?" in page, "Undo game 5" in page, "Report final score" in page) == (False, True, True)
    page = text(client, f"/m/{match.code}/")
    assert ("Withdrawn" in page, "No longer valid" in page) == (True, False)


def test_a_badge_is_exchanged_for_a_cookie_and_shows_my_matches(client: Client) -> None:
    match = factories.a_called_match()
    token = badges.issue_badge(desk=match.desk, player=match.black, by=SYSTEM).token

    response = client.post("/b/", {"token": f"https://club.example/b/#{token}"})
    page = text(client, "/b/")

    assert (response.status_code, response.cookies["badge"]["httponly"]) == (302, True)
    assert token not in response.cookies["badge"].value
    assert "Bruno" in page
    assert "Report result" in page


def test_the_reporter_does_not_confirm_the_own_report(client: Client) -> None:
    match = factories.a_called_match()
    factories.a_report(match, 7, 3, identity=factories.with_badge(match, "white"))
    buttons = {}
    for player in (match.white, match.black):
        client.post("/b/", {"token": badges.issue_badge(desk=match.desk, player=player, by=SYSTEM).token})
        pages = [text(client, "/b/"), text(client, f"/m/{match.code}/")]
        buttons[str(player)] = [("Confirm or dispute" in page, "Your report" in page) for page in pages]

    assert buttons == {"Ada": [(False, True)] * 2, "Bruno": [(True, False)] * 2}


def test_a_player_of_another_match_reads_so(client: Client) -> None:
    match = factories.a_called_match()
    other = factories.a_called_match(white="Carla", black="Dario")
    client.post("/b/", {"token": badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM).token})

    for path in (f"/m/{other.code}/report/", f"/m/{other.code}/"):
        page = text(client, path)
        assert "This is not your match: only its players report the result." in page
        assert "open your badge" not in page


def test_every_page_links_a_badge_to_my_matches(client: Client) -> None:
    match = factories.a_called_match()
    link = '<a href="/b/">Badge</a>'
    before = client.get("/laws/").content.decode().count(link)
    client.post("/b/", {"token": badges.issue_badge(desk=match.desk, player=match.black, by=SYSTEM).token})

    assert (before, client.get("/laws/").content.decode().count(link)) == (0, 1)


def test_a_revoked_badge_is_refused(client: Client) -> None:
    match = factories.a_called_match()
    issued = badges.issue_badge(desk=match.desk, player=match.black, by=SYSTEM)
    client.post("/b/", {"token": issued.token})
    badges.revoke_badge(badge=issued.badge, by=SYSTEM)

    assert "The code on your badge" in text(client, "/b/")
    assert client.post("/b/", {"token": issued.token}).status_code == 403


def test_an_account_keeps_the_player_of_a_badge_with_one_form(client: Client) -> None:
    match = factories.a_called_match()
    user = factories.a_user("bruno")
    client.force_login(user)
    client.post("/b/", {"token": badges.issue_badge(desk=match.desk, player=match.black, by=SYSTEM).token})

    assert client.post("/b/claim/").status_code == 302
    match.black.refresh_from_db()
    assert match.black.user == user

    client.post("/b/", {"token": badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM).token})
    assert client.post("/b/claim/").status_code == 409


def test_claiming_a_player_requires_badge_and_account(client: Client) -> None:
    match = factories.a_called_match()

    assert client.post("/b/claim/").status_code == 302
    client.post("/b/", {"token": badges.issue_badge(desk=match.desk, player=match.black, by=SYSTEM).token})
    assert client.post("/b/claim/").status_code == 302

    match.black.refresh_from_db()
    assert match.black.user is None


def test_a_match_waiting_for_its_call_takes_no_report(client: Client) -> None:
    match = factories.a_match()
    token = badges.issue_badge(desk=match.desk, player=match.black, by=SYSTEM).token
    client.post("/b/", {"token": token})

    response = client.post(f"/m/{match.code}/report/", {"winner": "white", "points": 3})

    assert response.status_code == 409
    assert "has not been called" in text(client, f"/m/{match.code}/report/")


def test_a_void_match_is_shown_as_such(client: Client) -> None:
    match = factories.a_called_match()
    lifecycle.void_match(match=match, reason="drawn twice", by=SYSTEM)

    assert "The desk has voided this match." in text(client, f"/m/{match.code}/report/")


@pytest.mark.parametrize("path", ["/t/nothing/", "/t/nothing/score/", "/m/nothing/", "/m/nothing/report/"])
def test_an_unknown_code_is_absent(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
