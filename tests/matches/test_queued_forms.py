"""Every form that a phone sends at a table waits on the phone while there is no connection."""

import re

from django.conf import settings

FORM = re.compile(r"<form [^>]*method=\"post\".*?</form>", re.DOTALL)
# The templates of a phone at a table: a match, a money session or chouette, a match file, a team match.
TEMPLATES = (
    *("matches/phone_state.html", "matches/live_score.html", "matches/result_form.html"),
    *("matches/confirm_form.html", "matches/accept_form.html", "conduct/assistant.html"),
    *(
        f"moneyplay/{name}.html"
        for name in ("game_actions", "join_table", "new", "session", "session_options")
    ),
    *("moneyplay/split.html", "moneyplay/table_state.html", "tournaments/people/casual_matches.html"),
)
# Its answer is a code to show to others at once.
SENT_AT_ONCE = ("session-invite", "session-phone")


def test_every_form_of_a_phone_at_a_table_is_queued() -> None:
    folder = settings.BASE_DIR / "templates"
    forms = [(name, form) for name in TEMPLATES for form in FORM.findall((folder / name).read_text())]
    not_queued = [
        (name, form[:120])
        for name, form in forms
        if "data-queue" not in form
        and "queued.html" not in form
        and not any(url in form for url in SENT_AT_ONCE)
    ]

    assert len(forms) > len(TEMPLATES)
    assert not_queued == []
