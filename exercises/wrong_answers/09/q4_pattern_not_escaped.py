# hint: brackets and full stops of the quote are to be found as they are
def locate(text, quote):
    pattern = r"\s+".join(quote.split())
    found = list(re.finditer(f"(?={pattern})", text))
    if len(found) != 1:
        return None
    return found[0].start(), re.compile(pattern).match(text, found[0].start()).end()
