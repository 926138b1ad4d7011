leak_a = ("lowest premium", "marrow-quill", "prod", {"underwriter"})
leak_b = ("premium test", "marrow-quill", "prod", {"underwriter", "personnel"})
leak_c = ("salary", "puddlewick", "prod", set())
