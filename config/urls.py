"""The routes of the project."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config import api, host_page
from config.health import healthz, readyz
from config.metrics import metrics
from tournaments import registry

handler400 = "config.error_views.bad_request"
handler403 = "config.error_views.forbidden"
handler404 = "config.error_views.not_found"
handler429 = "matches.views.errors.too_many"
handler500 = "config.error_views.server_error"

# The admin has no sign-in page of its own: second factors and rate limits apply there too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("host/", host_page.show_host_page, name="host"),
    path("host/settings/", host_page.edit_site_settings, name="site-settings"),
    path("host/stop/", host_page.stop_site, name="stop-site"),
    path("host/work/<int:row>/<slug:action_name>/", host_page.apply_host_action, name="host-work"),
    path("language/", include("django.conf.urls.i18n")),
    path("api/v1/", api.ApiIndex.as_view(), name="api-index"),
    path("api/v1/schema/", api.schema, name="schema"),
    path("api/v1/docs/", api.ApiDocs.as_view(), name="api-docs"),
    path("api/v1/", include("matches.accounts.api")),
    path("api/v1/", include("matches.moneyplay.api")),
    path("api/v1/", include("matches.conduct.api")),
    path("api/v1/", include("matches.records.api")),
    *(path("api/v1/", include(module)) for module in registry.api_urls),
    path("api/v1/", include("matches.api.urls")),
    path("api/v1/", include("tournaments.api_urls")),
    path("admin/", admin.site.urls),
    path("", include("matches.accounts.urls")),
    path("", include("matches.moneyplay.urls")),
    path("", include("matches.conduct.urls")),
    path("", include("matches.records.urls")),
    path("", include("matches.urls")),
    *(path("", include(module)) for module in registry.page_urls),
    path("", include("tournaments.urls")),
]
