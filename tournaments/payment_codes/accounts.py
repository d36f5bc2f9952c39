"""Numbers of bank accounts, and the references by which a payment is recognised."""

import re

# The institutions (digits 5 to 9) of a QR-IBAN, which is only for payments with a QR reference.
QR_INSTITUTIONS = range(30000, 32000)
IBAN_PATTERN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
BIC_PATTERN = re.compile(r"[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?")
SORT_CODE_DIGITS, ACCOUNT_DIGITS = 6, 8


def normalize_account(text: str) -> str:
    """Return a number of an account as it is stored: capital letters and digits, without spaces."""
    return "".join(text.split()).upper()


def is_iban(iban: str) -> bool:
    """Return whether the check digits of an IBAN are right (ISO 13616, by ISO 7064 modulo 97)."""
    return bool(IBAN_PATTERN.fullmatch(iban)) and _compute_remainder(iban) == 1


def is_swiss_iban(iban: str) -> bool:
    """Return whether an IBAN is of Switzerland or Liechtenstein, which alone a Swiss QR code may have."""
    return is_iban(iban) and iban[:2] in ("CH", "LI") and len(iban) == 21


def is_qr_iban(iban: str) -> bool:
    """Return whether a Swiss IBAN is a QR-IBAN."""
    return iban[4:9].isdigit() and int(iban[4:9]) in QR_INSTITUTIONS


def format_iban(iban: str) -> str:
    """Return an IBAN in groups of four, as it is printed."""
    return " ".join(iban[start : start + 4] for start in range(0, len(iban), 4))


def is_bic(bic: str) -> bool:
    """Return whether a text has the form of a BIC (ISO 9362)."""
    return bool(BIC_PATTERN.fullmatch(bic))


def is_sort_code(digits: str) -> bool:
    """Return whether a British sort code has its six digits."""
    return _is_number(digits, SORT_CODE_DIGITS)


def is_british_account(digits: str) -> bool:
    """Return whether a British account number has its eight digits."""
    return _is_number(digits, ACCOUNT_DIGITS)


def format_sort_code(digits: str) -> str:
    """Return a sort code in three pairs: 12-34-56."""
    return "-".join(digits[start : start + 2] for start in range(0, len(digits), 2))


def make_creditor_reference(text: str) -> str:
    """Return a creditor reference (ISO 11649) of up to 21 letters and digits: RF18539007547034."""
    body = re.sub(r"[^A-Z0-9]", "", text.upper())[:21]
    check_digits = 98 - _compute_remainder(f"RF00{body}")
    return f"RF{check_digits:02}{body}"


def is_creditor_reference(reference: str) -> bool:
    """Return whether the check digits of a creditor reference (ISO 11649) are right."""
    has_form = re.fullmatch(r"RF[0-9]{2}[A-Z0-9]{1,21}", reference)
    return bool(has_form) and _compute_remainder(reference) == 1


def _compute_remainder(text: str) -> int:
    """Return the remainder by 97 of a text whose first four characters go to its end, A counting 10."""
    return int("".join(str(int(letter, 36)) for letter in text[4:] + text[:4])) % 97


def _is_number(digits: str, length: int) -> bool:
    return digits.isascii() and digits.isdigit() and len(digits) == length
