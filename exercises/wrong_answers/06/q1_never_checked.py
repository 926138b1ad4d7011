# hint: step G is missing
my_order = ["C", "D", "E", "A", "F", "B"]
