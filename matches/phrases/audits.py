"""Sentences for rows that disagree with the facts they were folded from."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

AUDITS: dict[str, str | Promise] = {
    "audit_face": _("%(player)s shows as %(stored)s; the joined spellings make it %(folded)s."),
    "audit_forgotten": _("%(player)s is a pair in which somebody was forgotten, and does not say so."),
    "audit_member": _("%(player)s is a pair of which %(member)s, another pair, is a member."),
    "audit_name": _("%(player)s is called “%(stored)s”; by full name and choice it is “%(folded)s”."),
    "audit_balance": _("%(player)s stands at %(stored)s; the journal makes it %(folded)s."),
    "audit_journal_gap": _("The journal has %(lines)s lines, the session counts %(version)s."),
    "audit_journal_impossible": _("The lines of the journal cannot follow one another."),
    "audit_session_status": _("The session is said to be “%(status)s”; its journal says otherwise."),
    "audit_claims": _("The number of reports that are “%(state)s” (%(count)s) does not fit the match."),
    "audit_confirmed": _("The confirmed report says %(report)s, the match %(stored)s."),
    "audit_sheet": _("The games add up to %(sheet)s, the match says %(stored)s."),
    "audit_sheet_impossible": _("The games on the sheet cannot follow one another."),
    "audit_two_tables": _("A player of this match, at table %(table)s, also plays at table %(other)s."),
}
