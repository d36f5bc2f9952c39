"""The sheet of a certificate of a match file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.records.link_fragments import SIGNED_FRAGMENT
from matches.records.queries.certificates import is_in_effect
from matches.records.views.certificates import MEANING, certificate_or_404, make_qr_address
from matches.views.links import build_public_url
from tournaments.printing.pdf.match_certificates import PrintedMatchCertificate, match_certificate_page
from tournaments.printing.views.printouts import pdf_response, requested_paper


@require_safe
@never_cache
def certificate_sheet(request: HttpRequest, certificate: str) -> HttpResponse:
    """The certificate as a PDF file; 404 once it does not hold any more."""
    row = certificate_or_404(certificate)
    if not is_in_effect(row):
        raise Http404
    match, link = row.match, make_qr_address(request, row)
    heading = pgettext("match file", "Certificate")
    title = f"{heading} {row.code}"
    has_match = SIGNED_FRAGMENT in link
    printed = PrintedMatchCertificate(
        site=str(row.content.get("site", "")),
        title=title,
        names=f"{match.white.name} – {match.black.name}",
        score=f"{match.white_score}–{match.black_score}",
        facts=(
            ngettext("%(length)s-point match", "%(length)s-point match", match.length)
            % {"length": match.length},
            str(row.content.get("event", "")),
            gettext("Issued: %(time)s") % {"time": date_format(localtime(row.issued_at), "j M Y, H:i")},
            gettext("Signed by %(name)s") % {"name": row.content["key_id"]},
        ),
        meaning=str(MEANING),
        code_note=gettext("The code contains the address of the check and the signed match.")
        if has_match
        else gettext("The code contains this address."),
        address=build_public_url(request, reverse("certificate", args=[row.code])),
        link=link,
    )
    page = match_certificate_page(printed, requested_paper(request))
    return pdf_response([page], title, f"certificate-{row.code}")
