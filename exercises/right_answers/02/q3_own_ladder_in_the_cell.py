def one_cut(text, start, limit):
    if limit >= len(text):
        return len(text)
    places = [text.rfind(joint, start, limit) + len(joint) for joint in ("\n\n", "\n", ". ", " ")]
    return next((p for p in places if p > start + 1), limit)


my_chunks = cut_all(TERMS, 60, one_cut)
my_limit = list(my_chunks)[4]
