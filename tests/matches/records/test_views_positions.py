"""The page of one position of a transcript: address, variations, blunders, diagram, embedding."""

import io
import re

import pytest
from django.test import Client
from PIL import Image

from matches.records.services import uploads
from rules.formats.ogid import read_ogid
from rules.formats.xgid import read_xgid
from tests.factories import a_called_match, at_table
from tests.rules.sample_records import DATA

pytestmark = pytest.mark.django_db

ANALYSED = (DATA / "analysed" / "m015_3pt.sgf").read_bytes()


def a_record() -> str:
    """The address of an analysed record of a match to 3."""
    match = a_called_match(length=3, white="José-María", black="X")
    transcript = uploads.attach_file(match=match, name="final", data=ANALYSED, identity=at_table(match))
    return f"/m/{match.code}/record/{transcript.pk}/"


def get_page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_a_position_has_a_page_with_links_around_it(client: Client) -> None:
    record = a_record()
    page = get_page(client, f"{record}position/1/2/")
    links = {name: link for link, name in re.findall(r'href="([^"]*)"\s+data-step="([a-z-]+)"', page)}
    assert (links["previous"], links["next"]) == (
        f"{record}position/1/1/#board",
        f"{record}position/1/3/#board",
    )
    end = client.get(f"{record}position/1/99999/")
    assert (end.status_code, end.headers["Location"]) == (302, f"{record}position/1/42/#board")


def test_each_candidate_is_shown_on_the_board(client: Client) -> None:
    record = a_record()
    page = get_page(client, f"{record}position/1/2/")
    shown = re.findall(r'<th scope="row">\s*<a href="([^"]*)"[^>]*>([^<]*)</a>', page)
    assert shown[0] == (f"{record}position/1/2/?show=0-0#board", "13/11 13/8")
    assert len(shown) >= 2
    for link, text in shown:
        variation = get_page(client, link.partition("#")[0])
        assert f"Variation: {text}\n" in variation
        assert re.findall(r'data-slot="words">[^<]*: ([^<]*)<', variation) == [text]


def test_a_cube_action_is_shown_on_the_board(client: Client) -> None:
    record = a_record()
    data = [client.get(f"{record}game/{game}/").json() for game in (1, 2)]
    places = [
        (game, action, at, index, candidate[0])
        for game, rows in enumerate((each["decisions"] for each in data), start=1)
        for action, decisions in rows.items()
        for at, decision in enumerate(decisions)
        if decision[0] == "Cube decision"
        for index, candidate in enumerate(decision[4])
    ]
    assert {place[-1] for place in places} >= {"Double", "No double"}
    for game, action, at, index, text in places:
        page = get_page(client, f"{record}position/{game}/{action}/?show={at}-{index}")
        assert f"Variation: {text}\n" in page


@pytest.mark.parametrize("show", ["0-99", "9-0", "0", "x-y", "٣-٣", "0-0-0", "-"])
def test_an_unknown_variation_is_the_position_itself(client: Client, show: str) -> None:
    page = get_page(client, f"{a_record()}position/1/2/?show={show}")
    assert "Variation:" not in page


def test_the_blunders_of_a_match_link_to_their_positions(client: Client) -> None:
    record = a_record()
    page = get_page(client, record)
    places = re.search(r'data-blunders="([^"]*)"', page)
    section = re.search(r'<section id="blunders">.*?</section>', page, re.DOTALL)
    assert places is not None
    assert section is not None
    expected = [f"{record}position/{place.replace(':', '/')}/#board" for place in places[1].split()]
    assert list(dict.fromkeys(re.findall(r'href="([^"]*/position/[^"]*)"', section[0]))) == expected != []


def test_the_diagram_is_cached_forever_under_its_digest(client: Client) -> None:
    record = a_record()
    page = get_page(client, f"{record}position/1/2/")
    found = re.search(r'og:image" content="http://testserver([^"]*)"', page)
    assert found is not None
    response = client.get(found[1])
    assert Image.open(io.BytesIO(response.content)).size == (1200, 630)
    assert "immutable" in response.headers["Cache-Control"]
    again = client.get(found[1], headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "immutable" not in client.get(f"{record}position/1/2/board.png?v=0").headers["Cache-Control"]


def test_the_board_may_be_embedded_by_other_sites(client: Client) -> None:
    record = a_record()
    response = client.get(f"{record}position/1/2/embed/")
    assert "frame-ancestors *" in response.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in response.headers
    assert f'href="{record}position/1/3/embed/"' in response.content.decode()
    page = get_page(client, f"{record}position/1/2/share/")
    assert f'src="http://testserver{record}position/1/2/embed/"' in page
    assert "XGID=" in page


def test_everything_to_copy_is_on_the_page_of_sharing(client: Client) -> None:
    page = get_page(client, f"{a_record()}position/1/2/share/")
    targets = re.findall(r'data-copy="([^"]+)"', page)
    assert targets == ["address-hint", "identifier-hint", "ogid-hint", "embed-explanation"]
    assert [name for name in targets if f'id="{name}"' not in page] == []
    [ogid] = re.findall(r'id="ogid-hint"[^>]*>([^<]+)<', page)
    [xgid] = re.findall(r'id="identifier-hint"[^>]*>([^<]+)<', page)
    assert read_ogid(ogid) == read_xgid(xgid)
