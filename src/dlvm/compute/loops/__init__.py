"""Stage loops: definitions become plain loops by one rule (``plain``), which the directives of a
schedule rewrite: ``strip_mining``, ``sinking`` and ``blocks`` are what all rewrites are made of,
``accumulation`` is for reductions, ``tiling`` and ``packing`` for tiles. ``strategies`` chooses the
rewrites by the structure of the nest. May import the rooms of ``compute/`` before it."""
