"""Pages of the rules of play, questions on them, and rulings that cite them."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches.law_search import find_laws, find_questions
from matches.messages import question_answer, question_text
from matches.messages.chapters import CHAPTERS, QUESTION_CHAPTERS
from matches.models import Ruling
from matches.queries import matches
from matches.views.errors import LocalisedLaw, describe_law
from matches.views.visitors import get_user
from rules.laws import LAWS
from rules.plays import format_moves
from rules.questions import QUESTIONS, Question

MAX_QUERY_LENGTH = 100


@require_safe
def list_laws(request: HttpRequest) -> HttpResponse:
    """All rules by chapter, or the results of a search with `?q=`."""
    query = request.GET.get("q", "").strip()[:MAX_QUERY_LENGTH]
    if query:
        results = [describe_law(law) for law in find_laws(query)]
        questions = [describe_question(question, with_board=True) for question in find_questions(query)]
        context = {"query": query, "results": results, "questions": questions}
        return render(request, "rules/laws.html", context)
    chapters = [
        (chapter, title, [describe_law(law) for law in LAWS.values() if law.id.startswith(f"{chapter}.")])
        for chapter, title in CHAPTERS.items()
    ]
    return render(request, "rules/laws.html", {"chapters": chapters})


@require_safe
def show_law(request: HttpRequest, id: str) -> HttpResponse:
    """One rule, with its questions and precedents; refusals and rulings link to it."""
    if id not in LAWS:
        raise Http404
    current_law = describe_law(LAWS[id])
    ids = list(LAWS)
    index = ids.index(id)
    precedents = matches.get_precedents(get_user(request), id)
    context = {
        "law": current_law,
        "questions": [describe_question(question) for question in QUESTIONS.values() if id in question.laws],
        "rulings": precedents,
        "earlier": _get_neighbour(ids, index - 1),
        "later": _get_neighbour(ids, index + 1),
    }
    return render(request, "rules/law.html", context)


@dataclass(frozen=True, slots=True)
class LocalisedQuestion:
    """A question on the rules in the reader's language; `board` is its diagram, "" without one."""

    id: str
    question: str
    answer: str
    chapter: str
    board: SafeString


def describe_question(question: Question, *, with_board: bool = False) -> LocalisedQuestion:
    """Return a question in the reader's language, with its diagram if requested."""
    text, answer = question_text(question.id), question_answer(question.id)
    board = SafeString(question.diagram(get_language() or "en") if with_board else "")
    return LocalisedQuestion(question.id, text, answer, question.chapter, board)


@require_safe
def list_questions(request: HttpRequest) -> HttpResponse:
    """All questions on the rules by chapter."""
    questions = [describe_question(question) for question in QUESTIONS.values()]
    chapters = [
        (chapter, title, [question for question in questions if question.chapter == chapter])
        for chapter, title in QUESTION_CHAPTERS.items()
    ]
    return render(request, "rules/questions.html", {"chapters": chapters})


@require_safe
def show_question(request: HttpRequest, id: str) -> HttpResponse:
    """One question with its answer, position and rules."""
    if id not in QUESTIONS:
        raise Http404
    question = QUESTIONS[id]
    ids = list(QUESTIONS)
    index = ids.index(id)
    neighbours = [
        describe_question(QUESTIONS[ids[place]]) if 0 <= place < len(ids) else None
        for place in (index - 1, index + 1)
    ]
    context = {
        "question": describe_question(question),
        "laws": [describe_law(LAWS[law]) for law in question.laws],
        "board": SafeString(question.diagram(get_language() or "en")),
        "plan": format_moves(question.plan),
        "dice": "-".join(map(str, question.dice or ())),
        "earlier": neighbours[0],
        "later": neighbours[1],
    }
    return render(request, "rules/question.html", context)


def _get_neighbour(ids: list[str], index: int) -> LocalisedLaw | None:
    return describe_law(LAWS[ids[index]]) if 0 <= index < len(ids) else None


RULINGS_PER_PAGE = 30


@require_safe
@login_required
def list_rulings(request: HttpRequest) -> HttpResponse:
    """The decisions of the user's desks, or with `?law=` those that cite one rule."""
    user, law = get_user(request), request.GET.get("law", "")
    if user is None or (law and law not in LAWS):
        raise Http404
    page: Page[Ruling] = Paginator(matches.get_rulings_of(user, law), RULINGS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "page": page,
        "law": describe_law(LAWS[law]) if law else None,
        "query_string": f"law={law}" if law else "",
    }
    return render(request, "rules/rulings.html", context)
