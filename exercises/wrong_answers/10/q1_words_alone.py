# hint: the words for 'bb' are 'byte 7', expected 'ValueError: byte 7'
def run_all(work, names):
    cut, failed = [], []
    for name in names:
        try:
            cut.append((name, work(name)))
        except Exception as error:
            failed.append((name, str(error)))
    return cut, failed
