my_chunks = [list(span) for span in cut_all(TERMS, 60, last_cut)]
my_limit = next(
    after
    for (start, end), after in zip(my_chunks, my_chunks[1:], strict=False)
    if TERMS[start:end] == "Flood."
)
