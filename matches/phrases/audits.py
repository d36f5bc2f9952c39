"""Sentences for rows that disagree with the facts they were folded from."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

AUDITS: dict[str, str | Promise] = {
    "audit_face": _("%(player)s is shown as %(stored)s; the merged spellings give %(folded)s."),
    "audit_forgotten": _("%(player)s is a pair with a forgotten member, but is not marked so."),
    "audit_member": _("%(player)s is a pair that has another pair, %(member)s, as a member."),
    "audit_name": _(
        "%(player)s is stored as “%(stored)s”; the full name and the chosen display give “%(folded)s”."
    ),
    "audit_claims": _("The number of “%(state)s” reports (%(count)s) does not fit the match."),
    "audit_confirmed": _("The confirmed report says %(report)s, but the match says %(stored)s."),
    "audit_sheet": _("The games add up to %(sheet)s, but the match says %(stored)s."),
    "audit_sheet_impossible": _("The games on the score sheet are out of sequence."),
    "audit_two_tables": _("A player of this match, at table %(table)s, also plays at table %(other)s."),
}
