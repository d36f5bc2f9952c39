"""The example of each kind of list is read without a question, in each language of the site."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.exchange.lists import files, reader
from tournaments.exchange.lists.reading import ENTRIES, KINDS, MEMBERS, RESULTS

pytestmark = pytest.mark.django_db
TODAY = date(2026, 12, 1)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("kind", KINDS)
def test_an_example_is_read_without_a_question(client: Client, kind, language):
    response = client.get(reverse("example-list", args=[kind]), headers={"Accept-Language": language})
    reading = reader.read_list(files.read_file(response.content, {}), kind, {}, TODAY)
    assert (reading.questions, reading.refusals, reading.is_ready) == ((), (), True)
    assert [heading for heading, role in reading.columns if not role] == []
    names = {
        MEMBERS: [one.name for one in reading.persons],
        ENTRIES: [one.name for one in reading.persons],
        RESULTS: [match.winner for match in reading.results],
    }.get(kind, [one.name for one in reading.season])
    expected = ["Anna Rossi", "Dario Neri"] if kind == RESULTS else ["Anna Rossi", "Bruno Bianchi"]
    assert names == expected


def test_there_is_no_example_of_another_kind(client: Client):
    assert client.get("/lists/money.csv").status_code == 404
