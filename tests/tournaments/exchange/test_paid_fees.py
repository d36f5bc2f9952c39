"""What a cell of a list of members says of who has paid: amounts, days and methods in letters."""

from datetime import date
from decimal import Decimal

import pytest

from tests.tournaments.exchange.test_list_headings import TODAY, make_sheet
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.file_cells import FileCells
from tournaments.exchange.lists.new_members import select_members
from tournaments.exchange.lists.paid_fees import read_listed_fee
from tournaments.exchange.lists.reading import DAY_FIRST, MEMBERS, ListedFee
from tournaments.name_lists.listed_payments import ReadPayment, read_payment
from tournaments.name_lists.payment_terms import read_method


@pytest.mark.parametrize(
    ("text", "fee"),
    [
        ("pagata 20", ListedFee(Decimal(20))),
        ("paid £25.50", ListedFee(Decimal("25.50"))),
        ("contanti 40", ListedFee(Decimal(40), method="cash")),
        ("contanti", ListedFee(method="cash")),
        ("40 bar", ListedFee(Decimal(40), method="cash")),
        ("bonifico 12/02/26", ListedFee(None, date(2026, 2, 12), method="transfer")),
        ("bonifico 12 feb. 2026 € 40", ListedFee(Decimal(40), date(2026, 2, 12), method="transfer")),
        ("pagato il 3/9", ListedFee(None, date(2026, 9, 3))),
        ("überwiesen am 3.9.", ListedFee(None, date(2026, 9, 3), method="transfer")),
        ("€ 40,-", ListedFee(Decimal(40))),
        ("20+20", ListedFee(Decimal(40))),
        ("20 + 20 €", ListedFee(Decimal(40))),
        ("pagato", ListedFee()),
        ("x", ListedFee()),
        ("no", None),
        ("no, 20 promessi", None),
        ("esente", ListedFee(unclear="esente")),
        ("deve 20", ListedFee(unclear="deve 20")),
        ("sì, tessera 12", ListedFee(unclear="sì, tessera 12")),
    ],
)
def test_a_cell_says_amount_day_and_way(text, fee):
    assert read_listed_fee(text, "", DAY_FIRST, 2026) == fee


@pytest.mark.parametrize(
    "text", ["X (metà)", "metà (20), resto a dicembre", "acconto 20", "1/2", "half", "Anzahlung"]
)
def test_a_part_of_the_fee_asks_how_much(text):
    sheet = make_sheet("Soci", [("Nome", "Quota 2026"), ("Anna Bianchi", "sì"), ("Fabio Benussi", text)])
    reading = reader.read_list(FileCells((sheet,)), MEMBERS, {}, TODAY)
    members = select_members(reading, {})
    (question,) = [one for one in members.questions if one.code == "part_fee"]
    amount = ("20.00",) if "20" in text else ()
    halves = ("half_due", "half_due_paid", "half_paid") if text in ("X (metà)", "1/2", "half") else ()
    guesses = {"1/2": "half_due", "half": "half_due", "X (metà)": "leave_out", "Anzahlung": "leave_out"}
    assert question.choices == (*amount, *halves, "take", "leave_out")
    assert question.answer == guesses.get(text, "20.00")
    answered = {
        answer: select_members(reading, {question.key: answer}).people[1].fee for answer in question.choices
    }
    assert {answer: (fee.is_paid, fee.amount) for answer, fee in answered.items()} == {
        **(
            {"half_due": (False, None), "half_due_paid": (True, None), "half_paid": (True, None)}
            if halves
            else {}
        ),
        **({"20.00": (True, Decimal(20))} if amount else {}),
        "take": (True, None),
        "leave_out": (False, Decimal(20) if amount else None),
    }


@pytest.mark.parametrize(
    "heads",
    [
        ("Nome e cognome", "Importo", "Data", "Come"),
        ("Name", "Amount", "Date paid", "How"),
        ("Member", "Paid", "Date", "Method"),
        ("Mitglied", "Betrag", "Bezahlt am", "Zahlungsart"),
    ],
)
def test_day_and_way_of_a_payment_have_columns_of_their_own(heads):
    rows = [
        heads,
        ("Anna Bo", 40, "3/2/2026", "contanti"),
        ("Ugo Re", 40, date(2026, 2, 13), "Satispay"),
        ("Ada Po", 20, "15/2/2026", "carta di credito"),
        ("Ivo Lo", 40, "boh", "baratto"),
        ("Eva Mo", "", "", ""),
    ]
    reading = reader.read_list(FileCells((make_sheet("Pagamenti", rows),)), MEMBERS, {}, TODAY)
    fees = [person.listed_fee for person in reading.persons]
    assert fees == [
        ListedFee(Decimal(40), date(2026, 2, 3), method="cash"),
        ListedFee(Decimal(40), date(2026, 2, 13), method="transfer"),
        ListedFee(Decimal(20), date(2026, 2, 15), method="card"),
        ListedFee(Decimal(40), unread=(("paid_on", "boh"), ("method", "baratto"))),
        None,
    ]


def test_a_column_of_days_of_payment_alone_says_who_has_paid():
    rows = [("Nome", "Data pagamento", "Modalità"), ("Anna Bo", "3/2/2026", "PayPal"), ("Ugo Re", "", "")]
    reading = reader.read_list(FileCells((make_sheet("Soci", rows),)), MEMBERS, {}, TODAY)
    assert [person.listed_fee for person in reading.persons] == [
        ListedFee(None, date(2026, 2, 3), method="transfer"),
        None,
    ]


def test_the_order_of_day_and_month_of_payments_is_a_question_where_nothing_decides_it():
    rows = [("Name", "Paid", "Date paid"), ("Anna Bo", "yes", "3/2/2026")]
    reading = reader.read_list(FileCells((make_sheet("Members", rows),)), MEMBERS, {}, TODAY)
    (question,) = [one for one in select_members(reading, {}).questions if one.is_open]
    assert (question.code, reading.persons[0].listed_fee) == ("date_order", ListedFee())


@pytest.mark.parametrize(
    "text",
    [
        "BACS",
        "Standing order",
        "SO",
        "S/O",
        "DD",
        "Direct debit",
        "RID/SDD",
        "RID",
        "bollettino",
        "bollettino postale",
        "Lastschrift",
        "prélèvement",
    ],
)
def test_what_goes_through_the_bank_is_a_transfer(text):
    assert read_method(text) == "transfer"
    assert read_listed_fee(text, 30, DAY_FIRST, 2026) == ListedFee(Decimal(30), method="transfer")


@pytest.mark.parametrize(
    "text",
    ["Cheque", "cheques", "chq", "assegno", "assegno bancario", "bank check", "Chèque", "Scheck", "cek"],
)
def test_a_cheque_is_a_way_of_its_own(text: str) -> None:
    assert read_method(text) == "cheque"
    assert read_listed_fee(text, 30, DAY_FIRST, 2026) == ListedFee(Decimal(30), method="cheque")
    assert read_payment(f"15 {text}") == ReadPayment("15", "cheque")


@pytest.mark.parametrize(("text", "method"), [("debit card", "card"), ("cash or cheque", ""), ("barter", "")])
def test_a_card_is_no_transfer_and_two_ways_are_none(text, method):
    assert read_method(text) == method


@pytest.mark.parametrize(
    "text", ["da pagare", "Da versare", "da saldare", "deve", "to pay", "not paid yet", "owes"]
)
def test_what_is_still_to_be_paid_is_not_paid(text: str) -> None:
    assert read_listed_fee(text, "12,00", "", 2026) is None
    assert read_payment(text) == ReadPayment()


def test_two_instalments_without_an_amount_are_unclear() -> None:
    fee = read_listed_fee("due rate", "40", "", 2026)
    assert fee is not None
    assert (fee.is_paid, fee.unclear) == (False, "due rate")
    assert read_payment("due rate").unread_paid == "due rate"


@pytest.mark.parametrize(
    "heads",
    [
        ("Nome e cognome", "Importo", "Data", "Come"),
        ("Name", "Fee", "Date paid", "How"),
        ("Nome", "Quota 2026", "Pagata il", "Metodo"),
        ("Mitglied", "Betrag", "Bezahlt am", "Zahlungsart"),
    ],
)
def test_an_amount_beside_an_empty_day_of_payment_is_what_is_due(heads: tuple[str, ...]) -> None:
    rows = [
        heads,
        ("Anna Bo", 40, "13/2/2026", ""),
        ("Ugo Re", 40, "", ""),
        ("Ida Po", "€ 20,00", "", ""),
        ("Eva Mo", 20, "", "contanti"),
        ("Ada Lo", "pagato", "", ""),
        ("Ivo Zo", "bonifico 40", "", ""),
    ]
    reading = reader.read_list(FileCells((make_sheet("Pagamenti", rows),)), MEMBERS, {}, TODAY)
    fees = [person.listed_fee for person in reading.persons]
    assert fees == [
        ListedFee(Decimal(40), date(2026, 2, 13)),
        ListedFee(due=Decimal(40), is_unpaid=True),
        ListedFee(due=Decimal(20), is_unpaid=True),
        ListedFee(Decimal(20), method="cash"),
        ListedFee(),
        ListedFee(Decimal(40), method="transfer"),
    ]


@pytest.mark.parametrize("heads", [("Member", "Paid", "Date"), ("Nome", "Importo versato", "Data")])
def test_an_amount_under_a_heading_that_says_paid_is_paid_without_a_day(heads: tuple[str, ...]) -> None:
    rows = [heads, ("Anna Bo", 40, "13/2/2026"), ("Ugo Re", 40, ""), ("Ada Lo", "x", "")]
    reading = reader.read_list(FileCells((make_sheet("Pagamenti", rows),)), MEMBERS, {}, TODAY)
    fees = [person.listed_fee for person in reading.persons]
    assert fees == [ListedFee(Decimal(40), date(2026, 2, 13)), ListedFee(Decimal(40)), ListedFee()]
