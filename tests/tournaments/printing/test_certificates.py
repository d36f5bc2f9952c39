"""Certificates of a finished event: one page for each place, with the texts of the club."""

import re
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from rules.errors import Refusal
from tests.tournaments.club_evenings import a_club, a_night, director_of, play_out
from tests.tournaments.club_pages import signed_in
from tests.tournaments.printing.reading import read_leaves, squeezed
from tournaments.models import CertificateTemplate, Entry, Event
from tournaments.play.brackets.event_standings import get_event_standings
from tournaments.printing.pdf.pages import A4
from tournaments.printing.pdf.place_certificates import PrintedCertificate, certificate_pages
from tournaments.printing.services import save_certificate_template

pytestmark = pytest.mark.django_db


def page(name: str, event: Event) -> str:
    """The address of a page of an event."""
    return reverse(name, args=[event.tournament.club.slug, event.tournament.slug, event.slug])


def read_pages(client: Client, event: Event, query: str = "") -> list[str]:
    """The texts of the pages of the file."""
    answer = client.get(f"{page('certificates-pdf', event)}{query}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return [squeezed(leaf.text) for leaf in read_leaves(answer.content)]


def test_a_finished_event_has_a_page_for_each_place() -> None:
    event = a_night(a_club())
    director = signed_in(director_of(event.tournament.club))
    assert director.get(page("certificates-pdf", event)).status_code == 404
    assert "once the event is finished" in director.get(page("certificates", event)).text
    play_out(event)
    event.refresh_from_db()
    winner = Entry.objects.get(event=event, place_from=1)
    placed = Entry.objects.filter(event=event, place_from__isnull=False)
    (first,) = read_pages(director, event, "?places=1")
    assert all(
        squeezed(text) in first
        for text in (winner.player.name, "Certificate", "1st place", "Tournament director")
    )
    assert len(read_pages(director, event, "?places=3")) == placed.filter(place_from__lte=3).count()
    assert len(read_pages(director, event)) == placed.count()
    assert page("certificates", event) in director.get(page("event-report", event)).text
    for wrong in ("?places=x", "?places=-1", "?places=1000", "?paper=a9"):
        assert director.get(f"{page('certificates-pdf', event)}{wrong}").status_code == 404
    assert Client().get(page("certificates-pdf", event)).status_code == 302


def test_the_winner_of_the_consolation_has_a_certificate_too() -> None:
    event = a_night(a_club(), ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo"))
    director = signed_in(director_of(event.tournament.club))
    play_out(event)
    event.refresh_from_db()
    consolation = next(one for one in get_event_standings(event).flights if one.name == "Consolation")
    text = director.get(page("certificates", event)).text
    assert re.findall(r"flight=(\w+)&amp;places=1", text) == [consolation.flight]
    (first,) = read_pages(director, event, f"?flight={consolation.flight}&places=1")
    winner = next(line.entry for line in consolation.rows if line.place_from == 1)
    expected = (winner.player.name, "1st place", f"{event.name} · Consolation")
    assert [squeezed(part) in first for part in expected] == [True, True, True]
    assert len(read_pages(director, event, f"?flight={consolation.flight}")) == len(consolation.rows)
    assert director.get(f"{page('certificates-pdf', event)}?flight=M").status_code == 404


def test_a_club_writes_its_own_texts_and_takes_them_back() -> None:
    event = a_night(a_club())
    play_out(event)
    director = signed_in(director_of(event.tournament.club))
    texts = {
        "title": "Diploma",
        "sentence": "{name} was {place} ({date})",
        "signatures": "President\nReferee",
    }
    assert director.post(page("certificates", event), texts).status_code == 303
    (first,) = read_pages(director, event, "?places=1")
    winner = Entry.objects.get(event=event, place_from=1).player.name
    assert all(squeezed(text) in first for text in ("Diploma", f"{winner} was 1st", "President", "Referee"))
    assert director.post(page("certificates", event), {}).status_code == 303
    (first,) = read_pages(director, event, "?places=1")
    assert "Certificate" in first
    assert "Diploma" not in first


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        ({"sentence": "{prize} for {name}"}, "certificate_field_unknown"),
        ({"sentence": "{place"}, "certificate_field_unknown"),
        ({"sentence": "place}"}, "certificate_field_unknown"),
        ({"title": "x" * 61}, "certificate_text_long"),
        ({"signatures": ["a", "b", "c", "d"]}, "certificate_text_long"),
    ],
)
def test_texts_that_cannot_be_printed_are_refused(texts: dict[str, str | list[str]], code: str) -> None:
    club = a_club()
    values = {"title": "", "sentence": "", "signatures": [], **texts}
    with pytest.raises(Refusal) as refused:
        save_certificate_template(club=club, **values, by=director_of(club))  # type: ignore[arg-type]
    assert (refused.value.code, CertificateTemplate.objects.count()) == (code, 0)


def test_only_directors_of_the_club_change_its_texts() -> None:
    club, other = a_club(), a_club("Elsewhere")
    with pytest.raises(Refusal) as refused:
        save_certificate_template(club=club, title="x", sentence="", signatures=[], by=director_of(other))
    assert refused.value.code == "directors_only"


@pytest.mark.parametrize("name", ["Anna", "Maximiliane Hohenstaufen-Donaueschingen / " * 2 + "X", "W" * 120])
def test_long_names_stay_inside_the_frame_and_above_the_lines_to_sign_on(name: str) -> None:
    members = tuple(f"Player {number} of the team" for number in range(8))
    certificate = PrintedCertificate(
        "A club",
        "Certificate",
        name,
        members,
        f"1st place in {'Open ' * 30}",
        ("President", "Referee", "x" * 60),
    )
    (sheet,) = certificate_pages([certificate], A4)
    texts, lines = sheet.drawing.texts, sheet.drawing.strokes[-3:]
    assert "".join(texts[2].text.lines).replace(" ", "") == name.replace(" ", "")
    assert all(text.left > 28 and text.left + text.wide < sheet.paper.wide - 28 for text in texts)
    assert max(text.bottom for text in texts[:5]) < min(line.y for line in lines) - 10
    assert all(upper.bottom <= lower.y for upper, lower in pairwise(texts[:5]))
