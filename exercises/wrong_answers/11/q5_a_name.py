# hint: write a pair such as
my_choice = "paragraph 400"
