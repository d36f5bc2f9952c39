"""An installation without the feature apps of tournaments migrates, loads the demo and serves its pages."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.config.features import FEATURES
from tests.servers import environment
from tests.site.source import ROOT


def run(tmp_path: Path, features: str, *arguments: str) -> str:
    """Run Python with these arguments and features (CRAWFORD_FEATURES); return its output."""
    env = environment({"CRAWFORD_DATA": str(tmp_path), "CRAWFORD_FEATURES": features})
    process = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


def test_every_feature_app_is_installed_by_default() -> None:
    assert [f"tournaments.{name}" for name in FEATURES] == settings.FEATURE_APPS


@pytest.mark.second_stage
def test_a_site_without_features_serves_the_demo(tmp_path: Path) -> None:
    lines = run(tmp_path, "", "-m", "tests.config.without_features").splitlines()
    begin = lines.index("FEATURES ")
    assert int(lines[begin + 1].removeprefix("PAGES ")) > 60
    assert lines[begin + 2 :] == []


@pytest.mark.second_stage
def test_each_feature_starts_alone(tmp_path: Path) -> None:
    for name in FEATURES:
        assert "no issues" in run(tmp_path, name, "manage.py", "check")
