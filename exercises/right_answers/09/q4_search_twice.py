def locate(text, quote):
    loose = re.compile(r"\s+".join(re.escape(word) for word in quote.split()))
    match loose.search(text):
        case None:
            return None
        case found:
            again = loose.search(text, found.start() + 1)
    return None if again else found.span()
