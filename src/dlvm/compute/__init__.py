"""The compute and schedule stages: index notation, fusion and schedules."""
