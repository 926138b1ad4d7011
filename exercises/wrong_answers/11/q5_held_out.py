# hint: on the questions that were kept back: surely worse
my_choice = ("paragraph", 800)
