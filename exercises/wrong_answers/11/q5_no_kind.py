# hint: is none of naive, paragraph, markdown
my_choice = ("recursive", 400)
