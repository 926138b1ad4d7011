class Reader:
    """Looks at one value after another, and remembers whose it is."""

    def __init__(self, label, value):
        self.label, self.value = label, value

    def refuse_unless(self, sound, kind=ValueError):
        if not sound:
            raise kind(f"{self.label} must not be {self.value!r}")
        return self

    def name(self):
        self.refuse_unless(isinstance(self.value, str), TypeError)
        self.refuse_unless(self.value.strip()).refuse_unless(self.value == self.value.strip())


def seal(labels):
    for label in ["source_id", "tenant", "environment"]:
        Reader(label, getattr(labels, label)).name()
    roles = Reader("acl_roles", labels.acl_roles)
    roles.refuse_unless(isinstance(roles.value, Collection), TypeError)
    roles.refuse_unless(not isinstance(roles.value, str), TypeError)
    for role in roles.value:
        Reader("acl_roles", role).name()
    moment = Reader("updated_at", labels.updated_at)
    moment.refuse_unless(isinstance(moment.value, datetime), TypeError)
    moment.refuse_unless(moment.value.utcoffset() is not None)
    object.__setattr__(labels, "acl_roles", frozenset(roles.value))
