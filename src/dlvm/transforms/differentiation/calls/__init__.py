"""Derivatives of calls: custom derivatives, augmented functions, calls chosen at run time."""
