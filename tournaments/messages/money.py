"""Amounts of money in the reader's locale."""

from decimal import Decimal
from fractions import Fraction

from django.utils.formats import get_format, number_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from tournaments.currencies import CURRENCY_SIGNS, count_coins, format_digits, get_exponent
from tournaments.journal import team_facts

EXTRA_DIGITS = 2
# The label of a fee by the entry type of an event with one kind of entries.
FEE_LABELS = {
    team_facts.PLAYERS: _("Fee per player"),
    team_facts.PAIRS: _("Fee per pair"),
    team_facts.TEAMS: _("Fee per team"),
}


def format_money(amount: int, currency: str) -> str:
    """Return an amount in the reader's locale: €1,200.00 or 1.200,00 €."""
    return _with_sign(_format_coins(Decimal(abs(amount)), currency, 0), currency, is_negative=amount < 0)


def format_fee(amount: Decimal, currency: str) -> str:
    """Return an amount that is not counted in coins in the reader's locale: €1,200.00 or 1.200,00 €."""
    return format_money(count_coins(amount, currency), currency)


def format_amount_for_input(amount: int, currency: str) -> str:
    """Return an amount as the reader would type it, without thousands separators: 1200.00 or 1200,00."""
    return format_digits(amount, currency).replace(".", get_format("DECIMAL_SEPARATOR"))


def _with_sign(figure: str, currency: str, *, is_negative: bool = False) -> str:
    if currency in CURRENCY_SIGNS:
        # Translators: an amount with the sign of its currency, as €5.00 in English.
        text = pgettext("money", "%(sign)s%(figure)s") % {"sign": CURRENCY_SIGNS[currency], "figure": figure}
    else:
        # Translators: an amount with the code of its currency, as CHF 5.00 in English.
        text = pgettext("money", "%(code)s %(figure)s") % {"code": currency, "figure": figure}
    return f"\u2212{text}" if is_negative else text.replace(" ", "\u00a0")


def _format_coins(coins: Decimal, currency: str, extra_digits: int) -> str:
    places = get_exponent(currency)
    return number_format(coins.scaleb(-places), decimal_pos=places + extra_digits, force_grouping=True)


def format_exactly(amount: Fraction, currency: str) -> str:
    """Return an amount before rounding, with two more decimals than the currency has."""
    precision = 10**EXTRA_DIGITS
    coins = Decimal(round(amount * precision)).scaleb(-EXTRA_DIGITS)
    return _with_sign(_format_coins(coins, currency, EXTRA_DIGITS), currency)
