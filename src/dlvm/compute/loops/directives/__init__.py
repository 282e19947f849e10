"""The directives of a schedule, a file each: what the directive does to loops, what it may name in
loops of each structure, and the rewrite. ``table`` has them by keyword."""
