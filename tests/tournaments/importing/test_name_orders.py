"""The preview of a list of members whose names are written in either order, and their correction there."""

import pytest
from django.test import Client

from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_list_imports import get_member_names, send, upload
from tournaments.people.services.members import enrol_by_name

pytestmark = pytest.mark.django_db
MIXED = (
    "Cognome e nome;Tessera\nRossi Mario;1\nMario Bianchi;2\nVerdi, Anna;3\nQuarto Zorba;4\nNero Zelda;5\n"
)


def test_unclear_names_are_listed_with_both_readings_and_each_can_be_exchanged(client: Client) -> None:
    club = a_club()
    director = director_of(club)
    client.force_login(director)
    enrol_by_name(club=club, name="Zelda Nero", by=director)
    previewed = upload(client, club, MIXED)
    orders = previewed.context["name_orders"]
    assert [(one.row, one.order.usual, one.order.other) for one in orders.doubtful] == [
        ("Row 3", "Mario Bianchi", "Bianchi Mario"),
        ("Row 5", "Zorba Quarto", "Quarto Zorba"),
    ]
    assert [(one.row, one.order.usual, one.order.other) for one in orders.others] == [
        ("Row 2", "Mario Rossi", "Rossi Mario"),
        ("Row 4", "Anna Verdi", "Verdi Anna"),
        ("Row 6", "Zelda Nero", "Nero Zelda"),
    ]
    unseen = send(client, club, previewed, "take", **{"answer-name_order:5": "as_written"})
    assert (unseen.status_code, unseen.context["is_stopped"]) == (200, True)
    previewed_again = send(client, club, previewed, "look", **{"answer-name_order:5": "as_written"})
    assert [one.order.is_other for one in previewed_again.context["name_orders"].doubtful] == [False, True]
    answer = send(client, club, previewed_again, "take", **{"answer-name_order:5": "as_written"})
    assert answer.status_code == 303
    assert get_member_names(club) == [
        "Anna Verdi",
        "Mario Bianchi",
        "Mario Rossi",
        "Quarto Zorba",
        "Zelda Nero",
    ]
