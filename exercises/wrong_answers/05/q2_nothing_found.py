# hint: `leak_c`: search_c finds nothing at all for it
leak_a = ("lowest", "marrow-quill", "prod", ["underwriter"])
leak_b = ("test", "marrow-quill", "prod", ["underwriter"])
leak_c = ("florins", "marrow-quill", "prod", [])
