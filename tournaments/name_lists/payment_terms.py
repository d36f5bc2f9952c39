"""Terms of payments in the languages of the lists: the ways to pay, and a part that is paid. Pure."""

import re
from collections.abc import Set

from matches.plain_letters import strip_accents

LETTERS = re.compile(r"[^\W\d_]+")
SHORT_WAY = re.compile(r"\b([sd])/([od])\b")


def _split(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Only a part of the fee is paid.
PART_TERMS = _split(
    "meta mezza mezzo parte parziale acconto caparra rata rate resto half part partial partly deposit "
    "instalment instalments installment installments halfte halb teil teilweise teilzahlung anzahlung "
    "rate raten ratenzahlung moitie demi acompte partie partiel tranche tranches mitad parcial plazo plazos "
    "anticipo halv halvdelen delvis afdrag depositum yari yarisi kismi taksit kapora"
)
# Terms of them that say how large the part is.
HALF_TERMS = _split("meta mezza mezzo half halfte halb moitie demi mitad halv halvdelen yari yarisi")
# A smaller fee is due from somebody.
REDUCED_TERMS = _split(
    "ridotta ridotto riduzione reduced concession concessionary discounted ermassigt ermassigter ermaessigt "
    "reduit reduite reducida reducido nedsat indirimli"
)
# Terms of the methods to pay, by the value of the method.
WAY_TERMS = {
    "cash": _split(
        "contanti contante cassa cash bar barzahlung especes liquide efectivo kontant kontanter nakit"
    ),
    "card": _split("carta pos bancomat card karte ec carte cb tarjeta kort kart"),
    "transfer": _split(
        "bonifico bancario banca iban transfer bank uberweisung uberwiesen virement transferencia "
        "overforsel overforing bankoverforsel havale eft paypal satispay twint mobilepay revolut "
        "bacs chaps so standing dd direct sepa sdd rid addebito bollettino lastschrift dauerauftrag "
        "prelevement domiciliacion betalingsservice"
    ),
    "cheque": _split("cheque cheques check checks chq assegno assegni scheck schecks talon cek"),
    "voucher": _split("buono voucher gutschein bon vale gavekort kupon"),
}
BANK_TERMS = _split("bank banca bancario")
# What a bank issues, so that its name beside it is no transfer.
BANK_PAPERS = (["card", "transfer"], ["transfer", "cheque"])
# Nothing is paid yet.
UNPAID = re.compile(
    r"\b(?:da (?:pagare|versare|saldare|incassare|riscuotere|regolare)|deve|in sospeso|"
    r"non (?:ancora )?(?:pag|vers|sald)at[oaie]|"
    r"(?:still )?to (?:be )?pa(?:y|id)|not (?:yet )?paid|unpaid|owes|owing|outstanding|pending|"
    r"a payer|impaye|por pagar|pendiente|offen|ausstehend|zahlt noch|noch zu zahlen|nicht bezahlt|"
    r"skal betale|ikke betalt|mangler|odenecek|odemedi|odenmedi)\b"
)
# Terms that say nothing more beside the others.
OTHER_TERMS = _split(
    "il lo la del dal al in con per a ha versati versata pagati euro eur chf gbp usd kr tl on the at by in "
    "of paid am vom per mit bezahlt fr le du en par el de por den i med tarihinde ile dkk "
    "order debit permanent permanente postale"
)

# Nothing is due from somebody.
EXEMPT_TERMS = _split(
    "exempt exempted esente esenti esonerato esonerata esonero gratis gratuito gratuita omaggio befreit "
    "beitragsfrei kostenlos exempte exemptee dispense dispensee exento exenta fritaget muaf zwolniony "
    "zwolniona"
)
# Terms beside them that say nothing more.
OF_THE_FEE = _split("from the fee fees dalla quota socio socia member del da der vom de la cotisation cuota")


# A note behind a term: "esente (socio onorario)".
NOTE_IN_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def is_exempt(text: str) -> bool:
    """Whether a text says that nothing is due from somebody, such as "esente" and "exempt from fee".

    What stands in brackets behind it is a note, such as "honorary", unless it names a figure or a part.
    """
    folded = fold_terms(text)
    terms = set(LETTERS.findall(NOTE_IN_BRACKETS.sub(" ", folded)))
    is_limited = any(map(str.isdigit, text)) or bool(
        set(LETTERS.findall(folded)) & (PART_TERMS | REDUCED_TERMS)
    )
    return bool(terms & EXEMPT_TERMS) and terms <= EXEMPT_TERMS | OF_THE_FEE and not is_limited


def read_method(text: str) -> str:
    """Return how a payment was made by the terms of a text; "" if it names no method, or several."""
    methods = list_methods(set(LETTERS.findall(fold_terms(text))))
    return methods[0] if len(methods) == 1 else ""


def list_methods(terms: Set[str]) -> list[str]:
    """Return the methods of payment that folded terms name; "bank card" is a card, "bank cheque" a cheque."""
    methods = [method for method, names in WAY_TERMS.items() if terms & names]
    is_of_bank = not terms & WAY_TERMS["transfer"] - BANK_TERMS
    if is_of_bank and methods in BANK_PAPERS:
        methods.remove("transfer")
    return methods


def is_unpaid(folded: str) -> bool:
    """Whether a folded text without an amount says that nothing is paid yet, such as "da pagare"."""
    return bool(UNPAID.search(folded)) and not any(map(str.isdigit, folded))


def fold_terms(text: str) -> str:
    """Return a text without case and accents; "S/O" is one term, as "SO" is."""
    return SHORT_WAY.sub(r"\1\2", strip_accents(text.casefold()))
