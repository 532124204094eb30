"""Local differential privacy, for comparison: each user's report is private by itself."""
