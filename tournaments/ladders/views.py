"""Views of ladders: the board, challenges and their answers, and the desk."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.refusal_statuses import get_status as status_of_refusal
from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message, render_refusal
from matches.views.visitors import get_identity, get_user, remember_device
from rules.errors import Refusal
from tournaments.ladders import commands, forms, queries, services
from tournaments.ladders.journal.ladder_settings import LadderRules
from tournaments.ladders.journal.state import LadderState
from tournaments.ladders.models import Ladder
from tournaments.models import Club, RatingList
from tournaments.people.views import memberships
from tournaments.permissions import may_direct
from tournaments.web.club_pages import club_page_context
from tournaments.web.command import Command
from tournaments.web.csv_files import make_csv_response
from tournaments.web.decorators import get_club, public_club_view, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.forms import CommandForm, new_key
from tournaments.web.responses import BAD_REQUEST, see_other

DESK_COMMANDS = {command.name: command for command in commands.DESK_COMMANDS}
ANSWERS = {command.name: command for command in commands.ANSWERS}
CHANGE_RULES = "rules"
LONGEST_NUMBER = 6
DESK_ACTIONS = (*DESK_COMMANDS, CHANGE_RULES)


@require_safe
@public_club_view
def index(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the ladders of a club, each with the place and the challenge of this reader."""
    identity, today = get_identity(request), timezone.localdate()
    rows = list(queries.list_ladders(club))
    has_player = identity.badge_player is not None or getattr(identity.user, "player", None) is not None
    boards = [queries.get_board(row, queries.get_reader(identity, club), today) for row in rows if has_player]
    context = {"ladders": rows, "boards": [board for board in boards if board.own_rung]}
    return render(request, "ladders/index.html", {**club_page_context(request, club, "ladders"), **context})


@require_safe
@public_club_view
def show_ladder(request: HttpRequest, club: Club, ladder: str) -> HttpResponse:
    """Show the ladder; ?why= explains the place of one player."""
    return render_ladder(request, get_ladder(club, ladder))


@require_safe
@public_club_view
def download_table(request: HttpRequest, club: Club, ladder: str) -> HttpResponse:
    """Download the ladder as CSV."""
    headings = (gettext("Place"), gettext("Name"), gettext("Last match"), gettext("Protected until"))
    return make_csv_response(queries.export_sheet(get_ladder(club, ladder), headings), ladder)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_ladder(request: HttpRequest, club: str) -> HttpResponse:
    """Create a ladder."""
    ladder_club = get_club(club)
    if not may_direct(require_user(request), ladder_club):
        raise Http404
    proposal = forms.LadderForm.proposal(LadderRules(), gettext("Club ladder"))
    form = forms.NewLadderForm(request.POST or None, initial={**proposal, "members": "all"})

    def run() -> HttpResponse:
        return see_other(_get_ladder_url("ladder", _create_ladder(request, ladder_club, form)))

    context = {"form": form, "page_url": request.path}
    page_context = {**club_page_context(request, ladder_club, "ladders"), **context}
    show = partial(render_refusal, request, "ladders/new.html", page_context)
    return answer_form(request, form, run, render_page=show, next_url=request.path)


def _create_ladder(request: HttpRequest, club: Club, form: forms.NewLadderForm) -> Ladder:
    open_ladder = services.OPENERS[form.cleaned_data["members"]]
    return open_ladder(
        club=club,
        name=form.cleaned_data["name"],
        rules=form.rules(),
        today=timezone.localdate(),
        by=require_user(request),
    )


@require_POST
@public_club_view
def challenge(request: HttpRequest, club: Club, ladder: str) -> HttpResponse:
    """Challenge a member above, for oneself or, from the desk, for another."""
    ladder_row, identity = get_ladder(club, ladder), get_identity(request)
    command = commands.ChallengePlayer(request.POST, ladder=ladder_row, identity=identity)
    return _run_command(request, ladder_row, command)


@require_POST
@public_club_view
def answer_challenge(request: HttpRequest, club: Club, ladder: str) -> HttpResponse:
    """Accept, refuse or call off a challenge, by the field `answer`."""
    ladder_row, answer = get_ladder(club, ladder), request.POST.get("answer", "")
    if answer not in ANSWERS:
        return render_ladder(request, ladder_row, status=BAD_REQUEST)
    command = ANSWERS[answer](request.POST, ladder=ladder_row, identity=get_identity(request))
    return _run_command(request, ladder_row, command)


@login_required
@require_POST
def run_desk_action(request: HttpRequest, club: str, ladder: str, action: str) -> HttpResponse:
    """Run the command of the desk in the URL."""
    ladder_row, user = get_ladder(get_club(club), ladder), require_user(request)
    if not may_direct(user, ladder_row.club) or action not in DESK_ACTIONS:
        raise Http404
    if action == CHANGE_RULES:
        return _change_rules(request, ladder_row)
    command = DESK_COMMANDS[action](request.POST, ladder=ladder_row, actor=user)
    return _run_command(request, ladder_row, command)


@login_required
@require_POST
def issue_badge(request: HttpRequest, club: str, ladder: str) -> HttpResponse:
    """Issue a badge of the club's desk for a member, shown once."""
    ladder_row = get_ladder(get_club(club), ladder)
    if not may_direct(require_user(request), ladder_row.club):
        raise Http404
    form = commands.AddLadderMember(request.POST, ladder=ladder_row)
    if not form.is_valid():
        return render_ladder(request, ladder_row, status=BAD_REQUEST)
    player = form.get_player()
    back = (reverse("ladder", args=[ladder_row.club.slug, ladder_row.slug]), gettext("Back to the ladder"))
    return memberships.badge_page(request, ladder_row.club, player, back)


def get_ladder(club: Club, slug: str) -> Ladder:
    """Return the ladder of a club by its slug, or 404."""
    ladders = Ladder.objects.select_related("club__desk")
    return get_object_or_404(ladders, club=club, slug=slug)


def render_ladder(
    request: HttpRequest, ladder: Ladder, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    """Render the page of a ladder, with a refusal or without."""
    identity = get_identity(request)
    is_desk = may_direct(get_user(request), ladder.club)
    board = queries.get_board(
        ladder, queries.get_reader(identity, ladder.club, is_desk=is_desk), timezone.localdate()
    )
    context: dict[str, Any] = {
        "ladder": ladder,
        "board": board,
        "rules": board.state.rules,
        "rated_in": RatingList.objects.filter(club=ladder.club, ladders=True).order_by("pk"),
        "place_history": queries.get_place_history(ladder, board.state, request.GET.get("why", "")),
        "key": new_key(),
        "posted": request.POST,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "has_invalid_input": status == BAD_REQUEST,
        "page_url": _get_ladder_url("ladder", ladder),
        "topics": f"desk:{ladder.club.desk.code}",
    }
    if is_desk:
        context |= _preview_undo(request, ladder, board.state)
        context |= {
            "history": queries.get_history(ladder, board.state),
            "newcomers": queries.list_newcomers(ladder, board.state),
            "rules_form": _make_rules_form(ladder, board.state.rules, request.POST),
        }
    code = status_of_refusal(refusal) if refusal else status
    frame = club_page_context(request, ladder.club, "ladders")
    response = render(request, "ladders/ladder.html", {**frame, **context}, status=code)
    return remember_device(request, response)


def _preview_undo(request: HttpRequest, ladder: Ladder, state: LadderState) -> dict[str, Any]:
    """Return what the page says about undoing the line of the query (`undo`), or why it cannot be undone."""
    seq = request.GET.get("undo", "")
    if not (seq.isdecimal() and len(seq) <= LONGEST_NUMBER):
        return {}
    try:
        return {"undo_preview": queries.preview_undo(ladder, state, int(seq))}
    except Refusal as refusal:
        return {"refusal": make_refusal_message(services.explain_blocked_undo(ladder, int(seq), refusal))}


def _make_rules_form(ladder: Ladder, rules: LadderRules, posted: QueryDict) -> forms.LadderForm:
    """Return the form of the rules of a ladder, with what was sent and refused."""
    data = posted if "rules-name" in posted else None
    return forms.LadderForm(data, initial=forms.LadderForm.proposal(rules, ladder.name), prefix="rules")


def _run_command(request: HttpRequest, ladder: Ladder, command: Command) -> HttpResponse:
    return _answer_form(request, ladder, command, lambda: command.describe(command.run()))


def _change_rules(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    form = _make_rules_form(ladder, queries.get_state(ladder).rules, request.POST)
    command_form = CommandForm(request.POST)
    if not command_form.is_valid():
        return render_ladder(request, ladder, status=BAD_REQUEST)

    def run() -> str:
        require_unchanged(request.POST, form)
        services.change_ladder_rules(
            ladder=ladder,
            rules=form.rules(),
            today=timezone.localdate(),
            by=require_user(request),
            key=command_form.cleaned_data["key"],
        )
        return gettext("The new rules apply from today.")

    return _answer_form(request, ladder, form, run)


def _answer_form(request: HttpRequest, ladder: Ladder, form: Form, run: Callable[[], str]) -> HttpResponse:
    """Run the action of a form and show the ladder, with what is wrong if the form is invalid or refused."""

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return render_ladder(request, ladder, refusal, status=200 if refusal else BAD_REQUEST)

    return answer_form(request, form, run, render_page=show, next_url=_get_ladder_url("ladder", ladder))


def _get_ladder_url(name: str, ladder: Ladder) -> str:
    return reverse(name, args=[ladder.club.slug, ladder.slug])
