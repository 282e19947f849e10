"""Forward mode: tangents beside the primal's values. May import: the rules."""
