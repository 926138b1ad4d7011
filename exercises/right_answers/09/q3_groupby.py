from itertools import groupby


def form(line):
    return "".join("#" if digits else "".join(part) for digits, part in groupby(line, str.isdigit))


def most(lines):
    forms = sorted(form(line) for line in lines)
    middle = forms[len(forms) // 2]
    return middle if forms.count(middle) > len(forms) / 2 else None


def strip_furniture(pages):
    head, foot = most([page[0] for page in pages]), most([page[-1] for page in pages])
    return [
        page[1 if form(page[0]) == head else 0 : -1 if form(page[-1]) == foot else None]
        for page in pages
    ]
