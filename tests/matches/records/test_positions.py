"""The page of a position given by its identifier: board, pip counts, legal plays, and impossible input."""

from random import Random
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils.html import escape

from rules.formats.gnuid import write_gnu_id
from rules.formats.identifiers import read_match_position
from rules.formats.snowie import write_snowie
from rules.formats.xgid import write_xgid
from tests.rules.sample_records import random_standing

pytestmark = pytest.mark.django_db

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


def page(client: Client, text: str, dice: str = "", status: int = 200, language: str = "en") -> str:
    answer = client.get(
        f"/position/?id={quote(text)}&dice={quote(dice)}", headers={"accept-language": language}
    )
    assert answer.status_code == status
    return answer.content.decode()


def test_without_an_identifier_the_page_asks_for_one(client: Client) -> None:
    text = client.get("/position/").content.decode()
    assert ('<textarea name="id"' in text, '<section id="board"' in text) == (True, False)
    assert 'href="/position/"' in client.get("/laws/").content.decode()


@pytest.mark.parametrize("write", [write_xgid, write_gnu_id, write_snowie])
def test_every_notation_shows_board_pips_plays_and_the_other_notations(client: Client, write) -> None:
    state = read_match_position(OPENING)
    text = page(client, write(state))
    assert '<svg class="board' in text
    assert text.count(">167</dd>") == 2
    assert ("16 legal plays" in text, ">8/5 6/5</a>" in text) == (True, True)
    assert ("50.0%" in text, "0–0 / 7" in text) == (True, True)
    for other in (write_xgid, write_gnu_id, write_snowie):
        assert f'readonly value="{escape(other(state))}"' in text


def test_another_roll_can_be_requested(client: Client) -> None:
    text = page(client, OPENING, "66")
    assert ("White 66" in text, ">24/18(2) 13/7(2)</a>" in text) == (True, True)


def test_a_play_leads_to_the_position_after_it(client: Client) -> None:
    link = page(client, OPENING).split('">8/5 6/5</a>')[0].rsplit('"', 1)[1]
    after = client.get("/position/" + link.replace("&amp;", "&")).content.decode()
    assert (">Black</dd>" in after, ">163</dd>" in after) == (True, True)


def test_an_offered_cube_and_the_crawford_game_are_shown(client: Client) -> None:
    doubled = page(client, OPENING.replace(":0:0:1:31:", ":1:1:1:D:"))
    assert ("2, White" in doubled, "legal plays" in doubled.split("<form")[1]) == (True, False)
    crawford = page(client, OPENING.replace(":0:0:0:7:", ":6:2:1:7:"))
    assert 'class="badge crawford"' in crawford


def test_a_centred_cube_that_was_turned_is_reported(client: Client) -> None:
    assert "2, in the centre" in page(client, OPENING.replace(":0:0:1:31:0:0:0:7:", ":1:0:1:31:0:0:0:0:"))


def test_a_dance_and_a_finished_game_have_no_plays(client: Client) -> None:
    closed = "XGID=aBBBBBB--A--------------A-:0:0:-1:11:0:0:0:0:10"
    assert "No number can be played." in page(client, closed)
    over = "XGID=------------------------A-:0:0:1:11:0:0:0:0:10"
    assert "No number can be played." in page(client, over)


def test_what_is_impossible_is_listed_with_its_rule(client: Client) -> None:
    text = page(client, OPENING.replace(":0:0:1:31:0:0:0:7:", ":1:0:1:31:9:2:0:7:"))
    assert "Problems" in text
    assert 'href="/laws/cube.owner/"' in text


@pytest.mark.parametrize(
    ("text", "dice", "sentence"),
    [
        (
            "hello",
            "",
            "Line 1, column 1 cannot be read: expected an XGID, an OGID, a GNU position ID or a Snowie line.",
        ),
        (OPENING, "70", "Line 1, column 1 cannot be read: expected two dice."),
        ("cAngAAAAAAAE", "", "Line 1, column 1 cannot be read: expected a GNU position ID of 14 characters."),
    ],
)
def test_unreadable_input_is_refused_and_stays_in_the_form(
    client: Client, text: str, dice: str, sentence: str
) -> None:
    html = page(client, text, dice, status=400)
    assert (sentence in html, f">\n{escape(text)}</textarea>" in html) == (True, True)
    assert "Nothing was changed" not in html


def test_names_in_an_identifier_are_escaped(client: Client) -> None:
    text = page(client, write_snowie(read_match_position(OPENING), ("<b>Zoe</b>", "Adam")))
    assert ("<b>Zoe" in text, "&lt;b&gt;Zoe" in text) == (False, True)


def test_an_impossible_score_leaves_the_board_unchanged(client: Client) -> None:
    text = page(client, OPENING.replace(":0:0:0:7:", ":99999:0:0:0:"))
    assert 'readonly value="4HPwATDgc/ABMA"' in text


def test_the_page_is_translated_into_italian(client: Client) -> None:
    text = page(client, OPENING, language="it")
    assert ("16 mosse legali" in text, "Pip di Bianco" in text) == (
        True,
        True,
    )


def test_any_position_of_a_game_has_a_page(client: Client) -> None:
    for seed in range(25):
        page(client, write_xgid(random_standing(Random(seed))))
