"""Pages of the questions of a registration, for directors."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from matches.seen_values import require_unchanged
from matches.views.errors import render_refusal
from rules.errors import Refusal
from tournaments.models import Event
from tournaments.permissions import may_direct
from tournaments.registration import question_forms
from tournaments.registration.models import Registration, SignUpQuestion
from tournaments.registration.queries import person_answers
from tournaments.registration.queries import questions as queries
from tournaments.registration.services import questions as services
from tournaments.registration.views.pages import get_registration, get_tournament_url
from tournaments.web.decorators import require_user
from tournaments.web.form_views import answer_form
from tournaments.web.navigation import make_tournament_tabs


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def index(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """List the questions with the form of a new one, and add it (POST)."""
    registration = _get_registration(request, club, tournament)
    form = question_forms.NewQuestionForm(request.POST or None, _list_events(registration))

    def run() -> str:
        services.add_question(registration=registration, **form.get_values(), by=require_user(request))
        return gettext("Question added.")

    show = partial(_render_list, request, registration, more={"form": form})
    return answer_form(request, form, run, render_page=show, next_url=_get_url(registration))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def change(request: HttpRequest, club: str, tournament: str, question: int) -> HttpResponse:
    """Show the form of one question, and change it (POST)."""
    registration = _get_registration(request, club, tournament)
    row = _get_question(registration, question)
    initial = question_forms.QuestionForm.initial_of(row)
    form = question_forms.QuestionForm(request.POST or None, kind=row.kind, initial=initial)

    def run() -> str:
        require_unchanged(request.POST, form)
        services.change_question(
            question=row, question_text=form.get_question_text(), by=require_user(request)
        )
        saved = gettext("Question saved.")
        count = queries.count_answers(row)
        text = ngettext("%(count)s answer stays.", "%(count)s answers stay.", count) % {"count": count}
        return f"{saved} {text}" if count else saved

    show = partial(_render_list, request, registration, more={"form": form, "changed_question": row})
    return answer_form(request, form, run, render_page=show, next_url=_get_url(registration))


@login_required
@require_POST
def move(request: HttpRequest, club: str, tournament: str, question: int) -> HttpResponse:
    """Move a question to another place of the list."""
    registration = _get_registration(request, club, tournament)
    row, form = _get_question(registration, question), question_forms.QuestionPlaceForm(request.POST)

    def run() -> str:
        place = form.cleaned_data["place"]
        services.move_question(question=row, place=place, by=require_user(request))
        return gettext("Order changed.")

    show = partial(_render_list, request, registration)
    return answer_form(request, form, run, render_page=show, next_url=_get_url(registration))


@login_required
@require_POST
def remove(request: HttpRequest, club: str, tournament: str, question: int) -> HttpResponse:
    """Remove a question with its answers, whose number the page has shown."""
    registration = _get_registration(request, club, tournament)
    row, form = _get_question(registration, question), question_forms.RemoveQuestionForm(request.POST)

    def run() -> str:
        answers = form.cleaned_data["answers"]
        services.remove_question(question=row, answers=answers, by=require_user(request))
        return gettext("Question removed.")

    show = partial(_render_list, request, registration)
    return answer_form(request, form, run, render_page=show, next_url=_get_url(registration))


def _get_registration(request: HttpRequest, club: str, tournament: str) -> Registration:
    """Return the registration of the tournament in the URL for its directors; else raise 404."""
    registration = get_registration(request, club, tournament)
    if not may_direct(require_user(request), registration.tournament):
        raise Http404
    return registration


def _get_question(registration: Registration, key: int) -> SignUpQuestion:
    question = queries.get_question(registration, key)
    if question is None:
        raise Http404
    return question


def _list_events(registration: Registration) -> list[Event]:
    rows = registration.events.select_related("event").order_by("event")
    return [row.event for row in rows]


def _get_url(registration: Registration) -> str:
    return get_tournament_url("registration-questions", registration.tournament)


def _render_list(
    request: HttpRequest,
    registration: Registration,
    refusal: Refusal | None = None,
    more: dict[str, Any] | None = None,
) -> HttpResponse:
    """Render the list, and the form in `more` or that of a new question."""
    questions = queries.list_questions(registration)
    context = {
        "tournament": registration.tournament,
        "tabs": make_tournament_tabs(registration.tournament, "tournament-settings"),
        "questions": questions,
        "counts": person_answers.count_answers(registration),
        "is_full": len(questions) >= services.MOST_QUESTIONS,
        "most": services.MOST_QUESTIONS,
        "page": _get_url(registration),
        "form": question_forms.NewQuestionForm(None, _list_events(registration)),
        **(more or {}),
    }
    return render_refusal(request, "registration/questions.html", context, refusal)
