# hint: no row of ROWS belongs to
leak_a = ("lowest", "marrow-quill", "prod", ["underwriter"])
leak_b = ("test", "marrow-quill", "test", ["underwriter"])
leak_c = ("salary", "marrow-quill", "prod", [])
