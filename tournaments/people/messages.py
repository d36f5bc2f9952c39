"""Messages of clubs: refusals, invitations, and the audit log."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.messages.money import format_fee

MEMBER = "member"
CLUBS: dict[str, str | Promise] = {
    "not_a_member": _("%(player)s is not a member of the club."),
    "about_too_long": _("The text may have at most %(most)s characters."),
    "club_archived": _("%(club)s is archived: everything can still be read, but nothing new can be started."),
    "contact_unreadable": _("“%(contact)s” is neither a web address nor an e-mail address."),
    "founding_by_host": _(
        "On this site only the site administrator creates clubs. Ask them to create yours."
    ),
    "host_only": _("Only the site administrator can do this."),
    "invitation_expired": _("This invitation to %(club)s has expired. Ask the club for a new one."),
    "invitation_impossible": _(
        "An invitation is for 1 to %(most)s people and 1 to %(days)s days; one with a role, "
        "a player or an address is for one person."
    ),
    "invitation_once": _(
        "You joined %(club)s with this link and have since left. A club manager can readmit you."
    ),
    "invitation_unknown": _("This link is not valid. Ask the club for a new one."),
    "invitation_used_up": _("This invitation to %(club)s has already been used. Ask the club for a new one."),
    "invitation_withdrawn": _("This invitation to %(club)s was withdrawn. Ask the club for a new one."),
    "invitations_many": _("There are already %(most)s open invitations. Withdraw one first."),
    "joining_by_invitation": _(
        "%(club)s accepts members by invitation only. Ask the club for an invitation."
    ),
    "offer_ended": _("This role offer at %(place)s is no longer open."),
    "offers_many": _("There are already %(most)s open offers. Withdraw one first."),
    "mail_not_set_up": _("This site sends no e-mails. The site administrator can set up a mail server."),
    "member_birth_year_wrong": _("%(year)s is not a possible year of birth."),
    "member_data_long": _("A text of the record may have at most %(longest)s characters."),
    "member_dates_wrong": _("The day of leaving is before the day of joining."),
    "member_email_wrong": _("“%(email)s” is not an e-mail address."),
    "member_fee_paid": _("The fee of %(year)s is already paid. Take that payment back first."),
    "member_fee_exceeds": _(
        "%(name)s owes %(owes)s for %(year)s, so %(amount)s cannot be recorded. Correct the amount, or "
        "change the fee of the year first."
    ),
    "own_fee_of_guest": _(
        "%(name)s plays here without being a member and has no fee of a year. Choose “Make a member” first."
    ),
    "year_fee_wrong": _("This fee is not possible. Check year and amount."),
    "member_fee_wrong": _("This payment is not possible. Check year, amount, day and method."),
    "member_field_taken": _("The club already has a field “%(name)s”."),
    "member_field_unknown": _("The club no longer has this field."),
    "member_fields_many": _("A club can have at most %(most)s fields of its own."),
    "member_has_fee": _(
        "%(name)s has paid a fee as a member. Take the payment back first if it is a mistake."
    ),
    "member_in_use": _(
        "Only a member without an account, results, entries and paid fees can be deleted. Use “Has left” "
        "instead."
    ),
    "member_mail_empty": _(
        "An e-mail needs a subject of at most %(subject)s characters and a text of at most %(text)s."
    ),
    "member_mail_nobody": _("None of these members has an e-mail address, or wants e-mails of the club."),
    "member_mails_many": _("A club can send at most %(most)s e-mails to its members a day."),
    "member_number_taken": _("%(name)s already has the member number %(number)s."),
    "not_an_official": _("%(name)s does not run this tournament."),
    "time_zone_unknown": _("“%(time_zone)s” is not a known time zone."),
    "username_missing": _("Enter a username."),
    "night_not_that_day": _(
        "This weekly tournament is not held on %(day)s, or that day is past. Choose another day."
    ),
    "night_over": _("“%(name)s” is no longer played."),
    "night_list_closed": _(
        "“%(name)s” on %(day)s: the list is closed. Look at the club's page for the next date."
    ),
    "night_list_full": _("No more than %(most)s names fit on the list of one day."),
    "names_many": _(
        "One device can put at most %(most)s names on the list. Ask the others to do it themselves."
    ),
    "not_your_place": _("This was put on the list by somebody else. Ask the club to take it off."),
    "night_wrong": _("This weekly tournament is not possible with these settings. Check them below."),
    "nights_many": _("A club can have at most %(most)s weekly tournaments."),
    "member_without_player": _("A member without a player name has no PR. Play or report a match first."),
    "account_without_player": _("This account is no longer linked to a player."),
    "not_your_casual": _("At %(club)s casual matches are opened by the desk or by one of the two players."),
    "official_already": _("%(name)s already runs this tournament."),
    "official_by_office": _("%(name)s is a director of the club, and so of all its tournaments."),
    "founded_many": _("An account can create at most %(most)s clubs a day."),
    "night_saved_already": _("“%(name)s” is already a weekly tournament at that time. Change that one."),
    "plays_already": _("These two players already have a casual match in progress. Finish it first."),
}
# Offices of a tournament; those of a club are `models.Role`.
OFFICES: Mapping[str, str | Promise] = {"official": _("official"), "cashier": _("cashier")}
FORBIDDEN = frozenset(
    {
        "founding_by_host",
        "host_only",
        "invitation_unknown",
        "joining_by_invitation",
        "not_your_casual",
        "not_your_place",
    }
)
INVITATION_STATUSES: Mapping[str, str | Promise] = {
    "good": _("still valid"),
    "expired": _("expired"),
    "withdrawn": _("withdrawn by the club"),
    "used_up": _("used up"),
}
WEEKDAYS: tuple[str | Promise, ...] = (
    _("every Monday"),
    _("every Tuesday"),
    _("every Wednesday"),
    _("every Thursday"),
    _("every Friday"),
    _("every Saturday"),
    _("every Sunday"),
)
_LOG_SENTENCES: Mapping[str, str | Promise] = {
    "founded": _("Club created."),
    "presented": _("Club page changed."),
    "joined": _("%(who)s joined."),
    "enrolled": _("%(who)s became a member."),
    "left": _("%(who)s left."),
    "returned": _("%(who)s is a member again."),
    "member_described": _("Record of %(who)s changed: %(fields)s."),
    "member_recorded": _("%(who)s is in the member records."),
    "member_unrecorded": _("%(who)s plays here without being a member."),
    "member_deleted": _("A member who was added by mistake was deleted."),
    "member_fee_paid": _("%(who)s paid the fee of %(year)s: %(amount)s."),
    "member_fee_withdrawn": _("The fee of %(year)s of %(who)s was taken back: %(amount)s."),
    "year_fee_set": _("Fee of %(year)s for all members: %(amount)s."),
    "year_fee_removed": _("The fee of %(year)s for all members was removed."),
    "own_fee_set": _("Own fee of %(who)s for %(year)s: %(amount)s."),
    "performance_shown": _("%(who)s is shown in the PR table."),
    "performance_hidden": _("%(who)s is no longer shown in the PR table."),
    "own_fee_removed": _("The own fee of %(who)s for %(year)s was removed."),
    "member_field_added": _("Field “%(name)s” added to the member records."),
    "member_field_renamed": _("Field “%(was)s” of the member records is now called “%(name)s”."),
    "member_field_removed": _("Field “%(name)s” removed from the member records."),
    "vouched": _("Account of %(who)s linked to the player."),
    "declined": _("Account of %(who)s marked as a different person with that name."),
    "withdrawn": _("Invitation withdrawn."),
    "night_kept": _("“%(name)s” is now a weekly tournament."),
    "night_changed": _("The format of “%(name)s” changes from now on."),
    "night_ended": _("“%(name)s” is no longer a weekly tournament."),
    "night_skipped": _("“%(name)s” is skipped on %(day)s."),
    "night_restored": _("“%(name)s” is reinstated on %(day)s."),
    "night_started": _("“%(name)s” started."),
    "check_in_opened": _("Check-in page of “%(name)s” opened."),
    "check_in_closed": _("Check-in page of “%(name)s” closed."),
    "expected_removed": _("A player was taken off the list of “%(name)s” on %(day)s."),
    "office_offered": _("%(name)s was offered a role: %(role)s."),
    "office_declined": _("%(name)s declined a role: %(role)s."),
    "office_withdrawn": _("Role offer to %(name)s withdrawn: %(role)s."),
    "official_named": _("%(who)s runs “%(name)s”."),
    "official_dismissed": _("%(who)s no longer runs “%(name)s”."),
    "casual_opened": _("A casual match was opened."),
    "tournament_changed": _("“%(name)s” was changed."),
    "tournament_cancelled": _("“%(name)s” was cancelled."),
    "tournament_reinstated": _("“%(name)s” was reinstated."),
    "tournament_archived": _("“%(name)s” was archived."),
    "tournament_restored": _("“%(name)s” was restored from the archive."),
    "tournament_deleted": _("“%(name)s” was deleted."),
    "tournament_described": _("The public page of “%(name)s” was changed."),
    "tournament_published": _("“%(name)s” was published."),
    "tournament_hidden": _("“%(name)s” is a draft again: only its officials see it."),
    "tournament_copied": _("“%(name)s” was created as a copy of “%(was)s”."),
    "copy_received": _("“%(name)s” is published here by %(origin)s."),
    "copy_replaced": _("The copy of “%(name)s” was replaced by %(origin)s."),
    "copy_taken_over": _("“%(name)s” was taken over from %(origin)s and is directed here."),
    "copy_deleted": _("The copy of “%(name)s” was deleted."),
    "publishing_begun": _("“%(name)s” is published to %(host)s."),
    "publishing_replaced": _("The copy of “%(name)s” at %(host)s is replaced by the tournament here."),
    "publishing_ended": _("“%(name)s” is no longer published to %(host)s."),
    "event_renamed": _("“%(was)s” is now called “%(name)s”."),
    "break_announced": _("Break in “%(name)s” from %(begins)s to %(ends)s."),
    "break_ended": _("The break in “%(name)s” from %(begins)s ended at %(ends)s."),
    "break_removed": _("The break in “%(name)s” from %(begins)s to %(ends)s was removed."),
    "event_cancelled": _("Event “%(name)s” was cancelled."),
    "event_reinstated": _("Event “%(name)s” was reinstated."),
    "event_deleted": _("Event “%(name)s” was deleted."),
    "photo_added": _("Photograph of %(who)s added to “%(name)s”."),
    "photo_removed": _("Photograph of %(who)s removed from “%(name)s”."),
    "registration_changed": _("The registration settings of “%(name)s” were changed."),
    "ways_to_pay_changed": _("Ways to pay of “%(name)s” were changed: %(ways)s."),
    "sign_ups_changed": _("Registrations for “%(name)s” were changed: %(references)s."),
    "sign_ups_paid": _("Payment of registrations for “%(name)s” was changed: %(references)s."),
    "sign_up_fees_kept": _("Fees of registrations for “%(name)s” were kept: %(references)s."),
    "sign_up_fees_refunded": _("Fees of registrations for “%(name)s” were refunded: %(references)s."),
    "sign_ups_entered": _("Registrations for “%(name)s” were entered: %(references)s."),
    "name_corrected": _("Name of %(who)s corrected."),
    "season_deleted": _("Season “%(name)s” was deleted."),
    "archived": _("Club archived."),
    "reopened": _("Club reactivated."),
}


# What the values of a member's record are called.
MEMBER_DATA_LABELS: Mapping[str, Any] = {
    "number": _("Member number"),
    "email": _("E-mail"),
    "phone": _("Phone"),
    "birth_year": _("Year of birth"),
    "home_club": _("Home club"),
    "joined_on": _("Joined"),
    "left_on": _("Left"),
    "note": _("Note"),
    "wants_no_email": _("Wants no e-mails of the club"),
    "own_fields": _("Fields of the club"),
}
# Of kinds with a `count`, which decides the form of the sentence.
_COUNTED_LOG_SENTENCES: Mapping[str, Any] = {
    "listed": ngettext_lazy(
        "%(count)s member was imported from a list.",
        "%(count)s members were imported from a list.",
        "count",
    ),
    "members_mailed": ngettext_lazy(
        "E-mail to %(count)s member: “%(name)s”.",
        "E-mail to %(count)s members: “%(name)s”.",
        "count",
    ),
    "unlisted": ngettext_lazy(
        "The import of a list was withdrawn: %(count)s member removed.",
        "The import of a list was withdrawn: %(count)s members removed.",
        "count",
    ),
    "results_imported": ngettext_lazy(
        "%(count)s result was imported from “%(name)s”.",
        "%(count)s results were imported from “%(name)s”.",
        "count",
    ),
    "results_withdrawn": ngettext_lazy(
        "The import of “%(name)s” was withdrawn: %(count)s result.",
        "The import of “%(name)s” was withdrawn: %(count)s results.",
        "count",
    ),
}


def club_log_line(kind: str, who: str, details: Mapping[str, Any], offices: Mapping[str, str]) -> str:
    """Return a row of a club's audit log as a sentence, with the names of offices."""
    if kind == "appointed":
        return _appointed(
            who, offices[details["role"]], "" if details["role"] != MEMBER else offices[details["was"]]
        )
    if kind == "invited":
        return _invited(who, details, offices)
    if kind == "listed" and (details.get("former") or details.get("filled_counts")):
        return _describe_list(details)
    if kind in _COUNTED_LOG_SENTENCES:
        return str(_COUNTED_LOG_SENTENCES[kind] % details)
    if kind == "presented" and "was" in details:
        renamed = gettext("The club “%(was)s” is now called “%(name)s”.") % details
        return renamed if details["fields"] == ["name"] else f"{renamed} {_LOG_SENTENCES[kind]}"
    facts = _format_facts(kind, who, details, offices)
    sentence = str(_LOG_SENTENCES[kind]) % facts
    return f"{sentence} {facts['reason']}" if facts.get("reason") else sentence


def _format_facts(
    kind: str, who: str, details: Mapping[str, Any], offices: Mapping[str, str]
) -> dict[str, Any]:
    """Return what a sentence of the log names, as pages show it."""
    facts: dict[str, Any] = {"who": who or gettext("A deleted member"), "name": "", "day": "", **details}
    if kind == "member_described":
        facts["fields"] = ", ".join(str(MEMBER_DATA_LABELS[name]) for name in details["fields"])
    if "amount" in facts:
        facts["amount"] = _format_amount(str(facts["amount"]))
    if "kind" in details:
        facts["role"] = offices.get(str(details["role"])) or str(OFFICES[str(details["kind"])])
    if facts["day"]:
        facts["day"] = date_format(date.fromisoformat(str(facts["day"])), "j F Y")
    if "begins" in facts:
        facts |= _format_period(str(facts["begins"]), str(facts["ends"]))
    return facts


def _format_amount(text: str) -> str:
    """Return a stored amount, "40.00 GBP", as pages show it."""
    amount, _space, currency = text.partition(" ")
    return format_fee(Decimal(amount), currency)


def _format_period(begins: str, ends: str) -> dict[str, str]:
    """Return both times of a period, "2026-11-30 15:03", as text; on the same day the end without its day."""
    first, last = datetime.fromisoformat(begins), datetime.fromisoformat(ends)
    pattern = "H:i" if last.date() == first.date() else "j F Y, H:i"
    return {"begins": date_format(first, "j F Y, H:i"), "ends": date_format(last, pattern)}


def _describe_list(details: Mapping[str, Any]) -> str:
    sentences = [str(_COUNTED_LOG_SENTENCES["listed"] % details)] if details["count"] else []
    if details.get("former"):
        text = ngettext(
            "%(former)s former member was imported from a list.",
            "%(former)s former members were imported from a list.",
            details["former"],
        )
        sentences.append(text % {"former": details["former"]})
    if details.get("filled_counts"):
        fields = ", ".join(
            f"{MEMBER_DATA_LABELS[name]} {count}" for name, count in details["filled_counts"].items()
        )
        sentences.append(gettext("A list filled in for earlier members: %(fields)s.") % {"fields": fields})
    return " ".join(sentences)


def _appointed(who: str, office: str, former_office: str) -> str:
    if former_office:
        return gettext("%(who)s stepped down as %(role)s.") % {"who": who, "role": former_office}
    return gettext("%(who)s was appointed %(role)s.") % {"who": who, "role": office}


def _invited(who: str, details: Mapping[str, Any], offices: Mapping[str, str]) -> str:
    if details["role"] != MEMBER:
        return gettext("Invitation sent for role: %(role)s.") % {"role": offices[details["role"]]}
    if who:
        return gettext("%(who)s was invited with their own account.") % {"who": who}
    text = ngettext(
        "%(many)s person was invited.", "An invitation link for %(many)s people was created.", details["most"]
    )
    return text % {"many": details["most"]}
