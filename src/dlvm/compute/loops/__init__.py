"""Stage loops: definitions become plain loops by one rule (``plain``), which the directives of a
schedule rewrite (``directives/``, a file each).

``lowering`` is the entry point, and ``structures`` says what a nest computes, which decides the
order of the rewrites. ``strip_mining``, ``sinking``, ``blocks`` and ``accumulation`` are what all
rewrites are made of; ``rewrites/`` has those that need no directive. May import:
:mod:`dlvm.compute.loop_nest`.
"""
