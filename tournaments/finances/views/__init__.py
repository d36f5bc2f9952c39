"""The money desk of an event: pages for those who handle money, and the deeds done there."""
