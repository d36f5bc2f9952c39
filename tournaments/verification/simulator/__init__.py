"""Random tournaments: whole events played by a seeded hand, every step of them checked."""
