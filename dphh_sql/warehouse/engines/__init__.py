"""The engines themselves, each imported only when its URL is opened."""
