"""All settings, read top to bottom; what differs between machines comes from the environment."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DATA_DIR = Path(env.str("CRAWFORD_DATA", default=str(BASE_DIR / "var"))).resolve()
REDIS_URL = env.str("REDIS_URL", default="")
DEBUG = env.bool("DEBUG", default=False)
# "production" asks for a secret key, allowed hosts and https; "home" is a laptop or a club's LAN.
PRODUCTION = env.str("CRAWFORD_MODE", default="home") == "production"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "matches.User"
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

INSTALLED_APPS = [
    "config",
    "tournaments",
    "matches",
    "rules",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.nul.NulRefused",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]


def _secret_key() -> str:
    """The key of this installation: given in production, else made once and kept in the data folder."""
    given = env.str("SECRET_KEY", default="")
    if given:
        return str(given)
    if PRODUCTION:
        raise ImproperlyConfigured("SECRET_KEY must be set when CRAWFORD_MODE=production.")
    return _kept_secret(DATA_DIR / "secret-key")


def _kept_secret(path: Path) -> str:
    if not path.exists():
        _write_once(path, get_random_secret_key())
    return path.read_text(encoding="ascii").strip()


def _write_once(path: Path, text: str) -> None:
    """Linking a finished file never shows half of one, and never replaces another process's."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as draft, suppress(FileExistsError):
        draft.write(text)
        draft.flush()
        os.link(draft.name, path)


SECRET_KEY = _secret_key()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if PRODUCTION else ["*"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'crawford.sqlite3'}")}
ON_SQLITE = DATABASES["default"]["ENGINE"].endswith("sqlite3")
if ON_SQLITE:
    DATABASES["default"]["CONN_MAX_AGE"] = 600
    # Django's defaults lose two of three concurrent read-then-write transactions; FULL keeps an
    # acknowledged result through a power cut.
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": (
            "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA mmap_size=134217728;"
            "PRAGMA journal_size_limit=27103364;PRAGMA cache_size=-20000;PRAGMA temp_store=MEMORY;"
        ),
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    DATABASES["default"]["OPTIONS"] = {
        "pool": {"min_size": 1, "max_size": env.int("DB_POOL_MAX", default=10), "timeout": 10}
    }

CACHES = {
    "default": {
        "BACKEND": "config.cache.RedisOrHere",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.5},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_EMBEDDED = env.bool("CELERY_EMBEDDED", default=not REDIS_URL)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {"visibility_timeout": 3600, "socket_connect_timeout": 1} if REDIS_URL else {"polling_interval": 0.1}
)
CELERY_TASK_ACKS_LATE = bool(REDIS_URL)
CELERY_TASK_REJECT_ON_WORKER_LOST = bool(REDIS_URL)
CELERY_BEAT_SCHEDULE = {
    "sweep-outbox": {"task": "matches.tasks.sweep_outbox", "schedule": 5.0, "options": {"expires": 5}},
    "analyse": {"task": "matches.tasks.analyse", "schedule": 5.0, "options": {"expires": 5}},
    "finalise": {"task": "matches.tasks.finalise", "schedule": 10.0, "options": {"expires": 10}},
    "prune": {"task": "matches.tasks.prune", "schedule": 3600.0},
    "pass-time": {"task": "tournaments.tasks.pass_time", "schedule": 600.0, "options": {"expires": 600}},
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("it", _("Italian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Rome")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
# At home the finders serve static files as they lie; only production collects them.
STATIC_ROOT = DATA_DIR / "static" if PRODUCTION else None
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = not PRODUCTION
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

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
# Machines that watch ask over plain http from inside.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 31536000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
SECURE_HSTS_PRELOAD = PRODUCTION
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# GNU Backgammon, where it is installed: where it is, how deep it looks, what one game may cost it.
GNUBG_PATH = env.str("GNUBG_PATH", default="")
GNUBG_PLIES = env.int("GNUBG_PLIES", default=2)
GNUBG_SECONDS = env.int("GNUBG_SECONDS", default=600)
GNUBG_MEMORY_MB = env.int("GNUBG_MEMORY_MB", default=1024)
GNUBG_AT_ONCE = env.int("GNUBG_AT_ONCE", default=1)
GNUBG_QUEUE = env.int("GNUBG_QUEUE", default=50)

# A match record is at most 1 MB, with an analysis 4 MB; everything else a form sends is far smaller.
RECORD_MAX_BYTES = 4_000_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_500_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 1_500_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 600
DATA_UPLOAD_MAX_NUMBER_FILES = 5

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
    "PAGE_SIZE": 50,
    "EXCEPTION_HANDLER": "matches.api.problems.answer",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Crawford",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {"SideEnum": ["white", "black"]},
}

CSRF_FAILURE_VIEW = "matches.views.errors.stale_form"

# Everything goes to standard error; whoever keeps logs keeps that.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="WARNING")},
    "loggers": {
        "django": {"handlers": [], "level": "NOTSET", "propagate": True},
        # A page that is absent or not yours is no fault of the house.
        "django.request": {"level": "ERROR"},
    },
}

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
