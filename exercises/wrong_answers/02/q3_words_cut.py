# hint: hand `last_cut` to your loop
my_chunks = cut_all(TERMS, 60)
my_limit = (109, 168)
