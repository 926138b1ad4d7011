from io import StringIO


def join_pages(pages):
    joined, bounds = StringIO(), [0]
    for page in pages:
        joined.write(page)
        if page and not page.endswith("\n"):
            joined.write("\n")
        bounds.append(joined.tell())
    return joined.getvalue(), bounds
