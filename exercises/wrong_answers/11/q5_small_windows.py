# hint: on the questions that you have: surely worse
my_choice = ("naive", 100)
