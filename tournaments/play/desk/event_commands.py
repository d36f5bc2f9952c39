"""Commands that write to the journal of an event: draws that are published, stages that end, entries."""

from collections.abc import Collection
from typing import Any, ClassVar

from django import forms
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from matches.registry import format_time
from tournaments.messages.long_lists import join_sentences
from tournaments.messages.money import format_fee
from tournaments.models import Entry, Event, JournalEntry
from tournaments.play.changes.queries import undo_previews
from tournaments.play.desk.queries.desk_penalties import describe_lifted_penalties
from tournaments.play.draws import services as draws
from tournaments.play.draws.forms import LONGEST_REASON, WITHDRAWAL_RESULTS, SignUpsField
from tournaments.play.entrants.queries.sign_ups_to_enter import join_names, list_sign_ups_to_enter
from tournaments.play.entries.queries.entry_payments import get_entry_payment
from tournaments.play.entries.services import entries as entry_services
from tournaments.play.entries.services.withdrawal_fees import withdraw_with_fee
from tournaments.play.event_journal.queries import journal
from tournaments.play.event_journal.services import journal as journal_services
from tournaments.play.events import events
from tournaments.play.schedule.queries import call_board
from tournaments.play.schedule.queries.breaks import get_wait_for_start
from tournaments.registry import RETAIN_FEE, WAIVE_FEE, SignUpToEnter, correction_follow_ups
from tournaments.web.command import AcceptedPrizesField, Command

# Path of an entry in the API; see `tournaments.web.command.Command.api`.
ENTRY = "entries/(?P<entry>[0-9]{1,9})"


class EventCommand(Command):
    """A command that writes to the journal of an event; its answer is the first row that was written.

    `page` is the name of the URL of the page that has its form, `version` that of the event that was seen.
    """

    about = "event"
    event: Event
    page: ClassVar[str] = "desk"
    version = forms.IntegerField(
        label="",
        min_value=0,
        required=False,
        widget=forms.HiddenInput,
        help_text="The version of the event that the command is based on.",
    )

    def get_service_arguments(self) -> dict[str, Any]:
        """Return the event, the fields, and what all services of events take."""
        return {"event": self.event, **self.get_values(), **self.service_arguments}

    @property
    def service_arguments(self) -> dict[str, Any]:
        """The arguments that all services of events take: author, idempotency key and seen version."""
        return {"by": self.actor, "key": self.idempotency_key, "version": self.cleaned_data["version"]}

    def get_entry(self, name: str) -> Entry:
        """Return the entry of the event with the number in this field, or raise Http404."""
        rows = Entry.objects.select_related("player")
        entry = get_object_or_404(rows, event=self.event, number=self.cleaned_data[name])
        entry.event = self.event
        return entry

    def get_answer(self, result: JournalEntry) -> JournalEntry:
        """Return the row with the new version of the event."""
        result.event.refresh_from_db(fields=["version"])
        return result


class UnknownCommand(EventCommand):
    """The form of a page that names no command of the page: it is invalid whatever it names."""

    action = forms.ChoiceField()


class PublishDraw(EventCommand):
    """Publish the draw of a stage, or all draws, and call the matches; with `pair`, pair round 1.

    Before the day on which the event starts nobody is called: a break of the event lasts until then.
    """

    name, api = "publish", "POST publish"
    flight = forms.CharField(max_length=20, required=False)
    pair = forms.BooleanField(
        required=False, help_text="Whether to pair the first round of each stage that is paired by rounds."
    )
    sign_ups = SignUpsField()

    def run(self) -> JournalEntry:
        """Publish the draw."""
        arguments = {"event": self.event, "flight": self.cleaned_data["flight"], **self.service_arguments}
        if not self.cleaned_data["pair"]:
            return draws.publish(**arguments)
        return draws.publish_and_pair(leaves_out_sign_ups=self.cleaned_data["sign_ups"], **arguments)

    def describe(self, result: JournalEntry) -> str:
        """Return what was published, and whether matches are called."""
        are_called, later_call = call_board.has_matches_at_tables(self.event), describe_later_call(self.event)
        if not self.cleaned_data["pair"]:
            published = gettext("Draw published.")
            called = gettext("Draw published; first matches called.")
            return called if are_called else join_sentences(filter(None, [published, later_call]))
        if are_called:
            return gettext("Draw published, round 1 paired; first matches called.")
        if later_call:
            return join_sentences([gettext("Draw published, round 1 paired."), later_call])
        return gettext("Draw published, round 1 paired. Its matches are called when a table is free.")


def describe_later_call(event: Event) -> str:
    """Return from when the matches of an event are called that is published before the day; "" for others."""
    wait = get_wait_for_start(event, timezone.now())
    if wait is None:
        return ""
    return gettext("Matches are called from %(at)s, when it starts.") % {"at": format_time(wait.ends_at)}


class EndStage(EventCommand):
    """End a stage: no further round is played, its table is final."""

    name, api = "end", "POST end-stage"
    service, sentence = staticmethod(draws.end_stage), _("Stage ended; its standings are final.")
    flight = forms.CharField(max_length=20)


class WithdrawEntry(EventCommand):
    """Withdraw an entry from its remaining matches."""

    name, api = "withdraw", f"POST {ENTRY}/withdraw"
    page_fields = ("flight",)
    entry = forms.IntegerField(min_value=1)
    flight = forms.CharField(max_length=20, required=False)
    results = forms.ChoiceField(
        choices=WITHDRAWAL_RESULTS,
        required=False,
        help_text='"annulled": none of its matches counts; "forfeited": all count, the remaining ones as '
        "walk-overs. By default annulled with fewer than half of the matches played.",
    )
    reason = forms.CharField(max_length=LONGEST_REASON, required=False, help_text="For the activity log.")

    fee = forms.ChoiceField(
        choices=[(name, name) for name in (WAIVE_FEE, RETAIN_FEE)],
        required=False,
        help_text='"waived": what is unpaid of the entry fee is waived; "retained": what was paid is kept. '
        "By default what is unpaid after a published draw stays owed, and what was paid is decided later.",
    )

    def run(self) -> JournalEntry:
        """Withdraw the entry from the flight, or from the event without one."""
        flight, results = self.cleaned_data["flight"], self.cleaned_data["results"]
        entry = self.get_entry("entry")
        self.unentered_before = list_sign_ups_to_enter(self.event)
        return withdraw_with_fee(
            entry=entry,
            flight=flight,
            results=results,
            reason=self.cleaned_data["reason"].strip(),
            fee_decision=self.cleaned_data["fee"],
            **self.service_arguments,
        )

    def describe(self, result: JournalEntry) -> str:
        """Return who was withdrawn from what, who has moved up, and where to refund what was paid."""
        entry, flight = self.get_entry("entry"), self.cleaned_data["flight"]
        text = gettext("%(name)s has been withdrawn from %(event)s.")
        withdrawn = text % {"name": entry.player, "event": get_place_name(self.event, flight)}
        moved_up = describe_moved_up(self.event, self.unentered_before)
        withdrawn = f"{withdrawn} {moved_up}".rstrip()
        payment = None if flight else get_entry_payment(entry)
        if payment is None or not payment.paid:
            return withdrawn
        paid = gettext("%(amount)s is paid and not refunded:") % {
            "amount": format_fee(payment.paid, self.event.tournament.currency)
        }
        return format_html(
            '{} {} <a href="{}">{}</a>', withdrawn, paid, payment.page.address, payment.page.text
        )


def describe_moved_up(event: Event, unentered_before: Collection[SignUpToEnter]) -> str:
    """Return who has moved up from the waiting list since and is not entered yet; "" for nobody."""
    moved_up = [one for one in list_sign_ups_to_enter(event) if one not in unentered_before]
    text = ngettext(
        "%(names)s has moved up from the waiting list and is not entered yet.",
        "%(names)s have moved up from the waiting list and are not entered yet.",
        len(moved_up),
    )
    return text % {"names": join_names(moved_up)} if moved_up else ""


def get_place_name(event: Event, flight: str) -> str:
    """Return the name of the flight that an entry leaves, or that of the event."""
    flight_info = events.get_overview(event).flight_infos.get(flight) if flight else None
    return str(flight_info.name) if flight_info is not None else event.name


def link_follow_ups(event: Event) -> SafeString:
    """Return what is to be done outside an event after a change of its results, as links; "" for nothing."""
    links = (
        (link.address, link.text) for links_of_app in correction_follow_ups(event) for link in links_of_app
    )
    return format_html_join("", ' <a href="{}">{}</a>', links)


class ReplaceAbsent(EventCommand):
    """Replace an absent entry with one of the waiting list."""

    name, api = "step-in", "POST entries/(?P<absent>[0-9]{1,9})/replace"
    accepted_prizes = AcceptedPrizesField()
    absent = forms.IntegerField(min_value=1)
    alternate = forms.IntegerField(min_value=1, max_value=99_999)
    flight = forms.CharField(max_length=20)

    def run(self) -> JournalEntry:
        """Put the alternate in."""
        return entry_services.replace_absent(
            event=self.event,
            absent=self.get_entry("absent").number,
            alternate=self.get_entry("alternate").number,
            flight=self.cleaned_data["flight"],
            **self.service_arguments,
        )

    def describe(self, result: JournalEntry) -> str:
        """Return who plays for whom."""
        names = {name: self.get_entry(name).player for name in ("alternate", "absent")}
        return gettext("%(alternate)s plays for %(absent)s.") % names


class UndoCommand(EventCommand):
    """Undo the last command, or the given one, with all its journal lines."""

    name, api, service = "undo", "POST undo", staticmethod(journal_services.undo)
    accepted_prizes = AcceptedPrizesField()
    command = forms.IntegerField(min_value=1, required=False)

    def get_shown_effects(self) -> Collection[str]:
        """Return what the button on the page names as effects."""
        return undo_previews.list_effects_of_command(self.event, self.name, self.cleaned_data["command"])

    def run(self) -> JournalEntry:
        """Reverse the command."""
        self.started_at = timezone.now()
        line: JournalEntry = super().run()
        return line

    def describe(self, result: JournalEntry) -> str:
        """Return what was done, the penalties that were taken back, and links to what is to be done then."""
        penalties = describe_lifted_penalties(self.event, self.started_at)
        taken_back = (gettext("Taken back: %(penalty)s.") % {"penalty": text} for text in penalties)
        sentence = " ".join((f"{journal.describe_command(self.event, result.command)}.", *taken_back))
        self.event.refresh_from_db()
        return format_html("{}{}", sentence, link_follow_ups(self.event))


class RedoCommand(UndoCommand):
    """Redo the command that was undone last, or the given one."""

    name, api, service = "redo", "POST redo", staticmethod(journal_services.redo)


EVENT_COMMANDS = (PublishDraw, EndStage, WithdrawEntry, ReplaceAbsent, UndoCommand, RedoCommand)
