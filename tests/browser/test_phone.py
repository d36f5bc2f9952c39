"""Phones at the table: reports, confirmations, disputes, live score and badges, tap by tap."""

from playwright.sync_api import Route

from matches.actors import SYSTEM
from matches.services import badges, reporting
from tests import factories
from tests.browser.conftest import OpenDevice
from tests.browser.page_addresses import table_of
from tests.browser.phones import PASSWORD, Phone


def test_a_result_is_reported_in_three_taps_after_the_scan_without_a_script(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    phone = open_device(script=False)
    phone.open(table_of(match))

    phone.report("Bruno", 4)
    phone.page.get_by_text("Waiting for the other player").wait_for()

    assert phone.taps == 3
    assert list(match.reports.values_list("white_score", "black_score", "state")) == [(4, 7, "open")]


def test_the_opponent_confirms_on_another_phone_with_one_tap_without_a_script(
    open_device: OpenDevice,
) -> None:
    match = factories.a_called_match()
    first, second = open_device(script=False), open_device(script=False)
    first.open(table_of(match))
    first.report("Ada", 5)
    first.page.get_by_text("Waiting for the other player").wait_for()

    second.open(table_of(match))
    second.tap("Confirm")
    second.page.get_by_text("Final.").wait_for()

    assert second.taps == 1
    match.refresh_from_db()
    assert (match.status, match.winner, match.white_score, match.black_score) == ("settled", "white", 7, 5)


def test_the_opponent_answers_with_another_score_in_four_taps_without_a_script(
    open_device: OpenDevice,
) -> None:
    match = factories.a_called_match()
    first, second = open_device(script=False), open_device(script=False)
    first.open(table_of(match))
    first.report("Ada", 5)
    first.page.get_by_text("Waiting for the other player").wait_for()

    second.open(table_of(match))
    second.tap("That's wrong")
    second.report("Bruno", 6, send="Send score")
    second.page.get_by_text("The two reports disagree.").wait_for()

    assert second.taps == 4
    match.refresh_from_db()
    assert match.status == "disputed"
    assert list(match.reports.order_by("number").values_list("white_score", "black_score")) == [
        (7, 5),
        (6, 7),
    ]
    first.open(f"/m/{match.code}/report/")
    assert "The two reports disagree." in first.text()


def test_the_same_phone_cannot_confirm_its_own_report(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    phone = open_device()
    phone.open(table_of(match))
    phone.report("Ada", 5)
    phone.page.get_by_text("Waiting for the other player").wait_for()

    phone.open(table_of(match))

    assert phone.page.get_by_role("button", name="Confirm").count() == 0


def test_a_form_sent_twice_makes_one_report(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    phone = open_device()
    phone.open(table_of(match))
    phone.tap("Ada")
    phone.tap(phone.page.locator(".figures label").nth(2))

    statuses = phone.page.evaluate(
        """async () => {
            const form = document.querySelector("form.result");
            const body = new URLSearchParams(new FormData(form));
            const send = () => fetch(form.action, {method: "POST", body});
            const answers = [await send(), await send()];
            return answers.map((answer) => answer.status);
        }"""
    )

    assert statuses == [200, 200]
    assert match.reports.count() == 1


def test_a_queued_result_is_sent_by_the_next_page_that_opens(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    phone = open_device()
    phone.open(table_of(match))
    phone.page.locator("#connection-status[data-state]").wait_for()
    phone.page.context.set_offline(True)
    phone.report("Bruno", 2)
    phone.page.get_by_text("1 report is waiting to be sent.").wait_for()
    phone.page.close()
    phone.page = phone.page.context.new_page()
    phone.page.context.set_offline(False)

    phone.open(table_of(match))
    phone.page.get_by_text("Waiting for the other player").wait_for()

    assert list(match.reports.values_list("white_score", "black_score")) == [(2, 7)]


def test_a_report_is_withdrawn_with_one_tap(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    phone = open_device()
    phone.open(table_of(match))
    phone.report("Ada", 5)
    phone.tap("Withdraw report")
    phone.page.get_by_text("Winner", exact=True).wait_for()

    assert list(match.reports.values_list("state", flat=True)) == ["withdrawn"]


def test_entered_values_stay_in_the_form_when_one_is_missing(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    phone = open_device(script=False)
    phone.open(table_of(match))
    phone.page.evaluate("document.querySelector('form.result').noValidate = true")
    phone.tap("Bruno")
    phone.tap("Report result")

    assert "Tap the loser's points." in phone.text()
    assert phone.page.locator("input[value=black]").is_checked()


def test_a_slow_answer_does_not_stop_polling(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    phone, delayed_routes = open_device(), list[Route]()
    page = phone.page

    def hold(route: Route) -> None:
        delayed_routes.append(route)

    page.clock.install()
    phone.open(table_of(match))
    page.route("**/m/**", hold)
    with page.expect_request("**/m/**"):
        page.clock.run_for(2_000)
    page.clock.fast_forward(9_000)
    # On a busy machine the page has given the request up by now.
    delayed_routes.pop().continue_()
    page.unroute("**/m/**")

    with page.expect_request("**/m/**"):
        page.clock.run_for(20_500)


def test_the_report_page_weighs_less_than_sixty_kilobytes(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    phone = open_device()
    phone.open(table_of(match))

    weight = phone.weight()
    assert 5_000 < weight <= 61_440


def test_every_target_on_the_report_page_is_at_least_48_pixels_wide_and_high(open_device: OpenDevice) -> None:
    match = factories.a_called_match(length=25, white="Maximilian Featherstonehaugh-Cholmondeley")
    phone = open_device(320)
    phone.open(table_of(match))

    boxes = [box.bounding_box() for box in phone.page.locator("form.result :is(label, button)").all()]
    assert len(boxes) == 2 + 25 + 1
    assert min(min(box["width"], box["height"]) for box in boxes if box) >= 48
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_game_is_scored_in_two_taps_and_undone_in_one_without_a_script(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    phone = open_device(script=False)
    phone.open(f"{table_of(match)}score/")
    phone.tap("Ada")
    phone.tap("Gammon")
    phone.page.get_by_text("Game 2: who won?").wait_for()
    assert phone.taps == 2
    assert list(match.games.values_list("winner", "kind", "cube", "white_after")) == [
        ("white", "gammon", 1, 2)
    ]

    phone.tap("Undo game 1")
    phone.page.get_by_text("Game 1: who won?").wait_for()
    match.refresh_from_db()
    assert (match.white_score, match.games.filter(struck_at=None).count()) == (0, 0)


def test_the_crawford_game_is_shown_and_offers_no_cube(open_device: OpenDevice) -> None:
    match = factories.a_called_match(length=3)
    phone = open_device()
    phone.open(f"{table_of(match)}score/")
    phone.tap("Ada")
    phone.tap("Gammon")
    phone.page.get_by_text("Crawford game", exact=True).wait_for()
    phone.tap("Ada")
    assert offered_games(phone, "white") == ["+1 Single game"]
    phone.tap("Bruno")
    assert offered_games(phone, "black") == ["+1 Single game", "+2 Gammon", "+3 Backgammon"]


def offered_games(phone: Phone, side: str) -> list[str]:
    """The games that a side can be given, without a cube; those that win no more than it needs."""
    offers = phone.page.locator(f".seat.{side} button").all_inner_texts()
    return [" ".join(offer.split()) for offer in offers]


def test_a_badge_link_opens_the_match_and_leaves_no_secret_in_the_address(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    token = badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM).token
    phone = open_device()
    phone.open(f"/b/#{token}")
    phone.page.get_by_role("heading", name="Ada").wait_for()
    assert phone.page.url == f"{phone.address}/b/"

    phone.tap("Report result")
    phone.report("Ada", 0)
    phone.page.get_by_text("Waiting for the other player").wait_for()

    assert phone.taps == 4
    assert list(match.reports.values_list("channel", "side")) == [("badge", "white")]


def test_a_link_of_another_badge_pasted_into_the_open_tab_is_redeemed(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    tokens = [
        badges.issue_badge(desk=match.desk, player=player, by=SYSTEM).token
        for player in (match.white, match.black)
    ]
    phone = open_device()
    for token, name in zip(tokens, ("Ada", "Bruno"), strict=True):
        phone.page.goto(f"{phone.address}/b/#{token}")
        phone.page.get_by_role("heading", name=name).wait_for()
        assert phone.page.url == f"{phone.address}/b/"


def test_a_badge_is_pasted_without_a_script(open_device: OpenDevice) -> None:
    match = factories.a_called_match()
    token = badges.issue_badge(desk=match.desk, player=match.black, by=SYSTEM).token
    phone = open_device(script=False)
    phone.open("/b/")
    phone.page.get_by_label("The code on your badge").fill(f"https://club.example/b/#{token}")
    phone.tap("Show my matches")

    assert phone.page.get_by_role("heading", level=1).inner_text() == "Bruno"


def test_an_official_rules_on_a_dispute_in_one_click_on_the_match_page(open_device: OpenDevice) -> None:
    official = factories.a_user("director", password=PASSWORD)
    match = factories.a_called_match(factories.a_desk(official))
    report = factories.a_report(match, 7, 5)
    reporting.dispute(
        match=match,
        report=report,
        white_score=6,
        black_score=7,
        identity=factories.at_table(match, "other phone"),
    )
    laptop = open_device(1280)
    laptop.sign_in()
    laptop.open(f"/m/{match.code}/")
    laptop.tap("Accept 6–7")
    laptop.page.get_by_text("Final", exact=True).first.wait_for()

    match.refresh_from_db()
    assert (match.winner, match.white_score, match.black_score) == ("black", 6, 7)
    assert list(match.rulings.values_list("kind", "law", "by__username")) == [
        ("ruling", "match.adjudication", "director")
    ]
