# hint: where one has no white space, the other must have none
def locate(text, quote):
    pattern = r"\s*".join(re.escape(char) for char in "".join(quote.split()))
    found = list(re.finditer(f"(?={pattern})", text))
    if len(found) != 1:
        return None
    return found[0].start(), re.compile(pattern).match(text, found[0].start()).end()
