"""What clubs say: why something is refused, how invitations stand, and the lines of their trail."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

MEMBER = "member"
CLUBS: dict[str, str | Promise] = {
    "not_a_member": _("%(player)s does not belong to the club."),
    "about_too_long": _("The text has at most %(most)s letters."),
    "club_archived": _("%(club)s is archived: everything stays to be read, and nothing new begins there."),
    "contact_unreadable": _("“%(contact)s” is neither a web address nor a mail address."),
    "founding_by_host": _("In this house the host founds clubs. Ask whoever runs it."),
    "host_only": _("Only whoever runs the house may do this."),
    "invitation_expired": _("This invitation to %(club)s has run out. Ask the club for a new one."),
    "invitation_impossible": _(
        "An invitation is for 1 to %(most)s people and 1 to %(days)s days; one for an office, a player or an "
        "address is for one person."
    ),
    "invitation_once": _(
        "You came to %(club)s by this link and have left since. An officer of the club brings you back."
    ),
    "invitation_unknown": _("This link leads nowhere. Ask the club for a new one."),
    "invitation_used_up": _("This invitation to %(club)s was used already. Ask the club for a new one."),
    "invitation_withdrawn": _("This invitation to %(club)s was withdrawn. Ask the club for a new one."),
    "invitations_many": _("%(most)s invitations are open already. Withdraw one first."),
    "joining_by_invitation": _("%(club)s takes members by invitation. Ask the club for one."),
    "offer_ended": _("This offer at %(place)s is no longer open."),
    "offers_many": _("%(most)s offers are open already. Withdraw one first."),
    "not_an_official": _("%(name)s does not run this tournament."),
    "username_missing": _("Enter a user name."),
    "night_not_that_day": _("This night is not played on %(day)s, or that day is past."),
    "night_over": _("“%(name)s” is not played any more."),
    "night_wrong": _("This weekly night cannot be played so."),
    "nights_many": _("A club keeps at most %(most)s weekly nights."),
    "nobody_said": _("This account does not say any more who it is."),
    "not_your_casual": _("At %(club)s a casual match is opened by the desk or by one of the two players."),
    "official_already": _("%(name)s runs this tournament already."),
    "official_by_office": _("%(name)s directs the club, and so every tournament of it."),
    "founded_many": _("One account founds at most %(most)s clubs in a day."),
    "night_kept_already": _("“%(name)s” is played at that hour every week already. Change that one."),
    "plays_already": _("These two have a casual match on already. Finish that first."),
}
# What is offered beside the offices of a club.
OFFICES: Mapping[str, str | Promise] = {"official": _("official"), "cashier": _("cashier")}
FORBIDDEN = frozenset(
    {"founding_by_host", "host_only", "invitation_unknown", "joining_by_invitation", "not_your_casual"}
)
STANDINGS: Mapping[str, str | Promise] = {
    "good": _("still good"),
    "expired": _("run out"),
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
_ABOUT: Mapping[str, str | Promise] = {
    "founded": _("The club was founded."),
    "presented": _("The page of the club was changed."),
    "joined": _("%(who)s joined."),
    "enrolled": _("%(who)s was made a member."),
    "left": _("%(who)s left."),
    "returned": _("%(who)s is a member again."),
    "vouched": _("The account of %(who)s and its player are one."),
    "declined": _("The account of %(who)s is somebody else of that name."),
    "withdrawn": _("An invitation was withdrawn."),
    "night_kept": _("“%(name)s” is played every week."),
    "night_changed": _("“%(name)s” is played otherwise from now on."),
    "night_ended": _("“%(name)s” is not played every week any more."),
    "night_skipped": _("“%(name)s” is left out on %(day)s."),
    "night_restored": _("“%(name)s” is played on %(day)s after all."),
    "night_started": _("“%(name)s” was started."),
    "office_offered": _("%(name)s was offered a role: %(office)s."),
    "office_declined": _("%(name)s declined a role: %(office)s."),
    "office_withdrawn": _("The offer to %(name)s was withdrawn: %(office)s."),
    "official_named": _("%(who)s runs “%(name)s”."),
    "official_dismissed": _("%(who)s does not run “%(name)s” any more."),
    "casual_opened": _("A casual match was opened."),
    "archived": _("The club was archived."),
    "reopened": _("The club plays again."),
}


def deed_line(kind: str, who: str, told: Mapping[str, Any], offices: Mapping[str, str]) -> str:
    """A line of a club's trail as a sentence: what was done, about whom, with the names of offices."""
    if kind == "appointed":
        return _appointed(who, offices[told["role"]], "" if told["role"] != MEMBER else offices[told["was"]])
    if kind == "invited":
        return _invited(who, told, offices)
    if kind == "listed":
        many = told["count"]
        text = ngettext("%(count)s member came from a list.", "%(count)s members came from a list.", many)
        return text % {"count": many}
    facts = {"who": who, "name": "", "day": "", **told}
    if "kind" in told:
        facts["office"] = offices.get(str(told["role"])) or str(OFFICES[str(told["kind"])])
    if facts["day"]:
        facts["day"] = date_format(date.fromisoformat(str(facts["day"])), "j F Y")
    sentence = str(_ABOUT[kind]) % facts
    return f"{sentence} {facts['reason']}" if facts.get("reason") else sentence


def _appointed(who: str, office: str, laid_down: str) -> str:
    if laid_down:
        return gettext("%(who)s laid down the office of %(office)s.") % {"who": who, "office": laid_down}
    return gettext("%(who)s was made %(office)s.") % {"who": who, "office": office}


def _invited(who: str, told: Mapping[str, Any], offices: Mapping[str, str]) -> str:
    if told["role"] != MEMBER:
        return gettext("Somebody was invited to be %(office)s.") % {"office": offices[told["role"]]}
    if who:
        return gettext("%(who)s was invited with an account of his own.") % {"who": who}
    text = ngettext("%(many)s person was invited.", "A link for %(many)s people was made.", told["most"])
    return text % {"many": told["most"]}
