"""Messages of refused actions of registration, and the names of ways to pay and of their details."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.registration.models import JUNIOR, MEMBER, USUAL

WAY_KIND_NAMES: dict[str, str | Promise] = {
    "text": _("Text"),
    "link": _("Link"),
    "sepa": _("Bank transfer (SEPA)"),
    "swiss": _("Bank transfer (Swiss QR-bill)"),
    "uk": _("Bank transfer (UK)"),
    "paypal": "PayPal",
    "mobilepay": "MobilePay",
    "swish": "Swish",
}
WAY_KIND_HINTS: dict[str, str | Promise] = {
    "text": _("For example who takes cash, or an account in another country."),
    "link": _(
        "For TWINT, Venmo, Bizum, a payment page of your own: any link that your bank or app gives you."
    ),
    "sepa": _("Fees in euros get a QR code for banking apps, with amount and reference."),
    "swiss": _("Fees in francs or euros get a Swiss QR code with amount and reference."),
    "uk": _("Sort code and account number, with the reference."),
    "paypal": _("A PayPal.me link with the amount. Players add the reference in the note."),
    "mobilepay": _("A link with amount and reference for the MobilePay number of a club in Denmark."),
    "swish": _("A link and a QR code with amount and reference, for fees in Swedish kronor."),
}
# Details by name, and those that a kind calls otherwise.
DETAIL_LABELS: dict[str, Any] = {
    "text": _("Text"),
    "link": _("Link"),
    "holder": _("Account holder"),
    "account": _("IBAN"),
    "bank_code": _("BIC"),
    "street": _("Street"),
    "building_number": _("Building number"),
    "postal_code": _("Postal code"),
    "town": _("Town"),
    "country": _("Country"),
}
KIND_LABELS: dict[tuple[str, str], Any] = {
    ("uk", "account"): _("Account number"),
    ("uk", "bank_code"): _("Sort code"),
    ("paypal", "account"): _("PayPal.me name"),
    ("mobilepay", "account"): _("MobilePay number"),
    ("swish", "account"): _("Swish number"),
}
FACT_NAMES: dict[str, str | Promise] = {
    "holder": _("Account holder"),
    "iban": _("IBAN"),
    "bic": _("BIC"),
    "sort_code": _("Sort code"),
    "account_number": _("Account number"),
    "mobilepay_number": _("MobilePay number"),
    "swish_number": _("Swish number"),
    "reference": _("Reference"),
}
WAY_REFUSALS: dict[str, str | Promise] = {
    "account_number_wrong": _("A UK account number has eight digits."),
    "bic_wrong": _("A BIC has 8 or 11 letters and digits."),
    "iban_is_qr": _(
        "This is a QR-IBAN, which takes other references. Enter the ordinary IBAN of the account."
    ),
    "iban_not_swiss": _("A Swiss QR-bill needs an IBAN of Switzerland or Liechtenstein."),
    "iban_wrong": _("This is not a valid IBAN."),
    "mobilepay_number_wrong": _("A MobilePay number has five or six digits."),
    "paypal_name_wrong": _("Enter the name of your PayPal.me link: at most 20 letters and digits."),
    "sort_code_wrong": _("A sort code has six digits, as in 12-34-56."),
    "swish_number_wrong": _("A Swish number has 7 to 15 digits."),
    "way_country_unknown": _("Enter the two letters of the country, as in CH."),
    "way_detail_long": _("At most %(most)s characters are possible."),
    "way_detail_missing": _("This field is required."),
    "way_detail_unreadable": _("This contains characters that cannot be printed."),
    "way_kind_unknown": _("There is no such way to pay."),
    "way_letters_wrong": _("A Swiss QR-bill takes Latin letters only."),
    "way_link_wrong": _("Enter a link that begins with https://."),
    "way_placeholder_unknown": _(
        "A link can have {amount}, {currency} and {reference}, and no other braces."
    ),
    "way_removed": _("This way to pay has been removed."),
    "ways_full": _("No more than %(most)s ways to pay are possible."),
}
QUESTION_REFUSALS: dict[str, str | Promise] = {
    "answer_long": _("“%(question)s”: an answer of one line, at most %(most)s characters, is possible."),
    "answer_missing": _("Please answer “%(question)s”."),
    "answer_not_offered": _("“%(question)s”: choose one of the answers that are offered."),
    "question_answered": _(
        "This question has %(count)s answers by now, which would be deleted with it. Look at the list "
        "again, then remove it."
    ),
    "question_event_unknown": _("This event has no registration. Open it first."),
    "question_kind_unknown": _("There is no such kind of question."),
    "question_long": _("A question has at most %(most)s characters."),
    "question_missing": _("Enter the question."),
    "question_options_unused": _("Only a question with several options has options."),
    "question_options_wrong": _(
        "Enter %(least)s to %(most)s different options, one per line, each of at most %(longest)s characters."
    ),
    "question_removed": _("This question has been removed."),
    "question_unknown": _("This question is not asked in this registration. Load the page again."),
    "questions_full": _("No more than %(most)s questions are possible for one registration."),
}
CATEGORY_NAMES: dict[str, str | Promise] = {
    USUAL: _("Usual fee"),
    MEMBER: _("Club member"),
    JUNIOR: _("Junior"),
}
# What somebody entered at the desk pays by the records of the club.
RECORD_PRICE_NAMES: dict[str, Promise] = {MEMBER: _("Club member price"), JUNIOR: _("Junior price")}
# The prices as the cash desk stores them for an individual fee, by code.
EARLY_PRICE, ANNOUNCED_FEE = "early_price", "announced_fee"
PRICE_REASONS: dict[str, str | Promise] = {
    EARLY_PRICE: _("Early price"),
    ANNOUNCED_FEE: _("Fee announced at registration"),
    **{f"category_{category}": CATEGORY_NAMES[category] for category in (MEMBER, JUNIOR)},
    **{f"{category}_price": name for category, name in RECORD_PRICE_NAMES.items()},
}
REGISTRATION_REFUSALS: dict[str, str | Promise] = {
    "already_signed_up": _(
        "%(name)s is already signed up for %(event)s. Use the personal link to change it."
    ),
    "category_of_desk": _("Only the tournament desk can change the fee category. Ask there."),
    "event_left": _(
        "You have withdrawn from %(event)s, or were declined. Come back by the button of your personal page, "
        "or ask the tournament desk."
    ),
    "event_has_sign_ups": _(
        "There are registrations for %(name)s. Decline them, or cancel the tournament first."
    ),
    "fee_is_charged": _("The entry fee of %(name)s is set under Finances. Change it there."),
    "fee_not_whole": _("%(currency)s has no decimals. Enter the fees as whole amounts."),
    "paid_at_cash_desk": _(
        "The fee of %(name)s was taken under Finances, not marked here: void its receipt there. "
        "Nothing was changed."
    ),
    "no_fee_to_refund": _(
        "There is no fee of %(name)s to refund here: it was refunded or kept already, was not paid, or the "
        "registration has not ended. The fee of an entry is refunded under Finances."
    ),
    "nothing_to_enter": _("There is no confirmed registration that is not entered yet."),
    "pair_signed_up": _(
        "%(name)s is already signed up for %(event)s as a pair with %(partner)s. One registration is "
        "enough for both."
    ),
    "payment_method_unknown": _("Choose how the fee was paid."),
    "late_fee_after_end": _(
        "The late fee would begin after the tournament: its last day is %(last)s. Choose that day or an "
        "earlier one."
    ),
    "price_above_usual": _("%(price)s would be more than the fee that it takes the place of: %(fee)s."),
    "price_day_missing": _("An early price for everybody needs its last day."),
    "price_not_offered": _("%(event)s has no price for this category now. Choose another one."),
    "price_twice": _("A category can have one price without a last day, and one for each last day."),
    "price_year_missing": _("The price of juniors, and no other, needs the first year of birth."),
    "prices_many": _("No more than %(most)s prices are possible for one event."),
    "refund_stays": _(
        "The registration of %(name)s has changed since this refund, which therefore cannot be voided. "
        "Mark the registration as paid if the money was not given back."
    ),
    "registration_closed": _("Registration for %(name)s is closed."),
    "registration_currency_stays": _(
        "The currency cannot change from %(currency)s: registrations are already marked as paid in it."
    ),
    "registration_full": _("%(event)s is full."),
    "registration_missing": _("%(name)s has no registration yet. Open it first."),
    "registration_many": _("No more than %(most)s registrations are possible for one tournament."),
    "registration_not_open": _("Registration for %(name)s is not open yet."),
    "rest_due_at_cash_desk": _(
        "%(name)s is marked as paid for %(event)s and owes more since. Collect the rest under Finances."
    ),
    "rest_due_after_entry": _(
        "%(name)s is marked as paid for %(event)s and owes more since. Enter them, then collect the rest "
        "under Finances."
    ),
    "sign_up_action_unknown": _("A registration cannot be changed in this way."),
    "sign_up_entered": _(
        "%(name)s is already entered: this is now changed in the entry, at the tournament desk."
    ),
    "sign_up_forgotten": _("The details of this registration have been deleted."),
    "sign_up_name_shared": _(
        "“%(name)s” can be a player of the club. Choose in the list who it is, or tell them apart: type a "
        "text such as “jun.” or a town under “Tell apart by” (Edit)."
    ),
    "sign_up_not_active": _("%(name)s has withdrawn or was declined, so there is no fee to mark as paid."),
    "sign_up_not_confirmed": _("The registration of %(name)s is not confirmed, so it cannot be entered."),
    "sign_up_not_seen": _(
        "Not entered: since the page was shown, %(names)s can be entered too. Check, then enter all again."
    ),
    "sign_up_entered_from_elsewhere": _(
        "%(name)s has been entered already, from %(entered)s, but this registration is from %(registered)s. "
        "If this is the same person, correct the club or country; if not, add them in the entry box as "
        "another person of that name."
    ),
    "sign_up_name_known": _(
        "%(name)s is signed up for %(event)s already. Is this another person? Then say so below; otherwise "
        "use the link of the first registration."
    ),
    "sign_up_partner_same": _("%(name)s cannot be their own partner: name two people."),
    "sign_up_partner_missing": _("%(event)s is played in pairs: name both players."),
    "sign_up_same_person": _(
        "Two registrations for %(event)s are called %(name)s, and nothing tells them apart. If they are two "
        "people, give each their club, or a text such as “jun.” under “Tell apart by” (Edit); if they are "
        "one, decline one."
    ),
    "sign_up_slash": _("A name cannot contain “/”, “:”, “;” or a line break."),
    "sign_up_team_wrong": _(
        "%(event)s is played by teams: give the team a name and list its players once each."
    ),
    "team_signed_up": _("The team %(team)s is already signed up for %(event)s."),
    "sign_up_without_entry": _(
        "No entry can be that of %(name)s: add the player under Entries first, under the same name."
    ),
    "sign_up_unknown": _("This registration does not exist."),
    "sign_ups_none": _("Choose at least one event."),
}


def name_category(category: str, *, is_early: bool = False) -> str:
    """Return the name of a category as pages show it; of everybody, the usual fee or the early price."""
    if category == USUAL and is_early:
        return gettext("Early price")
    return str(CATEGORY_NAMES.get(category, category))


def make_price_code(category: str, *, is_early: bool = False) -> str:
    """Return what is stored of a price: a code of `PRICE_REASONS`, or the name of an own category."""
    if category == USUAL and is_early:
        return EARLY_PRICE
    return f"category_{category}" if category in (MEMBER, JUNIOR) else category
