"""The rulings book: officials read the decisions of their desks, also by rule."""

import pytest
from django.test import Client

from matches.models import Match, User
from matches.queries import matches
from matches.services import penalties, rulings
from tests import factories
from tests.factory_recordings import replayed

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def ruled() -> Match:
    """A match ruled by the official of its desk."""
    match = factories.a_called_match(factories.a_desk(factories.a_user()))
    rulings.rule_on_match(
        match=match,
        white_score=7,
        black_score=4,
        law="match.adjudication",
        by=official_of(match),
        reason="Cube <b>fell</b>",
    )
    return match


def official_of(match: Match) -> User:
    return User.objects.get(desks=match.desk)


def test_an_official_reads_the_decisions_of_their_own_desks(client: Client, ruled: Match) -> None:
    other = factories.a_called_match(factories.a_desk(factories.a_user()))
    rulings.rule_on_match(
        match=other, white_score=7, black_score=0, law="match.adjudication", by=official_of(other)
    )
    client.force_login(official_of(ruled))

    page = client.get("/rulings/")

    assert [ruling.match for ruling in page.context["page"]] == [ruled]
    assert "Cube &lt;b&gt;fell&lt;/b&gt;" in page.content.decode()


def test_the_book_can_be_read_by_law(client: Client, ruled: Match) -> None:
    client.force_login(official_of(ruled))

    by_this, by_another = (
        client.get("/rulings/", {"law": law}).context["page"]
        for law in ("match.adjudication", "match.length")
    )

    assert (len(by_this), len(by_another)) == (1, 0)
    assert client.get("/rulings/", {"law": "match.nothing"}).status_code == 404


def test_a_rule_lists_its_rulings_for_officials(client: Client, ruled: Match) -> None:
    nobody = client.get("/laws/match.adjudication/").content.decode()
    client.force_login(official_of(ruled))
    official = client.get("/laws/match.adjudication/").content.decode()

    assert ("Rulings at your desks" in nobody, "Rulings at your desks" in official) == (False, True)


def test_rulings_of_an_official_are_rulings_and_penalties(ruled: Match) -> None:
    later = factories.a_called_match(ruled.desk)
    penalties.penalise_player(match=later, side="white", points=1, by=official_of(ruled), reason="Late")

    rulings_of = matches.get_rulings_of(official_of(ruled))

    assert [ruling.kind for ruling in rulings_of] == ["penalty", "ruling"]


def test_laws_are_searched_in_the_language_of_the_reader(client: Client) -> None:
    page = client.get("/laws/", {"q": "crawford"}, headers={"accept-language": "it"})

    assert page.context["results"][0].title == "La partita Crawford"
    assert "No rule contains all these words" in client.get("/laws/", {"q": "xyzzy"}).content.decode()


@pytest.mark.parametrize(
    ("is_player", "full_name", "shown_name"),
    [(True, "", "Maria Conti"), (False, "Maria Rossi", "Maria Rossi"), (False, "", "user")],
)
def test_rulings_name_the_person_who_decided(
    client: Client, ruled: Match, is_player: bool, full_name: str, shown_name: str
) -> None:
    official = official_of(ruled)
    official.username, (official.first_name, _, official.last_name) = "user", full_name.partition(" ")
    official.save()
    if is_player:
        factories.a_player("Maria Conti", user=official)
    client.force_login(official)

    pages = [client.get(address).text for address in ("/rulings/", f"/m/{ruled.code}/")]

    assert [shown_name in page.split("Cube &lt;b&gt;fell")[1].split("<time")[0] for page in pages] == [
        True
    ] * 2
