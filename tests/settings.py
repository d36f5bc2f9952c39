"""Settings of the test run: the site's own, with a fast hasher and no data folder of its own."""

import sys

from config.settings import *  # noqa: F403

SECRET_KEY = "only-for-tests"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Everything that mail leads to is there.
HAS_MAIL = ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Whether a site has the engine must not depend on the machine; a test that lets it work names it.
GNUBG_PATH = sys.executable
# The server of the browser tests has its own way to static files; every client would search them all.
WHITENOISE_USE_FINDERS = False
