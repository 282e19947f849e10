"""What passes and tools ask about a program: dominance, effects, differentiability."""
