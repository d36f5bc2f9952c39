"""Currencies by ISO 4217: decimal digits, parsing and formatting of amounts."""

import re
from decimal import Decimal

from rules.errors import Refusal

WITHOUT_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
WITH_THREE_DECIMALS = "BHD IQD JOD KWD LYD OMR TND"
WITH_TWO_DECIMALS = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
    CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL
    HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP
    MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD
    SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS
    VED VES WST XCD YER ZAR ZMW
"""
EXPONENTS = {
    **dict.fromkeys(WITHOUT_DECIMALS.split(), 0),
    **dict.fromkeys(WITH_TWO_DECIMALS.split(), 2),
    **dict.fromkeys(WITH_THREE_DECIMALS.split(), 3),
}
CODES = tuple(sorted(EXPONENTS))
# Those that are offered first; the first of all is proposed.
COMMON_CURRENCIES = ("EUR", "GBP", "USD", "CHF", "DKK", "SEK", "NOK", "PLN", "CZK", "JPY")
DEFAULT_CURRENCY = COMMON_CURRENCIES[0]
CURRENCY_CHOICES = [
    (code, code) for code in (*COMMON_CURRENCIES, *(code for code in CODES if code not in COMMON_CURRENCIES))
]
# The maximum of one amount, in the smallest coin; the sum of millions of them fits a 64-bit column.
MAX_AMOUNT = 10**12
# Signs of currencies that have one of their own; all others are written with their code.
CURRENCY_SIGNS = {"EUR": "€", "GBP": "£", "USD": "$", "JPY": "¥"}
IGNORED_CHARACTERS = str.maketrans("", "", " \u00a0\u202f'’")


def get_exponent(currency: str) -> int:
    """Return the number of decimal digits. Refuses ("currency_unknown") a code not in ISO 4217."""
    if currency not in EXPONENTS:
        raise Refusal("currency_unknown", currency=currency)
    return EXPONENTS[currency]


def count_coins(amount: Decimal, currency: str) -> int:
    """Return an amount in the smallest coins."""
    return int(amount.scaleb(get_exponent(currency)))


def get_amount(coins: int, currency: str) -> Decimal:
    """Return an amount of smallest coins in the currency: 4500 cents are 45.00 euros."""
    return Decimal(coins).scaleb(-get_exponent(currency))


def format_digits(amount: int, currency: str) -> str:
    """Return an amount with a decimal point and without currency code: "84.00"."""
    places = get_exponent(currency)
    sign, whole = ("-" if amount < 0 else ""), str(abs(amount)).rjust(places + 1, "0")
    return f"{sign}{whole[:-places]}.{whole[-places:]}" if places else f"{sign}{whole}"


def parse_amount(text: str, currency: str) -> int:
    """Return an amount in the smallest coins: "84", "84.5", "84,50", "1.200,00", "1 200", "84 €", "EUR 84".

    Refuses ("amount_unreadable") invalid amounts, digits beyond the smallest coin, and too large amounts.
    """
    places = get_exponent(currency)
    digits_text = strip_currency(text.translate(IGNORED_CHARACTERS), currency)
    for pattern in _patterns(places):
        parsed = re.fullmatch(pattern, digits_text, re.ASCII)
        if parsed is not None:
            whole = int(re.sub(r"[.,]", "", parsed["whole"]))
            amount: int = whole * 10**places + int((parsed["coins"] or "").ljust(places, "0") or 0)
            if amount <= MAX_AMOUNT:
                return amount
    raise Refusal("amount_unreadable", text=text[:20])


def strip_currency(text: str, currency: str) -> str:
    """Return an amount as it was typed without the sign or the code of its currency before or after it."""
    marks = (CURRENCY_SIGNS.get(currency, currency), currency)
    for mark in marks:
        if text.upper().startswith(mark):
            return text[len(mark) :].strip()
        if text.upper().endswith(mark):
            return text[: -len(mark)].strip()
    return text


def _patterns(places: int) -> tuple[str, ...]:
    """Return patterns: plain digits and decimals, then thousands separators of each kind.

    The group `coins` is the decimals; in a pattern without them it is a group that never matches.
    """
    if not places:
        return tuple(
            rf"(?P<whole>\d{{1,12}}|\d{{1,3}}(?:{sign}\d{{3}}){{1,3}})(?P<coins>(?!))?"
            for sign in (",", r"\.")
        )
    coins = rf"(?P<coins>\d{{1,{places}}})"
    thousands = [
        rf"(?P<whole>\d{{1,3}}(?:\{one}\d{{3}}){{1,3}})\{other}{coins}" for one, other in (".,", ",.")
    ]
    # "1.200" is ambiguous and refused.
    millions = [rf"(?P<whole>\d{{1,3}}(?:\{sign}\d{{3}}){{2,3}})(?P<coins>(?!))?" for sign in ".,"]
    return (rf"(?P<whole>\d{{1,12}})(?:[.,]{coins})?", *thousands, *millions)
