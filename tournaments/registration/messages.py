"""Messages of refused actions of registration."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REGISTRATION_REFUSALS: dict[str, str | Promise] = {
    "already_signed_up": _(
        "%(name)s is already signed up for %(event)s. Use the personal link to change it."
    ),
    "event_has_sign_ups": _(
        "There are registrations for %(name)s. Decline them, or cancel the tournament first."
    ),
    "fee_is_charged": _("The entry fee of %(name)s is set under Finances. Change it there."),
    "fee_not_whole": _("%(currency)s has no decimals. Enter the fees as whole amounts."),
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
    "refund_stays": _(
        "The registration of %(name)s has changed since this refund, which therefore cannot be voided. "
        "Mark the registration as paid if the money was not given back."
    ),
    "registration_closed": _("Registration for %(name)s is closed."),
    "registration_currency_stays": _(
        "The currency cannot change from %(currency)s: registrations are already marked as paid in it."
    ),
    "registration_full": _("%(event)s is full."),
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
        "“%(name)s” is the name of several club players. Choose one in the list, or tell them apart: type a "
        "text such as “jun.” or a birth year under “Tell apart by” (Edit)."
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
    "sign_up_unknown": _("This registration does not exist."),
    "sign_ups_none": _("Choose at least one event."),
}
