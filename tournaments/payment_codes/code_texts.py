"""The texts of QR codes, and the links that fill in amount and reference."""

import re
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import quote, urlencode

from tournaments.payment_codes.accounts import make_creditor_reference

# Of EPC069-12: the longest remittance text, and the largest code.
LONGEST_EPC_TEXT, MOST_EPC_BYTES = 140, 331
# Of the Swiss implementation guidelines: the longest message.
LONGEST_SWISS_MESSAGE = 140
# The letters of a Swiss QR code (version 2.3): Latin letters with and without accents, and the euro sign.
SWISS_LETTERS = r"\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac"
LONGEST_SWISH_MESSAGE, LONGEST_MOBILEPAY_COMMENT = 50, 60


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentRequest:
    """The payment that is due: `amount` (None: not known yet), `reference` and `purpose`."""

    amount: Decimal | None
    currency: str
    reference: str = ""
    purpose: str = ""

    def make_message(self, longest: int) -> str:
        """Return purpose and reference in one line; a purpose that is too long is cut off."""
        longest_purpose = max(0, longest - len(self.reference) - 1)
        purpose = " ".join(self.purpose.split())[:longest_purpose].rstrip()
        return " ".join(filter(None, (purpose, self.reference)))[:longest]


@dataclass(frozen=True, slots=True, kw_only=True)
class Creditor:
    """Who is paid by a bank transfer; the Swiss code needs the address too."""

    name: str
    iban: str
    bic: str = ""
    street: str = ""
    building_number: str = ""
    postal_code: str = ""
    town: str = ""
    country: str = ""


def format_amount(amount: Decimal) -> str:
    """Return an amount with a decimal point; a whole one has no decimals: "1", "12.50"."""
    return str(int(amount)) if amount == int(amount) else f"{amount:.2f}"


def make_epc_text(
    creditor: Creditor, request: PaymentRequest, *, purpose_code: str = "", note: str = ""
) -> str:
    """Return the text of the QR code of a SEPA transfer (EPC069-12, version 002, UTF-8).

    The remittance text is shortened to what the largest code can hold.
    """
    amount = "" if request.amount is None else f"EUR{format_amount(request.amount)}"
    head = ("BCD", "002", "1", "SCT", creditor.bic, creditor.name, creditor.iban, amount, purpose_code, "")
    for longest in range(LONGEST_EPC_TEXT, 0, -1):
        lines = (*head, request.make_message(longest), note)
        text = "\n".join(lines).rstrip("\n")
        if len(text.encode()) <= MOST_EPC_BYTES:
            return text
    return "\n".join(head).rstrip("\n")


def make_swiss_text(creditor: Creditor, request: PaymentRequest) -> str:
    """Return the text of a Swiss QR code (guidelines 2.3), without a debtor.

    The reference is a creditor reference (ISO 11649) of that of the request.
    """
    reference = make_creditor_reference(request.reference) if request.reference else ""
    lines = (
        *("SPC", "0200", "1", creditor.iban),
        *("S", creditor.name, creditor.street, creditor.building_number),
        *(creditor.postal_code, creditor.town, creditor.country),
        # The final creditor, for future use.
        *[""] * 7,
        *("" if request.amount is None else f"{request.amount:.2f}", request.currency),
        # The debtor.
        *[""] * 7,
        *("SCOR" if reference else "NON", reference),
        *(keep_swiss_letters(request.make_message(LONGEST_SWISS_MESSAGE)), "EPD"),
    )
    return "\n".join(lines)


def keep_swiss_letters(text: str) -> str:
    """Return a text without the letters that a Swiss QR code cannot have."""
    return " ".join(re.sub(f"[^{SWISS_LETTERS}]", "", text).split())


def make_swish_text(number: str, request: PaymentRequest) -> str:
    """Return the text of a Swish code in which the payer changes nothing."""
    amount = "" if request.amount is None else f"{request.amount:.2f}".replace(".", ",")
    message = quote(request.make_message(LONGEST_SWISH_MESSAGE), safe="")
    return f"C{number};{amount};{message};0"


def make_swish_link(number: str, request: PaymentRequest) -> str:
    """Return the link that opens Swish on a phone."""
    values = {"sw": number}
    if request.amount is not None:
        values |= {"amt": f"{request.amount:.2f}", "cur": "SEK"}
    message = request.make_message(LONGEST_SWISH_MESSAGE)
    values |= {"msg": message} if message else {}
    return f"https://app.swish.nu/1/p/sw/?{urlencode(values, quote_via=quote)}"


def make_mobilepay_link(number: str, request: PaymentRequest) -> str:
    """Return the payment link of a Danish MobilePay number, with the comment locked."""
    values = {"phone": number}
    if request.amount is not None:
        values |= {"amount": format_amount(request.amount)}
    if request.reference:
        values |= {"comment": request.reference[:LONGEST_MOBILEPAY_COMMENT], "lock": "1"}
    return (
        f"https://mobilepay.dk/erhverv/betalingslink/betalingslink-svar?{urlencode(values, quote_via=quote)}"
    )


def make_paypal_link(name: str, request: PaymentRequest) -> str:
    """Return a PayPal.me link with the amount. It cannot carry a reference."""
    amount = "" if request.amount is None else f"/{format_amount(request.amount)}{request.currency}"
    return f"https://paypal.me/{name}{amount}"


def fill_link(link: str, request: PaymentRequest) -> str:
    """Return a link with {amount}, {currency} and {reference} filled in."""
    amount = "" if request.amount is None else format_amount(request.amount)
    values = {"amount": amount, "currency": request.currency, "reference": request.reference}
    return re.sub(r"\{(\w+)\}", lambda name: quote(values[name[1]], safe=""), link)
