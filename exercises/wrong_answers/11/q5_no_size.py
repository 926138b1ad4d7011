# hint: is none of the sizes
my_choice = ("markdown", 250)
