"""The commands of the cash desk on its pages: a valid form, the command, and a redirect to the page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from rules.errors import Refusal
from tournaments.finances.commands import COMMANDS
from tournaments.finances.queries.funds import get_cash_desk
from tournaments.finances.views import funds, pages
from tournaments.finances.views.pages import for_cashiers
from tournaments.finances.views.payout_previews import run_unless_payouts_change
from tournaments.models import Event
from tournaments.web.decorators import event_url, require_user
from tournaments.web.form_views import answer_form, describe_form_errors

COMMANDS_BY_NAME = {command.name: command for command in COMMANDS}
# The forms that the page of the cash drawers shows again with what was entered, by command.
FORMS_SHOWN_AGAIN = {"count": "count_form", "right": "cashier_form"}


@require_POST
@for_cashiers
def run_action(request: HttpRequest, event: Event, action: str) -> HttpResponse:
    """Run the command of the URL and redirect to its page; a refusal is shown on that page.

    A change of prizes that are paid is shown before it is made.
    """
    if action in funds.ACTIONS:
        return funds.ACTIONS[action](request, event)
    if action not in COMMANDS_BY_NAME:
        raise Http404
    if get_cash_desk(event.tournament) is None:
        return pages.render_page(
            request, event, "money", refusal=Refusal("money_off", name=event.tournament.name)
        )
    currency, actor = event.tournament.currency, require_user(request)
    command = COMMANDS_BY_NAME[action](request.POST, event=event, actor=actor, currency=currency)

    def run() -> str | HttpResponse:
        message, question = run_unless_payouts_change(request, event, lambda: command.describe(command.run()))
        return message if question is None else question

    def show(refusal: Refusal | None = None) -> HttpResponse:
        faulty = "" if command.is_valid() else describe_form_errors(command)
        shown_again = {FORMS_SHOWN_AGAIN[action]: command} if action in FORMS_SHOWN_AGAIN else None
        return pages.render_page(
            request, event, command.page, refusal=refusal, faulty=faulty, extra_context=shown_again
        )

    next_url = event_url(pages.PAGE_URL_NAMES[command.page], event)
    return answer_form(request, command, run, render_page=show, next_url=next_url)
