"""Reports tapped without a connection: queued in order, listed on every page, and sent once."""

import re

from playwright.sync_api import Page, Route, expect

from matches.models import Match
from matches.moneyplay.models import MoneySession
from matches.records.models import TranscriptDraft
from matches.services import lifecycle, reporting, rulings, scoring
from tests import factories
from tests.browser import session_taps
from tests.browser.conftest import OpenDevice
from tests.browser.page_addresses import table_of
from tests.browser.phones import PASSWORD, Phone
from tests.matches.moneyplay.sessions import get_state

ONE = "1 report is waiting to be sent."


def cut(page: Page, path: str) -> None:
    """Abort every POST request to this path."""
    page.route(
        f"**{path}", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )


def restore(page: Page) -> None:
    """Allow all requests again, and send the event of a restored connection."""
    page.unroute_all()
    page.evaluate("dispatchEvent(new Event('online'))")


def waiting(phone: Phone) -> str:
    """The text of the queue on the page."""
    return " ".join(phone.page.locator("#queue").inner_text().split())


def a_reported_match() -> Match:
    match = factories.a_called_match()
    factories.a_report(match, 7, 5)
    return match


def test_a_confirmation_waits_on_every_page_and_is_sent_from_any(open_device: OpenDevice) -> None:
    match = a_reported_match()
    phone = open_device(360)
    phone.open(table_of(match))
    cut(phone.page, "/confirm/")
    phone.tap("Confirm")
    phone.page.get_by_text(ONE).wait_for()
    queue_text = waiting(phone)
    phone.open("/laws/")
    phone.page.get_by_text(ONE).wait_for()
    assert (waiting(phone), queue_text.endswith("Ada – Bruno: Confirm")) == (queue_text, True)
    match.refresh_from_db()
    assert match.status == "reported"

    restore(phone.page)
    expect(phone.page.locator("#queue")).to_have_count(0)
    match.refresh_from_db()
    assert (match.status, match.winner) == ("settled", "white")
    assert phone.page.url == f"{phone.address}/laws/"


def test_another_score_tapped_offline_replaces_the_confirmation(open_device: OpenDevice) -> None:
    match = a_reported_match()
    phone = open_device(360)
    phone.open(table_of(match))
    phone.page.context.set_offline(True)
    phone.tap("Confirm")
    phone.page.get_by_text(ONE).wait_for()
    phone.tap("That's wrong")
    phone.report("Bruno", 6, send="Send score")
    expect(phone.page.locator("#queue")).to_contain_text("Ada – Bruno: Bruno 7–6")
    assert ONE in waiting(phone)

    phone.page.context.set_offline(False)
    phone.page.get_by_text("The two reports disagree.").wait_for()
    match.refresh_from_db()
    assert match.status == "disputed"
    assert list(match.reports.order_by("number").values_list("white_score", "black_score")) == [
        (7, 5),
        (6, 7),
    ]


def test_a_score_is_accepted_offline(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    first, second = open_device(360), open_device(360)
    first.open(table_of(match))
    first.report("Ada", 5)
    first.page.get_by_text("Waiting for the other player").wait_for()
    second.open(table_of(match))
    second.tap("That's wrong")
    second.report("Bruno", 6, send="Send score")
    second.page.get_by_text("The two reports disagree.").wait_for()
    second.page.context.set_offline(True)
    second.tap("I was wrong: accept 7–5")
    second.page.get_by_text(ONE).wait_for()
    second.page.context.set_offline(False)
    second.page.get_by_text("Final.").wait_for()
    match.refresh_from_db()
    assert (match.winner, match.black_score) == ("white", 5)


def test_games_tapped_offline_are_written_in_order_and_once(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    phone = open_device(360)
    phone.open(f"{table_of(match)}score/")
    phone.page.context.set_offline(True)
    for winner, kind in (("Ada", "Gammon"), ("Bruno", "Single game"), ("Ada", "Single game")):
        phone.tap(winner)
        phone.tap(phone.page.locator("details[open] button", has_text=kind).first)
        expect(phone.page.locator("#queue")).to_contain_text(f"{winner} +")
    expect(phone.page.locator("#queue")).to_contain_text("3 reports are waiting to be sent.")
    sheet = phone.page.locator("#sheet")
    expect(sheet).to_contain_text("3–1 with the games that wait to be sent")
    expect(sheet).to_contain_text("Game 4: who won?")

    phone.page.context.set_offline(False)
    phone.page.get_by_text("Game 4: who won?").wait_for()
    expect(phone.page.locator("#queue")).to_have_count(0)
    games = match.games.order_by("number").values_list("winner", "kind", "white_after", "black_after")
    assert list(games) == [
        ("white", "gammon", 2, 0),
        ("black", "single", 2, 1),
        ("white", "single", 3, 1),
    ]


def test_an_undo_tapped_offline_takes_the_waiting_game_back(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    lifecycle.start_match_at_table(match=match, identity=factories.at_table(match))
    scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=factories.at_table(match))
    phone = open_device(360)
    phone.open(f"{table_of(match)}score/")
    phone.page.context.set_offline(True)
    phone.tap("Bruno")
    phone.tap(phone.page.locator("details[open] button", has_text="Gammon").first)
    sheet = phone.page.locator("#sheet")
    expect(sheet).to_contain_text("1–2 with the games that wait to be sent")
    phone.tap("Undo game 2")
    expect(sheet).to_contain_text("Game 2: who won?")
    expect(sheet.locator("[data-slot=waiting-score]")).to_be_hidden()

    phone.page.context.set_offline(False)
    expect(phone.page.locator("#queue")).to_have_count(0)
    assert list(match.games.filter(struck_at=None).values_list("winner", "points")) == [("white", 1)]


def test_a_request_whose_answer_was_lost_is_processed_once(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    phone = open_device(360)
    phone.open(f"{table_of(match)}score/")

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch(max_redirects=0)
            route.abort()
        else:
            route.continue_()

    phone.page.route("**/score/", lose)
    phone.tap("Ada")
    phone.tap("Gammon")
    phone.page.get_by_text(ONE).wait_for()
    assert match.games.count() == 1
    restore(phone.page)
    phone.page.get_by_text("Game 2: who won?").wait_for()
    assert match.games.count() == 1


def test_a_refused_report_shows_the_reason_and_can_be_viewed_or_discarded(open_device: OpenDevice) -> None:
    official = factories.a_user("director", password=PASSWORD)
    match = factories.a_called_match(factories.a_desk(official))
    factories.a_report(match, 7, 5)
    phone = open_device(360)
    phone.open(table_of(match))
    cut(phone.page, "/dispute/")
    phone.tap("That's wrong")
    phone.report("Bruno", 6, send="Send score")
    phone.page.get_by_text(ONE).wait_for()
    rulings.rule_on_match(match=match, white_score=7, black_score=4, law="match.adjudication", by=official)
    phone.open("/laws/")
    restore(phone.page)
    phone.page.get_by_text("Not accepted:").wait_for()
    assert re.search(r"Not accepted: Ada – Bruno: Bruno 7–6 director changed this match at", waiting(phone))
    assert ONE not in waiting(phone)

    phone.tap(phone.page.locator("#queue a"))
    phone.page.get_by_text("Final.").wait_for()
    assert "Not accepted:" in waiting(phone)
    phone.tap("Discard")
    expect(phone.page.locator("#queue")).to_have_count(0)
    phone.page.reload()
    expect(phone.page.locator("#queue")).to_have_count(0)
    assert match.reports.count() == 1


def test_a_refused_report_is_replaced_by_the_next_one_of_its_match(open_device: OpenDevice) -> None:
    match = a_reported_match()
    phone = open_device(360)
    phone.open(table_of(match))
    cut(phone.page, "/confirm/")
    phone.tap("Confirm")
    phone.page.get_by_text(ONE).wait_for()
    report = match.reports.get()
    reporting.withdraw(match=match, report=report, identity=factories.at_table(match))
    factories.a_report(match, 7, 4)
    phone.open("/laws/")
    restore(phone.page)
    phone.page.get_by_text("Not accepted:").wait_for()
    phone.tap(phone.page.locator("#queue a"))
    phone.tap("Confirm")
    phone.page.get_by_text("Final.").wait_for()

    expect(phone.page.locator("#queue")).to_have_count(0)
    match.refresh_from_db()
    assert (match.winner, match.black_score) == ("white", 4)


def test_moves_of_the_recorder_are_sent_from_another_page(open_device: OpenDevice) -> None:
    match = factories.a_called_match(length=1)
    phone = open_device(360)
    phone.open(f"/m/{match.code}/recorder/?table={match.table.code if match.table else ''}")
    cut(phone.page, "/recorder/lines/")
    for line in ("w31 8/5 6/5", "52 24/22 13/8"):
        phone.page.get_by_label("Roll and move").fill(line)
        phone.page.keyboard.press("Enter")
    phone.page.get_by_text("2 reports are waiting to be sent.").wait_for()
    phone.open("/laws/")
    phone.page.get_by_text("2 reports are waiting to be sent.").wait_for()
    restore(phone.page)
    expect(phone.page.locator("#queue")).to_have_count(0)
    assert list(TranscriptDraft.objects.values_list("lines", flat=True)) == [
        ["white 31 8/5 6/5", "black 52 24/22 13/8"]
    ]


def test_a_money_session_goes_on_without_a_connection(open_device: OpenDevice) -> None:
    phone = open_device(360)
    session = MoneySession.objects.get(code=session_taps.opened(phone, "Money play (two players)"))
    session_taps.write_down(phone, "Ada")
    session_taps.write_down(phone, "Bo")
    phone.page.context.set_offline(True)
    phone.tap("Automatic double")
    expect(phone.page.locator("#queue")).to_contain_text("Money play (two players), game 1: Automatic double")
    phone.tap(phone.page.locator(".seat > summary", has_text="Bo"))
    phone.tap(phone.page.locator("details[open] button", has_text="Gammon").first)
    expect(phone.page.locator("#queue")).to_contain_text("Bo wins: Gammon")
    phone.page.locator("#more > summary").click()
    phone.page.locator("#leaver").select_option("Ada")
    phone.tap("Leave table")
    expect(phone.page.locator("#queue")).to_contain_text("Leave table: Ada")
    assert "3 reports are waiting to be sent." in waiting(phone)

    phone.page.context.set_offline(False)
    expect(phone.page.locator("#queue")).to_contain_text("Play has begun, so a table of two cannot be left.")
    assert "Not accepted: Money play (two players): Leave table: Ada" in waiting(phone)
    phone.tap("Discard")
    expect(phone.page.locator("#queue")).to_have_count(0)
    expect(phone.page.locator(".score-table")).to_contain_text("+2")
    assert get_state(session).balances == {"Ada": -2, "Bo": 2}


def test_players_of_a_chouette_are_added_and_drawn_without_a_connection(open_device: OpenDevice) -> None:
    phone = open_device(360)
    session = MoneySession.objects.get(code=session_taps.opened(phone, "Chouette"))
    session_taps.write_down(phone, "Ada")
    session_taps.write_down(phone, "Bo")
    session_taps.write_down(phone, "Cy")
    phone.page.context.set_offline(True)
    phone.page.locator("#guest [name=name]").fill("Di")
    phone.tap("Add player")
    expect(phone.page.locator("#queue")).to_contain_text("Add player: Di")
    phone.tap("Draw a random order")
    expect(phone.page.locator("#queue")).to_contain_text("Draw a random order")

    phone.page.context.set_offline(False)
    phone.page.get_by_role("button", name="Start game 1").wait_for()
    expect(phone.page.locator("#queue")).to_have_count(0)
    assert sorted(get_state(session).balances) == ["Ada", "Bo", "Cy", "Di"]


def test_a_match_file_is_submitted_after_the_moves_that_wait(open_device: OpenDevice) -> None:
    match = factories.a_called_match(length=1)
    phone = open_device(360)
    phone.open(f"/m/{match.code}/recorder/?table={match.table.code if match.table else ''}")
    field = phone.page.get_by_label("Roll and move")
    field.fill("w31 8/5 6/5")
    phone.page.keyboard.press("Enter")
    phone.page.get_by_role("button", name="Submit match file").wait_for()
    phone.page.context.set_offline(True)
    field.fill("52 24/22 13/8")
    phone.page.keyboard.press("Enter")
    phone.tap("Submit match file")
    phone.page.get_by_text("2 reports are waiting to be sent.").wait_for()

    phone.page.context.set_offline(False)
    phone.page.wait_for_url("**/record/**")
    assert [(draft.lines, draft.transcript is not None) for draft in TranscriptDraft.objects.all()] == [
        (["white 31 8/5 6/5", "black 52 24/22 13/8"], True)
    ]
