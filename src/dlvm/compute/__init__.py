"""The compute and schedule stages: index notation of the linear algebra, fusion, schedules."""
