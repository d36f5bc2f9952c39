"""What a reader chooses for his own eyes: light or dark, whom he follows; kept in cookies of this device."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from matches.queries.people import get_player

THEME_COOKIE = "theme"
THEMES = ("light", "dark")
FOLLOW_COOKIE = "following"
YEAR = 365 * 24 * 3600


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep light or dark; anything else follows the device again."""
    response = HttpResponseRedirect(get_safe_next(request))
    chosen_theme = request.POST.get("theme", "")
    if chosen_theme in THEMES:
        response.set_cookie(
            THEME_COOKIE,
            chosen_theme,
            max_age=YEAR,
            samesite="Lax",
            secure=request.is_secure(),
            httponly=True,
        )
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


@require_POST
def follow(request: HttpRequest) -> HttpResponse:
    """Follow a player on every page until somebody else is named, or nobody."""
    response = HttpResponseRedirect(get_safe_next(request))
    code = request.POST.get("player", "")
    if code and get_player(code) is not None:
        response.set_cookie(
            FOLLOW_COOKIE, code, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True
        )
    else:
        response.delete_cookie(FOLLOW_COOKIE, samesite="Lax")
    return response


def get_followed_code(request: HttpRequest) -> str:
    """The public code of the player this reader follows, or nothing."""
    code = request.COOKIES.get(FOLLOW_COOKIE, "")
    return code if code.isalnum() else ""


def get_safe_next(request: HttpRequest, fallback: str = "/") -> str:
    """The page to go back to, never one of another site."""
    next_url = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        next_url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return next_url if is_ours else fallback
