# hint: the end is that of the quote's length, in the text it is
def locate(text, quote):
    pattern = r"\s+".join(re.escape(word) for word in quote.split())
    found = list(re.finditer(f"(?={pattern})", text))
    if len(found) != 1:
        return None
    return found[0].start(), found[0].start() + len(quote)
