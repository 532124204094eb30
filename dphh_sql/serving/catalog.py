def rewritten(text: str) -> str | None:
    return None
