"""Rewrites of finished loops of any structure that no directive asks for: ``unswitching``, and then
``dead_stores``. May import ``ir/``."""
