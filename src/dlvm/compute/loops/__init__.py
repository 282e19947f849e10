"""Stage loops: definitions become plain loops by one rule (``plain``), and each directive of a
schedule rewrites them, in a file of its own. ``lowering`` applies the directives in order. May
import the rooms of ``compute/`` before it."""
