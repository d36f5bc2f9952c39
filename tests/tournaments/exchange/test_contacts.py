"""Headings of member lists in short forms, and cells with a telephone number and an e-mail address."""

from datetime import date

import pytest

from tournaments.exchange.lists import files, headings, reader
from tournaments.exchange.lists.paid_fees import find_fee_year
from tournaments.exchange.lists.reading import MEMBERS

TODAY = date(2026, 12, 1)


def read(text):
    return reader.read_list(files.read_file(text.encode(), {}), MEMBERS, {}, TODAY)


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("Iscr. dal", "joined"),
        ("Quota 26", "fee"),
        ("Quota '26", "fee"),
        ("Luogo e data di nascita", "born"),
        ("Contatti", "phone"),
        ("Subs 26", "fee"),
        ("Joined on", "joined"),
        ("Place and date of birth", "born"),
        ("Contact", "phone"),
        ("Serata 12", ""),
    ],
)
def test_short_headings_are_known(heading, role):
    assert headings.find_role(heading) == role


def test_a_year_of_two_digits_is_that_of_the_fee():
    assert find_fee_year((("Cognome", "surname"), ("Quota 26", "fee"))) == 2026


@pytest.mark.parametrize("heading", ["Contatti", "Cellulare", "E-mail"])
@pytest.mark.parametrize(
    ("text", "phone", "email"),
    [
        ("333 1234501 - vito.lorusso@libero.it", "333 1234501", "vito.lorusso@libero.it"),
        ("080 5551202 / nicola.damico@gmail.com", "080 5551202", "nicola.damico@gmail.com"),
        ("3925550707; fcolaianni@gmail.com", "3925550707", "fcolaianni@gmail.com"),
        ("anna.dibari@gmail.com 3475550808", "3475550808", "anna.dibari@gmail.com"),
        ("+39 (333) 555 (mamma), a@b.it", "+39 (333) 555 (mamma)", "a@b.it"),
        ("azonno90@gmail.com", "", "azonno90@gmail.com"),
        ("3335550909", "3335550909", ""),
    ],
)
def test_a_cell_may_have_number_and_address(heading, text, phone, email):
    (person,) = read(f'Cognome\tNome\t{heading}\nBo\tAnna\t"{text}"\n').persons
    assert (person.phone, person.email, person.unstored) == (phone, email, ())


def test_a_second_address_is_named_as_not_stored():
    (person,) = read("Cognome\tNome\tTelefono\tE-mail\nBo\tAnna\t333123 a@b.it\tc@d.it\n").persons
    assert (person.phone, person.email) == ("333123", "c@d.it")
    assert (person.unstored, person.divided_contacts) == ((("other_email", "a@b.it"),), ("333123",))


def test_of_a_cell_with_both_only_what_is_not_stored_is_named():
    (person,) = read("Cognome\tNome\tCellulare\tE-mail\nBo\tAnna\t333 1\t080 2, c@d.it\n").persons
    assert (person.phone, person.email) == ("333 1", "c@d.it")
    assert person.unstored == (("phone", "080 2"),)
    (person,) = read("Cognome\tNome\tCellulare\tTelefono\nBo\tAnna\t333 1\t333 1\n").persons
    assert (person.phone, person.unstored) == ("333 1", ())
