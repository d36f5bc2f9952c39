"""Amounts are parsed to whole numbers of the smallest coin of their currency, and formatted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.currencies import (
    CODES,
    EXPONENTS,
    MAX_AMOUNT,
    format_digits,
    get_exponent,
    parse_amount,
)


@pytest.mark.parametrize(
    ("text", "currency", "amount"),
    [
        ("84", "EUR", 8400),
        ("84.5", "EUR", 8450),
        ("84,50", "EUR", 8450),
        ("0,05", "EUR", 5),
        (" 1 200 ", "EUR", 120_000),
        ("1\u202f200,00", "EUR", 120_000),
        ("1.200,00", "EUR", 120_000),
        ("1,200.00", "USD", 120_000),
        ("1'200.05", "CHF", 120_005),
        ("1.200", "KWD", 1200),
        ("1,200", "JPY", 1200),
        ("500", "JPY", 500),
        ("1.234.567", "EUR", 123_456_700),
        ("25,00 €", "EUR", 2500),
        ("€ 25", "EUR", 2500),
        ("€25.00", "EUR", 2500),
        ("eur 25", "EUR", 2500),
        ("CHF 1'200.05", "CHF", 120_005),
        ("25 CHF", "CHF", 2500),
    ],
)
def test_amounts_are_parsed_in_common_notations(text, currency, amount):
    assert parse_amount(text, currency) == amount


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("", "EUR"),
        ("-5", "EUR"),
        ("5.-", "EUR"),
        ("84.505", "EUR"),
        ("1,20,0", "EUR"),
        ("1.200.50", "EUR"),
        ("1.200", "EUR"),
        ("5.0", "JPY"),
        ("٣", "EUR"),
        ("9" * 12, "EUR"),
        ("1e3", "EUR"),
        ("NaN", "EUR"),
        ("$25", "EUR"),
        ("€", "EUR"),
        ("25 €€", "EUR"),
    ],
)
def test_unreadable_amounts_are_refused(text, currency):
    with pytest.raises(Refusal, match="amount_unreadable"):
        parse_amount(text, currency)


def test_currencies_have_the_decimal_places_of_iso_4217():
    assert {code: get_exponent(code) for code in ("EUR", "JPY", "KWD", "CHF", "ISK", "TND")} == {
        "EUR": 2,
        "JPY": 0,
        "KWD": 3,
        "CHF": 2,
        "ISK": 0,
        "TND": 3,
    }
    assert tuple(sorted(EXPONENTS)) == CODES


def test_an_unknown_currency_is_refused():
    with pytest.raises(Refusal, match="currency_unknown"):
        get_exponent("BTC")


@given(st.integers(0, MAX_AMOUNT), st.sampled_from(CODES))
def test_a_formatted_amount_is_parsed_to_the_same_amount(amount, currency):
    assert parse_amount(format_digits(amount, currency), currency) == amount
