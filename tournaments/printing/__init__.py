"""Printing: draw sheets, lists, match slips and table cards as PDF files and pages to print."""
