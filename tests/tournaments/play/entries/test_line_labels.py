"""Labels of a line of the entry box: one that is not known never becomes the public club of a player."""

import pytest
from django.test import Client

from rules.errors import Refusal
from tests.matches.refusals import refusal
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.play.entries.test_entries import an_open_event
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event
from tournaments.name_lists.entry_details import read
from tournaments.people.services import members
from tournaments.play.entries.services import entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_open_event(a_club())


def enter(event: Event, names: str) -> Refusal:
    by = director_of(event.tournament.club)
    return refusal(entries.enter_names, event=event, names=names, by=by, key="list")


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("Anna Rossi; phone: 347 1234567", "phone"),
        ("Anna Rossi, tel.: 347 1234567", "tel."),
        ("phone: 347 1234567; Anna Rossi", "phone"),
        ("Anna Rossi\tnote: pays later", "note"),
        ("Anna Rossi; socio: sì", "socio"),
    ],
)
def test_an_unknown_label_is_refused_and_nobody_is_entered(event: Event, line: str, label: str) -> None:
    error = enter(event, f"Bruno Neri\n{line}")
    assert (error.code, error.facts["name"], error.facts["label"]) == (
        "line_label_unknown",
        "Anna Rossi",
        label,
    )
    assert error.facts["labels"] == "club, country, rating, family, price, paid, person"
    assert event.entries.count() == 0


@pytest.mark.parametrize(
    ("label", "nearest"), [("ratng", "rating"), ("familly", "family"), ("Payed", "paid"), ("prize", "price")]
)
def test_a_misspelt_label_is_refused_with_the_nearest_one(event: Event, label: str, nearest: str) -> None:
    error = enter(event, f"Anna Rossi; {label}: 12")
    assert (error.code, error.facts["label"], error.facts["nearest"]) == (
        "line_label_misspelt",
        label,
        nearest,
    )


@pytest.mark.parametrize(
    ("line", "club", "unread"),
    [
        ("Anna Rossi; club: Bar: Point", "Bar: Point", ()),
        ("Anna Rossi; home club: Roma", "Roma", ()),
        ("Anna Rossi; club:; paid:", "", ()),
        ("Anna Rossi; person: Roma", "", ("person: Roma",)),
        ("Anna Rossi; 20:30", "", ("20:30",)),
    ],
)
def test_what_has_a_known_label_is_never_taken_for_the_club(
    line: str, club: str, unread: tuple[str, ...]
) -> None:
    (parsed,) = read(line, {})
    assert (parsed.name, parsed.about.club, parsed.about.unread) == ("Anna Rossi", club, unread)
    assert parsed.is_taken


def test_the_preview_names_the_label_and_keeps_the_line(client: Client, event: Event) -> None:
    client.force_login(director_of(event.tournament.club))
    text = "Anna Rossi; ratng: 1700\nBruno Neri; phone: 347 1234567"
    response = client.post(path_of(event, "desk/names/"), {"names": text})
    page = " ".join(response.content.decode().split())
    assert "“ratng:” is not understood. Did you mean “rating:”?" in page
    assert "“phone:” is not understood. Change it, or delete it." in page
    assert "Labels: club, country, rating, family, price, paid, person." in page
    assert 'value="Bruno Neri; phone: 347 1234567"' in page
    assert 'id="enter-names"' not in page
    page = client.post(
        path_of(event, "desk/names/"), {"names": text}, headers={"accept-language": "it"}
    ).content.decode()
    assert "Etichette: circolo, nazione, rating, famiglia, prezzo, pagato, persona." in page


def test_a_member_with_an_unknown_label_is_refused(event: Event) -> None:
    club = event.tournament.club
    error = refusal(members.enrol_by_name, club=club, name="Anna Rossi; phone: 347", by=director_of(club))
    assert error.code == "line_label_unknown"
