"""The link that opens a match in GammonView carries the match file in its fragment."""

import html
import re

import pytest
from django.test import Client

from matches.models import Match
from matches.records.link_fragments import decode_fragment
from matches.records.models import Transcript
from matches.records.queries import transcripts
from matches.records.services import uploads
from matches.services import players
from rules import formats
from tests.factories import a_called_match, at_table, with_badge
from tests.matches.records.files import SEVEN, record
from tests.rules.binary_files import data_of

pytestmark = pytest.mark.django_db

START = "https://gammonview.com/#/?m="


def a_transcript(data: bytes, **fields: object) -> tuple[Match, Transcript]:
    match = a_called_match(**fields)
    return match, uploads.attach_file(match=match, name="a", data=data, identity=at_table(match))


def get_link(match: Match, transcript: Transcript) -> str:
    """The link on the page; the API gives the same."""
    page = Client().get(f"/m/{match.code}/record/{transcript.pk}/gammonview/").content.decode()
    [link] = re.findall(r'class="button" href="([^"]*)" rel="noopener noreferrer external"', page)
    api = Client().get(f"/api/v1/matches/{match.code}/transcripts/{transcript.pk}/gammonview/")
    assert api.json() == {"address": html.unescape(link)}
    return html.unescape(link)


def test_the_page_of_a_match_file_leads_to_a_link_with_the_match() -> None:
    match, transcript = a_transcript(record(SEVEN), length=7, white="Alice", black="X")
    address = f"/m/{match.code}/record/{transcript.pk}/"
    assert f'href="{address}gammonview/"' in Client().get(address).content.decode()
    link = get_link(match, transcript)
    assert link.startswith(START)
    assert re.fullmatch(r"[-_A-Za-z0-9]+", link.removeprefix(START))
    sent = formats.read(decode_fragment(link.removeprefix(START)))
    assert sent.same_games_as(formats.read(record(SEVEN)))
    assert sent.players == ("Alice", "X")


def test_an_uploaded_ogxm_goes_as_it_is_and_of_a_stream_the_first_match() -> None:
    first = formats.file_of(formats.write(formats.read(record(SEVEN)), "ogxm"))[0]
    other = formats.file_of(formats.write(formats.read(data_of("MYdvw1qGuyaRUH__", "xg")), "ogxm"))[0]
    for data in (first, first + other):
        match, transcript = a_transcript(data, length=7, white="Alice", black="X")
        assert decode_fragment(get_link(match, transcript).removeprefix(START)) == first


def test_names_that_are_not_shown_are_not_in_the_link() -> None:
    match, transcript = a_transcript(record(SEVEN), length=7, white="Alice Jones", black="X")
    players.set_public_name(player=match.white, shown="initial", identity=with_badge(match, "white"))
    sent = formats.read(decode_fragment(get_link(match, transcript).removeprefix(START)))
    assert sent.players == ("Alice J.", "X")


def test_a_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    match, transcript = a_transcript(record(SEVEN), length=7, white="Alice", black="X")
    monkeypatch.setattr(transcripts, "MAX_GAMMONVIEW_FRAGMENT", 100)
    response = Client().get(f"/m/{match.code}/record/{transcript.pk}/gammonview/")
    assert response.status_code == 409
    assert "too large to be carried in a link" in response.content.decode()
