"""An unpublished draw is shown at the desk alone, at any stage and in any request."""

import re
from copy import copy

import pytest
from django.test import Client

from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_etags import again, etag_of
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event, EventStatus, Pairing
from tournaments.play.desk.queries import next_step

pytestmark = pytest.mark.django_db

NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo"]
PAGES = ("", "bracket/", "results/", "draw-audit/", "journal/", "entries/")
# By format: the key and the name of the stage that is drawn later.
LATER = {
    "progressive": ("last_chance", "Last chance"),
    "swiss_and_knockout": ("main", "Main"),
}


def before_the_later_draw(client: Client, scheme: str) -> Chair:
    """An event played until its later stage can be drawn."""
    chair = Chair(client, scheme, rounds=2, best=2, size=4)
    chair.begin(NAMES)
    for _turn in range(40):
        if not chair.play():
            step = next_step.get_next_step(chair.event)
            if step.code == "draw_stage":
                return chair
            assert chair.step(), step
        chair.event.refresh_from_db()
    raise AssertionError("the later stage is never drawn")


@pytest.fixture(params=sorted(LATER))
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def desks(module_transaction: None) -> dict[str, Chair]:
    return {scheme: before_the_later_draw(Client(), scheme) for scheme in LATER}


@pytest.fixture
def chair(client: Client, scheme: str, desks: dict[str, Chair]) -> Chair:
    chair_copy = copy(desks[scheme])
    chair_copy.client, chair_copy.event = client, Event.objects.get(pk=chair_copy.event.pk)
    client.force_login(chair_copy.director)
    return chair_copy


def of_flight(event: Event, flight: str) -> list[str]:
    return list(Pairing.objects.filter(event=event, flight=flight).values_list("label", flat=True))


def texts(client: Client, event: Event) -> dict[str, str]:
    """The main part of every public page, without values that differ between requests."""
    pages = {}
    for page in PAGES:
        answer = client.get(path_of(event, page))
        assert answer.status_code == 200
        main = answer.content.decode().split("<main", 1)[1].split("</main>", 1)[0]
        pages[page] = re.sub(r'value="[^"]{20,}"', "", main)
    return pages


@pytest.mark.second_stage
def test_the_draft_of_a_later_stage_is_on_no_public_page(chair: Chair, scheme: str) -> None:
    flight, _ = LATER[scheme]
    outsider = Client()
    before = texts(outsider, chair.event)
    note = "The draw is made; its seed is shown when it is published."
    assert chair.post("draw", flight=flight).status_code == 303
    now = texts(outsider, chair.event)
    assert of_flight(chair.event, flight)
    journal = (before.pop("journal/"), now.pop("journal/"))
    assert note in now["draw-audit/"]
    now["draw-audit/"] = now["draw-audit/"].replace(f'<p class="note neutral">{note}</p>', "")
    assert {page: text.split() for page, text in now.items()} == {
        page: text.split() for page, text in before.items()
    }
    assert f"bracket-{flight}" not in now[""]
    # The journal says that a draw was made, without its contents.
    assert journal[1].count("Draw made") == journal[0].count("Draw made") + 1
    seed = (
        chair.event.journal.filter(kind="drawn").order_by("-seq").values_list("payload", flat=True)[0]["seed"]
    )
    assert all(seed not in page for page in (*now.values(), journal[1]))

    chair.post("publish", flight=flight)
    published = texts(outsider, chair.event)
    assert f'id="flight-{flight}"' in published[""]
    assert f'id="flight-{flight}"' in published["bracket/"]
    assert seed in published["draw-audit/"]


def test_the_draft_of_a_later_stage_is_not_in_the_api(chair: Chair, scheme: str) -> None:
    flight, _ = LATER[scheme]
    outsider = Client()
    address = f"/api/v1/events/{chair.event.pk}/pairings/"
    before = outsider.get(address).json()
    chair.post("draw", flight=flight)
    assert outsider.get(address).json() == before
    chair.post("publish", flight=flight)
    after = outsider.get(address).json()["results"]
    assert {row["name"] for row in after if row["flight"] == flight} == set(of_flight(chair.event, flight))


def test_the_etag_of_a_page_changes_with_the_publication_of_a_draft(chair: Chair, scheme: str) -> None:
    flight, _ = LATER[scheme]
    outsider = Client()
    path = path_of(chair.event, "bracket/")
    etag = etag_of(outsider, path)
    chair.post("draw", flight=flight)
    drafted = etag_of(outsider, path)
    assert f'id="flight-{flight}"' not in outsider.get(path).content.decode()
    chair.post("publish", flight=flight)
    for tag in (etag, drafted):
        assert again(outsider, path, tag) == 200
    assert f'id="flight-{flight}"' in outsider.get(path).content.decode()


def test_the_desk_shows_the_draft_of_a_later_stage(chair: Chair, scheme: str) -> None:
    flight, name = LATER[scheme]
    assert 'id="draft-' not in chair.get()
    chair.post("draw", flight=flight)
    page = chair.get()
    assert f'id="draft-{flight}"' in page
    assert name in page.split(f'id="draft-{flight}"')[1]
    again_form = page.split(f'id="draft-{flight}"')[1].split("</form>")[0]
    assert f'name="flight" value="{flight}"' in again_form
    chair.post("publish", flight=flight)
    assert 'id="draft-' not in chair.get()


def test_a_replaced_draft_of_a_later_stage_is_listed_once_published(chair: Chair, scheme: str) -> None:
    flight, _ = LATER[scheme]
    chair.post("draw", flight=flight)
    assert chair.draw_again(flight=flight).status_code == 303
    seeds = [row.payload["seed"] for row in chair.event.journal.filter(kind="drawn").order_by("seq")]
    draw_page = Client().get(path_of(chair.event, "draw-audit/")).content.decode()
    assert [seed in draw_page for seed in seeds] == [True, False, False]
    chair.post("publish", flight=flight)
    draw_page = Client().get(path_of(chair.event, "draw-audit/")).content.decode()
    assert [seed in draw_page for seed in seeds] == [True, True, True]
    heads = re.findall(r"<h3>(.*?)</h3>", draw_page)
    assert heads.count("An earlier draw, since redrawn") == 1


@pytest.mark.parametrize("scheme", ["swiss", "groups", "round_robin", "lives", "knockout_consolation"])
def test_the_first_draft_is_shown_at_the_desk_in_every_format(client: Client, scheme: str) -> None:
    chair = Chair(client, scheme, rounds=3, best=2, size=4)
    assert chair.post("names", enter=1, names="\n".join(NAMES)).status_code == 303
    chair.post("draw")
    page = chair.get()
    draft = page.split('id="drafts"')[1].split('id="entries"')[0]
    assert {name for name in NAMES if name in draft} == set(NAMES)
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.DRAWN
    public = Client().get(path_of(chair.event, "bracket/")).content.decode()
    assert "No draw yet" in public


def test_groups_of_a_draft_are_listed_separately(client: Client) -> None:
    chair = Chair(client, "groups", rounds=3, best=2, size=4)
    chair.post("names", enter=1, names="\n".join(NAMES))
    chair.post("draw")
    page = chair.get()
    groups = re.findall(r'class="draft-lines"[^>]*>(.*?)</ol>', page, re.DOTALL)
    assert [len(re.findall("<li", group)) for group in groups] == [4, 4]
    assert "Group A" in page
    assert "Group B" in page


@pytest.mark.parametrize("size", [8, 32])
def test_the_queries_of_a_desk_with_a_draft_do_not_depend_on_the_field(
    client: Client, size: int, django_assert_max_num_queries: object
) -> None:
    chair = Chair(client, "groups", rounds=3, best=2, size=4)
    chair.post("names", enter=1, names="\n".join(f"Player {number}" for number in range(size)))
    chair.post("draw")
    chair.get()
    with django_assert_max_num_queries(26):  # type: ignore[operator]
        chair.get()
