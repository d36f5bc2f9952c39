"""Charts of players, clubs and rating lists as accessible SVG text, one module for each. Pure values."""
