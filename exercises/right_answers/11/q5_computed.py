kind, size = "paragraph", 2 * 100
my_choice = (kind, size)
