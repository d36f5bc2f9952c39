"""Base settings: apps, middleware, databases, cache, Celery, languages, static files, limits."""

import binascii
import os
import socket
import tomllib
from base64 import b64decode
from contextlib import suppress
from importlib import metadata
from ipaddress import ip_network
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _
from redis import ConnectionPool

from config.plugins import find_plugins

BASE_DIR = Path(__file__).resolve().parent.parent.parent
env = environ.Env()


def _read_match_file_key(entry: str) -> tuple[bytes, str]:
    """Return the key and the name of an entry NAME=KEY. Raises `ImproperlyConfigured` for another text."""
    name, _, text = entry.partition("=")
    try:
        key = b64decode(text.strip(), validate=True)
    except binascii.Error:
        key = b""
    if not name.strip() or len(key) != 32:
        raise ImproperlyConfigured(f"MATCH_FILE_KEYS: {entry!r} is not NAME=KEY with 32 bytes in base64")
    return key, name.strip()


def _get_version() -> str:
    """Return the version: in a clone that of pyproject.toml, in an installed package that of its metadata."""
    try:
        project = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    except FileNotFoundError:
        return metadata.version("crawford")
    return str(project["version"])


VERSION = _get_version()
# The command that starts this site, as sentences name it. The package does not contain the script of a clone.
COMMAND = "./run" if (BASE_DIR / "run").exists() else "crawford"

DATA_DIR = Path(env.str("CRAWFORD_DATA", default=str(BASE_DIR / "var"))).resolve()
REDIS_URL = env.str("REDIS_URL", default="")
DEBUG = env.bool("DEBUG", default=False)
# "production" requires a secret key, allowed hosts and https; "home" is for a laptop or the LAN of a club.
MODE = env.str("CRAWFORD_MODE", default="home")
if MODE not in {"home", "production"}:
    raise ImproperlyConfigured("CRAWFORD_MODE must be home or production.")
PRODUCTION = MODE == "production"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "matches.User"
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

# Feature apps of tournaments, which can be left out by CRAWFORD_FEATURES.
FEATURES = [
    "finances",
    "leagues",
    "ladders",
    "webhooks",
    "mirrors",
    "screens",
    "verification",
    "printing",
    "registration",
    "mailing",
]
FEATURE_APPS = [f"tournaments.{name}" for name in env.list("CRAWFORD_FEATURES", default=FEATURES)]

INSTALLED_APPS = [
    "config",
    "tournaments",
    *FEATURE_APPS,
    "matches.accounts",
    "matches.moneyplay",
    "matches.conduct",
    "matches.records",
    "matches",
    "rules",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "csp",
    "rest_framework",
    "django_filters",
    "corsheaders",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
]

# Plug-ins come from other packages. CRAWFORD_PLUGINS names those to load, none if it is empty.
CHOSEN_PLUGINS = env.list("CRAWFORD_PLUGINS") if "CRAWFORD_PLUGINS" in env else None
PLUGINS = find_plugins(VERSION, CHOSEN_PLUGINS, INSTALLED_APPS)
INSTALLED_APPS += [plugin.app for plugin in PLUGINS if plugin.is_loaded]

MIDDLEWARE = [
    "config.middleware.RequestMetricsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # Compresses a bracket of 256 to a tenth. Django pads responses against the BREACH attack.
    "config.middleware.CompressionMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.PermissionsPolicyMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.middleware.RejectNulMiddleware",
    "config.middleware.TimeZoneMiddleware",
    "config.middleware.FormAddressMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

# Templates of form widgets are found in TEMPLATES.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["matches.templatetags.dates"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context_processors.add_site_settings",
            ],
        },
    }
]


def _get_secret_key() -> str:
    """Return the secret key of the environment, or one generated once and stored in the data folder."""
    secret_key = env.str("SECRET_KEY", default="")
    if secret_key:
        return str(secret_key)
    if PRODUCTION:
        raise ImproperlyConfigured("SECRET_KEY must be set when CRAWFORD_MODE=production.")
    return _get_stored_secret(DATA_DIR / "secret-key")


def _get_stored_secret(path: Path) -> str:
    try:
        if not path.exists():
            _write_once(path, get_random_secret_key())
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data folder {DATA_DIR} cannot be used: {error.strerror}. "
            "Set CRAWFORD_DATA to a folder this user may write to."
        ) from error


def _write_once(path: Path, text: str) -> None:
    """Write a file unless it exists; the hard link makes it appear complete and replaces none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=path.parent, encoding="ascii", delete=False) as draft:
        draft.write(text)
    # Windows links no file that is still open.
    try:
        with suppress(FileExistsError):
            os.link(draft.name, path)
    finally:
        Path(draft.name).unlink()


SECRET_KEY = _get_secret_key()
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if PRODUCTION else ["*"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

DATABASE_ENGINES = {"django.db.backends.postgresql", "django.db.backends.sqlite3"}


def _get_database() -> dict[str, Any]:
    """Return the database of DATABASE_URL, by default an SQLite file in the data folder."""
    address = env.str("DATABASE_URL", default="")
    if not address:
        # Not as an address: there a #, a + or a % in the name of the folder would mean something else.
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATA_DIR / "crawford.sqlite3")}
    database: dict[str, Any] = {}
    if env.DB_SCHEMES.get(address.partition(":")[0]) in DATABASE_ENGINES:
        with suppress(ValueError):
            database = env.db_url_config(address)
    if not database.get("NAME"):
        raise ImproperlyConfigured(
            "DATABASE_URL must be written as postgres://user:password@host:5432/database "
            "or sqlite:////folder/file.sqlite3."
        )
    return database


def _check_redis_address() -> None:
    try:
        ConnectionPool.from_url(REDIS_URL)
    except ValueError as error:
        raise ImproperlyConfigured("REDIS_URL must be written as redis://host:6379/0.") from error


if REDIS_URL:
    _check_redis_address()

DATABASES = {"default": _get_database()}
ON_SQLITE = DATABASES["default"]["ENGINE"].endswith("sqlite3")
if ON_SQLITE:
    DATABASES["default"]["CONN_MAX_AGE"] = 600
    # With deferred transactions, Django's default, concurrent read-then-write transactions fail as locked.
    # synchronous=FULL keeps a committed result through a power cut.
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
        **DATABASES["default"].get("OPTIONS", {}),
        "application_name": f"crawford {socket.gethostname()[:40]} {os.getpid()}",
        "pool": {"min_size": 1, "max_size": env.int("DB_POOL_MAX", default=10), "timeout": 10},
    }

CACHES = {
    "default": {
        "BACKEND": "config.cache.FallbackRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.2},
    }
    if REDIS_URL
    else {"BACKEND": "config.cache.ExpiringLocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}
}

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
if REDIS_URL.startswith("redis://"):
    CELERY_BROKER_TRANSPORT = "config.broker.Transport"
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
    "analyse": {"task": "matches.records.tasks.analyse", "schedule": 5.0, "options": {"expires": 5}},
    "finalise": {"task": "matches.tasks.finalise", "schedule": 10.0, "options": {"expires": 10}},
    "prune": {"task": "matches.tasks.prune", "schedule": 3600.0},
    "prune-accounts": {"task": "matches.accounts.tasks.prune_accounts", "schedule": 3600.0},
    "clear-sessions": {"task": "config.tasks.clear_sessions", "schedule": 3600.0},
    "snapshot": {"task": "config.tasks.snapshot", "schedule": 60.0, "options": {"expires": 60}},
    "forget-addresses": {"task": "tournaments.tasks.forget_addresses", "schedule": 3600.0},
    "call-after-breaks": {
        "task": "tournaments.tasks.call_after_breaks",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "check-deadlines": {
        "task": "tournaments.tasks.check_deadlines",
        "schedule": 600.0,
        "options": {"expires": 600},
    },
}
if "tournaments.webhooks" in FEATURE_APPS:
    CELERY_BEAT_SCHEDULE |= {
        "send-webhooks": {
            "task": "tournaments.webhooks.tasks.send_webhooks",
            "schedule": 10.0,
            "options": {"expires": 10},
        },
        "prune-webhooks": {"task": "tournaments.webhooks.tasks.prune_webhooks", "schedule": 3600.0},
    }
if "tournaments.mirrors" in FEATURE_APPS:
    CELERY_BEAT_SCHEDULE["send-publications"] = {
        "task": "tournaments.mirrors.tasks.send_publications",
        "schedule": 5.0,
        "options": {"expires": 5},
    }

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("it", _("Italian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Rome")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
# Static files are collected in production only; elsewhere the finders serve them.
STATIC_ROOT = env.str("STATIC_ROOT", default=str(DATA_DIR / "static")) if PRODUCTION else None
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

# Who may create a club: "everybody" who is signed in, or only the "host".
FOUNDING = env.str("CRAWFORD_FOUNDING", default="everybody")
if FOUNDING not in {"everybody", "host"}:
    raise ImproperlyConfigured("CRAWFORD_FOUNDING must be everybody or host.")

# The interval of snapshots, the most that can be lost: five minutes on a laptop, an hour on a server.
SNAPSHOT_DIR = Path(env.str("SNAPSHOT_DIR", default=str(DATA_DIR / "snapshots")))
SNAPSHOT_MINUTES = env.int("SNAPSHOT_MINUTES", default=5 if ON_SQLITE else 60)

# Who may read the metrics besides superusers: clients with the token, and these addresses or networks.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
METRICS_ALLOW = [ip_network(network, strict=False) for network in env.list("METRICS_ALLOW", default=[])]

# Webhooks go to public addresses by https, unless an installation allows those of its own network.
WEBHOOKS_PRIVATE = env.bool("WEBHOOKS_PRIVATE", default=False)

# The engine that analyses match files: "gnubg", "bgsage", "none", or "auto" for the first that is installed.
ANALYSIS_ENGINE = env.str("ANALYSIS_ENGINE", default="auto")
if ANALYSIS_ENGINE not in {"auto", "gnubg", "bgsage", "none"}:
    raise ImproperlyConfigured("ANALYSIS_ENGINE must be auto, gnubg, bgsage or none.")
# Where GNU Backgammon is, its search depth, and the level of bgsage.
GNUBG_PATH = env.str("GNUBG_PATH", default="")
GNUBG_PLIES = env.int("GNUBG_PLIES", default=2)
if not 0 <= GNUBG_PLIES <= 4:
    raise ImproperlyConfigured("GNUBG_PLIES must be a number from 0 to 4.")
BGSAGE_LEVEL = env.str("BGSAGE_LEVEL", default="2ply, errors 3ply")
if BGSAGE_LEVEL not in {"2ply", "2ply, errors 3ply", "3ply"}:
    raise ImproperlyConfigured("BGSAGE_LEVEL must be 2ply, 3ply or: 2ply, errors 3ply.")
# Whether a quick analysis, of seconds, comes before that of the level above.
ANALYSIS_QUICK_FIRST = env.bool("ANALYSIS_QUICK_FIRST", default=True)
# Limits for one game of any engine, and of the queue. The names with GNUBG are those of earlier versions.
ANALYSIS_SECONDS = env.int("ANALYSIS_SECONDS", default=env.int("GNUBG_SECONDS", default=600))
ANALYSIS_MEMORY_MB = env.int("ANALYSIS_MEMORY_MB", default=env.int("GNUBG_MEMORY_MB", default=1024))
ANALYSIS_AT_ONCE = env.int("ANALYSIS_AT_ONCE", default=env.int("GNUBG_AT_ONCE", default=1))
ANALYSIS_QUEUE = env.int("ANALYSIS_QUEUE", default=env.int("GNUBG_QUEUE", default=50))
# How many files without a match one person may have waiting.
ANALYSIS_QUEUE_PER_PERSON = env.int("ANALYSIS_QUEUE_PER_PERSON", default=3)

# Public keys (Ed25519, 32 bytes in base64) of sites whose signatures in match files are known here: NAME=KEY.
MATCH_FILE_KEYS = dict(map(_read_match_file_key, env.list("MATCH_FILE_KEYS", default=[])))

# The private keys that this site signs match files with (`manage.py signing_key`); not part of backups.
SIGNING_KEYS_FILE = env.str("SIGNING_KEYS_FILE", default=str(DATA_DIR / "signing-keys.json"))

# A match file is at most 1 MB, with an analysis 4 MB; everything else a form sends is far smaller.
RECORD_MAX_BYTES = 4_000_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_500_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 1_500_000
# The form of a manually seeded draw has a field for each of at most 1,024 entries.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1_200
DATA_UPLOAD_MAX_NUMBER_FILES = 5
