"""Imports into a club or an event: past results, members, entries; each previewed first."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from matches.models import Player
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.importing.forms.imports import MemberListWithdrawalForm
from tournaments.importing.messages import REASONS_TO_STAY
from tournaments.importing.queries import imports
from tournaments.importing.queries.filled_records import find_filled_records
from tournaments.importing.queries.member_lists import (
    ListedMembers,
    count_leaving_people,
    find_listed_members,
    get_listed_fees,
    get_member_lists,
    is_removed_with,
)
from tournaments.importing.services import history_import, member_lists
from tournaments.importing.views.filled_sentences import describe_changed, describe_filled
from tournaments.messages.money import format_fee
from tournaments.models import Club, MembershipFee, PastImport
from tournaments.models.imports import REPORT
from tournaments.people.queries.member_activities import Activity
from tournaments.play.entries.messages import MAX_SHOWN, list_reasons_to_stay
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import event_url, get_managed_club, require_user
from tournaments.web.responses import see_other

REFRESH_SECONDS = 2


@login_required
@require_safe
def index(request: HttpRequest, club: str) -> HttpResponse:
    """Show the imported files of a club, and the forms for another import."""
    managed_club = get_managed_club(request, club)
    return _page(
        request,
        managed_club,
        "imports",
        {**_list_imports(managed_club), "tasks": imports.get_file_imports(managed_club)},
    )


def _list_imports(club: Club) -> dict[str, Any]:
    """Return the imported files of results and lists of members."""
    members, fees = find_listed_members(club), get_listed_fees(club)
    files = imports.files_of(club)
    return {
        "files": [(file, file.rows - file.place_count - file.points_count) for file in files],
        "member_lists": [
            _describe_member_list(entry, members.get(entry.pk) or ListedMembers(), fees.get(entry.pk, ()))
            for entry in get_member_lists(club)
        ],
    }


def _describe_member_list(
    entry: Any, members: ListedMembers, fees: Collection[MembershipFee]
) -> dict[str, Any]:
    """Return what the page says about the withdrawal of a list: who is removed and stays, and its fees."""
    remaining, leaving = members.remaining, count_leaving_people(members.removable)
    staying = {player.pk for player, _activity in remaining}
    staying_fees = [fee for fee in fees if not is_removed_with(entry, fee.membership, staying)]
    filled = find_filled_records(entry)
    return {
        "entry": entry,
        "filled": describe_filled(entry.payload.get("filled_counts", {})),
        "filled_left": sum(len(one.same) for one in filled),
        "changed": [describe_changed(one) for one in filled if one.changed],
        "is_open": entry.remaining or fees or filled or entry.own_fees or entry.answers,
        "kept_count": len(staying_fees),
        "kept_total": _format_total(staying_fees),
        "lost_count": len(fees) - len(staying_fees),
        "lost_total": _format_total(fee for fee in fees if fee not in staying_fees),
        "removable": len(members.removable),
        "leaving": leaving,
        "spellings": len(members.removable) - leaving,
        "reasons": _list_reasons(remaining[:MAX_SHOWN]),
        "more": max(0, len(remaining) - MAX_SHOWN),
        "fee_count": len(fees),
        "fee_total": _format_total(fees),
    }


def _format_total(fees: Iterable[MembershipFee]) -> str:
    """Return the sum of fees, by currency."""
    totals: defaultdict[str, Decimal] = defaultdict(Decimal)
    for fee in fees:
        totals[fee.currency] += fee.amount
    return " + ".join(format_fee(total, currency) for currency, total in sorted(totals.items()))


def _list_reasons(remaining: Iterable[tuple[Player, Activity]]) -> list[str]:
    """Return why each of these members stays, as sentences."""
    return [
        str(REASONS_TO_STAY[activity.reason]) % {"name": player.desk_name, "event": activity.event}
        for player, activity in remaining
    ]


@login_required
@require_safe
def show_import(request: HttpRequest, club: str, code: str) -> HttpResponse:
    """Show the progress of an import, refreshed automatically until done; then its outcome."""
    managed_club = get_managed_club(request, club)
    row = imports.import_by_code(managed_club, code)
    if row is None:
        raise Http404
    status = imports.get_import_status(row)
    context = {
        "task": row,
        "status": status,
        "page_url": request.path,
        "refusal": make_refusal_message(status.refusal) if status.refusal else None,
        "again": reverse(
            "import-report" if row.kind == REPORT else "import-results", args=[managed_club.slug]
        ),
        "desk": event_url("desk", row.event) if row.event else "",
    }
    response = _page(request, managed_club, "file_import", context)
    response["Cache-Control"] = "no-store"
    if not row.is_over:
        response["Refresh"] = str(REFRESH_SECONDS)
    return response


@login_required
@require_POST
def undo_import(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Undo an import of results."""
    managed_club = get_managed_club(request, club)
    batch = get_object_or_404(PastImport.objects.select_related("club"), club=managed_club, pk=number)
    try:
        history_import.undo_import(batch=batch, by=require_user(request))
    except Refusal as refused:
        context = {**_list_imports(managed_club), "refusal": make_refusal_message(refused)}
        return _page(request, managed_club, "imports", context, status=409)
    messages.success(request, gettext("Import of %(name)s withdrawn.") % {"name": batch.name})
    return see_other(reverse("imports", args=[managed_club.slug]))


@login_required
@require_POST
def undo_member_list(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Remove the members whom a list brought to the club, and say who stays and why."""
    managed_club = get_managed_club(request, club)
    log_entry = get_object_or_404(get_member_lists(managed_club), pk=number)
    form = MemberListWithdrawalForm(request.POST)
    form.is_valid()
    try:
        undone = member_lists.undo_member_list(
            log_entry=log_entry, by=require_user(request), keep_fees=form.cleaned_data["keep_fees"]
        )
    except Refusal as refused:
        context = {**_list_imports(managed_club), "refusal": make_refusal_message(refused)}
        return _page(request, managed_club, "imports", context, status=409)
    messages.success(request, _describe_undone_list(undone))
    reasons = _list_reasons(undone.remaining)
    if reasons:
        messages.warning(request, list_reasons_to_stay(gettext("Not removed:"), reasons))
    return see_other(reverse("imports", args=[managed_club.slug]))


def _describe_undone_list(undone: member_lists.UndoneList) -> str:
    """Return how many members were removed, and the fees that were taken back."""
    sentences = []
    if undone.removed or undone.concerns_members_only:
        text = ngettext("%(count)s member removed.", "%(count)s members removed.", undone.removed)
        sentences.append(text % {"count": undone.removed})
    if undone.spellings:
        text = ngettext(
            "%(count)s spelling of a member who stays was removed.",
            "%(count)s spellings of members who stay were removed.",
            undone.spellings,
        )
        sentences.append(text % {"count": undone.spellings})
    if undone.answers:
        sentences.append(describe_withdrawn_answers(undone.answers))
    if undone.fees:
        text = ngettext(
            "%(count)s fee taken back: %(total)s.", "%(count)s fees taken back: %(total)s.", len(undone.fees)
        )
        sentences.append(text % {"count": len(undone.fees), "total": _format_total(undone.fees)})
    if undone.own_fees:
        text = ngettext("%(count)s own fee taken back.", "%(count)s own fees taken back.", undone.own_fees)
        sentences.append(text % {"count": undone.own_fees})
    if undone.filled:
        text = ngettext(
            "%(count)s value taken out of the records of other members.",
            "%(count)s values taken out of the records of other members.",
            undone.filled,
        )
        sentences.append(text % {"count": undone.filled})
    if undone.changed:
        changed = "; ".join(describe_changed(one) for one in undone.changed)
        sentences.append(gettext("Changed since, and left as it is: %(changed)s.") % {"changed": changed})
    return " ".join(sentences)


def describe_withdrawn_answers(count: int) -> str:
    """Return how many answers about names went with an import."""
    text = ngettext(
        "%(count)s answer about a name was withdrawn, too: the next list asks again.",
        "%(count)s answers about names were withdrawn, too: the next list asks again.",
        count,
    )
    return text % {"count": count}


def _page(
    request: HttpRequest, club: Club, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    page_context = {**club_page_context(request, club, "members"), **context}
    return render(request, f"tournaments/importing/{name}.html", page_context, status=status)
