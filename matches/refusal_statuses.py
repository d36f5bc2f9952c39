"""HTTP status codes of refusals."""

from http import HTTPStatus

from rules.errors import Refusal, Unreadable

FORBIDDEN = {
    "absorbed_elsewhere",
    "badge_of_other_desk",
    "badge_unknown",
    "code_name_by_account",
    "desk_confirms",
    "desk_only",
    "keeper_only",
    "known_elsewhere",
    "link_not_yours",
    "link_unknown",
    "not_signed_in",
    "not_your_dispute",
    "not_your_line",
    "not_your_match",
    "not_forgettable",
    "not_your_player",
    "not_your_report",
    "not_your_seat",
    "no_seat_here",
    "not_yourself",
    "own_report",
    "session_code_unknown",
}
ABSENT = {
    *(
        "blunders_absent",
        "certificate_absent",
        "desk_absent",
        "match_absent",
        "match_code_unknown",
        "record_absent",
    ),
    *("report_absent", "session_absent", "table_absent"),
}
MALFORMED = {
    *("request_invalid", "body_not_object", "unknown_field", "unknown_parameter", "field_silenced"),
    *("case_unknown", "video_address_invalid", "engine_unknown", "game_unnamed", "site_keys_unreadable"),
    "table_engine_unknown",
}
TOO_MANY = {"too_many_requests"}
# Refusals of the request itself, whatever it asks for.
PROTOCOL_STATUSES = {
    "body_too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "sheets_busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "key_reused": HTTPStatus.UNPROCESSABLE_ENTITY,
    "version_outdated": HTTPStatus.PRECONDITION_FAILED,
}


def get_status(refusal: Refusal) -> int:
    """Return the HTTP status of a refusal: 409 (conflict) unless its code is listed in this module.

    400 unreadable, 403 not permitted, 404 absent, 412 outdated version, 413 too large, 422 an idempotency key
    used for another request, 429 too many requests, 503 busy.
    """
    if isinstance(refusal, Unreadable) or refusal.code in MALFORMED:
        return HTTPStatus.BAD_REQUEST
    if refusal.code in FORBIDDEN:
        return HTTPStatus.FORBIDDEN
    if refusal.code in ABSENT:
        return HTTPStatus.NOT_FOUND
    if refusal.code in TOO_MANY:
        return HTTPStatus.TOO_MANY_REQUESTS
    return PROTOCOL_STATUSES.get(refusal.code, HTTPStatus.CONFLICT)
