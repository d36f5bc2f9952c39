"""Pages of member records: one member, all of them with downloads and own fields, e-mails to members."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.refusal_statuses import get_status
from matches.views.errors import make_refusal_message
from matches.views.query_values import read_choice
from rules.errors import Refusal
from tournaments.exchange.spreadsheets import CSV_TYPE, XLSX_TYPE, as_csv, as_xlsx
from tournaments.models import Club, Membership, YearFee
from tournaments.models.member import FIRST_YEAR, LAST_YEAR
from tournaments.people.commands import ClubCommand, MemberCommand
from tournaments.people.queries import member_records
from tournaments.people.queries.member_sheets import make_member_sheet
from tournaments.people.record_commands import (
    FIELD_COMMANDS,
    YEAR_FEE_COMMANDS,
    AddMemberField,
    DeleteMember,
    DescribeMember,
    MailMembers,
    RecordFee,
    SetOwnYearFee,
    SetYearFee,
    YearFeeCommand,
)
from tournaments.people.services.member_records import MOST_MEMBER_FIELDS
from tournaments.permissions import may_manage
from tournaments.web.club_pages import club_page_context
from tournaments.web.command import Command
from tournaments.web.csv_files import write_page_csv
from tournaments.web.decorators import get_club, get_managed_club, require_user
from tournaments.web.forms import new_key
from tournaments.web.responses import BAD_REQUEST, see_other


@login_required
@never_cache
@require_safe
def show_member(request: HttpRequest, club: str, membership: int) -> HttpResponse:
    """Show what the club has recorded about a member, to its managers and to the member."""
    rows = Membership.objects.filter(club=get_club(club)).select_related("club__desk", "user", "player")
    row = get_object_or_404(rows, pk=membership)
    if not member_records.may_read_record(require_user(request), row):
        raise Http404
    return _render_member(request, row)


def run_on_member_page(request: HttpRequest, membership: Membership, command: MemberCommand) -> HttpResponse:
    """Run a manager's command whose form is on the page of a member; a refusal is shown there."""
    if not command.is_valid():
        return _render_member(request, membership, refused=command, status=BAD_REQUEST)
    try:
        command.require_unchanged(request.POST)
        message = command.describe(command.run())
    except Refusal as refusal:
        return _render_member(request, membership, refused=command, refusal=refusal)
    messages.success(request, message)
    slug = membership.club.slug
    if isinstance(command, DeleteMember):
        return see_other(reverse("members", args=[slug]))
    if request.POST.get("from") == "records":
        return see_other(reverse("member-records", args=[slug]))
    return see_other(reverse("member-record", args=[slug, membership.pk]))


@login_required
@never_cache
@require_safe
def show_records(request: HttpRequest, club: str) -> HttpResponse:
    """Show the records of all members with the fee of a year, and the club's own fields."""
    return _render_records(request, get_managed_club(request, club))


@login_required
@never_cache
@require_safe
def download_records(request: HttpRequest, club: str, ending: str) -> HttpResponse:
    """Return the records as CSV (current members) or as a workbook (current and former members)."""
    managed_club, year = get_managed_club(request, club), read_year(request)
    if ending == "csv":
        data, content_type = write_page_csv(as_csv(make_member_sheet(managed_club, year))), CSV_TYPE
    elif ending == "xlsx":
        sheets = [make_member_sheet(managed_club, year), make_member_sheet(managed_club, year, former=True)]
        data, content_type = as_xlsx(sheets), XLSX_TYPE
    else:
        raise Http404
    response = HttpResponse(data, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{managed_club.slug}-members.{ending}"'
    return response


@login_required
@require_POST
def act_on_fields(request: HttpRequest, club: str, action_name: str) -> HttpResponse:
    """Add, rename or remove a field of the club."""
    managed_club = get_managed_club(request, club)
    if action_name not in FIELD_COMMANDS:
        raise Http404
    command = FIELD_COMMANDS[action_name](request.POST, club=managed_club, actor=require_user(request))
    return _run_on_records_page(request, managed_club, command)


@login_required
@require_POST
def act_on_year_fees(request: HttpRequest, club: str, action_name: str) -> HttpResponse:
    """Set or remove what the members of the club have to pay for a year."""
    managed_club = get_managed_club(request, club)
    if action_name not in YEAR_FEE_COMMANDS:
        raise Http404
    command = YEAR_FEE_COMMANDS[action_name](request.POST, club=managed_club, actor=require_user(request))
    return _run_on_records_page(request, managed_club, command)


def _run_on_records_page(request: HttpRequest, managed_club: Club, command: ClubCommand) -> HttpResponse:
    """Run a command whose form is on the page of all records; a refusal is shown there."""
    if not command.is_valid():
        return _render_records(request, managed_club, refused=command, status=BAD_REQUEST)
    try:
        message = command.describe(command.run())
    except Refusal as refusal:
        return _render_records(request, managed_club, refused=command, refusal=refusal)
    messages.success(request, message)
    address = reverse("member-records", args=[managed_club.slug])
    query = f"?year={command.get_year()}" if isinstance(command, YearFeeCommand) else ""
    return see_other(f"{address}{query}")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_members(request: HttpRequest, club: str) -> HttpResponse:
    """Show the form of an e-mail to members, or send it (POST)."""
    managed_club = get_managed_club(request, club)
    if request.method != "POST":
        return _render_mail(request, managed_club, _make_mail_form(managed_club))
    command = MailMembers(request.POST, club=managed_club, actor=require_user(request))
    if not command.is_valid():
        return _render_mail(request, managed_club, command, status=BAD_REQUEST)
    try:
        message = command.describe(command.run())
    except Refusal as refusal:
        return _render_mail(request, managed_club, command, refusal)
    messages.success(request, message)
    return see_other(reverse("mail-members", args=[managed_club.slug]))


def read_year(request: HttpRequest) -> int:
    """Return the year of the fees: that of the address, else this year."""
    return _parse_year(request.GET.get("year", ""))


def list_fee_years() -> range:
    """Return the years that pages about fees offer, the latest first."""
    this_year = timezone.localdate().year
    return range(this_year + 1, this_year - 6, -1)


def _parse_year(text: str) -> int:
    year = int(text) if len(text) == 4 and text.isascii() and text.isdecimal() else 0
    return year if FIRST_YEAR <= year <= LAST_YEAR else timezone.localdate().year


def _render_member(
    request: HttpRequest,
    membership: Membership,
    *,
    refused: MemberCommand | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    club = membership.club
    context: dict[str, Any] = {
        "row": member_records.get_member_row(membership),
        "refusal": make_refusal_message(refusal) if refusal else None,
        "unread": status == BAD_REQUEST,
        "is_open": club.archived_at is None,
    }
    if may_manage(require_user(request), club):
        context |= {
            "describing": _get_form(DescribeMember, membership, refused),
            "paying": _get_form(RecordFee, membership, refused, auto_id="fee-%s"),
            "setting_fee": _get_form(SetOwnYearFee, membership, refused, auto_id="own-fee-%s"),
            "key": new_key(),
        }
    code = get_status(refusal) if refusal else status
    page_context = {**club_page_context(request, club, "members"), **context}
    return render(request, "tournaments/people/member.html", page_context, status=code)


def _get_form(
    command: type[MemberCommand], membership: Membership, refused: MemberCommand | None, **options: Any
) -> MemberCommand:
    """Return the refused command if it is of this class, else its empty form."""
    if type(refused) is command:
        return refused
    return command(membership=membership, **command.get_page_options(membership), **options)


def _render_records(
    request: HttpRequest,
    club: Club,
    *,
    refused: Command | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    rows = member_records.get_member_rows(club)
    is_of_year = isinstance(refused, YearFeeCommand)
    year = _parse_year(request.POST.get("year", "")) if is_of_year else read_year(request)
    balances = [row.get_balance(year) for row in rows]
    year_fee = club.year_fees.filter(year=year).first()
    context: Mapping[str, Any] = {
        "rows": list(zip(rows, balances, strict=True)),
        "others": member_records.list_other_players(club),
        "paid": sum(balance.is_paid and not balance.is_exempt for balance in balances),
        "payers": sum(not balance.is_exempt for balance in balances),
        "exempt": sum(balance.is_exempt for balance in balances),
        "has_amounts": any(balance.amount is not None for balance in balances),
        "year_fee": year_fee,
        "setting_fee": refused if isinstance(refused, SetYearFee) else _make_year_fee_form(club, year_fee),
        "year": year,
        "years": list_fee_years(),
        "own_fields": club.member_fields.order_by("pk"),
        "adding": refused if isinstance(refused, AddMemberField) else AddMemberField(club=club),
        "most_fields": MOST_MEMBER_FIELDS,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "unread": status == BAD_REQUEST,
        "is_open": club.archived_at is None,
    }
    code = get_status(refusal) if refusal else status
    page_context = {**club_page_context(request, club, "members"), **context}
    return render(request, "tournaments/people/member_records.html", page_context, status=code)


def _make_year_fee_form(club: Club, year_fee: YearFee | None) -> SetYearFee:
    """Return the form of what is due for a year, with the amount that is set now."""
    return SetYearFee(club=club, initial={"amount": year_fee.amount} if year_fee else {}, auto_id="due-%s")


def _make_mail_form(club: Club) -> MailMembers:
    initial = {"to": MailMembers.ALL, "year": timezone.localdate().year, "key": new_key()}
    return MailMembers(club=club, initial=initial)


def _list_addresses(
    rows: Sequence[member_records.MemberRow], target: str, year: int, selected: Collection[str]
) -> list[str]:
    """Return the e-mail addresses of these members, of those without the fee of a year, or of some."""
    if target == MailMembers.UNPAID:
        rows = [row for row in rows if not row.get_balance(year).is_paid]
    elif target == MailMembers.SOME:
        rows = [row for row in rows if str(row.membership.pk) in selected]
    return list(dict.fromkeys(row.record.email for row in rows))


def _render_mail(
    request: HttpRequest, club: Club, form: MailMembers, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    reachable = [row for row in member_records.get_member_rows(club) if row.is_reachable]
    choices = dict(MailMembers.CHOICES)
    target, _message = read_choice(request.GET, "to", choices, MailMembers.ALL)
    selected = request.POST.getlist("members") or request.GET.getlist("members")
    context: Mapping[str, Any] = {
        "form": form,
        "reachable": reachable,
        "selected": selected,
        "choices": choices.items(),
        "chosen": target,
        "year": read_year(request),
        "addresses": _list_addresses(reachable, target, read_year(request), selected),
        "mails": club.member_mails.select_related("by").order_by("-pk")[:20],
        "has_mail": settings.HAS_MAIL,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "is_open": club.archived_at is None,
    }
    code = get_status(refusal) if refusal else status
    page_context = {**club_page_context(request, club, "members"), **context}
    return render(request, "tournaments/people/member_mail.html", page_context, status=code)
