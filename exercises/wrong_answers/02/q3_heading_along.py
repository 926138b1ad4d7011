# hint: the limit begins with
my_chunks = cut_all(TERMS, 60, last_cut)
my_limit = (my_chunks[3][0], my_chunks[4][1])
