# hint: is a start and a length
my_chunks = cut_all(TERMS, 60, last_cut)
start, end = my_chunks[4]
my_limit = (start, end - start)
