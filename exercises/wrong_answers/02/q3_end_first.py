# hint: the start comes first
my_chunks = cut_all(TERMS, 60, last_cut)
my_limit = my_chunks[4][::-1]
