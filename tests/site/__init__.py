"""Tests of the whole site: imports, migrations, translations, the API description, permissions and
secrets."""
