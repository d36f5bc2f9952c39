"""The quiz of a club: questions from blunders, answers in the query string, no unpublished events."""

import re

import pytest
from django.test import Client

from matches.records.services import uploads
from tests.factories import at_table
from tests.rules.sample_records import DATA
from tests.site.two_clubs import Site, a_site
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ANALYSED = (DATA / "analysed" / "m015_3pt.sgf").read_bytes()


@pytest.fixture
def site() -> Site:
    """A site whose match has an analysed record."""
    site = a_site()
    uploads.attach_file(match=site.match, name="final", data=ANALYSED, identity=at_table(site.match))
    return site


def get_page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.second_stage
def test_each_blunder_is_a_question_with_an_answer(client: Client, site: Site) -> None:
    home = f"/clubs/{site.club.slug}/quiz/"
    assert 'name="robots" content="noindex"' in get_page(client, home)
    address, names = home, []
    for _number in range(20):
        page = get_page(client, address)
        name = re.findall(r'name="question" value="([^"]*)"', page)[0]
        if name in names:
            break
        names.append(name)
        choices = re.findall(r'name="answer" value="([^"]*)"', page)
        assert len(choices) > 1
        assert "Equity" not in page
        answers = [get_page(client, f"{home}?question={name}&answer={choice}") for choice in choices]
        assert ["Correct." in answer for answer in answers].count(True) == 1
        assert all("Equity" in answer for answer in answers)
        address = home + re.findall(r'href="(\?question=[^"]*)"', page)[0]
    assert re.findall(r"Question 1 of (\d+)", get_page(client, home)) == [str(len(names))]


def test_an_unknown_question_is_not_found_and_an_unknown_answer_is_ignored(
    client: Client, site: Site
) -> None:
    home = f"/clubs/{site.club.slug}/quiz/"
    assert client.get(f"{home}?question=1-2-3-9").status_code == 404
    assert 'name="answer"' in get_page(client, f"{home}?answer=nothing")


@pytest.mark.second_stage
def test_drafts_and_other_clubs_give_no_questions(client: Client, site: Site) -> None:
    elsewhere = a_site("elsewhere")
    assert "There are no questions yet." in get_page(client, f"/clubs/{elsewhere.club.slug}/quiz/")
    Tournament.objects.filter(club=site.club).update(is_draft=True)
    assert "There are no questions yet." in get_page(client, f"/clubs/{site.club.slug}/quiz/")
