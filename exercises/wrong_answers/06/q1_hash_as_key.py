# hint: X deletes nothing
my_order = ["C", "G", "D", "E", "X", "F", "B"]
