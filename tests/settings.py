"""Settings of the test run: those of the site with a fast password hasher and mail in memory."""

import sys

from config.settings import *  # noqa: F403

SECRET_KEY = "only-for-tests"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Features that need mail are on.
HAS_MAIL = ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Whether the analysis engine exists must not depend on the machine; tests that run it set its path.
GNUBG_PATH = sys.executable
# Live servers of browser tests serve static files themselves; finders would scan them for every client.
WHITENOISE_USE_FINDERS = False
