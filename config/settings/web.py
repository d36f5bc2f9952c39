"""Settings of HTTP: content security policy, cookies and https, the API, CORS, logging."""

from csp.constants import NONE, SELF

from config.settings.base import MIDDLEWARE, PRODUCTION, env

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_SECURE = PRODUCTION
LANGUAGE_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT = PRODUCTION and env.bool("SECURE_SSL_REDIRECT", default=True)
# Health checks come over plain HTTP from the internal network.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
# A browser keeps to https for as long as the header says, so a site starts with a day; other names of the
# domain (subdomains) and the lists of browsers (preload) are the host's to decide.
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=86400) if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION and env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = PRODUCTION and env.bool("HSTS_PRELOAD", default=False)
# These warn that the last two are off.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

REST_FRAMEWORK = {
    # DRF takes the WWW-Authenticate header of a 401 from the first class.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.web.api.authentication.TokenAuthentication",
        "matches.api.authentication.BadgeAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["tournaments.web.api.permissions.TokenScope"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "matches.api.schema.ApiSchema",
    "DEFAULT_PAGINATION_CLASS": "matches.api.pagination.ApiPagination",
    "EXCEPTION_HANDLER": "matches.api.problems.handle_exception",
    "DEFAULT_METADATA_CLASS": None,
    "URL_FORMAT_OVERRIDE": None,
}
# Other origins may read what is public; cookies are never sent along.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = ["accept", "accept-language", "authorization", "content-type", "if-none-match"]
CORS_EXPOSE_HEADERS = ["ETag", "Retry-After"]

SPECTACULAR_SETTINGS = {
    "TITLE": "Crawford",
    "DESCRIPTION": "Tournaments, clubs and matches of backgammon. The guide to this API is docs/api.md.",
    "VERSION": "1",
    "SERVERS": [{"url": "/", "description": "This site"}],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "none", "filter": True},
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "ENUM_NAME_OVERRIDES": {
        "SideEnum": ["white", "black"],
        "PaidByEnum": ["cash", "card", "transfer", "cheque", "voucher"],
        "PairingMethodEnum": ["slide", "fold", "adjacent", "monrad", "random"],
        "TieBreakEnum": "tournaments.standings.tiebreaks.EVENT_TIE_BREAKS",
        "LeagueTieBreakEnum": "tournaments.standings.tiebreaks.LEAGUE_TIE_BREAKS",
        "FormatEnum": "tournaments.messages.names.EVENT_FORMAT_TEXTS",
        "TaskStateEnum": "tournaments.models.imports.STATES",
        "RecordExportFormatEnum": "tournaments.importing.queries.record_exports.FORMATS",
        "RecordedPlaysEnum": ["refuse", "condone"],
        "IllegalPlaysEnum": ["condone_or_correct", "correct"],
        "CostEnum": ["nothing", "down", "lost"],
        "LeftOutEnum": ["without"],
        "QuestionKindEnum": "tournaments.registration.models.QuestionKind",
        "StatusEnum": ["pending", "attached", "unassigned", "duplicate", "rejected"],
        "SignatureStatusEnum": "matches.records.serializers.SIGNATURE_STATUSES",
        "SignatureSubjectEnum": ["match", "analysis"],
        "EndingEnum": "matches.api.serializers.ENDINGS",
        "AwardEnum": "matches.api.serializers.AWARDS",
        "ResultColumnEnum": "tournaments.exchange.lists.list_results.OFFERED_ROLES",
        "EntryColumnEnum": "tournaments.exchange.lists.member_lists.ENTRIES",
        "NameColumnEnum": "tournaments.exchange.lists.member_lists.NAMES",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "matches.api.schema.add_problems",
        "config.api.complete_schema",
    ],
}

CSRF_FAILURE_VIEW = "matches.views.errors.stale_form"

# Errors go to Sentry and traces to OpenTelemetry only where these name an address; both need an extra.
SENTRY_DSN = env.str("SENTRY_DSN", default="")
OTEL_EXPORTER_OTLP_ENDPOINT = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", default="")
if OTEL_EXPORTER_OTLP_ENDPOINT:
    MIDDLEWARE.insert(0, "config.traces.TraceMiddleware")

# Everything goes to standard error, to be collected there.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.LineFormatter",
            "fmt": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "config.logs.JsonFormatter"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": env.str("LOG_FORMAT", default="line")}
    },
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="WARNING")},
    "loggers": {
        "django": {"handlers": [], "level": "NOTSET", "propagate": True},
        # Do not log 403 and 404 responses.
        "django.request": {"level": "ERROR"},
    },
}
