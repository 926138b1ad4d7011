# hint: D stands before G: cutting and checking take long
my_order = ["D", "C", "G", "E", "A", "F", "B"]
