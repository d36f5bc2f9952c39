"""The public page of a tournament, its cover and attachments, the page to edit it, and copies."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.queries.breaks import get_desk_breaks
from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message, render_refusal
from matches.views.links import build_public_url, describe_link
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.markdown import plain_text
from tournaments.messages.tournaments import STATES, describe_rules, name_days_of
from tournaments.models import Event, EventStatus, Tournament, TournamentAttachment, TournamentCover
from tournaments.models.tournament_page import MOST_ATTACHMENTS
from tournaments.permissions import may_direct
from tournaments.play.events.events import get_event_names_by_match
from tournaments.play.schedule.queries import schedule
from tournaments.play.schedule.queries.schedule import get_schedule_forecast
from tournaments.play.tournaments.commands import DRAFT_COMMANDS, TournamentCommand
from tournaments.play.tournaments.page_forms import (
    AttachmentForm,
    CopyForm,
    CoverForm,
    PageTextForm,
    ScheduleForm,
)
from tournaments.play.tournaments.queries import sponsors, tournament_pages, tournaments
from tournaments.play.tournaments.queries.match_files import has_records
from tournaments.play.tournaments.queries.officials import officials_of
from tournaments.play.tournaments.queries.tournament_pages import PublicPage
from tournaments.play.tournaments.services import tournament_copies
from tournaments.play.tournaments.services import tournament_pages as page_services
from tournaments.play.tournaments.services.tournament_copies import CopyOptions
from tournaments.play.tournaments.views.tournaments import page_sections
from tournaments.slugs import slugify_name
from tournaments.web import uploaded_images
from tournaments.web.decorators import get_tournament, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.navigation import make_tournament_tabs
from tournaments.web.responses import InvalidFormError, response_status, see_other
from tournaments.web.structured_data import EventFacts, build_event, to_script

SUMMARY_LENGTH = 200


@require_safe
def tournament(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the public page of a tournament, or its only event where the page has nothing to add."""
    tournament_row = get_tournament(request, club, tournament)
    summaries, public_page = (
        tournaments.event_summaries(tournament_row),
        tournament_pages.get_public_page(tournament_row),
    )
    event_rows, logos = [summary.event for summary in summaries], sponsors.show_logos(tournament_row)
    if not logos and _shows_event_instead(tournament_row, public_page, event_rows):
        return redirect("event", club, tournament, event_rows[0].slug)
    user = get_user(request)
    is_director = may_direct(user, tournament_row)
    context = {
        "tournament": tournament_row,
        "events": summaries,
        "public_page": public_page,
        "days": name_days_of(tournament_row),
        "state": STATES[tournament_pages.get_state(tournament_row, event_rows)],
        "schedule": tournament_pages.get_schedule(tournament_row, summaries),
        "officials": _list_official_names(tournament_row),
        "rules": describe_rules(tournament_row.desk),
        "has_match_files": has_records(tournament_row),
        "summary": Truncator(plain_text(public_page.text.description)).chars(SUMMARY_LENGTH),
        "link_image": _image_url(request, tournament_row),
        "structured_data": _structured_data(request, tournament_row, public_page),
        "play": SimpleLazyObject(lambda: schedule.get_play_overview(tournament_row)),
        "event_names": SimpleLazyObject(lambda: get_event_names_by_match(tournament_row.desk_id)),
        "schedule_forecast": SimpleLazyObject(lambda: get_schedule_forecast(tournament_row, timezone.now())),
        "topics": f"desk:{tournament_row.desk.code} club:{tournament_row.club_id}",
        "is_director": is_director,
        "sections": page_sections(tournament_row, user),
        "logos": logos,
        "breaks": get_desk_breaks(tournament_row.desk),
    }
    return render(request, "tournaments/play/tournaments/tournament.html", context)


def _shows_event_instead(
    tournament: Tournament, public_page: PublicPage, event_rows: Sequence[Event]
) -> bool:
    """Return whether the page has one event and nothing to add to the page of that event."""
    if len(event_rows) != 1 or public_page.has_details or tournament.is_draft:
        return False
    is_ahead = event_rows[0].status == EventStatus.DRAFT and tournament.starts_at > timezone.now()
    return not is_ahead


def _list_official_names(tournament: Tournament) -> list[str]:
    """Return the names of the officials; of a copy none, as those who direct it are on another site."""
    if tournament.is_directed_elsewhere:
        return []
    return [official.display_name for official, _ in officials_of(tournament)]


def _image_url(request: HttpRequest, tournament: Tournament) -> str:
    """Return the address of the image for social networks, drawn by the printing app; "" without it."""
    try:
        path = reverse("tournament-image", args=[tournament.club.slug, tournament.slug])
    except NoReverseMatch:
        return ""
    return build_public_url(request, path)


def _structured_data(request: HttpRequest, tournament: Tournament, public_page: PublicPage) -> SafeString:
    club, text, slugs = tournament.club, public_page.text, [tournament.club.slug, tournament.slug]
    image = _image_url(request, tournament)
    if public_page.cover is not None:
        image = build_public_url(request, reverse("tournament-cover", args=slugs))
    club_url = build_public_url(request, reverse("club", args=[club.slug]))
    facts = EventFacts(
        name=tournament.name,
        starts_at=timezone.localtime(tournament.starts_at),
        ends_on=tournament.ends_on,
        is_cancelled=tournament.cancelled_at is not None,
        venue=text.venue or club.place or club.name,
        address=text.address,
        description=plain_text(text.description),
        organizer={"name": club.name, "url": club_url},
        url=build_public_url(request, reverse("tournament", args=slugs)),
        image=image,
    )
    return to_script(build_event(facts))


@login_required
@require_safe
def show_members_view(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show directors the public address of a tournament, who can open it, and what is seen there."""
    tournament_row = get_tournament(request, club, tournament)
    if not may_direct(require_user(request), tournament_row):
        raise Http404
    link = build_public_url(
        request, reverse("tournament", args=[tournament_row.club.slug, tournament_row.slug])
    )
    event_rows = list(tournament_row.events.filter(cancelled_at=None).order_by("pk"))
    context = {
        "tournament": tournament_row,
        "tabs": make_tournament_tabs(tournament_row, "members-view"),
        "events": event_rows,
        "finished": [event for event in event_rows if event.status == EventStatus.FINISHED],
        **describe_link(link),
    }
    return render(request, "tournaments/play/tournaments/members_view.html", context)


@require_safe
def cover(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Return the cover of a tournament."""
    tournament_row = get_tournament(request, club, tournament)
    rows = TournamentCover.objects.filter(tournament=tournament_row)
    row = get_object_or_404(rows.defer("data"))
    return send_file(request, tournament_row, row.digest, uploaded_images.IMAGE_TYPE, lambda: bytes(row.data))


@require_safe
def attachment(request: HttpRequest, club: str, tournament: str, number: int) -> HttpResponse:
    """Return an attachment of a tournament, to be saved rather than shown."""
    tournament_row = get_tournament(request, club, tournament)
    rows = TournamentAttachment.objects.filter(tournament=tournament_row, number=number)
    row = get_object_or_404(rows.defer("data"))
    response = send_file(
        request, tournament_row, row.digest, uploaded_images.PDF_TYPE, lambda: bytes(row.data)
    )
    name = slugify_name(row.name) or "attachment"
    response["Content-Disposition"] = f'attachment; filename="{name}.pdf"'
    return response


def send_file(
    request: HttpRequest, tournament: Tournament, digest: str, content_type: str, read: Callable[[], bytes]
) -> HttpResponse:
    """Return a file with its ETag, 304 if the reader has it; files of drafts are not cached by others."""
    etag = f'"{digest}"'
    not_modified = get_conditional_response(request, etag=etag)
    if not_modified is None:
        response = HttpResponse(read(), content_type=content_type)
    else:
        response = HttpResponse(status=HTTPStatus.NOT_MODIFIED)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache" if tournament.is_draft else "public, max-age=300"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def digest_of(*values: object) -> str:
    """Return a digest of values, for an ETag."""
    return blake2b(repr(values).encode(), digest_size=16).hexdigest()


PageAction = Callable[[HttpRequest, Tournament], str]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the page to edit the public page of a tournament, or run one of its actions."""
    tournament_row = get_tournament(request, club, tournament)
    if not may_direct(require_user(request), tournament_row):
        raise Http404
    if request.method != "POST":
        return _edit_page(request, tournament_row, {})
    action_name = request.POST.get("action_name", "")
    if action_name not in PAGE_ACTIONS:
        raise Http404
    try:
        message = PAGE_ACTIONS[action_name](request, tournament_row)
    except InvalidFormError as invalid:
        return _edit_page(request, tournament_row, {invalid.name: invalid.form})
    except Refusal as refusal:
        make_form = STORED_FORMS.get(action_name)
        posted_forms = {action_name: make_form(tournament_row, request.POST)} if make_form else {}
        return _edit_page(request, tournament_row, posted_forms, refusal=refusal)
    messages.success(request, message)
    return see_other(reverse("tournament-page", args=[club, tournament]))


def _edit_page(
    request: HttpRequest,
    tournament: Tournament,
    posted_forms: Mapping[str, Form],
    *,
    refusal: Refusal | None = None,
) -> HttpResponse:
    tournament.refresh_from_db()
    public_page = tournament_pages.get_public_page(tournament)
    # An upload that was refused keeps its texts; a browser sends no file twice.
    entered = request.POST.dict()
    forms: dict[str, Form] = {
        "save": _make_text_form(tournament),
        "schedule": _make_schedule_form(tournament),
        "cover_form": CoverForm(auto_id="cover_%s", initial=entered),
        "attachment_form": AttachmentForm(auto_id="attachment_%s", initial=entered),
        **posted_forms,
    }
    context = {
        "tournament": tournament,
        "public_page": public_page,
        "form": forms["save"],
        "may_attach": len(public_page.attachments) < MOST_ATTACHMENTS,
        "refusal": make_refusal_message(refusal) if refusal else None,
        **forms,
    }
    faulty = next(iter(posted_forms.values()), forms["save"])
    return render(
        request,
        "tournaments/play/tournaments/edit_tournament_page.html",
        context,
        status=response_status(refusal, faulty),
    )


def _make_text_form(tournament: Tournament, data: QueryDict | None = None) -> PageTextForm:
    text = tournament_pages.get_public_page(tournament).text
    return PageTextForm(data, initial=PageTextForm.get_initial(text))


def _make_schedule_form(tournament: Tournament, data: QueryDict | None = None) -> ScheduleForm:
    return ScheduleForm(data, events=tournament.events.order_by("id"), auto_id="schedule_%s")


# The forms that show stored values, by the action that saves them.
STORED_FORMS: Mapping[str, Callable[..., Form]] = {"save": _make_text_form, "schedule": _make_schedule_form}


def _save(request: HttpRequest, tournament: Tournament) -> str:
    form = _make_text_form(tournament, request.POST)
    if not form.is_valid():
        raise InvalidFormError(form, "save")
    require_unchanged(request.POST, form)
    page_services.update_tournament_page(
        tournament=tournament, text=form.page_text(), by=require_user(request)
    )
    return gettext("Page saved.")


def _schedule(request: HttpRequest, tournament: Tournament) -> str:
    form = _make_schedule_form(tournament, request.POST)
    if not form.is_valid():
        raise InvalidFormError(form, "schedule")
    require_unchanged(request.POST, form)
    page_services.schedule_events(tournament=tournament, starts=form.starts(), by=require_user(request))
    return gettext("Schedule saved.")


def _set_cover(request: HttpRequest, tournament: Tournament) -> str:
    form = CoverForm(request.POST, request.FILES, auto_id="cover_%s")
    if not form.is_valid():
        raise InvalidFormError(form, "cover_form")
    page_services.set_cover(
        tournament=tournament, upload=form.upload(), alt=form.cleaned_data["alt"], by=require_user(request)
    )
    return gettext("Cover saved.")


def _remove_cover(request: HttpRequest, tournament: Tournament) -> str:
    page_services.remove_cover(tournament=tournament, by=require_user(request))
    return gettext("Cover removed.")


def _attach(request: HttpRequest, tournament: Tournament) -> str:
    form = AttachmentForm(request.POST, request.FILES, auto_id="attachment_%s")
    if not form.is_valid():
        raise InvalidFormError(form, "attachment_form")
    page_services.add_attachment(
        tournament=tournament, name=form.title(), upload=form.upload(), by=require_user(request)
    )
    return gettext("File attached.")


def _remove_attachment(request: HttpRequest, tournament: Tournament) -> str:
    number = request.POST.get("number", "")
    numbers = {str(one) for one in range(1, MOST_ATTACHMENTS + 1)}
    if number not in numbers:
        raise Http404
    page_services.remove_attachment(tournament=tournament, number=int(number), by=require_user(request))
    return gettext("Attachment removed.")


def _make_action(command_class: type[TournamentCommand]) -> PageAction:
    """Return the action that runs a command without fields."""

    def run(request: HttpRequest, tournament: Tournament) -> str:
        command = command_class(request.POST, tournament=tournament, actor=require_user(request))
        return command.run_without_form()

    return run


PAGE_ACTIONS: Mapping[str, PageAction] = {
    "save": _save,
    "schedule": _schedule,
    "set-cover": _set_cover,
    "remove-cover": _remove_cover,
    "attach": _attach,
    "remove-attachment": _remove_attachment,
    **{command.name: _make_action(command) for command in DRAFT_COMMANDS},
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the form for a tournament like this one, or create it."""
    tournament_row = get_tournament(request, club, tournament)
    if not may_direct(require_user(request), tournament_row.club):
        raise Http404
    form = CopyForm(request.POST or None, initial=CopyForm.get_initial(tournament_row.name))

    def run() -> HttpResponse:
        new_tournament = tournament_copies.copy_tournament(
            tournament=tournament_row, options=CopyOptions(**form.cleaned_data), by=require_user(request)
        )
        messages.success(request, gettext("“%(name)s” created.") % {"name": new_tournament.name})
        return see_other(reverse("tournament-page", args=[club, new_tournament.slug]))

    context = {"tournament": tournament_row, "form": form, "page_url": request.path}
    show = partial(render_refusal, request, "tournaments/play/tournaments/copy_tournament.html", context)
    return answer_form(request, form, run, render_page=show, next_url=request.path)
