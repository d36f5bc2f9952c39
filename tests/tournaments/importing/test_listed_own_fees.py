"""What a list of members says that single members have to pay for a year: set with it, taken back with it."""

from datetime import date
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_list_imports import send, upload
from tests.tournaments.importing.test_listed_fees import fees_of
from tournaments.exchange.lists.due_fees import add_amount_due
from tournaments.exchange.lists.reading import ListedFee
from tournaments.importing.queries.member_lists import get_member_lists
from tournaments.importing.services.member_lists import undo_member_list
from tournaments.models import Club, OwnYearFee
from tournaments.people.queries.year_fees import get_balance
from tournaments.people.services import member_fees, members
from tournaments.people.services.year_fees import set_own_fee, set_year_fee

pytestmark = pytest.mark.django_db
ROWS = (
    "Nome;Quota 2026\nAnna Bianchi;40\nBruno Verdi;esente\nCarla Neri;metà\nDario Costa;da pagare 20\n"
    "Elio Moro;ridotta 15\nFlora Riva;ridotta 15 pagata\n"
)
SEND = {"fee_take": "on", "fee_own": "on", "fee_year": "2026", "fee_method": "cash"}


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    set_year_fee(club=club, year=2026, amount=Decimal(40), by=director_of(club))
    client.force_login(director_of(club))
    return club


def own_fees_of(club: Club) -> dict[str, tuple[int, Decimal]]:
    rows = OwnYearFee.objects.filter(membership__club=club).select_related("membership__player")
    return {str(fee.membership.player): (fee.year, fee.amount) for fee in rows}


def import_list(client: Client, club: Club, text: str, **data: str) -> str:
    previewed = upload(client, club, text)
    answers = {name: field.initial for name, field in previewed.context["questions"].fields.items()}
    previewed_again = send(client, club, previewed, "look", **answers)
    return client.get(
        send(client, club, previewed_again, **SEND, **data, **answers)["Location"]
    ).content.decode()


@pytest.mark.parametrize(
    ("text", "fee"),
    [
        ("esente", ListedFee(unclear="esente", due=Decimal(0), due_text="esente")),
        (
            "da pagare 20",
            ListedFee(unclear="da pagare 20", due=Decimal(20), due_text="da pagare 20", is_rest=True),
        ),
        ("to pay £20", ListedFee(unclear="to pay £20", due=Decimal(20), due_text="to pay £20", is_rest=True)),
        ("deve 20", ListedFee(unclear="deve 20", due=Decimal(20), due_text="deve 20", is_rest=True)),
        ("reduced 15", ListedFee(unclear="reduced 15", due=Decimal(15), due_text="reduced 15")),
        ("ridotta 15 pagata", ListedFee(Decimal(15), due=Decimal(15), due_text="ridotta 15 pagata")),
        ("pagata", None),
        ("da pagare", None),
        ("deve 20, versati 10", None),
    ],
)
def test_terms_say_what_is_due(text: str, fee: ListedFee | None) -> None:
    assert add_amount_due(None, text, "", "") == fee


def test_own_fees_are_previewed_set_and_taken_back_with_the_list(client: Client, club: Club) -> None:
    previewed = upload(client, club, ROWS)
    assert previewed.context["own_fees"] == [
        ("Row 3", "Bruno Verdi is exempt in 2026 (€0.00)."),
        ("Row 4", "Carla Neri pays €20.00 for 2026 instead of €40.00."),
        ("Row 5", "Dario Costa pays €20.00 for 2026 instead of €40.00."),
        ("Row 6", "Elio Moro pays €15.00 for 2026 instead of €40.00."),
        ("Row 7", "Flora Riva pays €15.00 for 2026 instead of €40.00."),
    ]
    assert previewed.context["unclear_fees"] == []
    page = import_list(client, club, ROWS)
    assert "6 new members. 2 fees recorded. 5 own fees set." in page
    assert own_fees_of(club) == {
        "Bruno Verdi": (2026, Decimal(0)),
        "Carla Neri": (2026, Decimal(20)),
        "Dario Costa": (2026, Decimal(20)),
        "Elio Moro": (2026, Decimal(15)),
        "Flora Riva": (2026, Decimal(15)),
    }
    assert fees_of(club) == {"Anna Bianchi": (2026, Decimal(40)), "Flora Riva": (2026, Decimal(15))}
    to_pay = {
        str(row.player): get_balance(row, 2026).to_pay
        for row in club.memberships.filter(player__isnull=False)
    }
    assert {name: to_pay[name] for name in own_fees_of(club)} == {
        "Bruno Verdi": 0,
        "Carla Neri": 20,
        "Dario Costa": 20,
        "Elio Moro": 15,
        "Flora Riva": 0,
    }
    again = upload(client, club, ROWS)
    assert (again.context["own_fees"], again.context["own_fees_left_out"]) == ([], [])
    index = client.get(reverse("imports", args=[club.slug])).content.decode()
    assert "5 own fees" in index
    undone = undo_member_list(log_entry=get_member_lists(club).get(), by=director_of(club))
    assert (undone.removed, undone.own_fees, undone.remaining) == (6, 5, ())
    assert own_fees_of(club) == {}


def test_own_fees_of_members_who_stay_are_taken_back_too(client: Client, club: Club) -> None:
    members.enrol_by_name(club=club, name="Bruno Verdi", by=director_of(club))
    import_list(client, club, "Nome;Quota 2026\nBruno Verdi;esente\n")
    log_entry = get_member_lists(club).get()
    assert (own_fees_of(club), log_entry.own_fees) == ({"Bruno Verdi": (2026, Decimal(0))}, 1)
    address = reverse("undo-member-list", args=[club.slug, log_entry.pk])
    assert "1 own fee taken back." in client.post(address, follow=True).content.decode()
    assert own_fees_of(club) == {}
    assert client.post(address).status_code == 409


def test_an_own_fee_that_is_recorded_stays_and_is_named(client: Client, club: Club) -> None:
    bruno = members.enrol_by_name(club=club, name="Bruno Verdi", by=director_of(club))
    set_own_fee(membership=bruno, year=2026, amount=Decimal(10), by=director_of(club))
    previewed = upload(client, club, "Nome;Quota 2026\nBruno Verdi;esente\nAnna Bianchi;sì\n")
    assert previewed.context["own_fees_left_out"] == [
        (
            "Row 2",
            "Bruno Verdi: the list states €0.00, but the own fee of 2026 is recorded as €10.00 and stays.",
        )
    ]


def test_what_is_still_to_pay_after_an_instalment_is_no_own_fee(client: Client, club: Club) -> None:
    bruno = members.enrol_by_name(club=club, name="Bruno Verdi", by=director_of(club))
    payment = member_fees.FeePayment(year=2026, amount=Decimal(20), method="cash", paid_on=date(2026, 1, 2))
    member_fees.record_fee(membership=bruno, payment=payment, by=director_of(club), key="1")
    assert upload(client, club, "Nome;Quota 2026\nBruno Verdi;da pagare 20\n").context["own_fees"] == []


def test_a_column_of_fees_beside_that_of_who_has_paid_is_what_is_due(client: Client, club: Club) -> None:
    rows = "Nome;Quota;Pagato\nAnna Bianchi;40;sì\nBruno Verdi;20;no\nCarla Neri;20;sì\n"
    import_list(client, club, rows)
    assert own_fees_of(club) == {"Bruno Verdi": (2026, Decimal(20)), "Carla Neri": (2026, Decimal(20))}
    assert fees_of(club) == {"Anna Bianchi": (2026, Decimal(40)), "Carla Neri": (2026, Decimal(20))}
    rows = "Nome;Importo versato;Pagato\nDario Costa;20;sì\n"
    assert upload(client, club, rows).context["own_fees"] == []


def test_own_fees_are_not_set_without_the_choice_and_half_needs_the_fee_of_the_year(
    client: Client, club: Club
) -> None:
    previewed = upload(client, club, "Nome;Quota 2025\nAnna Bianchi;sì\nCarla Neri;metà\n")
    assert previewed.context["own_fees_left_out"] == [
        ("Row 3", "Carla Neri, “metà”: set the fee of 2025 first, so that half of it is known.")
    ]
    no_own_fees = {"fee_own": ""}
    previewed = upload(client, club, "Nome;Quota 2026\nBruno Verdi;esente\n")
    send(client, club, previewed, fee_year="2026", fee_method="cash", **no_own_fees)
    assert own_fees_of(club) == {}


def test_the_api_sets_own_fees_of_a_list(client: Client, club: Club) -> None:
    path = f"/api/v1/clubs/{club.slug}/imports/players/"
    rows = b"Nome;Quota 2026\nBruno Verdi;esente\nAnna Bianchi;40\n"
    answer = client.post(path, {"file": SimpleUploadedFile("list.csv", rows), "fee_year": 2026})
    assert (answer.status_code, answer.json()["own_fees"], answer.json()["fees"]) == (201, 1, 1)
    assert own_fees_of(club) == {"Bruno Verdi": (2026, Decimal(0))}


HALVES = (
    "Name;Fee 2026;Paid\nAnna White;paid;40\nBruno Green;half;20\nCarla Black;half;10\nDario Cole;half;\n"
)


def test_half_in_the_column_of_fees_is_what_is_due_beside_the_amount_paid(client: Client, club: Club) -> None:
    import_list(client, club, HALVES)
    assert own_fees_of(club) == dict.fromkeys(
        ("Bruno Green", "Carla Black", "Dario Cole"), (2026, Decimal(20))
    )
    paid = {"Anna White": Decimal(40), "Bruno Green": Decimal(20), "Carla Black": Decimal(10)}
    assert fees_of(club) == {name: (2026, amount) for name, amount in paid.items()}


def test_half_is_what_was_paid_where_the_fee_of_the_year_is_not_set(client: Client) -> None:
    club = a_club()
    client.force_login(director_of(club))
    previewed = upload(client, club, HALVES)
    assert previewed.context["own_fees_left_out"] == [
        ("Row 5", "Dario Cole, “half”: set the fee of 2026 first, so that half of it is known.")
    ]
    import_list(client, club, HALVES)
    assert own_fees_of(club) == {"Bruno Green": (2026, Decimal(20)), "Carla Black": (2026, Decimal(10))}


def test_half_can_be_an_own_fee_that_is_paid(client: Client, club: Club) -> None:
    text = "Nome;Quota 2026\nAnna Bianchi;sì\nBruno Verdi;x (metà)\n"
    previewed = upload(client, club, text)
    answers = {
        name: "half_due_paid" if "half_due_paid" in dict(field.choices) else field.initial
        for name, field in previewed.context["questions"].fields.items()
    }
    previewed_again = send(client, club, previewed, "look", **answers)
    send(client, club, previewed_again, **SEND, fee_amount="40", **answers)
    assert own_fees_of(club) == {"Bruno Verdi": (2026, Decimal(20))}
    assert fees_of(club) == {"Anna Bianchi": (2026, Decimal(40)), "Bruno Verdi": (2026, Decimal(20))}


@pytest.mark.parametrize(
    ("text", "own_fees"),
    [
        ("esente (socio onorario)", {"Bruno Verdi": (2026, Decimal(0))}),
        ("exempt [honorary member]", {"Bruno Verdi": (2026, Decimal(0))}),
        ("esente (metà)", {}),
        ("esente (fino al 2027)", {}),
    ],
)
def test_terms_in_brackets_behind_exempt_are_a_note(
    client: Client, club: Club, text: str, own_fees: dict[str, tuple[int, Decimal]]
) -> None:
    import_list(client, club, f"Nome;Quota 2026\nAnna Bianchi;40\nBruno Verdi;{text}\n")
    assert own_fees_of(club) == own_fees
