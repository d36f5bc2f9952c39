"""The pages on which an official merges two spellings of a player and parts them again."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.actors import SYSTEM
from matches.models import Player
from matches.queries import people
from matches.services import badges
from tests.factories import a_desk, a_match, a_user
from tests.matches.played_matches import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(client: Client) -> tuple[Player, Player]:
    """Two spellings of a player at the desk of the signed-in official."""
    official = a_user("director")
    client.force_login(official)
    desk = a_desk(official)
    return a_match(desk, white="Mario Rossi").white, a_match(desk, white="Rossi Mario", black="Anna").white


def test_two_spellings_become_one_in_three_clicks(client: Client, two: tuple[Player, Player]) -> None:
    keep, absorb = two
    suggested = client.get(f"/p/{keep.code}/spellings/").content.decode()
    step = f"/p/{keep.code}/spellings/{absorb.code}/"
    assert (step in suggested, "Anna" in suggested) == (True, False)

    page = client.get(step).content.decode()
    assert ("shown as <strong>Mario Rossi</strong>" in page, people.get_merges_of(keep)) == (True, [])

    answer = client.post(step, {"reason": "one member"})
    assert (answer.status_code, answer["Location"]) == (302, f"/p/{keep.code}/spellings/")
    absorb.refresh_from_db()
    assert people.get_canonical_player(absorb) == keep
    response = client.get(f"/p/{absorb.code}/")
    assert (response.status_code, response["Location"]) == (302, f"/p/{keep.code}/")


def test_a_name_is_corrected_where_its_spellings_stand(client: Client, two: tuple[Player, Player]) -> None:
    one, _ = two
    path, back = f"/p/{one.code}/spelled/", {"next": "/laws/"}
    assert f'action="{path}"' in client.get(f"/p/{one.code}/spellings/").content.decode()
    assert client.post(path, {"full_name": ""}).status_code == 400
    answer = client.post(path, {"full_name": "Maria Rossi", **back})
    one.refresh_from_db()
    assert (answer.status_code, answer["Location"], one.full_name) == (302, "/laws/", "Maria Rossi")
    badges.issue_badge(desk=a_desk(a_user("other"), name="Annex"), player=one, by=SYSTEM)
    response = client.post(path, {"full_name": "Mario Rossi", **back})
    assert (response.status_code, 'name="next" value="/laws/"' in response.content.decode()) == (403, True)


def test_the_page_of_a_merge_names_both_spellings(client: Client, two: tuple[Player, Player]) -> None:
    keep, absorb = two
    client.post(f"/p/{keep.code}/spellings/{absorb.code}/", {"reason": "one member"})
    page = " ".join(client.get(f"/p/{keep.code}/spellings/").content.decode().split())
    assert "<strong>Rossi Mario</strong> is Mario Rossi" in page
    assert '<span class="spelling">Rossi Mario</span>' in page


def test_the_name_with_more_matches_else_the_longer_one_is_proposed_to_keep(client: Client) -> None:
    official = a_user("director")
    client.force_login(official)
    desk = a_desk(official)
    short = a_match(desk, white="Nadia Grec").white
    whole = a_match(desk, white="Nadia Greco").white

    for shown in (short, whole):
        page = client.get(f"/p/{shown.code}/spellings/").content.decode()
        assert f"/p/{whole.code}/spellings/{short.code}/" in page
        assert f"/p/{short.code}/spellings/{whole.code}/" not in page

    played(desk, short, a_match(desk, white="Bruno").white)
    page = client.get(f"/p/{whole.code}/spellings/").content.decode()
    assert f"/p/{short.code}/spellings/{whole.code}/" in page


def test_spellings_are_parted_on_the_page_of_the_merge(client: Client, two: tuple[Player, Player]) -> None:
    keep, absorb = two
    client.post(f"/p/{keep.code}/spellings/{absorb.code}/", {"reason": "one member"})
    way_back = f"/p/{keep.code}/spellings/{absorb.code}/part/"
    assert way_back in client.get(f"/p/{keep.code}/spellings/").content.decode()
    assert client.post(way_back, {"reason": ""}).status_code == 400
    assert client.get(way_back).status_code == 405
    assert client.post(way_back, {"reason": "two brothers"}).status_code == 302
    absorb.refresh_from_db()
    assert (people.get_canonical_player(absorb), client.post(way_back, {"reason": "again"}).status_code) == (
        absorb,
        404,
    )


def test_opponents_are_shown_their_match_and_no_merge_button(client: Client) -> None:
    official = a_user("director")
    client.force_login(official)
    match = a_match(a_desk(official), white="Mario Rossi", black="Maria Rossi")
    step = f"/p/{match.white.code}/spellings/{match.black.code}/"
    page = client.get(step).content.decode()
    assert (f"/m/{match.code}/" in page, 'name="reason"' in page) == (True, False)
    answer = client.post(step, {"reason": "x"})
    assert (answer.status_code, match.code in answer.content.decode()) == (409, True)


def test_a_merge_without_a_reason_changes_nothing(client: Client, two: tuple[Player, Player]) -> None:
    keep, absorb = two
    assert client.post(f"/p/{keep.code}/spellings/{absorb.code}/", {"reason": ""}).status_code == 400
    assert people.get_merges_of(keep) == []


def test_a_name_is_found_by_its_letters(client: Client, two: tuple[Player, Player]) -> None:
    page = client.get(f"/p/{two[0].code}/spellings/", {"name": "ann"}).content.decode()
    assert ("Anna" in page, "Rossi Mario" in page) == (True, False)


def test_the_page_of_spellings_takes_a_fixed_number_of_queries(client: Client) -> None:
    official = a_user("director")
    client.force_login(official)
    desk = a_desk(official)
    match = played(desk, a_match(desk, white="Ada").white, a_match(desk, white="Bruno").white)
    address = f"/p/{match.white.code}/spellings/"

    def count_suggestions() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        return len(queries)

    few = count_suggestions()
    for name in ("Adda", "Ad a", "Aada"):
        a_match(desk, white=name)
    assert count_suggestions() == few


def test_an_outsider_gets_404(client: Client) -> None:
    one, two = a_match(white="Ada").white, a_match(white="Adda").white
    client.force_login(a_user())
    answers = [client.get(f"/p/{one.code}/spellings/{end}").status_code for end in ("", f"{two.code}/")]
    assert answers == [404, 404]


def test_a_suggestion_is_merged_in_one_click(client: Client, two: tuple[Player, Player]) -> None:
    keep, absorb = two
    step = f"/p/{keep.code}/spellings/{absorb.code}/"
    page = client.get(f"{step}?near&next=/clubs/x/members/").content.decode()
    assert 'value="Two spellings of one name"' in page
    assert 'value="Two spellings of one name"' not in client.get(step).content.decode()


def test_two_people_are_not_suggested_again_and_the_list_goes_on(
    client: Client, two: tuple[Player, Player]
) -> None:
    keep, absorb = two
    step = f"/p/{keep.code}/spellings/{absorb.code}/"
    assert f'action="{step}apart/"' in client.get(step).content.decode()
    answer = client.post(f"{step}apart/", {"next": "/clubs/x/members/"})
    assert (answer.status_code, answer["Location"]) == (302, "/clubs/x/members/")
    assert client.post(f"{step}apart/", {"next": "//elsewhere"})["Location"] == f"/p/{keep.code}/spellings/"
    page = client.get(f"/p/{keep.code}/spellings/").content.decode()
    searched = client.get(f"/p/{keep.code}/spellings/", {"name": "rossi"}).content.decode()
    assert (step in page, step in searched, client.get(step).status_code) == (False, True, 200)


def test_merged_players_cannot_be_declared_distinct(client: Client, two: tuple[Player, Player]) -> None:
    step = f"/p/{two[0].code}/spellings/{two[1].code}/"
    client.post(step, {"reason": "one"})
    assert client.post(f"{step}apart/").status_code == 409
