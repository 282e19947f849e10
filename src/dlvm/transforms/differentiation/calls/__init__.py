"""Derivatives of calls: custom derivatives, augmented functions, and indirect calls."""
