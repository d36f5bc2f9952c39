"""The logos of the sponsors of a tournament: added, ordered, shown and taken out again."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from rules.errors import Refusal
from tests.matches.constraints import names_in, refuses
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at
from tests.tournaments.club_pages import signed_in
from tournaments.models import Event, SponsorLogo
from tournaments.play.tournaments.queries.sponsors import show_logos
from tournaments.play.tournaments.services import sponsors, tournament_copies
from tournaments.play.tournaments.services.tournament_copies import CopyOptions

pytestmark = pytest.mark.django_db
LINK = "https://lido.example/"


def an_image(colour: str = "#1c5a3b", size: tuple[int, int] = (2000, 500)) -> bytes:
    """A PNG file of one colour."""
    file = BytesIO()
    Image.new("RGBA", size, colour).save(file, "PNG")
    return file.getvalue()


def add(event: Event, name: str, colour: str = "#1c5a3b", link: str = LINK) -> SponsorLogo:
    """Add a logo."""
    by = director_of(event.tournament.club)
    return sponsors.add_logo(
        tournament=event.tournament, upload=an_image(colour), name=name, link=link, by=by
    )


def code_of(run: Callable[[], object]) -> str:
    """The code of the refusal."""
    with pytest.raises(Refusal) as refused:
        run()
    return refused.value.code


def page(name: str, event: Event, *more: object) -> str:
    """The address of a page of a tournament."""
    return reverse(name, args=[event.tournament.club.slug, event.tournament.slug, *more])


def test_a_director_adds_orders_and_removes_logos_on_the_page() -> None:
    event = a_night(a_club())
    director, address = signed_in(director_of(event.tournament.club)), page("sponsors", event)
    for name, colour in (("Café Lido", "red"), ("Bar Sport", "blue")):
        file = SimpleUploadedFile("logo.png", an_image(colour), "image/png")
        answer = director.post(address, {"name": name, "link": LINK, "file": file})
        assert answer.status_code == 303, answer.text
    first, second = SponsorLogo.objects.all()
    assert (first.width, first.height) == (480, 120)
    assert director.post(f"{address}{second.pk}/move/", {"place": 1}).status_code == 303
    assert [logo.name for logo in show_logos(event.tournament)] == ["Bar Sport", "Café Lido"]
    changed = director.post(f"{address}{first.pk}/", {"name": "Lido", "link": ""})
    assert changed.status_code == 303
    page_text = Client().get(page("tournament", event)).text
    assert f'<a href="{LINK}" rel="sponsored noopener">' in page_text
    assert 'alt="Bar Sport"' in page_text
    assert 'alt="Lido"' in page_text
    file_answer = Client().get(show_logos(event.tournament)[0].address)
    assert (file_answer["Content-Type"], file_answer["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    for logo in (first, second):
        assert director.post(f"{address}{logo.pk}/remove/").status_code == 303
    assert SponsorLogo.objects.count() == 0
    assert "Sponsors" not in Client().get(page("event", event, event.slug)).text


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"upload": b"no image"}, "cover_unreadable"),
        ({"upload": b"<svg xmlns='http://www.w3.org/2000/svg'/>"}, "cover_unreadable"),
        ({"upload": b"x" * 8_000_001}, "cover_too_large"),
        ({"name": " "}, "sponsor_name_wrong"),
        ({"name": "x" * 81}, "sponsor_name_wrong"),
        ({"link": "http://lido.example/"}, "sponsor_link_wrong"),
        ({"link": "javascript:alert(1)"}, "sponsor_link_wrong"),
        ({"link": "https://lido.example/ x"}, "sponsor_link_wrong"),
        ({"link": "https://" + "x" * 293}, "sponsor_link_wrong"),
    ],
)
def test_what_is_no_logo_is_refused(changes: dict[str, Any], code: str) -> None:
    event = a_night(a_club())
    logo = {"upload": an_image(), "name": "Lido", "link": "", "by": director_of(event.tournament.club)}
    assert code_of(lambda: sponsors.add_logo(tournament=event.tournament, **{**logo, **changes})) == code
    assert SponsorLogo.objects.count() == 0


def test_a_logo_sent_twice_is_there_once_and_there_are_at_most_eight() -> None:
    event = a_night(a_club())
    assert add(event, "Lido") == add(event, "Lido")
    for number in range(2, 9):
        add(event, f"Sponsor {number}")
    assert code_of(lambda: add(event, "One more")) == "sponsors_full"
    assert SponsorLogo.objects.count() == sponsors.MOST_LOGOS == 8


def test_logos_are_on_televisions_printed_sheets_and_in_the_overlay_of_a_stream() -> None:
    event = a_night(a_club())
    director = signed_in(director_of(event.tournament.club))
    paper = reverse(
        "printout", args=[event.tournament.club.slug, event.tournament.slug, event.slug, "standings"]
    )
    television = reverse("television", args=[event.tournament.desk.code])
    overlay = reverse("overlay", args=[match_at(event, "M1-1").code])
    etag = Client().get(television)["ETag"]
    assert b"/Subtype /Image" not in director.get(paper).content
    for number in range(1, 6):
        add(event, f"Sponsor {number}", f"#{number}0{number}0{number}f")
    assert director.get(paper).content.count(b"/Subtype /Image") == 5
    answer = Client().get(television, headers={"If-None-Match": etag})
    assert answer.status_code == 200
    for text in (answer.text, Client().get(overlay).text):
        names = [f"Sponsor {number}" for number in range(1, 6) if f'alt="Sponsor {number}"' in text]
        assert names == ["Sponsor 1", "Sponsor 2", "Sponsor 3", "Sponsor 4"]


def test_a_repeated_tournament_has_the_same_logos() -> None:
    event = a_night(a_club())
    logo = add(event, "Lido")
    copy = tournament_copies.copy_tournament(
        tournament=event.tournament,
        options=CopyOptions(name="Next year", starts_at=event.tournament.starts_at + timedelta(weeks=52)),
        by=director_of(event.tournament.club),
    )
    copied = SponsorLogo.objects.get(tournament=copy)
    assert (copied.name, copied.link, bytes(copied.data)) == ("Lido", LINK, bytes(logo.data))


def test_the_api_adds_and_removes_a_logo() -> None:
    event = a_night(a_club())
    director = signed_in(director_of(event.tournament.club))
    tournament = event.tournament
    api = f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/sponsors/"
    file = SimpleUploadedFile("logo.png", an_image(), "image/png")
    made = director.post(f"{api}upload/", {"name": "Lido", "file": file})
    assert made.status_code == 201, made.text
    (row,) = Client().get(api).json()
    assert (row["name"], row["link"], row["width"], row["height"]) == ("Lido", "", 480, 120)
    assert Client().get(row["path"]).status_code == 200
    changed = director.put(f"{api}{row['number']}/", {"name": "Bar", "link": LINK}, "application/json")
    assert (changed.json()["name"], changed.json()["link"]) == ("Bar", LINK)
    assert director.delete(f"{api}{row['number']}/").status_code == 204
    assert Client().get(api).json() == []


def test_only_directors_change_logos() -> None:
    event = a_night(a_club())
    logo, outsider = add(event, "Lido"), director_of(a_club("Elsewhere"))
    for run in (
        lambda: sponsors.change_logo(logo=logo, name="X", link="", by=outsider),
        lambda: sponsors.move_logo(logo=logo, place=1, by=outsider),
        lambda: sponsors.remove_logo(logo=logo, by=outsider),
    ):
        assert code_of(run) == "directors_only"


def test_the_database_refuses_impossible_logos() -> None:
    logo = add(a_night(a_club()), "Lido")
    wrong: dict[str, dict[str, Any]] = {
        "sponsor_logo_has_a_name": {"name": ""},
        "sponsor_logo_link_is_https": {"link": "http://lido.example/"},
        "sponsor_logo_place_from_one": {"place": 0},
        "sponsor_logo_has_a_size": {"width": 0},
    }
    for name, columns in wrong.items():
        rows = SponsorLogo.objects.filter(pk=logo.pk)
        refuses(name, partial(rows.update, **columns), (SponsorLogo,))
    assert set(wrong) == set(names_in((SponsorLogo,)))
