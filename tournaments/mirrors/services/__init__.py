"""Services of publications and copies."""
