"""The recorder: a match is typed or tapped, saved across reloads and lost connections, and submitted."""

from playwright.sync_api import Route, expect

from matches.models import Match
from matches.records.models import TranscriptDraft
from tests import factories
from tests.browser.conftest import OpenDevice
from tests.browser.phones import Phone


def a_match(length: int = 1) -> Match:
    """A match called to a table."""
    return factories.a_called_match(length=length)


def open_recorder(phone: Phone, match: Match) -> None:
    """Open the recorder by the link of the table's card."""
    assert match.table is not None
    phone.open(f"/m/{match.code}/recorder/?table={match.table.code}")


def entries(phone: Phone) -> list[str]:
    """The lines of the current game on the page."""
    return [text.strip() for text in phone.page.locator("[data-slot=entries] li").all_inner_texts()]


def written(phone: Phone, count: int) -> None:
    """Wait until `count` lines of this game are saved."""
    phone.page.locator("[data-slot=entries] li").nth(count - 1).wait_for()
    phone.page.get_by_text("Saved", exact=True).wait_for()


def dice(phone: Phone, first: int, second: int) -> None:
    """Tap two dice."""
    for row, number in enumerate((first, second)):
        phone.tap(phone.page.locator(f".dice-row >> nth={row} >> [data-face='{number}']"))


def point(phone: Phone, zone: int) -> None:
    """Tap a point, by White's numbering."""
    phone.tap(phone.page.locator(f".tap-zone[data-place='{zone}']"))


def lines_of(match: Match) -> list[list[str]]:
    """The lines of the saved draft."""
    return list(TranscriptDraft.objects.filter(match=match).values_list("lines", flat=True))


def test_a_match_is_tapped_in_four_taps_a_turn(open_device: OpenDevice) -> None:
    match = a_match()
    phone = open_device(360)
    open_recorder(phone, match)
    dice(phone, 3, 1)
    point(phone, 8)
    point(phone, 6)
    written(phone, 1)
    turn = phone.taps
    dice(phone, 6, 4)
    point(phone, 1)
    point(phone, 7)
    written(phone, 2)
    phone.tap("Resign")
    phone.tap(phone.page.get_by_role("button", name="Gammon", exact=True).last)
    phone.page.locator("[data-slot=words]", has_text="Ada has won the match, 1–0").wait_for()
    phone.tap("Submit match file")
    phone.page.get_by_text("Certified", exact=False).first.wait_for()

    assert (turn, phone.taps) == (4, 11)
    assert lines_of(match) == [["white 31 8/5 6/5", "black 64 24/14", "black resign 2"]]
    assert list(match.transcripts.values_list("status", "white_score", "black_score", "fault")) == [
        ("certified", 1, 0, {})
    ]


def test_a_match_is_typed_and_doubled(open_device: OpenDevice) -> None:
    match = a_match(3)
    laptop = open_device(1280)
    open_recorder(laptop, match)
    for count, line in enumerate(("w31 8/5 6/5", "52 13/8 24/22", "double", "take", "66 24/18"), 1):
        laptop.page.get_by_label("Roll and move").fill(line)
        laptop.page.keyboard.press("Enter")
        if count < 5:
            written(laptop, count)
    laptop.page.locator("#refusal").wait_for()

    assert entries(laptop) == ["31: 8/5 6/5", "52: 24/22 13/8", "Doubles to 2", "Takes"]
    assert laptop.page.locator("#refusal a").get_attribute("href") == "/laws/move.doubles/"
    laptop.tap("Accepted:")
    written(laptop, 5)
    assert lines_of(match)[0][-1] == "white 66! 24/18"


def test_only_legal_plays_are_offered_while_typing(open_device: OpenDevice) -> None:
    match = a_match()
    laptop = open_device(1280)
    open_recorder(laptop, match)
    laptop.page.get_by_label("Roll and move").press_sequentially("w31 8/5 6")
    laptop.page.locator(".suggestions button").first.wait_for()

    assert laptop.page.locator(".suggestions button").all_inner_texts() == ["8/5 6/5"]
    laptop.page.keyboard.press("Enter")
    written(laptop, 1)
    assert lines_of(match) == [["white 31 8/5 6/5"]]


def test_a_draft_survives_a_reload_and_a_lost_connection(open_device: OpenDevice) -> None:
    match = a_match()
    phone = open_device(360)
    open_recorder(phone, match)
    dice(phone, 3, 1)
    point(phone, 8)
    point(phone, 6)
    written(phone, 1)
    phone.page.route("**/recorder/lines/", lambda route: route.abort())
    phone.page.get_by_label("Roll and move").fill("52 13/8 24/22")
    phone.page.keyboard.press("Enter")
    phone.page.get_by_text("Waiting for the connection.").wait_for()
    phone.page.reload()
    phone.page.get_by_text("Waiting for the connection.").wait_for()
    assert lines_of(match) == [["white 31 8/5 6/5"]]

    phone.page.unroute("**/recorder/lines/")
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    written(phone, 2)
    phone.page.reload()

    assert entries(phone) == ["31: 8/5 6/5", "52: 24/22 13/8"]
    assert lines_of(match) == [["white 31 8/5 6/5", "black 52 24/22 13/8"]]


def test_a_fast_writer_loses_no_line(open_device: OpenDevice) -> None:
    match = a_match()
    laptop = open_device(1280)
    open_recorder(laptop, match)
    laptop.page.route("**/recorder/lines/", lambda route: route.abort())
    for line in ("w31 8/5 6/5", "52 24/22 13/8", "66 24/18(2)", "41 24/23 13/9"):
        laptop.page.get_by_label("Roll and move").fill(line)
        laptop.page.keyboard.press("Enter")
    laptop.page.unroute("**/recorder/lines/")
    laptop.page.evaluate("dispatchEvent(new Event('online'))")
    laptop.page.locator("#refusal").wait_for()

    assert lines_of(match) == [["white 31 8/5 6/5", "black 52 24/22 13/8"]]
    assert laptop.page.get_by_label("Roll and move").input_value() == "66 24/18(2)"
    assert laptop.page.locator(".suggestions button").all_inner_texts() == [
        "Accepted: 66! 24/18(2)",
        "41 24/23 13/9",
    ]


def test_a_draft_continued_elsewhere_is_shown_before_a_line_is_added(open_device: OpenDevice) -> None:
    match = a_match()
    phone = open_device(360)
    open_recorder(phone, match)
    phone.page.get_by_label("Roll and move").fill("w31 8/5 6/5")
    phone.page.keyboard.press("Enter")
    written(phone, 1)
    draft = TranscriptDraft.objects.get()
    TranscriptDraft.objects.update(lines=[*draft.lines, "black 52 24/22 13/8"], version=draft.version + 1)
    phone.page.get_by_label("Roll and move").fill("64 24/14")
    phone.page.keyboard.press("Enter")
    phone.page.locator("#refusal", has_text="This match file was continued elsewhere").wait_for()

    assert entries(phone) == ["31: 8/5 6/5", "52: 24/22 13/8"]
    # If the play was already known on the page, the line names its side.
    line = phone.page.get_by_label("Roll and move").input_value()
    assert line.removeprefix("black ") == "64 24/14"
    assert len(lines_of(match)[0]) == 2


def test_lines_behind_one_that_was_overtaken_are_shown_and_not_offered(open_device: OpenDevice) -> None:
    match = a_match()
    phone = open_device(360)
    open_recorder(phone, match)
    phone.page.get_by_label("Roll and move").fill("w31 8/5 6/5")
    phone.page.keyboard.press("Enter")
    written(phone, 1)
    phone.page.route("**/recorder/lines/", lambda route: route.abort())
    for line in ("64 24/14", "resign"):
        phone.page.get_by_label("Roll and move").fill(line)
        phone.page.keyboard.press("Enter")
    draft = TranscriptDraft.objects.get()
    TranscriptDraft.objects.update(lines=[*draft.lines, "black 52 24/22 13/8"], version=draft.version + 1)
    phone.page.unroute("**/recorder/lines/")
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    refusal = phone.page.locator("#refusal", has_text="This match file was continued elsewhere")

    expect(refusal).to_contain_text("Not accepted: resign")
    expect(phone.page.locator(".suggestions button")).to_have_count(0)
    assert lines_of(match) == [["white 31 8/5 6/5", "black 52 24/22 13/8"]]


def test_a_line_after_an_undo_without_a_connection_takes_its_place(open_device: OpenDevice) -> None:
    match = a_match()
    laptop = open_device(1280)
    open_recorder(laptop, match)
    for number, line in enumerate(("w31 8/5 6/5", "52 24/22 13/8"), start=1):
        laptop.page.get_by_label("Roll and move").fill(line)
        laptop.page.keyboard.press("Enter")
        written(laptop, number)
    laptop.page.get_by_label("Roll and move").fill("64")
    laptop.page.get_by_role("button", name="24/14", exact=True).wait_for()
    laptop.page.get_by_label("Roll and move").fill("")
    laptop.tap("Undo")  # the roll
    laptop.page.route("**/recorder/lines/", lambda route: route.abort())
    laptop.tap("Undo")
    laptop.page.locator("#queue").wait_for()
    laptop.page.get_by_label("Roll and move").fill("64 24/14")
    laptop.page.keyboard.press("Enter")
    laptop.page.unroute("**/recorder/lines/")
    laptop.page.evaluate("dispatchEvent(new Event('online'))")
    expect(laptop.page.locator("#queue")).to_have_count(0)

    assert lines_of(match) == [["white 31 8/5 6/5", "black 64 24/14"]]


def test_dice_tapped_while_a_line_is_on_its_way_are_rolled_in_the_position_after_it(
    open_device: OpenDevice,
) -> None:
    match = a_match()
    phone = open_device(360)
    open_recorder(phone, match)
    sent: list[Route] = []

    def keep_waiting(route: Route) -> None:
        sent.append(route)

    phone.page.route("**/recorder/lines/", keep_waiting)
    dice(phone, 3, 1)
    point(phone, 8)
    point(phone, 6)
    dice(phone, 6, 4)
    sent[0].continue_()
    phone.page.unroute("**/recorder/lines/")
    written(phone, 1)
    point(phone, 1)
    point(phone, 7)
    written(phone, 2)

    assert lines_of(match) == [["white 31 8/5 6/5", "black 64 24/14"]]


def test_an_illegal_play_is_accepted_by_a_second_tap(open_device: OpenDevice) -> None:
    match = a_match()
    phone = open_device(360)
    open_recorder(phone, match)
    dice(phone, 3, 1)
    point(phone, 24)
    phone.tap("Illegal play")
    point(phone, 8)
    point(phone, 4)
    phone.tap("Accepted:")
    written(phone, 1)
    phone.tap("Undo")
    phone.page.locator("[data-slot=words]", has_text="Opening roll").wait_for()

    assert lines_of(match) == [[]]


def test_without_a_script_a_line_is_a_form(open_device: OpenDevice) -> None:
    match = a_match()
    phone = open_device(360, script=False)
    open_recorder(phone, match)
    phone.page.get_by_label("Roll and move").fill("w31")
    phone.tap("Enter")
    phone.tap(phone.page.get_by_role("button", name="8/5 6/5", exact=True))
    phone.page.get_by_label("Roll and move").fill("52 13/9 24/22")
    phone.tap("Enter")
    phone.tap("Accepted: 52! 13/9 24/22")

    assert entries(phone) == ["31: 8/5 6/5", "52: 13/9 24/22 !"]
    assert lines_of(match) == [["white 31 8/5 6/5", "black 52! 13/9 24/22"]]


def test_the_bar_about_the_connection_goes_away_when_it_is_back(open_device: OpenDevice) -> None:
    phone = open_device(360)
    open_recorder(phone, a_match())
    status = phone.page.locator("#connection-status")
    phone.page.context.set_offline(True)
    expect(status).to_be_visible()
    phone.page.context.set_offline(False)
    expect(status).to_be_hidden()
    phone.page.context.set_offline(True)
    expect(status).to_be_visible()


def test_while_lines_wait_the_recorder_says_so_and_offers_every_action(open_device: OpenDevice) -> None:
    match = a_match(5)
    phone = open_device(360)
    open_recorder(phone, match)
    double, take = (phone.page.get_by_role("button", name=name, exact=True) for name in ("Double", "Take"))
    expect(take).to_be_hidden()
    phone.page.context.set_offline(True)
    phone.page.get_by_label("Roll and move").fill("w31 8/5 6/5")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("[data-slot=before]")).to_have_text(
        "The board shows the position before 1 waiting line."
    )
    phone.tap(double)
    expect(phone.page.locator("[data-slot=before]")).to_have_text(
        "The board shows the position before 2 waiting lines."
    )
    phone.tap(take)
    phone.page.context.set_offline(False)
    written(phone, 3)
    expect(phone.page.locator("[data-slot=before]")).to_be_hidden()
    expect(take).to_be_hidden()
    assert lines_of(match) == [["white 31 8/5 6/5", "black double", "white take"]]


def test_a_refusal_does_not_stay_beside_saved_nor_after_dice_are_tapped(open_device: OpenDevice) -> None:
    phone = open_device(360)
    open_recorder(phone, a_match())
    phone.page.get_by_label("Roll and move").fill("31 8/4")
    phone.page.keyboard.press("Enter")
    phone.page.locator("[data-slot=refusal] .refusal").wait_for()
    expect(phone.page.get_by_text("Saved", exact=True)).to_have_count(0)
    phone.page.get_by_label("Roll and move").fill("")
    dice(phone, 6, 5)
    expect(phone.page.locator("[data-slot=refusal] .refusal")).to_have_count(0)
