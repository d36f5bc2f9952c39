"""The way of payment of each row of a list of entries is stored with its payment."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.tournaments.finances.fee_factories import director, key
from tests.tournaments.registration.test_event_prices import make_event
from tournaments.finances.models import Receipt
from tournaments.models import Event
from tournaments.web.decorators import event_url

pytestmark = pytest.mark.django_db
ROWS = "Anna Rossi;50;contanti\nLuca Neri;50;bonifico\nMara Blu;50;assegno\nUgo Oro;50;bank\nEva Re;50;cash\n"
HEADINGS = (
    *("Nome;Pagato;Modo", "Nome;Pagato;Come", "Nome;Quota;Metodo", "Nome;Importo;Pagamento"),
    *("Nome;Pagato;Note", "Nome;Pagato;", "Name;Paid;How", "Name;Paid;Type", "Name;Amount;Cash/Bank"),
)


@pytest.fixture
def event() -> Event:
    """An event of 50.00."""
    return make_event()


def enter_lines(client: Client, event: Event, names: str) -> set[tuple[str, str, int]]:
    """Enter the lines of the box, and return player, way and amount of the payments."""
    client.force_login(director(event))
    url = event_url("desk-names", event)
    previewed = client.post(url, {"names": names, "key": key(), "version": event.version})
    context = previewed.context
    form = {"names": context["posted"]["names"], "enter": "1", "key": "ways", "version": event.version}
    form |= {"method": "voucher", "paid_sum": context["paid_sum"]}
    assert client.post(url, form).status_code == 303
    return {
        (line.player.name, receipt.method, line.amount)
        for receipt in Receipt.objects.all()
        for line in receipt.lines.all()
    }


PAYMENTS = {
    ("Anna Rossi", "cash", 5000),
    ("Luca Neri", "transfer", 5000),
    ("Mara Blu", "cheque", 5000),
    ("Ugo Oro", "transfer", 5000),
    ("Eva Re", "cash", 5000),
}


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_pasted_list_has_the_way_of_payment_of_each_row(client: Client, event: Event, heading: str) -> None:
    assert enter_lines(client, event, f"{heading}\n{ROWS}") == PAYMENTS


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_file_has_the_way_of_payment_of_each_row(client: Client, event: Event, heading: str) -> None:
    client.force_login(director(event))
    file = SimpleUploadedFile("list.csv", f"{heading}\n{ROWS}".encode())
    read = client.post(event_url("desk-entries-file", event), {"file": file})
    assert enter_lines(client, event, read.context["names"]) == PAYMENTS
