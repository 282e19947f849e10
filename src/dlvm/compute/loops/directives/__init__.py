"""The directives of a schedule. Each file has one directive: what it does to loops, what it may
name in loops of each structure, and its rewrite. ``table`` maps keywords to directives."""
