"""What the plug-in adds to the site: a check of cards, notes at the desk, and a page of points."""

from collections.abc import Mapping
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from crawford_atlantis.models import FederationMember, read_card
from matches import messages
from matches.models import User
from rules.errors import Refusal
from tournaments import registry
from tournaments.models import Entry, Event, JournalEntry
from tournaments.registry import PageTab
from tournaments.signals import journal_entry_added

registry.page_urls.append("crawford_atlantis.urls")
messages.add_sentences(
    {"atlantis_card_unknown": _("The Federation of Atlantis has no card %(card)s, given for %(name)s.")}
)


@receiver(journal_entry_added, sender=JournalEntry)
def check_cards(entry: JournalEntry, **_kwargs: Any) -> None:
    """Refuse entries with a card that the federation does not know."""
    if entry.kind not in ("entered", "described", "substituted"):
        return
    # A substitution is a row of one entry, the others have a list of them.
    numbers = [row["entry"] for row in entry.payload.get("entries", [entry.payload])]
    members = set(FederationMember.objects.values_list("number", flat=True))
    for each in Entry.objects.filter(event=entry.event, number__in=numbers).select_related("player"):
        card = read_card(each.club)
        if card is not None and card not in members:
            raise Refusal("atlantis_card_unknown", card=each.club, name=each.player.name)


@registry.entry_notes.register
def list_missing_cards(event: Event) -> Mapping[int, str]:
    """Return a note for each entry without a card, by entry number."""
    entries = event.entries.all()
    return {each.number: gettext("no federation card") for each in entries if read_card(each.club) is None}


@registry.event_tabs.register
def list_points_tab(_event: Event, _user: User | None, _is_director: bool) -> list[PageTab]:
    """Return the page of points as a tab of the event."""
    return [PageTab(85, "atlantis-points", gettext("Federation points"))]
