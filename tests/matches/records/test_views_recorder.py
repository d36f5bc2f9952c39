"""The page of the recorder for browsers without JavaScript."""

import pytest
from django.test import Client

from matches.records.services import drafts
from tests import factories
from tests.page_forms import form_with

pytestmark = pytest.mark.django_db
FIRST, SECOND = "white 31 8/5 6/5", "black 52 24/22 13/8"


@pytest.mark.parametrize(
    ("lines", "shown"),
    [(["61 13/7", "double"], "61 13/7"), (["", "double"], "double"), (["61 13/7"], "61 13/7")],
)
def test_a_refused_button_leaves_what_was_typed(lines: list[str], shown: str) -> None:
    match = factories.a_called_match(length=3)
    identity = factories.at_table(match)
    drafts.write_lines(match=match, identity=identity, start=0, lines=(FIRST,))
    drafts.write_lines(match=match, identity=identity, start=1, lines=(SECOND,))
    data = {"table": match.table.code, "start": "1", "version": "1", "line": lines}

    answer = Client().post(f"/m/{match.code}/recorder/", data)

    assert answer.status_code == 409
    assert form_with(answer.text, "Enter").data()["line"] == shown
