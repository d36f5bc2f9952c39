"""An old result is put right, and every later match it reaches with it, as the director chose."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.db import transaction

from matches.models import Match, User
from matches.results import Result
from rules.errors import Refusal
from tournaments.journal.payloads import result_payload
from tournaments.models import JournalEntry
from tournaments.permissions import must_direct
from tournaments.queries.event_state import pairing_of
from tournaments.queries.previews import CorrectionPreview, preview_correction
from tournaments.services import progress
from tournaments.services.locks import lock_event


@transaction.atomic
def correct(
    *,
    match: Match,
    result: Result,
    choices: Mapping[str, str],
    by: User,
    reason: str,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Replace the result of a settled match of an event; the effect is what the preview showed.

    `choices` names, for each begun pairing the preview lists, one of the choices it allows there.
    Raises `choices_needed` when one is missing or cannot be done, `reason_missing`.
    """
    pairing = pairing_of(match)
    if pairing is None:
        raise Refusal("not_in_event", match=match.code)
    must_direct(by, pairing.event)
    if not reason.strip():
        raise Refusal("reason_missing")
    event = lock_event(pairing.event)
    preview = preview_correction(match=match, result=result, choices=choices)
    new_result = result_payload(pairing.label, preview.after)
    line = progress.find_line(event, key)
    if line is not None:
        return _require_same_correction(line, new_result, choices)
    payload = {**new_result, "choices": _require_choices(preview, choices)}
    return progress.append(
        event=event,
        kind="corrected",
        payload=payload,
        by=by,
        key=key or uuid4().hex,
        reason=reason,
        version=version,
    )


def _require_same_correction(
    line: JournalEntry, result_data: Mapping[str, Any], choices: Mapping[str, str]
) -> JournalEntry:
    """The line, when it is this correction with these choices; what else was chosen did not matter then."""
    recorded_choices = line.payload.get("choices", {})
    relevant_choices = {label: choices.get(label) for label in recorded_choices}
    return progress.require_same_line(line, "corrected", {**result_data, "choices": relevant_choices})


def _require_choices(correction_preview: CorrectionPreview, choices: Mapping[str, str]) -> dict[str, str]:
    """The choices that matter; refuses when one is missing or could not be done."""
    open_questions = [
        label for label, choice in correction_preview.choices.items() if choices.get(label) != choice
    ]
    if open_questions:
        raise Refusal("choices_needed", pairings=open_questions)
    return correction_preview.choices
