"""Tests in Chromium, driven by Playwright."""
