"""The only file that knows the routes of both apps."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config import api, host
from config.health import healthz, readyz
from config.metrics import metrics
from tournaments import registry

handler400 = "config.turned_down.bad_request"
handler403 = "config.turned_down.forbidden"
handler404 = "config.turned_down.absent"
handler429 = "matches.views.errors.too_many"
handler500 = "config.outage.broken"

# The back office has no door of its own: second factors and limits count there as everywhere.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("host/", host.show, name="host"),
    path("host/work/<int:row>/<slug:deed>/", host.act, name="host-work"),
    path("language/", include("django.conf.urls.i18n")),
    path("api/v1/", api.ApiIndex.as_view(), name="api-index"),
    path("api/v1/schema/", api.schema, name="schema"),
    path("api/v1/docs/", api.Docs.as_view(), name="api-docs"),
    *(path("api/v1/", include(module)) for module in registry.api_urls),
    path("api/v1/", include("matches.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("admin/", admin.site.urls),
    path("", include("matches.urls")),
    *(path("", include(module)) for module in registry.page_urls),
    path("", include("tournaments.urls")),
]
