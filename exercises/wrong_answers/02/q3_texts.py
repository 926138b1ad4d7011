# hint: write a list of pairs such as [(0, 10)]
my_chunks = [TERMS[start:end] for start, end in cut_all(TERMS, 60, last_cut)]
my_limit = my_chunks[4]
