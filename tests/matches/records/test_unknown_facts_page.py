"""The page of a transcript lists what the match file leaves open, in the reader's language."""

import re

import pytest
from django.test import Client

from matches.records.services import uploads
from tests import factories
from tests.matches.records import files

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "title", "first"),
    [
        (
            "en",
            "Not in the match file",
            "Whether each double was offered before the roll (games: 1, 2).",
        ),
        (
            "it",
            "Non indicato nella trascrizione",
            "Se ogni raddoppio è stato offerto prima di tirare i dadi (partite: 1, 2).",
        ),
    ],
)
def test_open_questions_of_a_transcript_are_collapsed_under_its_verdict(
    client: Client, language: str, title: str, first: str
) -> None:
    match = factories.a_called_match(length=3, white="José-María", black="X")
    identity = factories.at_table(match)
    transcript = uploads.attach_file(match=match, name="final.mat", data=files.record(), identity=identity)
    address = f"/m/{match.code}/record/{transcript.pk}/"
    page = client.get(address, headers={"Accept-Language": language}).content.decode()
    (folded,) = re.findall(r'<details class="small muted unknown">(.*?)</details>', page, re.DOTALL)
    assert re.findall("<summary>(.*?)</summary>", folded) == [title]
    assert re.findall("<li>(.*?)</li>", folded)[0] == first
