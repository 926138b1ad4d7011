# hint: A stands before E: once the old chunks are deleted
my_order = ["C", "G", "D", "A", "E", "F", "B"]
