def verdict(text, start, quote):
    places = [found.start() for found in re.finditer(f"(?={re.escape(quote)})", text)]
    if start in places:
        return "verified", [start]
    if places:
        return "moved", places
    there = text[start : start + len(quote)] + "\0"
    return "changed", [start + next(i for i, (a, b) in enumerate(zip(there, quote)) if a != b)]
