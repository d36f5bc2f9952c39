"""Sentences about what imported lists of members have brought, and fill in for existing members."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext

from tournaments.importing.queries.filled_records import FilledRecord, get_field_label
from tournaments.importing.services.member_enrolment import EnrolledPeople
from tournaments.people.messages import MEMBER_DATA_LABELS


def describe_filled(counts: Mapping[str, int]) -> str:
    """Return how many values a list fills in for existing members: "E-mail 20, Phone 20"."""
    return ", ".join(f"{MEMBER_DATA_LABELS[name]} {count}" for name, count in counts.items())


def describe_changed(filled: FilledRecord) -> str:
    """Return which values that a list has filled in for a member were changed since."""
    labels = dict.fromkeys(str(MEMBER_DATA_LABELS[get_field_label(name)]) for name in filled.changed)
    fields = ", ".join(labels)
    return f"{filled.player.desk_name if filled.player else filled.record} ({fields})"


def describe_enrolled(enrolled: EnrolledPeople) -> str:
    """Return how many members, former members, fees and values an import has brought."""
    sentences = []
    if enrolled.members or not enrolled.former:
        text = ngettext("%(count)s new member.", "%(count)s new members.", enrolled.members)
        sentences.append(text % {"count": enrolled.members})
    if enrolled.former:
        text = ngettext("%(count)s new former member.", "%(count)s new former members.", enrolled.former)
        sentences.append(text % {"count": enrolled.former})
    if enrolled.fees:
        text = ngettext("%(count)s fee recorded.", "%(count)s fees recorded.", enrolled.fees)
        sentences.append(text % {"count": enrolled.fees})
    if enrolled.own_fees:
        text = ngettext("%(count)s own fee set.", "%(count)s own fees set.", enrolled.own_fees)
        sentences.append(text % {"count": enrolled.own_fees})
    if enrolled.filled:
        text = gettext("Filled in for earlier members: %(fields)s.")
        sentences.append(text % {"fields": describe_filled(enrolled.filled)})
    return " ".join(sentences)
