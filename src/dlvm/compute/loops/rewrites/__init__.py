"""Rewrites of finished loops, of whichever strategy: those of directives, whose table is
``directives``, and then ``unswitching``. May import ``ir/`` and ``text/``."""
