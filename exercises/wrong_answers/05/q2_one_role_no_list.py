# hint: write four parts such as
leak_a = ("lowest", "marrow-quill", "prod", "underwriter")
leak_b = ("test", "marrow-quill", "prod", "underwriter")
leak_c = ("salary", "marrow-quill", "prod", "")
