"""Payment codes against examples that others have published; each names its source."""

from decimal import Decimal

import pytest
import segno
from segno.helpers import make_epc_qr

from tournaments.payment_codes import accounts, code_texts
from tournaments.payment_codes.code_texts import Creditor, PaymentRequest

# The examples of ISO 13616 in the IBAN registry of SWIFT, by country.
REGISTERED_IBANS = (
    *("AD1200012030200359100100", "AT611904300234573201", "BE68539007547034", "CH9300762011623852957"),
    *("CY17002001280000001200527600", "CZ6508000000192000145399", "DE89370400440532013000"),
    *("DK5000400440116243", "EE382200221020145685", "ES9121000418450200051332", "FI2112345600000785"),
    *("FR1420041010050500013M02606", "GB29NWBK60161331926819", "GI75NWBK000000007099453"),
    *("GR1601101250000000012300695", "HU42117730161111101800000000", "IE29AIBK93115212345678"),
    *("IS140159260076545510730339", "IT60X0542811101000000123456", "LI21088100002324013AA"),
    *("LT121000011101001000", "LU280019400644750000", "LV80BANK0000435195001"),
    *("MC5811222000010123456789030", "MT84MALT011000012345MTLCAST001S", "NL91ABNA0417164300"),
    *("NO9386011117947", "PL61109010140000071219812874", "PT50000201231234567890154"),
    *("RO49AAAA1B31007593840000", "SE4550000000058398257466", "SI56263300012039086"),
    *("SK3112000000198742637541", "SM86U0322509800000000270100", "TR330006100519786457841326"),
)


@pytest.mark.parametrize("iban", REGISTERED_IBANS)
def test_ibans_of_the_registry_are_right_and_wrong_with_another_digit(iban: str) -> None:
    assert accounts.is_iban(iban)
    other_digits = f"{(int(iban[2:4]) + 1) % 100:02}"
    assert not accounts.is_iban(f"{iban[:2]}{other_digits}{iban[4:]}")


def test_an_iban_is_printed_in_groups_of_four() -> None:
    # ISO 13616-1, print format, as in the IBAN registry.
    assert accounts.format_iban("GB29NWBK60161331926819") == "GB29 NWBK 6016 1331 9268 19"
    assert accounts.format_iban("NO9386011117947") == "NO93 8601 1117 947"


# RF18 5390 0754 7034: ISO 11649 as explained by the European Payments Council, and examples 5 and 6 of
# annex A of the Swiss implementation guidelines. RF24...: example 4 there, whose printed table has wrong
# check digits (RF72) and whose code has the right ones. RF47 1234 5678 90: the Finvoice guidelines of Finance
# Finland. RF45 G72U UR: Wikipedia, "Creditor Reference".
CREDITOR_REFERENCES = ("RF18539007547034", "RF240191230100405JSH0438", "RF471234567890", "RF45G72UUR")


@pytest.mark.parametrize("reference", CREDITOR_REFERENCES)
def test_creditor_references_of_others(reference: str) -> None:
    assert accounts.is_creditor_reference(reference)
    assert accounts.make_creditor_reference(reference[4:]) == reference
    assert accounts.make_creditor_reference(reference[4:].lower()) == reference


def test_a_creditor_reference_that_is_printed_wrongly_is_found() -> None:
    assert not accounts.is_creditor_reference("RF720191230100405JSH0438")
    assert not accounts.is_creditor_reference("RF17539007547034")


def test_the_worked_example_of_epc069_12() -> None:
    # EPC069-12 version 2.1, annex: the donation to the Belgian Red Cross, here as version 002 (UTF-8).
    creditor = Creditor(name="Red Cross of Belgium", iban="BE72000000001616", bic="BPOTBEB1")
    request = PaymentRequest(amount=Decimal(1), currency="EUR", purpose="Urgency fund")
    text = code_texts.make_epc_text(creditor, request, purpose_code="CHAR", note="Sample EPC QR code")
    assert text.split("\n") == [
        *("BCD", "002", "1", "SCT", "BPOTBEB1", "Red Cross of Belgium", "BE72000000001616", "EUR1", "CHAR"),
        *("", "Urgency fund", "Sample EPC QR code"),
    ]


@pytest.mark.parametrize("amount", ["20", "12.50", "0.05", "999999999.99"])
def test_the_codes_of_segno_for_the_same_transfer(amount: str) -> None:
    # The example of segno's documentation (BSD licence): a donation to Wikimedia, here without its BIC.
    name, iban, text = "Wikimedia Foerdergesellschaft", "DE33100205000001194700", "Spende fuer Wikipedia"
    request = PaymentRequest(amount=Decimal(amount), currency="EUR", purpose=text)
    expected = make_epc_qr(name, iban, Decimal(amount), text=text, encoding="utf-8")
    epc_text = code_texts.make_epc_text(Creditor(name=name, iban=iban), request)
    # segno leaves out a last zero of cents: EUR12.5.
    code = segno.make_qr(epc_text.replace("12.50", "12.5"), error="m", boost_error=False, encoding="utf-8")
    assert code.matrix == expected.matrix


# Swiss implementation guidelines for the QR-bill, version 2.3, annex A, examples 4 to 6, as transcribed in
# the tests of kivitendo (SL::Helper::QrBillParser). Crawford knows no address of the payer: these lines are
# empty.
SWISS_EXAMPLES = [
    (
        "SPC\n0200\n1\nCH5800791123000889012\nS\nMuster Krankenkasse\nMusterstrasse\n12\n8000\nSeldwyla\nCH\n"
        "\n\n\n\n\n\n\n211.00\nCHF\nS\nSarah Beispiel\nMusterstrasse\n1\n8000\nSeldwyla\nCH\n"
        "SCOR\nRF240191230100405JSH0438\n\nEPD",
        Creditor(
            name="Muster Krankenkasse",
            iban="CH5800791123000889012",
            street="Musterstrasse",
            building_number="12",
            postal_code="8000",
            town="Seldwyla",
            country="CH",
        ),
        "0191230100405JSH0438",
        Decimal(211),
    ),
    (
        "SPC\n0200\n1\nCH5800791123000889012\nS\nMax Muster & Söhne\nMusterstrasse\n123\n8000\nSeldwyla\nCH\n"
        "\n\n\n\n\n\n\n199.95\nCHF\nS\nSarah Beispiel\nMusterstrasse\n1\n78462\nKonstanz\nDE\n"
        "SCOR\nRF18539007547034\n\nEPD",
        Creditor(
            name="Max Muster & Söhne",
            iban="CH5800791123000889012",
            street="Musterstrasse",
            building_number="123",
            postal_code="8000",
            town="Seldwyla",
            country="CH",
        ),
        "539007547034",
        Decimal("199.95"),
    ),
]
DEBTOR, MESSAGE = slice(20, 27), 29


@pytest.mark.parametrize(("example", "creditor", "reference", "amount"), SWISS_EXAMPLES)
def test_the_examples_of_the_swiss_guidelines_without_the_debtor(
    example: str, creditor: Creditor, reference: str, amount: Decimal
) -> None:
    request = PaymentRequest(amount=amount, currency="CHF", reference=reference)
    lines = code_texts.make_swiss_text(creditor, request).split("\n")
    expected = example.split("\n")
    expected[DEBTOR] = [""] * 7
    # The examples have no message; ours repeats the reference as the payer knows it.
    expected[MESSAGE] = reference
    assert lines == expected


def test_a_swiss_code_without_reference_has_a_message_only() -> None:
    # Robert Schneider AG: example 2 of annex A, as in the tests of SwissQRBill.NET (MIT), without the debtor.
    creditor = Creditor(
        name="Robert Schneider AG",
        iban="CH5800791123000889012",
        street="Rue du Lac",
        building_number="1268",
        postal_code="2501",
        town="Biel",
        country="CH",
    )
    message = "Bill no. 3139 for gardening work and disposal of waste material"
    request = PaymentRequest(amount=Decimal("3949.75"), currency="CHF", purpose=message)
    assert code_texts.make_swiss_text(creditor, request).split("\n") == [
        *("SPC", "0200", "1", "CH5800791123000889012"),
        *("S", "Robert Schneider AG", "Rue du Lac", "1268", "2501", "Biel", "CH"),
        *[""] * 7,
        *("3949.75", "CHF"),
        *[""] * 7,
        *("NON", "", message, "EPD"),
    ]


def test_the_accounts_of_the_swiss_guidelines() -> None:
    # Annex A: QR-IBANs with QR references, ordinary IBANs with creditor references.
    assert accounts.is_swiss_iban("CH5800791123000889012")
    assert not accounts.is_qr_iban("CH5800791123000889012")
    assert accounts.is_swiss_iban("CH4431999123000889012")
    assert accounts.is_qr_iban("CH4431999123000889012")
    assert not accounts.is_swiss_iban("DE89370400440532013000")


def test_the_example_of_the_swish_documentation() -> None:
    # developer.getswish.se, QR code API manual, 6.1: 100 SEK with OCR number 12229445, nothing to change.
    request = PaymentRequest(amount=Decimal(100), currency="SEK", reference="12229445")
    assert code_texts.make_swish_text("1237856901", request) == "C1237856901;100,00;12229445;0"


def test_the_example_of_the_mobilepay_documentation() -> None:
    # vippsmobilepay.com/partner/paymentlinks: number 12345, amount 10 and comment 123456, locked.
    request = PaymentRequest(amount=Decimal(10), currency="DKK", reference="123456")
    assert code_texts.make_mobilepay_link("12345", request) == (
        "https://mobilepay.dk/erhverv/betalingslink/betalingslink-svar?phone=12345&amount=10&comment=123456&lock=1"
    )


def test_a_sort_code_is_written_in_pairs() -> None:
    # damexapp.io/glossary/sort-code: "a six-digit number in the format of three pairs (e.g., 12-34-56)".
    assert accounts.is_sort_code("123456")
    assert accounts.format_sort_code("123456") == "12-34-56"
    # The account of the British example of the IBAN registry: GB29 NWBK 6016 1331 9268 19.
    assert (accounts.is_sort_code("601613"), accounts.is_british_account("31926819")) == (True, True)
    assert not accounts.is_sort_code("60161")
    assert not accounts.is_british_account("3192681")
