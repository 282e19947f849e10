"""``gradient``, ``jvp`` and their kin, and custom derivatives. May import: everything above."""
