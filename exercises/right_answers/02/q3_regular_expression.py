import re

my_chunks = cut_all(TERMS, 60, last_cut)
my_limit = re.search(r"Flood\.\n(.+)", TERMS).span(1)
