"""The kinds of ways to pay: which details each needs, and the instruction for a payer."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import ClassVar, NamedTuple
from urllib.parse import urlsplit

from rules.errors import Refusal
from tournaments.countries import ISO_CODES
from tournaments.payment_codes import accounts, code_texts
from tournaments.payment_codes.code_texts import Creditor, PaymentRequest

# The longest values of the fields, by EPC069-12 and the Swiss implementation guidelines where they say so.
LONGEST = {
    **{"label": 60, "text": 2000, "link": 300, "holder": 70, "account": 34, "bank_code": 11},
    **{"street": 70, "building_number": 16, "postal_code": 16, "town": 35, "country": 2},
}
PLACEHOLDERS = frozenset({"amount", "currency", "reference"})
PAYPAL_CURRENCIES = frozenset(
    (
        *("AUD", "BRL", "CAD", "CHF", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "ILS", "JPY"),
        *("MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "SEK", "SGD", "THB", "TWD", "USD"),
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WayDetails:
    """The details of a way to pay; each kind uses some.

    `account` is an IBAN, an account number, a telephone number or a name; `bank_code` a BIC or a sort code.
    """

    text: str = ""
    link: str = ""
    holder: str = ""
    account: str = ""
    bank_code: str = ""
    street: str = ""
    building_number: str = ""
    postal_code: str = ""
    town: str = ""
    country: str = ""


DETAIL_NAMES = tuple(field.name for field in fields(WayDetails))


class PaymentFact(NamedTuple):
    """A detail that the payer enters: what it is, and the value as people read it."""

    kind: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """How to pay in one way.

    `facts` are the details to enter. `link` opens it, `code` is the text of
    its QR code, which has a Swiss cross with `has_cross`; both are empty where the way has none for the
    request. `waits_for_amount` says that its link needs an amount which is not known yet.
    """

    text: str = ""
    facts: tuple[PaymentFact, ...] = ()
    link: str = ""
    code: str = ""
    has_cross: bool = False
    waits_for_amount: bool = False


class WayKind:
    """A kind of ways to pay: its required and optional details, and the instruction for a request."""

    name: ClassVar[str]
    required: ClassVar[tuple[str, ...]]
    optional: ClassVar[tuple[str, ...]] = ()
    # The currencies whose amounts it can fill in; None for all.
    currencies: ClassVar[Collection[str] | None] = None

    @property
    def detail_names(self) -> tuple[str, ...]:
        """The details of this kind, in the order of the form."""
        return tuple(name for name in DETAIL_NAMES if name in (*self.required, *self.optional))

    def clean(self, details: WayDetails) -> WayDetails:
        """Return the details as they are stored, without those of other kinds.

        Raises a refusal whose context names the `field`: `way_detail_missing`, `way_detail_long` or one of
        the kind.
        """
        values = {name: getattr(details, name).strip() for name in self.detail_names}
        for name, value in values.items():
            if name in self.required and not value:
                raise Refusal("way_detail_missing", field=name)
            if name != "text" and not value.isprintable():
                raise Refusal("way_detail_unreadable", field=name)
        cleaned = self.check(WayDetails(**values))
        for name in self.detail_names:
            if len(getattr(cleaned, name)) > LONGEST[name]:
                raise Refusal("way_detail_long", field=name, most=LONGEST[name])
        return cleaned

    def check(self, details: WayDetails) -> WayDetails:
        """Return the details in their usual form. Raises a refusal if one is not right."""
        return details

    def instruct(self, details: WayDetails, request: PaymentRequest) -> Instruction:
        """Return how to pay what is requested."""
        raise NotImplementedError

    def fits(self, request: PaymentRequest) -> bool:
        """Return whether the way can fill in the amount of a request."""
        takes_currency = self.currencies is None or request.currency in self.currencies
        return takes_currency and request.amount is not None and request.amount > 0

    def limit_request(self, request: PaymentRequest) -> PaymentRequest:
        """Return the request without an amount that the way cannot fill in."""
        return request if self.fits(request) else replace(request, amount=None)


class TextWay(WayKind):
    """A text."""

    name, required = "text", ("text",)

    def instruct(self, details: WayDetails, request: PaymentRequest) -> Instruction:
        """Return the text."""
        return Instruction(text=details.text)


class LinkWay(WayKind):
    """A link of one's own, in which amount, currency and reference may be filled in."""

    name, required = "link", ("link",)

    def check(self, details: WayDetails) -> WayDetails:
        """Refuse other than https links, and unknown placeholders.

        Raises `way_link_wrong` and `way_placeholder_unknown`.
        """
        try:
            parts = urlsplit(details.link)
            is_link = parts.scheme == "https" and bool(parts.hostname) and parts.username is None
        except ValueError:
            is_link = False
        if not is_link or re.search(r"[\s\"<>\\]", details.link):
            raise Refusal("way_link_wrong", field="link")
        unknown = sorted(set(re.findall(r"\{(.*?)\}", details.link)) - PLACEHOLDERS)
        if unknown or re.search(r"[{}]", re.sub(r"\{\w+\}", "", details.link)) or "{" in parts.netloc:
            raise Refusal("way_placeholder_unknown", field="link")
        return details

    def instruct(self, details: WayDetails, request: PaymentRequest) -> Instruction:
        """Return the filled-in link; a link with an amount needs one."""
        if "{" in details.link and not self.fits(request):
            return Instruction(waits_for_amount=True)
        link = code_texts.fill_link(details.link, request)
        return Instruction(link=link, code=link if self.fits(request) else "", facts=_list_reference(request))


class SepaWay(WayKind):
    """A SEPA transfer in euros, with the QR code EPC069-12."""

    name, required, optional = "sepa", ("holder", "account"), ("bank_code",)
    currencies = frozenset({"EUR"})

    def check(self, details: WayDetails) -> WayDetails:
        """Refuse a wrong IBAN (`iban_wrong`) or BIC (`bic_wrong`)."""
        account = _check_iban(details)
        bic = accounts.normalize_account(details.bank_code)
        if bic and not accounts.is_bic(bic):
            raise Refusal("bic_wrong", field="bank_code")
        return replace(details, account=account, bank_code=bic)

    def instruct(self, details: WayDetails, request: PaymentRequest) -> Instruction:
        """Return the account, and the code where the amount is in euros."""
        code = code_texts.make_epc_text(_make_creditor(details), request) if self.fits(request) else ""
        return Instruction(facts=_list_account(details, request), code=code)


class SwissWay(WayKind):
    """A transfer by Swiss QR-bill, in francs or euros."""

    name = "swiss"
    required = ("holder", "account", "postal_code", "town", "country")
    optional = ("street", "building_number")
    currencies = frozenset({"CHF", "EUR"})

    def check(self, details: WayDetails) -> WayDetails:
        """Refuse a wrong IBAN (`iban_wrong`, `iban_not_swiss`, `iban_is_qr`), country or letters."""
        account, country = _check_iban(details), details.country.upper()
        if not accounts.is_swiss_iban(account):
            raise Refusal("iban_not_swiss", field="account")
        if accounts.is_qr_iban(account):
            raise Refusal("iban_is_qr", field="account")
        if country not in ISO_CODES.values():
            raise Refusal("way_country_unknown", field="country")
        for name in ("holder", "street", "building_number", "postal_code", "town"):
            value = getattr(details, name)
            if re.search(f"[^{code_texts.SWISS_LETTERS}]", value):
                raise Refusal("way_letters_wrong", field=name)
        return replace(details, account=account, country=country)

    def instruct(self, details: WayDetails, request: PaymentRequest) -> Instruction:
        """Return the account, and the code where the amount is in francs or euros."""
        facts = _list_account(details, request)
        if not self.fits(request):
            return Instruction(facts=facts)
        code = code_texts.make_swiss_text(_make_creditor(details), request)
        return Instruction(facts=facts, code=code, has_cross=True)


class BritishWay(WayKind):
    """A transfer to a British account."""

    name, required = "uk", ("holder", "account", "bank_code")

    def check(self, details: WayDetails) -> WayDetails:
        """Refuse a wrong sort code (`sort_code_wrong`) or account number (`account_number_wrong`)."""
        sort_code, account = re.sub(r"[\s-]", "", details.bank_code), re.sub(r"[\s-]", "", details.account)
        if not accounts.is_sort_code(sort_code):
            raise Refusal("sort_code_wrong", field="bank_code")
        if not accounts.is_british_account(account):
            raise Refusal("account_number_wrong", field="account")
        return replace(details, bank_code=sort_code, account=account)

    def instruct(self, details: WayDetails, request: PaymentRequest) -> Instruction:
        """Return the account; no code is agreed for it."""
        sort_code = accounts.format_sort_code(details.bank_code)
        facts = (
            PaymentFact("holder", details.holder),
            PaymentFact("sort_code", sort_code),
            PaymentFact("account_number", details.account),
        )
        return Instruction(facts=(*facts, *_list_reference(request)))


class PayPalWay(WayKind):
    """A PayPal.me link."""

    name, required = "paypal", ("account",)
    currencies = PAYPAL_CURRENCIES

    def check(self, details: WayDetails) -> WayDetails:
        """Refuse a name with other than letters and digits (`paypal_name_wrong`).

        A whole link is shortened to the name.
        """
        account = re.sub(r"^(https://)?(www\.)?paypal\.(me|com/paypalme)/", "", details.account.rstrip("/"))
        if not re.fullmatch(r"[A-Za-z0-9]{1,20}", account):
            raise Refusal("paypal_name_wrong", field="account")
        return replace(details, account=account)

    def instruct(self, details: WayDetails, request: PaymentRequest) -> Instruction:
        """Return the link, with the reference beside it, as it cannot carry one."""
        link = code_texts.make_paypal_link(details.account, self.limit_request(request))
        return Instruction(link=link, code=link if self.fits(request) else "", facts=_list_reference(request))


class MobilePayWay(WayKind):
    """The payment link of a MobilePay number in Denmark."""

    name, required = "mobilepay", ("account",)
    currencies = frozenset({"DKK"})

    def check(self, details: WayDetails) -> WayDetails:
        """Refuse other than five or six digits (`mobilepay_number_wrong`)."""
        number = re.sub(r"\s", "", details.account)
        if not re.fullmatch(r"[0-9]{5,6}", number):
            raise Refusal("mobilepay_number_wrong", field="account")
        return replace(details, account=number)

    def instruct(self, details: WayDetails, request: PaymentRequest) -> Instruction:
        """Return number and link."""
        link = code_texts.make_mobilepay_link(details.account, self.limit_request(request))
        facts = (PaymentFact("mobilepay_number", details.account), *_list_reference(request))
        return Instruction(link=link, code=link if self.fits(request) else "", facts=facts)


class SwishWay(WayKind):
    """Swish, to the number of a club or a person in Sweden."""

    name, required = "swish", ("account",)
    currencies = frozenset({"SEK"})

    def check(self, details: WayDetails) -> WayDetails:
        """Refuse other than 7 to 15 digits (`swish_number_wrong`)."""
        number = re.sub(r"[\s-]", "", details.account).removeprefix("+")
        if not re.fullmatch(r"[0-9]{7,15}", number):
            raise Refusal("swish_number_wrong", field="account")
        return replace(details, account=number)

    def instruct(self, details: WayDetails, request: PaymentRequest) -> Instruction:
        """Return number, link and code."""
        code = code_texts.make_swish_text(details.account, request) if self.fits(request) else ""
        link = code_texts.make_swish_link(details.account, self.limit_request(request))
        facts = (PaymentFact("swish_number", details.account), *_list_reference(request))
        return Instruction(link=link, code=code, facts=facts)


WAY_KINDS: Mapping[str, WayKind] = {
    kind.name: kind
    for kind in (
        *(TextWay(), LinkWay(), SepaWay(), SwissWay(), BritishWay()),
        *(PayPalWay(), MobilePayWay(), SwishWay()),
    )
}


def get_way_kind(name: str) -> WayKind:
    """Return a kind by its name. Raises `way_kind_unknown`."""
    if name not in WAY_KINDS:
        raise Refusal("way_kind_unknown", field="kind")
    return WAY_KINDS[name]


def _check_iban(details: WayDetails) -> str:
    account = accounts.normalize_account(details.account)
    if not accounts.is_iban(account):
        raise Refusal("iban_wrong", field="account")
    return account


def _make_creditor(details: WayDetails) -> Creditor:
    return Creditor(
        name=details.holder,
        iban=details.account,
        bic=details.bank_code,
        street=details.street,
        building_number=details.building_number,
        postal_code=details.postal_code,
        town=details.town,
        country=details.country,
    )


def _list_account(details: WayDetails, request: PaymentRequest) -> tuple[PaymentFact, ...]:
    facts = [
        PaymentFact("holder", details.holder),
        PaymentFact("iban", accounts.format_iban(details.account)),
    ]
    if details.bank_code:
        facts.append(PaymentFact("bic", details.bank_code))
    return (*facts, *_list_reference(request))


def _list_reference(request: PaymentRequest) -> tuple[PaymentFact, ...]:
    return (PaymentFact("reference", request.reference),) if request.reference else ()
