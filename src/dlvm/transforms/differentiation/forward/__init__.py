"""Forward mode: computes tangents alongside the primal. May import: the rules."""
