# hint: ends 1 too early
my_chunks = cut_all(TERMS, 60, last_cut)
my_limit = (109, 167)
