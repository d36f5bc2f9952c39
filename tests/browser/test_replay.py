"""A match file on the board: stepped through by links and swipes, announced to screen readers, and listed."""

import pytest

from matches.models import Match
from matches.records.models import Transcript
from matches.records.services import uploads, videos
from rules.formats.ogxm_video import VideoMark
from tests import factories
from tests.browser.conftest import OpenDevice
from tests.matches.records import files
from tests.rules.sample_records import DATA

# The positions of checkers: those moved by the script, and those drawn by the server.
CHECKERS_MOVED = """() => [...document.querySelectorAll('.moving-checker')].map((one) => {
  const [x, y] = one.style.transform.match(/-?[\\d.]+/g);
  const side = one.classList.contains('checker-white') ? 'white' : 'black';
  return [side, one.classList.contains('off') ? 'off' : 'on', x, y].join(' ');
}).filter((text, at, all) => all.indexOf(text) === at).sort()"""
CHECKERS_DRAWN = """() => [...document.querySelectorAll('.replay-picture .checker')].map((one) => {
  const number = (name) => Number(one.getAttribute(name));
  const off = one.tagName === 'rect';
  const x = off ? number('x') + number('width') / 2 : number('cx');
  const y = off ? number('y') + number('height') / 2 : number('cy');
  const side = one.parentElement.classList.contains('checker-white') ? 'white' : 'black';
  return [side, off ? 'off' : 'on', x, y].join(' ');
}).filter((text, at, all) => all.indexOf(text) === at).sort()"""
SWIPE = """([from, to]) => {
  const area = document.querySelector('[data-swipe]');
  const at = (clientX) => ({ clientX, clientY: 300, isPrimary: true, pointerType: 'touch', bubbles: true });
  area.dispatchEvent(new PointerEvent('pointerdown', at(from)));
  area.dispatchEvent(new PointerEvent('pointerup', at(to)));
}"""


def a_record(data: bytes) -> tuple[Match, Transcript]:
    """A called match with a match file."""
    match = factories.a_called_match(length=3, white="José-María", black="X")
    transcript = uploads.attach_file(
        match=match, name="final.mat", data=data, identity=factories.at_table(match)
    )
    return match, transcript


@pytest.mark.parametrize("script", [True, False])
def test_links_step_through_a_game(open_device: OpenDevice, script: bool) -> None:
    match, transcript = a_record(files.record())
    laptop = open_device(1280, script=script)
    laptop.open(f"/m/{match.code}/record/{transcript.pk}/?game=1&action=3")
    laptop.tap(laptop.page.locator('[data-step="next"]'))
    laptop.page.get_by_text("4/42", exact=True).wait_for()
    laptop.page.wait_for_url("**/position/1/4/#board")

    assert laptop.page.locator(".replay svg.board").count() == 1
    assert laptop.page.locator("[data-slot=words]").inner_text() == "X rolls 2-1: 13/11 6/5*"


@pytest.mark.parametrize("script", [True, False])
def test_the_link_into_the_video_follows_the_steps(open_device: OpenDevice, script: bool) -> None:
    match, transcript = a_record(files.record())
    videos.set_video(
        transcript=transcript,
        address="https://video.example/final",
        marks=[VideoMark(1, 3, 60_000), VideoMark(1, 4, 75_000)],
        identity=factories.at_table(match),
    )
    laptop = open_device(1280, script=script)
    laptop.open(f"/m/{match.code}/record/{transcript.pk}/?game=1&action=3")
    link = laptop.page.locator("[data-slot=video] a")
    assert link.inner_text() == "Watch this move (1:00)"
    for label, address in (("Watch this move (1:15)", "https://video.example/final#t=75"), ("", "")):
        laptop.tap(laptop.page.locator('[data-step="next"]'))
        laptop.page.wait_for_url("**/position/1/4/#board" if label else "**/position/1/5/#board")
        assert link.is_visible() == bool(label)
        if label:
            assert (link.inner_text(), link.get_attribute("href")) == (label, address)


def test_the_script_shows_the_same_board_as_the_server(open_device: OpenDevice) -> None:
    match, transcript = a_record(files.record())
    scripted, plain = open_device(1280), open_device(1280, script=False)
    scripted.open(f"/m/{match.code}/record/{transcript.pk}/?game=1&action=0&below=black&home=left")
    scripted.page.locator("[data-ready]").wait_for()
    for action in (1, 9, 25, 42):
        scripted.page.locator(f'.moves [data-frame="{action}"]').click()
        scripted.page.wait_for_url(f"**/position/1/{action}/?**")
        plain.open(f"/m/{match.code}/record/{transcript.pk}/?game=1&action={action}&below=black&home=left")

        assert scripted.page.evaluate(CHECKERS_MOVED) == plain.page.evaluate(CHECKERS_DRAWN)
        for part in (".board-pips", ".board-score", ".cube-value", ".turn", ".trace-head"):
            assert scripted.page.locator(part).count() == plain.page.locator(part).count()


def test_a_swipe_steps_on_and_back(open_device: OpenDevice) -> None:
    match, transcript = a_record(files.record())
    phone = open_device(360, has_touch=True)
    phone.open(f"/m/{match.code}/record/{transcript.pk}/?game=1&action=3")
    phone.page.locator("[data-ready]").wait_for()
    phone.page.evaluate(SWIPE, [250, 100])
    phone.page.get_by_text("4/42", exact=True).wait_for()
    phone.page.evaluate(SWIPE, [100, 250])
    phone.page.get_by_text("3/42", exact=True).wait_for()


def test_a_move_and_its_faults_are_announced_to_screen_readers(open_device: OpenDevice) -> None:
    match, transcript = a_record(files.with_an_illegal_play())
    laptop = open_device(1280)
    laptop.open(f"/m/{match.code}/record/{transcript.pk}/?game=1&action=2")
    laptop.page.locator("[data-ready]").wait_for()
    laptop.page.keyboard.press("ArrowRight")
    laptop.page.get_by_text("3/42", exact=True).wait_for()

    text = laptop.page.locator("[aria-live]").filter(has=laptop.page.locator("[data-slot]")).inner_text()
    assert text.splitlines()[0] == "José-María rolls 5-4: 24/20 13/9"
    assert "13/9 cannot be played with 5-4." in text
    laptop.page.context.grant_permissions(["clipboard-write"])
    laptop.page.get_by_role("button", name="Share this move").click()
    laptop.page.get_by_role("button", name="Link copied").wait_for()


def test_without_a_script_all_positions_of_a_game_are_a_list(open_device: OpenDevice) -> None:
    match, transcript = a_record(files.record())
    phone = open_device(360, script=False)
    phone.open(f"/m/{match.code}/record/{transcript.pk}/")
    phone.tap("All positions")

    assert phone.page.locator(".positions > li").count() == 43
    third = phone.page.locator(".positions > li > p").nth(3)
    assert third.inner_text() == "3 José-María rolls 5-4: 24/20 13/8"


def test_a_pasted_match_file_is_checked_and_saved(open_device: OpenDevice) -> None:
    match = factories.a_called_match(length=3, white="José-María", black="X")
    assert match.table is not None
    phone = open_device(360)
    phone.open(f"/m/{match.code}/?table={match.table.code}")
    phone.tap("Upload a match file")
    phone.page.get_by_label("Or paste the match file").fill(files.record().decode())
    phone.tap("Check and save")
    phone.page.get_by_text("Certified", exact=False).first.wait_for()

    assert list(match.transcripts.values_list("status", "white_score", "black_score")) == [
        ("certified", 3, 0)
    ]


def test_a_key_jumps_to_the_next_blunder(open_device: OpenDevice) -> None:
    match, transcript = a_record((DATA / "analysed" / "m015_3pt.sgf").read_bytes())
    laptop = open_device(1280)
    laptop.open(f"/m/{match.code}/record/{transcript.pk}/?game=1&action=0")
    laptop.page.locator("[data-ready]").wait_for()
    laptop.page.keyboard.press("b")
    laptop.page.get_by_text("2/42", exact=True).wait_for()
    judged = laptop.page.locator("[data-slot=judged] .assessment.blunder")
    assert judged.locator("caption").inner_text() == "Checker play: ?? blunder −0.093"
    assert judged.locator(".played th").inner_text() == "13/6 played"
    plain = open_device(1280, script=False)
    plain.open(f"/m/{match.code}/record/{transcript.pk}/?game=1&action=2")
    text = plain.page.locator("[data-slot=judged]").inner_text()
    assert laptop.page.locator("[data-slot=judged]").inner_text().split() == text.split()


@pytest.mark.parametrize("script", [True, False])
def test_the_board_and_its_controls_are_in_the_first_screen_of_a_phone(
    open_device: OpenDevice, script: bool
) -> None:
    match, transcript = a_record((DATA / "analysed" / "m015_3pt.sgf").read_bytes())
    phone = open_device(360, script=script)
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.open(f"/m/{match.code}/record/{transcript.pk}/position/1/2/")
    if script:
        phone.page.locator("[data-ready]").wait_for()
    for part in (".replay-picture svg.board", ".pager", ".replay-text"):
        box = phone.page.locator(part).first.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 740


def test_a_candidate_is_shown_on_the_board_until_the_next_step(open_device: OpenDevice) -> None:
    match, transcript = a_record((DATA / "analysed" / "m015_3pt.sgf").read_bytes())
    phone = open_device(360)
    phone.open(f"/m/{match.code}/record/{transcript.pk}/position/1/2/")
    phone.page.locator("[data-ready]").wait_for()
    phone.tap("13/11 13/8")
    phone.page.get_by_text("Variation: 13/11 13/8").wait_for()
    phone.page.locator("[data-ready]").wait_for()
    phone.page.keyboard.press("ArrowRight")
    phone.page.wait_for_url("**/position/1/3/#board")

    assert phone.page.get_by_text("Variation:").count() == 0
