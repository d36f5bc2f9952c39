"""What each kind of way to pay stores, refuses and tells a payer."""

from decimal import Decimal
from typing import Any

import pytest

from rules.errors import Refusal
from tournaments.payment_codes import code_texts
from tournaments.payment_codes.code_texts import Creditor, PaymentRequest
from tournaments.payment_codes.way_kinds import WAY_KINDS, Instruction, WayDetails, get_way_kind

REFERENCES = {"reference": "k7m2p9xa", "purpose": "Winter Open"}
SWISS = {
    **{"holder": "Backgammon Club Bern", "account": "CH93 0076 2011 6238 5295 7"},
    **{"postal_code": "3000", "town": "Bern", "country": "ch"},
}
BRITISH = {"holder": "BG Club", "account": "3192 6819", "bank_code": "60-16-13"}


def make_request(amount: str | None, currency: str) -> PaymentRequest:
    """Return a request for an amount."""
    return PaymentRequest(amount=None if amount is None else Decimal(amount), currency=currency, **REFERENCES)


def instruct(kind: str, details: dict[str, Any], request: PaymentRequest) -> Instruction:
    """Return the instruction of a way with these details as they were typed."""
    return WAY_KINDS[kind].instruct(WAY_KINDS[kind].clean(WayDetails(**details)), request)


REFUSED = [
    ("text", {}, "way_detail_missing", "text"),
    ("text", {"text": "x" * 2001}, "way_detail_long", "text"),
    ("link", {"link": "http://pay.example/"}, "way_link_wrong", "link"),
    ("link", {"link": "javascript:alert(1)"}, "way_link_wrong", "link"),
    ("link", {"link": "https://user@pay.example/"}, "way_link_wrong", "link"),
    ("link", {"link": "https://[/"}, "way_link_wrong", "link"),
    ("link", {"link": "https://pay.example/a b"}, "way_link_wrong", "link"),
    ("link", {"link": "https://pay.example/{sum}"}, "way_placeholder_unknown", "link"),
    ("link", {"link": "https://pay.example/{amount"}, "way_placeholder_unknown", "link"),
    ("link", {"link": "https://{reference}/"}, "way_placeholder_unknown", "link"),
    ("sepa", {"account": "IT60X0542811101000000123456"}, "way_detail_missing", "holder"),
    ("sepa", {"holder": "Club", "account": "IT60X0542811101000000123457"}, "iban_wrong", "account"),
    ("sepa", {"holder": "C\nd", "account": "IT60X0542811101000000123456"}, "way_detail_unreadable", "holder"),
    ("swiss", {**SWISS, "account": "DE89370400440532013000"}, "iban_not_swiss", "account"),
    ("swiss", {**SWISS, "account": "CH4431999123000889012"}, "iban_is_qr", "account"),
    ("swiss", {**SWISS, "country": "XX"}, "way_country_unknown", "country"),
    ("swiss", {**SWISS, "town": "Αθήνα"}, "way_letters_wrong", "town"),
    ("uk", {**BRITISH, "bank_code": "60-16-1"}, "sort_code_wrong", "bank_code"),
    ("uk", {**BRITISH, "account": "3192681x"}, "account_number_wrong", "account"),
    ("paypal", {"account": "club-bern"}, "paypal_name_wrong", "account"),
    ("paypal", {"account": "x" * 21}, "paypal_name_wrong", "account"),
    ("mobilepay", {"account": "1234"}, "mobilepay_number_wrong", "account"),
    ("swish", {"account": "070"}, "swish_number_wrong", "account"),
]


@pytest.mark.parametrize(("kind", "details", "code", "field"), REFUSED)
def test_wrong_details_are_refused_with_their_field(
    kind: str, details: dict[str, str], code: str, field: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        WAY_KINDS[kind].clean(WayDetails(**details))
    assert (refusal.value.code, refusal.value.context["field"]) == (code, field)


def test_a_wrong_bic_and_an_unknown_kind_are_refused() -> None:
    details = WayDetails(holder="Club", account="IT60X0542811101000000123456", bank_code="BANK")
    with pytest.raises(Refusal, match="bic_wrong"):
        WAY_KINDS["sepa"].clean(details)
    with pytest.raises(Refusal, match="way_kind_unknown"):
        get_way_kind("barter")


def test_details_of_other_kinds_are_left_out() -> None:
    assert WAY_KINDS["text"].clean(WayDetails(text=" Cash. ", account="x", link="y")) == WayDetails(
        text="Cash."
    )


def test_a_sepa_transfer_has_a_code_in_euros_only() -> None:
    details = {"holder": "BG Club", "account": "it60 x054 2811 1010 0000 0123 456"}
    facts = (
        ("holder", "BG Club"),
        ("iban", "IT60 X054 2811 1010 0000 0123 456"),
        ("reference", "k7m2p9xa"),
    )
    code = "BCD\n002\n1\nSCT\n\nBG Club\nIT60X0542811101000000123456\nEUR40\n\n\nWinter Open k7m2p9xa"
    assert instruct("sepa", details, make_request("40", "EUR")) == Instruction(facts=facts, code=code)
    for request in (make_request("40", "CHF"), make_request(None, "EUR"), make_request("0", "EUR")):
        assert instruct("sepa", details, request) == Instruction(facts=facts)


def test_a_swiss_transfer_names_the_creditor_reference() -> None:
    instruction = instruct("swiss", SWISS, make_request("45.5", "CHF"))
    lines = instruction.code.split("\n")
    assert (lines[4:11], lines[18:20]) == (
        ["S", "Backgammon Club Bern", "", "", "3000", "Bern", "CH"],
        ["45.50", "CHF"],
    )
    assert (lines[27:], instruction.has_cross) == (
        ["SCOR", "RF22K7M2P9XA", "Winter Open k7m2p9xa", "EPD"],
        True,
    )
    assert instruct("swiss", SWISS, make_request("45.5", "GBP")).code == ""


def test_a_british_account_has_no_code() -> None:
    facts = (
        ("holder", "BG Club"),
        ("sort_code", "60-16-13"),
        ("account_number", "31926819"),
        ("reference", "k7m2p9xa"),
    )
    assert instruct("uk", BRITISH, make_request("40", "GBP")) == Instruction(facts=facts)


@pytest.mark.parametrize(
    "typed", ["ClubBern", "https://paypal.me/ClubBern", "www.paypal.com/paypalme/ClubBern/"]
)
def test_a_paypal_link_has_the_amount_and_says_the_reference(typed: str) -> None:
    link, facts = "https://paypal.me/ClubBern/12.50EUR", (("reference", "k7m2p9xa"),)
    assert instruct("paypal", {"account": typed}, make_request("12.5", "EUR")) == Instruction(
        link=link, code=link, facts=facts
    )
    assert (
        instruct("paypal", {"account": typed}, make_request("12.5", "ISK")).link
        == "https://paypal.me/ClubBern"
    )


def test_a_link_of_ones_own_is_filled_in_and_waits_for_the_amount() -> None:
    details = {"link": "https://pay.example/club?sum={amount}&cur={currency}&note={reference}"}
    link = "https://pay.example/club?sum=12.50&cur=USD&note=k7m2p9xa"
    assert instruct("link", details, make_request("12.5", "USD")) == Instruction(
        link=link, code=link, facts=(("reference", "k7m2p9xa"),)
    )
    assert instruct("link", details, make_request(None, "USD")) == Instruction(waits_for_amount=True)
    plain = PaymentRequest(amount=None, currency="USD")
    assert instruct("link", {"link": "https://pay.example/box"}, plain) == Instruction(
        link="https://pay.example/box"
    )


def test_swish_and_mobilepay_fill_in_their_own_currency_only() -> None:
    swish = instruct("swish", {"account": "+46 70-123 45 67"}, make_request("100", "SEK"))
    assert (swish.link, swish.code) == (
        "https://app.swish.nu/1/p/sw/?sw=46701234567&amt=100.00&cur=SEK&msg=Winter%20Open%20k7m2p9xa",
        "C46701234567;100,00;Winter%20Open%20k7m2p9xa;0",
    )
    other = instruct("swish", {"account": "1234567890"}, make_request("100", "EUR"))
    assert (other.link, other.code) == (
        "https://app.swish.nu/1/p/sw/?sw=1234567890&msg=Winter%20Open%20k7m2p9xa",
        "",
    )
    mobilepay = instruct("mobilepay", {"account": "123 456"}, make_request("80", "EUR"))
    page = "https://mobilepay.dk/erhverv/betalingslink/betalingslink-svar"
    assert (mobilepay.link, mobilepay.code) == (f"{page}?phone=123456&comment=k7m2p9xa&lock=1", "")


def test_a_long_purpose_is_cut_off_and_the_reference_stays() -> None:
    creditor = Creditor(name="Σύλλογος " * 7, iban="GR1601101250000000012300695")
    request = PaymentRequest(
        amount=Decimal(40), currency="EUR", reference="k7m2p9xa", purpose="Τουρνουά " * 30
    )
    text = code_texts.make_epc_text(creditor, request)
    assert len(text.encode()) <= code_texts.MOST_EPC_BYTES
    assert text.endswith(" k7m2p9xa")


def test_letters_that_a_swiss_code_cannot_have_are_left_out_of_the_message() -> None:
    assert code_texts.keep_swiss_letters("Żółć 東京 Open – 40 €") == "Żółć Open 40 €"
