"""Pages of certificates, the check of a match file, and the public keys of the site."""

import base64
from typing import Any
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.permissions import may_report
from matches.records import signing_keys
from matches.records.forms import MatchFileForm
from matches.records.models import Certificate
from matches.records.queries import certificates as certificate_queries
from matches.records.queries.certificates import CheckedMatchFile
from matches.records.services import certificates
from matches.records.views.transcripts import transcript_or_404
from matches.views import reporting, visitors
from matches.views.errors import render_refusal
from matches.views.form_views import process_form
from matches.views.links import make_qr_svg
from matches.views.visitors import get_identity
from rules.errors import Refusal

CHECKS_PER_HOUR = 60
# A QR code holds 2,953 bytes; smaller ones are read by more telephones.
MAX_QR_BYTES = 1_400
GONE = 410
GOOD, BAD, NEUTRAL = "good", "bad", "neutral"

# For each state of a checked file: how it is shown, and its sentence.
SENTENCES: dict[str, tuple[str, str | Promise]] = {
    "changed": (BAD, _("This file was changed after it was signed.")),
    "false_certificate": (BAD, _("The certificate in this file is not genuine or belongs to other games.")),
    "withdrawn": (BAD, _("The certificate of this file was withdrawn here or is no longer valid.")),
    "faulty": (BAD, _("The moves in this file do not prove a result.")),
    "wrong_date": (BAD, _("The date of the certificate is outside the period in which its key was in use.")),
    "not_checkable": (NEUTRAL, _("This file is signed, but the signature cannot be checked here.")),
    "unsigned": (NEUTRAL, _("This file is not signed.")),
    "unknown_key": (NEUTRAL, _("This file is signed by a key that is unknown here.")),
    "signed": (NEUTRAL, _("This file is signed by a key that is known here and carries no certificate.")),
    "certified": (GOOD, _("This file is certified and unchanged.")),
}


@require_safe
def list_public_keys(request: HttpRequest) -> JsonResponse:
    """The public keys of this site, the retired ones too, for those who check its files."""
    try:
        keys = [key.describe() for key in signing_keys.list_keys()]
    except Refusal:
        keys = []
    response = JsonResponse({"keys": keys})
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
    match, card = reporting.match_or_404(code), reporting.get_card(request.POST)
    transcript = transcript_or_404(match, number)
    identity = get_identity(request, card)
    try:
        row = certificates.issue_certificate(match=match, transcript=transcript, identity=identity)
    except Refusal as refusal:
        return render_refusal(request, "records/check.html", {"form": MatchFileForm()}, refusal)
    return redirect("certificate", row.code)


@require_POST
def withdraw(request: HttpRequest, certificate: str) -> HttpResponse:
    """Withdraw a certificate."""
    row = certificate_or_404(certificate)
    identity = get_identity(request, reporting.get_card(request.POST))
    try:
        certificates.withdraw_certificate(certificate=row, identity=identity)
    except Refusal as refusal:
        return render_refusal(request, "records/certificate.html", _get_context(request, row), refusal)
    return redirect("certificate", row.code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """Check who signed a match file; nothing is stored."""
    form = MatchFileForm(request.POST, request.FILES) if request.method == "POST" else MatchFileForm()

    def show(refusal: Refusal | None = None, checked: CheckedMatchFile | None = None) -> HttpResponse:
        context: dict[str, Any] = {"form": form, "checked": checked}
        if checked is not None:
            context["tone"], context["sentence"] = SENTENCES[checked.state]
        return render_refusal(request, "records/check.html", context, refusal)

    def run() -> HttpResponse:
        _name, data = form.match_file()
        visitors.throttle_identity(
            "check-file", request, get_identity(request), at="", limit=CHECKS_PER_HOUR, seconds=3600
        )
        return show(checked=certificate_queries.check_match_file(data))

    return process_form(request, form, run, render_page=show)


def certificate_or_404(code: str) -> Certificate:
    """The certificate with this code."""
    row = certificate_queries.get_certificate(code)
    if row is None:
        raise Http404
    return row


def _get_context(request: HttpRequest, row: Certificate) -> dict[str, Any]:
    is_in_effect = certificate_queries.is_in_effect(row)
    address = request.build_absolute_uri(request.path)
    return {
        "certificate": row,
        "match": row.match,
        "is_in_effect": is_in_effect,
        "page_address": address,
        "qr_code": _make_qr_code(row, address) if is_in_effect else "",
        "is_match_in_code": len(row.file) <= MAX_QR_BYTES,
        "may_withdraw": row.withdrawn_at is None and may_report(get_identity(request), row.match),
    }


def _make_qr_code(row: Certificate, address: str) -> str:
    """The QR code of the address with the signed file in its fragment, where that is small enough."""
    if len(row.file) > MAX_QR_BYTES:
        return make_qr_svg(address)
    file = base64.urlsafe_b64encode(bytes(row.file)).decode().rstrip("=")
    return make_qr_svg(f"{address}#ogxm={quote(file)}")
