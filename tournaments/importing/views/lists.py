"""Lists of members and of entries: previewed with questions first, then taken as they were seen."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from matches.models import Player
from rules.errors import Refusal
from tournaments.exchange.lists import member_lists
from tournaments.exchange.lists.entry_box_lines import USED_ROLES, list_unused_notes, write_entry_lines
from tournaments.exchange.lists.headings import (
    BIRTH_YEAR,
    CITY,
    FEE,
    LEFT,
    METHOD,
    MOBILE,
    NICKNAME,
    NOTE,
    PAID,
    PAID_ON,
    STATUS,
)
from tournaments.exchange.lists.new_members import (
    USED_OF_MEMBERS,
    NewMembers,
    list_left_out_rows,
    select_members,
)
from tournaments.exchange.lists.paid_fees import find_fee_year
from tournaments.exchange.lists.reading import ENTRIES, MEMBERS, ListReading
from tournaments.importing.forms.imports import (
    ListedFeesForm,
    follow_names,
    read_choices,
    read_distinctions,
    write_names,
)
from tournaments.importing.messages import COLUMN_USES, RECORDED, ROLES
from tournaments.importing.queries import imports
from tournaments.importing.queries.imports import PastPreview
from tournaments.importing.queries.listed_fees import PlannedFee, plan_fees
from tournaments.importing.queries.listed_own_fees import get_own_amounts, get_year_of_list, plan_own_fees
from tournaments.importing.queries.matched_names import LEFT_OUT, NEW
from tournaments.importing.queries.named_players import NamedPlayer
from tournaments.importing.queries.stated_players import StatedPlayers, read_stated_players
from tournaments.importing.services import member_enrolment
from tournaments.importing.services.listed_records import get_own_fields, list_row_notes
from tournaments.importing.views.fee_sentences import (
    describe_different_fee,
    describe_exceeding_fee,
    describe_listed_row,
    describe_own_fees,
    describe_planned_fee,
    describe_sum,
    list_unclear_fees,
)
from tournaments.importing.views.filled_sentences import describe_enrolled
from tournaments.importing.views.list_uploads import (
    ListUpload,
    describe_unused,
    make_seen_context,
    make_upload_context,
    read_upload,
)
from tournaments.importing.views.member_rows import describe_member_rows
from tournaments.lookups import list_known_names
from tournaments.models import Club, Event
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import director_view, get_managed_club, require_user
from tournaments.web.list_forms import ListQuestionsForm
from tournaments.web.list_messages import describe_left_out, describe_note, describe_row
from tournaments.web.navigation import make_desk_tabs
from tournaments.web.responses import BAD_REQUEST, response_status, see_other

FEE_ROLES = frozenset((PAID, FEE, PAID_ON, METHOD))
# What the columns of a list of members can be.
MEMBER_ROLES = (
    *(*member_lists.NAMES, NICKNAME, MOBILE, BIRTH_YEAR, LEFT, STATUS, CITY, NOTE),
    *(PAID, FEE, PAID_ON, METHOD),
)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_players(request: HttpRequest, club: str) -> HttpResponse:
    """Import members by name from a list: its preview with questions, then, with "take", the import."""
    managed_club = get_managed_club(request, club)
    own_fields = get_own_fields(managed_club)
    roles = (*MEMBER_ROLES, *own_fields)
    upload = read_upload(request, MEMBERS, roles, list_known_names(managed_club), own_fields)
    context: dict[str, Any] = {}
    if upload.reading is not None:
        try:
            members = select_members(upload.reading, upload.answers)
            context = _members_context(request, managed_club, upload, members)
            is_seen = context["is_ready"] and not context["is_unseen"] and not context["is_untold"]
            if "take" in request.POST and is_seen and not context["fees_form"].errors:
                return _run_members_import(
                    request, managed_club, members, context | {"list_name": upload.name}
                )
        except Refusal as refused:
            upload.refusal = refused
    return _list_page(request, managed_club, upload, context)


def _members_context(
    request: HttpRequest, club: Club, upload: ListUpload, members: NewMembers
) -> dict[str, Any]:
    """Return the people whom a list of members makes, the rows that make none, and the questions."""
    reading = upload.reading or ListReading(kind=MEMBERS)
    preview = imports.preview_members(club, members.people)
    stated_players = _read_names(request, club, upload, preview)
    preview, choices = replace(preview, names=stated_players.names), stated_players.choices
    texts = read_distinctions(choices, preview.distinctions)
    fees_form = _make_fees_form(request, club, upload, members)
    meant_players = _find_meant_players(preview, read_choices(choices, len(preview.names)))
    players = {number: key for number, key in meant_players.items() if key is not None}
    notes = list_row_notes(club=club, people=members.people, players=players, today=timezone.localdate())
    return {
        "preview": preview,
        "stated_players": stated_players,
        "chosen": choices,
        **_list_untold(request, preview, choices),
        "named": write_names(one for one in preview.names if one.player is None),
        "questions": ListQuestionsForm(members.questions),
        "namesakes": _list_namesakes(preview, texts, players),
        "row_texts": _describe_shared_rows(members, preview),
        "left_out": describe_left_out(members.left_out),
        "uses": _list_uses(reading, upload.own_fields),
        **describe_member_rows(club, members, notes, players),
        "unused": describe_unused(reading, _list_used_roles(upload, members)),
        "fees_form": fees_form,
        "lacks_year_fee": fees_form.lacks_amounts and not club.year_fees.filter(year=fees_form.year).exists(),
        **_list_paid_fees(club, members, meant_players, fees_form),
        "unclear_fees": list_unclear_fees(members),
        "missing": (ROLES["name"],) if _is_without_names(reading) else (),
        "is_ready": members.is_ready and not stated_players.unclear_texts,
        "take_label": _choose_take_label(members),
        "is_unanswered": bool(members.people) and not members.is_ready,
        **make_seen_context(request, upload, members.questions),
    }


def _list_namesakes(
    preview: PastPreview, texts: Mapping[int, str], players: Mapping[int, int]
) -> list[tuple[NamedPlayer, str]]:
    """Return the new people of a name that a member has, with the text that tells them apart."""
    return [
        (one, texts[one.number]) for one in preview.names if one.number in texts and one.number not in players
    ]


def _read_names(request: HttpRequest, club: Club, upload: ListUpload, preview: PastPreview) -> StatedPlayers:
    """Return the names of a list, and what was answered about them, with the players stated for them."""
    choices = {f"distinction_{number}": text for number, text in preview.newcomer_texts.items()}
    if not upload.is_new:
        choices |= follow_names(request.POST, preview.names)
    return read_stated_players(club, preview.names, choices)


def _choose_take_label(members: NewMembers) -> str:
    """Return what the button says that adds all people of a list."""
    kinds = {person.is_former for person in members.people}
    if kinds == {True}:
        return gettext("Add all as former members")
    return gettext("Add all, members and former ones") if True in kinds else gettext("Add all as members")


def _describe_shared_rows(members: NewMembers, preview: PastPreview) -> dict[int, str]:
    """Return what the rows of one name say, by the number of the name, where each has a choice of its own."""
    return {
        one.number: describe_listed_row(members.people[one.number])
        for one in preview.flagged
        if one.is_shared
    }


def _list_untold(request: HttpRequest, preview: PastPreview, choices: Mapping[str, str]) -> dict[str, Any]:
    """Return the rows of new people whom nothing tells from a member of their name; the page asks once."""
    untold = {
        str(one.line)
        for one in preview.flagged
        if one.number in preview.newcomer_texts
        and choices.get(f"who_{one.number}") == NEW
        and not choices.get(f"distinction_{one.number}", "").strip()
    }
    return {"untold": untold, "is_untold": not untold <= set(request.POST.get("asked", "").split())}


def _find_meant_players(preview: PastPreview, choices: Mapping[int, str]) -> dict[int, int | None]:
    """Return the player (key) of each person of a list, None if new; those who stay unchanged are left out.

    What is guessed counts until something is chosen.
    """
    choices = {one.number: one.guess for one in preview.flagged if one.guess} | dict(choices)
    unchanged = {one.number for one in preview.unchanged}
    codes = {number: choice[2:] for number, choice in choices.items() if choice.startswith("p:")}
    keys_by_code = dict(Player.objects.filter(code__in=codes.values()).values_list("code", "pk"))
    return {
        one.number: one.player.pk if one.player else keys_by_code.get(codes.get(one.number, ""))
        for one in preview.names
        if choices.get(one.number) != LEFT_OUT and one.number not in unchanged
    }


def _list_paid_fees(
    club: Club, members: NewMembers, meant_players: Mapping[int, int | None], fees_form: ListedFeesForm
) -> dict[str, Any]:
    """Return which fees of the list are recorded, which are recorded already, and which are left out.

    `meant_players` has the player (key) of each person of the list, None if new.
    """
    year = get_year_of_list(club, fees_form.year, list(meant_players.values()))
    own_fees = plan_own_fees(members.people, meant_players, year)
    planned = plan_fees(
        club=club,
        people=members.people,
        keys_by_number=meant_players,
        year=fees_form.year,
        usual=fees_form.amount,
        own_fees=get_own_amounts(own_fees) if fees_form.sets_own_fees else {},
    )
    to_record = [one for one in planned if not one.is_exceeding and not one.is_known]
    return {
        **describe_own_fees(own_fees),
        "has_rest": any(one.recorded for one in to_record),
        "paid": [(one.person.name, describe_planned_fee(one)) for one in to_record],
        "paid_count": len(to_record),
        "paid_sum": describe_sum(to_record),
        "lacking_amounts": sum(one.amount is None for one in to_record),
        "different_fees": [
            (describe_row(one.person.line), describe_different_fee(one))
            for one in to_record
            if one.is_different
        ],
        "paid_before": [one.person.name for one in planned if one.is_known],
        "exceeding": [
            (describe_row(one.person.line), describe_exceeding_fee(one))
            for one in planned
            if one.is_exceeding
        ],
        "unread_payments": _list_unread_payments(to_record),
    }


def _list_unread_payments(planned: Sequence[PlannedFee]) -> list[tuple[str, str, str | Promise, str]]:
    """Return row, name, column and text of each cell of a payment that cannot be read."""
    return [
        (describe_row(one.person.line), one.person.name, ROLES[role], text)
        for one in planned
        for role, text in one.fee.unread
    ]


def _list_used_roles(upload: ListUpload, members: NewMembers) -> frozenset[str]:
    """Return the columns that are used; those of fees only if they say something."""
    fee_roles = FEE_ROLES if any(person.fee for person in members.people) else frozenset()
    return USED_OF_MEMBERS | fee_roles | upload.own_fields.keys()


def _list_uses(
    reading: ListReading, own_fields: Mapping[str, str]
) -> list[tuple[str | Promise, str | Promise]]:
    """Return the columns of a list of members, and what becomes of each."""
    roles = {role for _heading, role in reading.columns}
    uses = [(ROLES[role], COLUMN_USES[role]) for role in COLUMN_USES if role in roles]
    return uses + [(name, RECORDED) for role, name in own_fields.items() if role in roles]


def _make_fees_form(
    request: HttpRequest, club: Club, upload: ListUpload, members: NewMembers
) -> ListedFeesForm:
    """Return the form of the paid fees of a list, with the year of its heading and the fee of that."""
    columns = upload.reading.columns if upload.reading else ()
    year = find_fee_year(columns) or timezone.localdate().year
    year_fee = club.year_fees.filter(year=year).first()
    fees = [person.fee for person in members.people if person.fee and person.fee.is_paid]
    form = ListedFeesForm(
        None if upload.is_new or "fee_year" not in request.POST else request.POST,
        lacks_amounts=any(fee.amount is None for fee in fees),
        lacks_days=any(fee.paid_on is None for fee in fees),
        states_due=any(person.fee and person.fee.states_due for person in members.people),
        initial={
            "fee_take": bool(fees),
            "fee_own": True,
            "fee_year": year,
            "fee_amount": year_fee.amount if year_fee is not None else None,
            "fee_paid_on": timezone.localdate(),
        },
    )
    form.is_valid()
    return form


def _run_members_import(
    request: HttpRequest, club: Club, members: NewMembers, context: Mapping[str, Any]
) -> HttpResponse:
    preview, choices_by_field = context["preview"], context["chosen"]
    choices = read_choices(choices_by_field, len(preview.names))
    texts = read_distinctions(choices_by_field, preview.distinctions, len(preview.names))
    answered = preview.newcomer_texts.keys() - preview.distinctions.keys()
    enrolled = member_enrolment.enrol_people(
        club=club,
        people=members.people,
        choices=choices,
        distinctions={
            number: text
            for number, text in texts.items()
            if number not in answered or choices.get(number) == NEW
        },
        fees=context["fees_form"].fees,
        list_name=context["list_name"],
        by=require_user(request),
    )
    messages.success(request, describe_enrolled(enrolled))
    if enrolled.unchanged:
        names = ", ".join(player.desk_name for player in enrolled.unchanged)
        messages.warning(request, gettext("In the club now, and unchanged: %(names)s.") % {"names": names})
    _warn_about_unrecorded_fees(request, members, context["fees_form"])
    if enrolled.exceeding:
        reasons = " ".join(describe_exceeding_fee(one) for one in enrolled.exceeding)
        messages.warning(request, gettext("Fees left out: %(reasons)s") % {"reasons": reasons})
    return see_other(reverse("members", args=[club.slug]))


def _warn_about_unrecorded_fees(request: HttpRequest, members: NewMembers, form: ListedFeesForm) -> None:
    """Say how many people have paid by the list, if their fees are not recorded."""
    is_recorded = form.fees is not None and form.fees.records_payments
    unrecorded = 0 if is_recorded else sum(bool(one.fee and one.fee.is_paid) for one in members.people)
    if unrecorded:
        text = ngettext(
            "%(count)s payment of the list was not recorded. To record it, import the list again.",
            "%(count)s payments of the list were not recorded. To record them, import the list again.",
            unrecorded,
        )
        messages.warning(request, text % {"count": unrecorded})


def _list_page(
    request: HttpRequest, club: Club, upload: ListUpload, context: Mapping[str, Any]
) -> HttpResponse:
    page_context = {
        **club_page_context(request, club, "members"),
        **make_upload_context(request, upload, MEMBERS),
        **context,
    }
    status = response_status(upload.refusal, upload.form)
    if status == 200 and "take" in request.POST and context.get("fees_form") and context["fees_form"].errors:
        status = BAD_REQUEST
    return render(request, "tournaments/importing/import_players.html", page_context, status=status)


def _is_without_names(reading: ListReading) -> bool:
    return any(refusal.code == "no_name_column" for refusal in reading.refusals)


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def entries_file(request: HttpRequest, event: Event) -> HttpResponse:
    """Read a list of entries into lines for the entry box of the desk, which previews them."""
    known_names = list_known_names(event.tournament.club)
    upload = read_upload(request, ENTRIES, member_lists.ENTRIES, known_names)
    context: dict[str, Any] = {
        "event": event,
        "tabs": make_desk_tabs(event, "desk-entries"),
        **make_upload_context(request, upload, ENTRIES),
    }
    if upload.reading is not None:
        reading = upload.reading
        context |= {
            "questions": ListQuestionsForm(reading.questions),
            "is_unanswered": any(question.is_open for question in reading.questions),
            "missing": (ROLES["name"],) if _is_without_names(reading) else (),
            "left_out": describe_left_out(list_left_out_rows(reading)),
            "unused": describe_unused(reading, USED_ROLES),
            "unused_notes": [(note.line, describe_note(note)) for note in list_unused_notes(reading)],
            "names": "\n".join(write_entry_lines(reading)) if reading.is_ready else "",
        }
    status = response_status(upload.refusal, upload.form)
    return render(request, "tournaments/importing/entries_file.html", context, status=status)
