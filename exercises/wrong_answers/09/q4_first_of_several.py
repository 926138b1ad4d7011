# hint: but the quote stands there more than once: None
def locate(text, quote):
    found = re.search(r"\s+".join(re.escape(word) for word in quote.split()), text)
    return found and found.span()
