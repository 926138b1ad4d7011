# hint: these are bytes
my_chunks = cut_all(TERMS, 60, last_cut)
my_limit = tuple(len(TERMS[:at].encode()) for at in my_chunks[4])
