"""Figures as accessible pictures: pure SVG text without scripts, coloured by `static/charts.css` alone."""
