def locate(text, quote):
    pattern = re.compile(r"\s+".join(map(re.escape, quote.split())))
    found = [match.span() for at in range(len(text)) if (match := pattern.match(text, at))]
    return found[0] if len(found) == 1 else None
