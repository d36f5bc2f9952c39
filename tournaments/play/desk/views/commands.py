"""The commands of the desk on its pages."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from rules.errors import Refusal
from tournaments.models import Event
from tournaments.play.desk.check_in_commands import CHECK_IN_COMMANDS
from tournaments.play.desk.event_commands import EVENT_COMMANDS, EventCommand, WithdrawEntry
from tournaments.play.desk.table_commands import TABLE_COMMANDS, DeskSettingsCommand
from tournaments.play.desk.views.actions import (
    RenderPage,
    answer_desk_form,
    run_or_ask,
    run_or_ask_about_sign_ups,
)
from tournaments.play.desk.views.check_in import render_check_in
from tournaments.play.desk.views.desk import render_desk
from tournaments.play.desk.views.entries import render_withdrawal
from tournaments.play.desk.views.tables import render_table_settings
from tournaments.web.command import Command
from tournaments.web.decorators import director_view, require_user

COMMANDS: Mapping[str, type[DeskSettingsCommand | EventCommand]] = {
    command.name: command for command in (*TABLE_COMMANDS, *CHECK_IN_COMMANDS, *EVENT_COMMANDS)
}
# By the name of the URL.
PAGES: Mapping[str, RenderPage] = {
    "desk": render_desk,
    "desk-check-in": render_check_in,
    "desk-table-settings": render_table_settings,
}


# By the name of the command, where the form is on a page of its own.
PAGES_OF_FORMS: Mapping[str, RenderPage] = {WithdrawEntry.name: render_withdrawal}


@require_POST
@director_view
def run_command(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """Run the command of this name and redirect to its page.

    A refusal or an invalid form shows that page again with the submitted data.
    """
    if name not in COMMANDS:
        raise Http404
    command_class = COMMANDS[name]
    stored_values = command_class.get_stored_values(event)
    command = command_class(request.POST, event=event, actor=require_user(request), initial=stored_values)
    render_page = PAGES_OF_FORMS.get(name, PAGES[command_class.page])
    try:
        command.require_unchanged(request.POST)
    except Refusal as refusal:
        return render_page(request, event, refusal=refusal)
    return answer_desk_form(
        request, event, command, lambda: _run_or_ask(request, event, command), render_page, command_class.page
    )


def _run_or_ask(request: HttpRequest, event: Event, command: Command) -> str | HttpResponse:
    """Run a command and return its message, or the question about paid prizes or sign-ups not entered."""

    def run() -> str:
        return command.describe(command.run())

    if "accepted_prizes" not in command.fields:
        return run_or_ask_about_sign_ups(request, event, run)
    return run_or_ask(request, event, run, command.get_shown_effects())
