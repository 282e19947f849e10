"""Analyses of programs: dominance, effects, differentiability."""
