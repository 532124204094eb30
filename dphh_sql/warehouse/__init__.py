"""Releases where the data lives: one counting tree, translated to each engine, whose few candidates come back."""
