"""Pages of certificates, the check of a match file, and the public keys of the site."""

from typing import Any
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.models import Match, Table
from matches.permissions import may_report
from matches.records.forms import CheckForm
from matches.records.link_fragments import SIGNED_FRAGMENT, encode_fragment
from matches.records.models import Certificate, Transcript
from matches.records.queries import certificates as certificate_queries
from matches.records.queries.certificates import CheckedEventFile, CheckedMatchFile
from matches.records.queries.claimed_certificates import read_claim
from matches.records.queries.known_keys import list_own_keys
from matches.records.services import certificates
from matches.records.signed_documents import CHANGED, CHECKSUM_WRONG, KNOWN_KEY, UNKNOWN_KEY, UNSIGNED
from matches.records.views.transcripts import change_transcript
from matches.views import reporting, visitors
from matches.views.errors import render_refusal
from matches.views.form_views import process_form
from matches.views.links import build_public_url, build_site_address, make_qr_svg
from matches.views.visitors import get_identity
from rules.errors import Refusal

CHECKS_PER_HOUR = 60
# A QR code holds 2,953 characters of an address; smaller ones are read by more telephones.
MAX_QR_CHARACTERS = 2_400
GONE = 410
CheckedFile = CheckedMatchFile | CheckedEventFile
GOOD, BAD, NEUTRAL = "good", "bad", "neutral"

MEANING = _(
    "These games, replayed move by move under the rules of the match, give this score; the certificate says "
    "nothing about who sat at the board or whether the dice were fair."
)
# For each state of a checked file: how it is shown, and its sentence.
SENTENCES: dict[str, tuple[str, str | Promise]] = {
    "changed": (BAD, _("This file was changed after it was signed.")),
    "damaged_certificate": (
        BAD,
        _("The certificate in this file was changed, damaged or removed after the file was signed."),
    ),
    "false_certificate": (BAD, _("The certificate in this file is not genuine or belongs to other games.")),
    "withdrawn": (BAD, _("The certificate of this file was withdrawn here or is no longer valid.")),
    "faulty": (BAD, _("The moves in this file do not prove a result.")),
    "wrong_date": (BAD, _("The date of the certificate is outside the period in which its key was in use.")),
    "not_recorded": (
        BAD,
        _(
            "The certificate in this file is signed by a key of this site, but the site has no record of it: "
            "its match was deleted, or an older backup was restored. It cannot be said here whether it "
            "still holds."
        ),
    ),
    "not_checkable": (NEUTRAL, _("This file is signed, but the signature cannot be checked here.")),
    "unsigned": (NEUTRAL, _("This file is not signed.")),
    "unknown_key": (NEUTRAL, _("This file is signed by a key that is unknown here.")),
    "signed": (NEUTRAL, _("This file is signed by a key that is known here and carries no certificate.")),
    "certified_elsewhere": (
        GOOD,
        _(
            "This file is certified by another site and unchanged. Whether that site has withdrawn its "
            "certificate is not known here."
        ),
    ),
    "certified": (GOOD, _("This file is certified and unchanged.")),
}

# What the replay of a file has shown, so that nobody takes it for a certificate.
REPLAY_SENTENCES: dict[str, Promise] = {
    "certified": _("every move is legal and the moves prove the score."),
    "certified_with_notes": _("every move is legal and the moves prove the score, with notes."),
    "awarded": _("every move is legal, but the result is awarded, not proven."),
    "incomplete": _("the file does not go up to the end of the match."),
    "disputed": _("the moves and the result in the file contradict each other."),
}
REPLAY_WITH_ERRORS = _("the file has errors.")

EVENT_FILE_TONES = {
    **dict.fromkeys((CHANGED, CHECKSUM_WRONG), BAD),
    **dict.fromkeys((UNSIGNED, UNKNOWN_KEY), NEUTRAL),
    KNOWN_KEY: GOOD,
}


@require_safe
def list_public_keys(request: HttpRequest) -> JsonResponse:
    """The public keys of this site, the retired ones too, for those who check its files."""
    response = JsonResponse({"keys": [key.describe() for key in list_own_keys()]})
    response["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
@never_cache
def show_certificate(request: HttpRequest, certificate: str) -> HttpResponse:
    """What a certificate states, to be read or printed, or that it does not hold any more."""
    row = certificate_or_404(certificate)
    return render(request, "records/certificate.html", _get_context(request, row))


@require_safe
@never_cache
def download(request: HttpRequest, certificate: str) -> HttpResponse:
    """The signed file; 410 once the certificate does not hold any more."""
    row = certificate_or_404(certificate)
    context = _get_context(request, row)
    if not context["is_in_effect"]:
        return render(request, "records/certificate.html", context, status=GONE)
    response = HttpResponse(bytes(row.file), content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="{row.code}.ogxm"'
    return response


@require_POST
def issue(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Issue the certificate of a match file."""

    def change(match: Match, transcript: Transcript, card: Table | None) -> str:
        identity = get_identity(request, card)
        row = certificates.issue_certificate(
            match=match, transcript=transcript, identity=identity, site_address=build_site_address(request)
        )
        return get_certificate_address(row, card)

    return change_transcript(request, code, number, change)


@require_POST
def withdraw(request: HttpRequest, certificate: str) -> HttpResponse:
    """Withdraw a certificate."""
    row, card = certificate_or_404(certificate), reporting.get_card(request.POST)
    try:
        certificates.withdraw_certificate(certificate=row, identity=get_identity(request, card))
    except Refusal as refusal:
        return render_refusal(request, "records/certificate.html", _get_context(request, row), refusal)
    return redirect(get_certificate_address(row, card))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """Check who signed a match file or an event file; nothing is stored."""
    form = CheckForm(request.POST, request.FILES) if request.method == "POST" else CheckForm()

    def show(refusal: Refusal | None = None, checked: CheckedFile | None = None) -> HttpResponse:
        context: dict[str, Any] = {"form": form, "checked": checked}
        if isinstance(checked, CheckedEventFile):
            context |= {"tone": EVENT_FILE_TONES[checked.state], "sentence": checked.sentence}
        elif checked is not None:
            context |= _describe_checked_file(request, checked)
        return render_refusal(request, "records/check.html", context, refusal)

    def run() -> HttpResponse:
        _name, data = form.match_file()
        visitors.throttle_identity(
            "check-file", request, get_identity(request), at="", limit=CHECKS_PER_HOUR, seconds=3600
        )
        return show(checked=certificate_queries.check_signed_file(data))

    return process_form(request, form, run, render_page=show)


def _describe_checked_file(request: HttpRequest, checked: CheckedMatchFile) -> dict[str, Any]:
    """Return what the page says of a checked match file besides its state: replay, claim and signatures."""
    tone, sentence = SENTENCES[checked.state]
    is_unknown, is_elsewhere = checked.state == "unknown_key", checked.state == "certified_elsewhere"
    schemes = {"https", urlsplit(build_site_address(request)).scheme}
    claim = read_claim(checked.note, checked.signatures, schemes=tuple(schemes))
    return {
        "tone": tone,
        "sentence": sentence,
        "replay_sentence": REPLAY_SENTENCES.get(checked.verdict.status, REPLAY_WITH_ERRORS),
        "claim": claim if is_unknown or is_elsewhere else None,
        "is_key_unknown": is_unknown,
        "is_unchanged": is_unknown or is_elsewhere or checked.state in ("signed", "certified"),
    }


def get_certificate_address(row: Certificate, card: Table | None) -> str:
    """Return the address of the page of a certificate, with the table card in the query."""
    return reverse("certificate", args=[row.code]) + (f"?table={card.code}" if card else "")


def certificate_or_404(code: str) -> Certificate:
    """The certificate with this code."""
    row = certificate_queries.get_certificate(code)
    if row is None:
        raise Http404
    return row


def _get_context(request: HttpRequest, row: Certificate) -> dict[str, Any]:
    is_in_effect = certificate_queries.is_in_effect(row)
    qr_address = make_qr_address(request, row)
    card = reporting.get_card(request.POST or request.GET)
    identity = get_identity(request, card)
    return {
        "certificate": row,
        "match": row.match,
        "card": card,
        "meaning": MEANING,
        "replay_sentence": REPLAY_SENTENCES.get(row.content.get("verdict", ""), REPLAY_WITH_ERRORS),
        "is_in_effect": is_in_effect,
        "page_address": build_public_url(request, reverse("certificate", args=[row.code])),
        "qr_code": make_qr_svg(qr_address, error_correction="l") if is_in_effect else "",
        "is_match_in_code": SIGNED_FRAGMENT in qr_address,
        "may_withdraw": row.withdrawn_at is None and may_report(identity, row.match),
    }


def make_qr_address(request: HttpRequest, row: Certificate) -> str:
    """Return the address in the QR code: the check with the signed file, where that is small enough.

    Else it is that of the certificate.
    """
    address = build_public_url(request, reverse("check-file")) + SIGNED_FRAGMENT
    address += encode_fragment(bytes(row.file))
    if len(address) <= MAX_QR_CHARACTERS:
        return address
    return build_public_url(request, reverse("certificate", args=[row.code]))
