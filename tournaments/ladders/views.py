"""Views of ladders: the board, challenges and their answers, and the desk."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms as django_forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.models import Player
from matches.refusal_statuses import get_status as status_of_refusal
from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message
from matches.views.visitors import get_identity, get_user, remember_device
from rules.errors import Refusal
from tournaments.exchange import spreadsheets
from tournaments.forms.desk import CommandForm, new_key
from tournaments.ladders import forms, queries, services
from tournaments.ladders.journal.ladder_settings import LadderRules
from tournaments.ladders.models import Ladder
from tournaments.models import Club
from tournaments.permissions import may_direct
from tournaments.views import memberships
from tournaments.views.clubs import club_page_context
from tournaments.views.decorators import get_club, public_club_view, require_user
from tournaments.views.responses import BAD_REQUEST, InvalidFormError, response_status, see_other

DeskAction = Callable[[HttpRequest, Ladder], str]


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
    data = spreadsheets.as_csv(queries.export_sheet(get_ladder(club, ladder), headings))
    response = HttpResponse(data, content_type=spreadsheets.CSV_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{ladder}.csv"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_ladder(request: HttpRequest, club: str) -> HttpResponse:
    """Create a ladder."""
    ladder_club = get_club(club)
    if not may_direct(require_user(request), ladder_club):
        raise Http404
    proposal = forms.LadderForm.proposal(LadderRules(), gettext("Club ladder"))
    form = forms.NewLadderForm(request.POST or None, initial={**proposal, "members": "all"})
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            ladder = _create_ladder(request, ladder_club, form)
        except Refusal as error:
            refusal = error
        else:
            return see_other(_get_ladder_url("ladder", ladder))
    context = {
        "form": form,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": request.path,
    }
    page_context = {**club_page_context(request, ladder_club, "ladders"), **context}
    return render(request, "ladders/new.html", page_context, status=response_status(refusal, form))


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
    return _run_action(request, get_ladder(club, ladder), _challenge)


@require_POST
@public_club_view
def answer_challenge(request: HttpRequest, club: Club, ladder: str) -> HttpResponse:
    """Accept, refuse or call off a challenge."""
    return _run_action(request, get_ladder(club, ladder), _answer)


@login_required
@require_POST
def run_desk_action(request: HttpRequest, club: str, ladder: str, action: str) -> HttpResponse:
    """Perform one action of the desk."""
    ladder_row = get_ladder(get_club(club), ladder)
    if not may_direct(require_user(request), ladder_row.club) or action not in DESK_ACTIONS:
        raise Http404
    return _run_action(request, ladder_row, DESK_ACTIONS[action])


@login_required
@require_POST
def issue_badge(request: HttpRequest, club: str, ladder: str) -> HttpResponse:
    """Issue a badge of the club's desk for a member, shown once."""
    ladder_row = get_ladder(get_club(club), ladder)
    if not may_direct(require_user(request), ladder_row.club):
        raise Http404
    form = forms.NewMemberForm(request.POST)
    if not form.is_valid():
        return render_ladder(request, ladder_row, status=BAD_REQUEST)
    player = _get_member(ladder_row, form.cleaned_data["player"])
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
        "place_history": queries.get_place_history(ladder, board.state, request.GET.get("why", "")),
        "key": new_key(),
        "posted": request.POST,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "has_invalid_input": status == BAD_REQUEST,
        "topics": f"desk:{ladder.club.desk.code}",
    }
    if is_desk:
        context |= {
            "history": queries.get_history(ladder, board.state),
            "newcomers": queries.list_newcomers(ladder, board.state),
            "rules_form": _make_rules_form(ladder, board.state.rules, request.POST),
        }
    code = status_of_refusal(refusal) if refusal else status
    frame = club_page_context(request, ladder.club, "ladders")
    response = render(request, "ladders/ladder.html", {**frame, **context}, status=code)
    return remember_device(request, response)


def _make_rules_form(ladder: Ladder, rules: LadderRules, posted: QueryDict) -> forms.LadderForm:
    """Return the form of the rules of a ladder, with what was sent and refused."""
    data = posted if "rules-name" in posted else None
    return forms.LadderForm(data, initial=forms.LadderForm.proposal(rules, ladder.name), prefix="rules")


def _run_action(request: HttpRequest, ladder: Ladder, action: DeskAction) -> HttpResponse:
    try:
        message = action(request, ladder)
    except Refusal as refusal:
        return render_ladder(request, ladder, refusal)
    except InvalidFormError:
        return render_ladder(request, ladder, status=BAD_REQUEST)
    messages.success(request, message)
    return see_other(_get_ladder_url("ladder", ladder))


def _get_cleaned_data(form: django_forms.Form) -> dict[str, Any]:
    if not form.is_valid():
        raise InvalidFormError(form)
    return form.cleaned_data


def _challenge(request: HttpRequest, ladder: Ladder) -> str:
    data = _get_cleaned_data(forms.ChallengeForm(request.POST))
    services.challenge(
        ladder=ladder,
        challenger=queries.get_player(ladder, data["challenger"]),
        holder=queries.get_player(ladder, data["holder"]),
        identity=get_identity(request),
        today=timezone.localdate(),
        key=data["key"],
    )
    return gettext("Challenge sent.")


def _answer(request: HttpRequest, ladder: Ladder) -> str:
    data = _get_cleaned_data(forms.AnswerForm(request.POST))
    services.answer_challenge(
        ladder=ladder,
        number=data["challenge"],
        answer=data["answer"],
        identity=get_identity(request),
        today=timezone.localdate(),
        key=data["key"],
    )
    sentences = {
        "accept": gettext("Challenge accepted."),
        "refuse": gettext("Challenge declined."),
        "call_off": gettext("Challenge called off."),
    }
    return sentences[data["answer"]]


def _add_member(request: HttpRequest, ladder: Ladder) -> str:
    data = _get_cleaned_data(forms.NewMemberForm(request.POST))
    player = _get_member(ladder, data["player"])
    services.add_member(ladder=ladder, player=player, **_command_arguments(request, data))
    return gettext("%(name)s has joined the ladder.") % {"name": player.name}


def _remove_member(request: HttpRequest, ladder: Ladder) -> str:
    data = _get_cleaned_data(forms.MemberForm(request.POST))
    services.remove_member(ladder=ladder, member=data["member"], **_command_arguments(request, data))
    return gettext("Gaps in the ladder closed.")


def _move_member(request: HttpRequest, ladder: Ladder) -> str:
    data = _get_cleaned_data(forms.MoveForm(request.POST))
    move = {"member": data["member"], "place": data["place"], "reason": data["reason"]}
    arguments = _command_arguments(request, data)
    services.move_member(ladder=ladder, **move, **arguments, version=data["version"])
    return gettext("Place changed.")


def _undo_line(request: HttpRequest, ladder: Ladder) -> str:
    data = _get_cleaned_data(forms.UndoForm(request.POST))
    services.undo_line(ladder=ladder, seq=data["seq"], by=require_user(request), key=data["key"])
    return gettext("Line %(seq)s undone") % {"seq": data["seq"]}


def _change_rules(request: HttpRequest, ladder: Ladder) -> str:
    form = _make_rules_form(ladder, queries.get_state(ladder).rules, request.POST)
    data = _get_cleaned_data(CommandForm(request.POST))
    _get_cleaned_data(form)
    require_unchanged(request.POST, form)
    services.change_ladder_rules(ladder=ladder, rules=form.rules(), **_command_arguments(request, data))
    return gettext("The new rules apply from today.")


def _command_arguments(request: HttpRequest, data: Mapping[str, Any]) -> dict[str, Any]:
    return {"by": require_user(request), "today": timezone.localdate(), "key": data["key"]}


def _get_member(ladder: Ladder, code: str) -> Player:
    members = Player.objects.filter(memberships__club=ladder.club, memberships__left_at=None)
    return get_object_or_404(members, code=code)


def _get_ladder_url(name: str, ladder: Ladder) -> str:
    return reverse(name, args=[ladder.club.slug, ladder.slug])


DESK_ACTIONS: Mapping[str, DeskAction] = {
    "put-on": _add_member,
    "take-off": _remove_member,
    "move": _move_member,
    "undo": _undo_line,
    "rules": _change_rules,
}
