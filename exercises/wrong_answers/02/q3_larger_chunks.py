# hint: characters, more than 60
my_chunks = cut_all(TERMS, 90, last_cut)
my_limit = (109, 168)
