# hint: passage 1 begins with 'n', 1 too late; its first character is 'I'
my_cuts = [(99, 335), (338, 561), (564, 739), (742, 945)]
