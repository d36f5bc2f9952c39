"""The only file that knows the routes of both apps."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from config.health import healthz, readyz

handler400 = "matches.views.errors.bad_request"
handler403 = "matches.views.errors.forbidden"
handler404 = "matches.views.errors.absent"
handler500 = "config.outage.broken"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("language/", include("django.conf.urls.i18n")),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/v1/", include("matches.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("admin/", admin.site.urls),
    path("", include("matches.urls")),
    path("", include("tournaments.urls")),
]
